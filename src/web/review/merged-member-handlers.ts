/** The page on members with two ids: the ids already merged, a form that merges two ids, and forms that undo a merge. */
import type { MergedIdentity, ReviewFunctions } from "../../domain/review.ts";
import type { Answer } from "../../http/route.ts";
import { type Html, html } from "../html.ts";
import type { Frame } from "../layout.ts";
import type { Links } from "../links.ts";
import { createReviewPageAnswer, createSeeOther, FORM_OF_OTHER_SESSION } from "./review-answers.ts";
import { findResultMessage, recordResultMessage } from "./sessions.ts";
import { type SubmittedForm, toPageHeader, type Visit } from "./visits.ts";

const ADDRESS = "/review/identities";

export class MergedMemberHandlers {
  readonly #functions: ReviewFunctions;
  readonly #frame: Frame;

  constructor(functions: ReviewFunctions, frame: Frame) {
    this.#functions = functions;
    this.#frame = frame;
  }

  readonly show = (visit: Visit): Promise<Answer> => this.#createMembersPage(visit, 200, null);

  readonly decide = async (sent: SubmittedForm): Promise<Answer> => {
    const { form, session, reviewer, isFromThisSession } = sent;
    const entered = {
      from: form.get("from") ?? "",
      to: form.get("to") ?? "",
      reason: form.get("reason") ?? "",
      isSplitting: form.get("decide") === "split",
    };
    if (!isFromThisSession) return this.#createMembersPage(sent, 403, { ...entered, message: FORM_OF_OTHER_SESSION });
    const { from, reason, isSplitting } = entered;
    const to = isSplitting ? null : entered.to;
    const result = await this.#functions.decideIdentityMerge({ from, to, reason, author: reviewer.author });
    if (result.outcome === "refused")
      return this.#createMembersPage(sent, 422, { ...entered, message: result.message });
    const outcomeMessage = html`<div class="done" role="status">${result.text.split("\n").map((line) => html`<p><bdi>${line}</bdi></p>`)}</div>`;
    return createSeeOther(this.#frame.links.to(ADDRESS, { done: recordResultMessage(session, outcomeMessage) }));
  };

  async #createMembersPage(visit: Visit, status: 200 | 403 | 422, entered: RejectedMergeForm | null): Promise<Answer> {
    const merged = await this.#functions.listMergedIdentities(null);
    const { links } = this.#frame;
    const page = renderMergedMembersPage({
      links,
      action: links.to(ADDRESS),
      merged,
      formToken: visit.session.formToken,
      entered,
    });
    const main = html`${entered === null && findResultMessage(visit.query, visit.session)}${page}`;
    return createReviewPageAnswer(this.#frame, status, {
      title: "Merged members",
      main,
      pageHeader: toPageHeader(visit),
    });
  }
}

/** A reviewer's input in a rejected form, and the message that says why it was rejected. */
interface RejectedMergeForm {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  /** True for the form that undoes a merge. */
  readonly isSplitting: boolean;
  readonly message: string;
}

interface MergedMembersView {
  readonly links: Links;
  /** URL that the forms post to. */
  readonly action: string;
  readonly merged: readonly MergedIdentity[];
  readonly formToken: string;
  /** Input of a rejected form; null when the page is first shown. */
  readonly entered: RejectedMergeForm | null;
}

function renderMergedMembersPage(view: MergedMembersView): Html {
  const { merged, entered } = view;
  return html`<h1>Merged members</h1>
<p>The list of members sometimes has two ids for one person. Merge them here: everything under the id you give up (its trades, names and terms) moves to the id you keep. Pages of the given-up id then redirect to the kept one, and alerts on the given-up id continue. Saving can take up to a minute.</p>
${entered !== null && html`<p class="fault" role="alert"><bdi>${entered.message}</bdi></p>`}
${renderMergeForm(view)}
<section aria-labelledby="merged"><h2 id="merged">Merged ids</h2>
${merged.length === 0 ? html`<p>No ids are merged.</p>` : html`<ul class="merged">${merged.map((each, index) => renderMergedItem(view, each, index + 1))}</ul>`}
</section>`;
}

function renderMergeForm({ action, formToken, entered }: MergedMembersView): Html {
  const { from, to, reason } = entered?.isSplitting === false ? entered : { from: "", to: "", reason: "" };
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

/** @param number position of the item in the list, used to make the ids of its fields unique. */
function renderMergedItem(
  { links, action, formToken, entered }: MergedMembersView,
  merged: MergedIdentity,
  number: number,
): Html {
  const { from, fromName, to, toName, at, author, reason } = merged;
  const typed = entered?.isSplitting && entered.from === from ? entered.reason : "";
  return html`<li><p><bdi>${fromName}</bdi> (${from}) is shown as <a href="${links.toPolitician(to)}">${toName}</a> (${to}).
<small><time datetime="${at}">${at.replace("T", " ").replace("Z", " UTC")}</time> by <bdi>${author}</bdi>: <bdi>${reason}</bdi></small></p>
<form class="decide" method="post" action="${action}" aria-label="split ${from}">
<input type="hidden" name="token" value="${formToken}"><input type="hidden" name="from" value="${from}">
${renderReasonField(`split-${number}`, typed)}
<p class="buttons"><button name="decide" value="split">Undo this merge</button></p>
</form></li>`;
}

function renderReasonField(idSuffix: string, value: string): Html {
  return html`<p class="reason"><label for="reason-${idSuffix}">Reason, for the record</label>
<input id="reason-${idSuffix}" name="reason" value="${value}" required maxlength="500" autocomplete="off"></p>`;
}
