/** The review queue: counts by reason, and the items, newest filing first. */
import { ITEMS_ON_A_PAGE, type ReviewFilter, type ReviewItem, type ReviewList } from "../../domain/review.ts";
import { formatReasonCode } from "../../domain/review-words.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { capitalize, pluralize } from "../parts/words.ts";
import { buildItemAddress, buildListAddress } from "./addresses.ts";
import { formatPartName, KINDS } from "./parts/words.ts";

export function renderReviewList(links: Links, list: ReviewList, filter: ReviewFilter): Html {
  const unfilteredCount = list.counts.reduce((sum, { count }) => sum + count, 0);
  const isNarrowed = Object.keys(filter).length > 0;
  return html`<h1>Items that wait for a reviewer</h1>
<p>${unfilteredCount === 0 ? "Nothing waits." : `${pluralize(unfilteredCount, "item")} in ${pluralize(list.filings, "filing")}. Each waits because something could not be read or matched with certainty.`}</p>
${list.held.map(
  ({ id, reason }) =>
    html`<p class="notice stale" role="note">Publication ${id} (a batch of changes) is held: <bdi>${reason}</bdi> The operator approves it at the command line with <code>approve ${id}</code>, or drops it with <code>approve ${id} --reject</code>.</p>`,
)}
${unfilteredCount > 0 && renderCountLinks(links, list, filter)}
<form class="narrow" method="get" action="${links.to("/review")}">
${filter.kind !== undefined && html`<input type="hidden" name="kind" value="${filter.kind}">`}
${filter.reason !== undefined && html`<input type="hidden" name="reason" value="${filter.reason}">`}
<label for="filing">Only this filing</label>
<input id="filing" name="filing" value="${filter.filing ?? ""}" placeholder="h8217343" maxlength="60" size="14">
<button>Show</button>${isNarrowed && html` <a href="${buildListAddress(links, {})}">Show all</a>`}
</form>
${list.total === 0 ? isNarrowed && html`<p>No waiting item matches this filter.</p>` : renderItemTable(links, list, filter)}`;
}

function renderCountLinks(links: Links, { counts }: ReviewList, filter: ReviewFilter): Html {
  const renderCountLink = ({ kind, reason, count }: ReviewList["counts"][number]) => {
    const isHere = filter.kind === kind && filter.reason === reason;
    return html`<li><a href="${buildListAddress(links, { kind, reason })}"${isHere && html` aria-current="true"`}>${KINDS[kind]}: ${formatReasonCode(reason)} <b>${count.toLocaleString("en-US")}</b></a></li>`;
  };
  return html`<nav aria-label="By reason"><ul class="counts">${counts.map(renderCountLink)}</ul></nav>`;
}

function renderItemTable(links: Links, { items, total, skip }: ReviewList, filter: ReviewFilter): Html {
  const last = skip + items.length;
  const before =
    skip > 0 &&
    html`<a rel="prev" accesskey="p" href="${buildListAddress(links, filter, { skip: Math.max(0, skip - ITEMS_ON_A_PAGE) })}">Previous</a>`;
  const after =
    last < total &&
    html`<a rel="next" accesskey="n" href="${buildListAddress(links, filter, { skip: last })}">Next</a>`;
  return html`<table class="waiting">
<caption>${skip + 1} to ${last} of ${total.toLocaleString("en-US")}, newest filing first</caption>
<thead><tr><th scope="col">What</th><th scope="col">Filed</th><th scope="col">Filer</th><th scope="col">Why it waits</th></tr></thead>
<tbody>${items.map((item) => renderItemRow(links, item, filter))}</tbody>
</table>
<nav class="pager" aria-label="Pages">${before} ${after}</nav>`;
}

function renderItemRow(links: Links, item: ReviewItem, filter: ReviewFilter): Html {
  return html`<tr>
<td><a href="${buildItemAddress(links, item.id, filter)}">${renderItemName(item)}</a> <small>${item.filing}</small></td>
<td>${item.filed === null ? "unknown" : html`<time datetime="${item.filed}">${item.filed}</time>`}</td>
<td><bdi>${item.filer}</bdi></td>
<td><b>${capitalize(formatReasonCode(item.reason))}</b> <bdi class="why">${item.text}</bdi></td>
</tr>
`;
}

/** `Row 3: Sample Fund`, `Page 2`, `Amendment: Sample Fund`. */
function renderItemName({ kind, id, asset }: ReviewItem): Html {
  const part = kind === "line" || kind === "page" ? formatPartName(id) : KINDS[kind];
  return html`${part}${asset !== null && html`: <bdi>${asset}</bdi>`}`;
}
