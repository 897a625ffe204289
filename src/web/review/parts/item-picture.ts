/** The image of an item; if it cannot be rendered, a message and a link to the original. */
import type { PictureFault, ReviewSheet } from "../../../domain/review.ts";
import type { QuarterTurn } from "../../../domain/scanned-page.ts";
import { getSource } from "../../../filings/sources/all.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { buildItemAddress } from "../addresses.ts";
import type { ItemView } from "../item-view.ts";
import { FIELD_LABELS } from "./words.ts";

export function renderItemPicture({ links, sheet, filter, find, turn }: ItemView): Html | null {
  const { id, filing, picture, pictureFault } = sheet;
  if (pictureFault !== null) return renderMissingPicture(links, sheet, pictureFault);
  if (picture === null) return null;
  const turnParameter = { turn: turn || undefined };
  const wholeAddress = filing.isScan
    ? links.to(`/review/pictures/${id}`, { whole: true, ...turnParameter })
    : links.toDocument(filing.id, picture.page ?? undefined);
  const rotatedAddress = buildItemAddress(links, id, filter, { find, turn: ((turn + 90) % 360) as QuarterTurn });
  return html`<figure class="${picture.isRow ? "row" : "page"}">
<a href="${wholeAddress}"><img src="${links.to(`/review/pictures/${id}`, turnParameter)}" alt="${formatAlternativeText(sheet, picture)}"></a>
<figcaption>${formatCaptionStart(picture)}${picture.isRow ? html` <a href="${wholeAddress}">Show ${picture.page === null ? "the original" : "the whole page"}</a>` : html`${renderOriginalLinks(links, filing)}. <a href="${rotatedAddress}">Rotate the page to the right</a>`}</figcaption>
</figure>`;
}

function formatCaptionStart({ page, isRow }: NonNullable<ReviewSheet["picture"]>): string {
  if (page === null) return "The marked row, with the headings of its table above it.";
  return isRow
    ? `Page ${page}: the marked row, with the headings of its table above it.`
    : `Page ${page}. If it is not legible, look at `;
}

function formatAlternativeText({ line }: ReviewSheet, { page, isRow }: NonNullable<ReviewSheet["picture"]>): string {
  if (line === null || !isRow) return `Page ${page} of the report`;
  const read = line.fields.filter(({ reading }) => reading !== "");
  const fields = read.map(({ field, reading }) => ` ${FIELD_LABELS[field]}: ${reading}.`);
  return `Row ${line.line} of the report${page === null ? "" : `, page ${page}`}, as it was read.${fields.join("")}`;
}

function renderMissingPicture(links: Links, { filing, picture, page }: ReviewSheet, fault: PictureFault): Html {
  const what =
    page !== null ? `Page ${page.page}` : picture?.page == null ? "The row" : `The row on page ${picture.page}`;
  return html`<div class="fault" role="note">
<p>${what} cannot be shown here: ${fault.isCopyIntact ? "this service cannot draw it" : "the stored copy is damaged or missing"}. <bdi>${fault.sentence}</bdi></p>
<p>Look at ${renderOriginalLinks(links, { ...filing, isStored: filing.isStored && fault.isCopyIntact })}.${fault.isCopyIntact && " Another program may be able to show it."}</p>
</div>`;
}

/** Links to the original document at the official site, and to our stored copy of it. */
export function renderOriginalLinks(links: Links, { id, officialUrl, isStored, source }: ReviewSheet["filing"]): Html {
  const { siteName } = getSource(source);
  const site = siteName.charAt(0).toLowerCase() + siteName.slice(1);
  return html`<a href="${officialUrl}" rel="noreferrer">the original at ${site}</a>${isStored && html` or <a href="${links.toDocument(id)}">our copy of it</a>`}`;
}
