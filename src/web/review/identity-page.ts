import type { MergedIdentity } from "../../domain/review.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";

/** A reviewer's input in a rejected form, and the reason. */
export interface EnteredIdentity {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  /** The form that splits merged ids again. */
  readonly isParting: boolean;
  readonly message: string;
}

interface IdentityView {
  readonly links: Links;
  /** URL that the forms post to. */
  readonly action: string;
  readonly merged: readonly MergedIdentity[];
  readonly formToken: string;
  /** Null on first display. */
  readonly entered: EnteredIdentity | null;
}

export function renderIdentityPage(view: IdentityView): Html {
  const { merged, entered } = view;
  return html`<h1>Merged members</h1>
<p>The members’ record sometimes has two ids for one person. Merge them here: the trades, names and terms of the first id move to the second, its pages redirect there, and alerts on it continue. Saving can take up to a minute.</p>
${entered !== null && html`<p class="fault" role="alert"><bdi>${entered.message}</bdi></p>`}
${renderMergeForm(view)}
<section aria-labelledby="merged"><h2 id="merged">Merged ids</h2>
${merged.length === 0 ? html`<p>No ids are merged.</p>` : html`<ul class="merged">${merged.map((each, at) => renderMergedItem(view, each, at + 1))}</ul>`}
</section>`;
}

function renderMergeForm({ action, formToken, entered }: IdentityView): Html {
  const { from, to, reason } = entered?.isParting === false ? entered : { from: "", to: "", reason: "" };
  return html`<form class="decide" method="post" action="${action}" aria-label="merge">
<input type="hidden" name="token" value="${formToken}">
<p><label for="from">Bioguide id to give up</label>
<input id="from" name="from" value="${from}" placeholder="P000197" required maxlength="20" size="10" autocomplete="off"></p>
<p><label for="to">Bioguide id to keep</label>
<input id="to" name="to" value="${to}" placeholder="P000197" required maxlength="20" size="10" autocomplete="off"></p>
${renderReasonField("merge", reason)}
<p class="buttons"><button name="decide" value="merge">Merge</button></p>
</form>`;
}

/** @param number of the item in the list, which keeps its field ids unique. */
function renderMergedItem(
  { links, action, formToken, entered }: IdentityView,
  merged: MergedIdentity,
  number: number,
): Html {
  const { from, fromName, to, toName, at, author, reason } = merged;
  const typed = entered?.isParting && entered.from === from ? entered.reason : "";
  return html`<li><p><bdi>${fromName}</bdi> (${from}) is shown as <a href="${links.toPolitician(to)}">${toName}</a> (${to}).
<small><time datetime="${at}">${at.replace("T", " ").replace("Z", " UTC")}</time> by <bdi>${author}</bdi>: <bdi>${reason}</bdi></small></p>
<form class="decide" method="post" action="${action}" aria-label="part ${from}">
<input type="hidden" name="token" value="${formToken}"><input type="hidden" name="from" value="${from}">
${renderReasonField(`part-${number}`, typed)}
<p class="buttons"><button name="decide" value="part">Part them again</button></p>
</form></li>`;
}

function renderReasonField(name: string, value: string): Html {
  return html`<p class="reason"><label for="reason-${name}">Reason, for the record</label>
<input id="reason-${name}" name="reason" value="${value}" required maxlength="500" autocomplete="off"></p>`;
}
