/** An item under review: what is printed, what was read, why it is pending, and the decision forms. */
import type { ReviewSheet } from "../../domain/review.ts";
import { formatReasonCode, formatSheetName } from "../../domain/review-words.ts";
import { type Html, html } from "../html.ts";
import { STATES } from "../parts/filing-state.ts";
import { capitalize, renderDay } from "../parts/words.ts";
import { buildItemAddress, buildListAddress } from "./addresses.ts";
import type { ItemView } from "./item-view.ts";
import { renderAmendmentForm } from "./parts/amendment-form.ts";
import { renderFilerForm } from "./parts/filer-form.ts";
import { renderItemPicture, renderOriginalLinks } from "./parts/item-picture.ts";
import { renderLineForm, renderSecurityForm } from "./parts/line-form.ts";
import { renderPageForm } from "./parts/page-form.ts";
import { formatPartName } from "./parts/words.ts";

export function renderItemPage(view: ItemView): Html {
  const { sheet, message } = view;
  return html`${renderNeighborLinks(view)}
<h1><bdi>${formatSheetName(sheet)}</bdi></h1>
${renderItemIntro(view)}
${message !== null && html`<div class="fault" role="alert">${message.split("\n").map((line) => html`<p><bdi>${line}</bdi></p>`)}</div>`}
${renderWaitingReasons(sheet)}
${renderItemPicture(view)}
${renderForms(view)}
<p class="help">Keyboard shortcuts: hold down your browser's modifier for access keys (Alt, or Alt and Shift) and press <kbd>c</kbd> to save what you typed, <kbd>a</kbd> to accept, <kbd>r</kbd> to reject, <kbd>f</kbd> to save the filer, <kbd>m</kbd> to save your choice of what an amendment replaces, <kbd>s</kbd> to search, <kbd>n</kbd> for the next item, <kbd>p</kbd> for the previous one, or <kbd>q</kbd> for the list.</p>
${renderEarlierDecisions(sheet)}
${renderFilingFacts(view)}`;
}

/** Names the report and the part of it under review, with a link to the member's page. */
function renderItemIntro({ links, sheet: { id, filing, line, amendment } }: ItemView): Html {
  const part = formatPartName(id);
  const on = line?.page == null ? "" : ` on page ${line.page}`;
  const filed = filing.filed === null ? "filed on an unknown day" : html`filed ${renderDay(filing.filed)}`;
  const whose =
    filing.politicianId !== null &&
    html` · <a href="${links.toPolitician(filing.politicianId)}">${filing.member ?? filing.politicianId}</a>`;
  const prefix = amendment === null ? "" : "Amendment: ";
  const where = part === "Report" ? `${prefix}report` : `${prefix}${part.toLowerCase()}${on} of the report`;
  return html`<p class="standfirst">${capitalize(where)} <code>${filing.id}</code>, ${filed}${whose}</p>`;
}

function renderNeighborLinks({ links, sheet, filter }: ItemView): Html {
  const { previous, next } = sheet;
  return html`<nav class="neighbours" aria-label="Waiting items">
${previous !== null && html`<a rel="prev" accesskey="p" href="${buildItemAddress(links, previous, filter)}">Previous</a>`}
<a href="${buildListAddress(links, filter)}">Back to the list</a>
${next !== null && html`<a rel="next" accesskey="n" href="${buildItemAddress(links, next, filter)}">Next</a>`}
</nav>`;
}

// States why the item waits. Omits the `text` of an entry of `waits` if the text repeats the filing's title. Also omits the text
// of an entry of kind `line` if the line's form is on the page. That form shows what is wrong.
function renderWaitingReasons({ waits, rejectedFor, line, filing }: ReviewSheet): Html {
  if (waits.length > 0) {
    return html`<ul class="waits">${waits.map(({ kind, reason, text }) => html`<li>It waits because <b>${formatReasonCode(reason)}</b>. ${(kind !== "line" || line === null) && text !== filing.title && html`<bdi>${text}</bdi>`}</li>`)}</ul>`;
  }
  return rejectedFor === null
    ? html`<p>This item is not waiting for a decision, but you can still make one. Of several decisions, the latest counts.</p>`
    : html`<p>It is not published (reason: ${formatReasonCode(rejectedFor)}). No decision on this item is waiting.</p>`;
}

function renderForms(view: ItemView): Html {
  const { asksForFiler, amendment, line, page, waits, pictureFault } = view.sheet;
  const showsLineFormsOpen = amendment === null || waits.some(({ kind }) => kind === "line");
  const security =
    line?.asksForSecurity === true &&
    collapseForm(view, "The row names no ticker: say which security it is", ["ticker"], renderSecurityForm(view));
  const lineForms = line !== null && html`${renderLineForm(view, line)}${security}`;
  return html`${asksForFiler && renderFilerForm(view)}
${amendment !== null && renderAmendmentForm(view, amendment)}
${showsLineFormsOpen ? lineForms : collapseForm(view, "If the row was read wrongly, or is not a transaction: correct or reject it", LINE_DECISIONS, lineForms)}
${page !== null && (pictureFault === null ? renderPageForm(view, page) : collapseForm(view, "Type in the rows of the page, or say that it has none", PAGE_DECISIONS, renderPageForm(view, page)))}`;
}

const LINE_DECISIONS = ["accept", "correct", "reject", "ticker"];
const PAGE_DECISIONS = ["page_rows", "page_missed_rows", "page_complete", "page_empty", "more_rows"];

// Renders a rarely needed form. The form is collapsed, unless a person just sent the form and the page shows the form again.
// `decisions` lists the values that the form can send in the field `decide`.
function collapseForm(
  { entered }: ItemView,
  summary: string,
  decisions: readonly string[],
  form: Html | false,
): Html | false {
  const isOpen = entered !== null && decisions.includes(entered.decide);
  return form !== false && html`<details${isOpen && html` open`}><summary>${summary}</summary>${form}</details>`;
}

const SUBJECTS: Readonly<Record<ReviewSheet["decided"][number]["subject"], string>> = {
  line: "The row",
  page: "The page",
  missed: "Missed rows",
  ticker: "The security",
  filer: "The filer",
  amendment: "What the amendment replaces",
  identity: "Merged ids",
};

function renderEarlierDecisions({ decided }: ReviewSheet): Html | null {
  if (decided.length === 0) return null;
  const renderDecision = ({ subject, at, author, reason }: (typeof decided)[number]) =>
    html`<li>${SUBJECTS[subject]}, <time datetime="${at}">${at.replace("T", " ").replace("Z", " UTC")}</time> by <bdi>${author}</bdi>: <bdi>${reason}</bdi></li>`;
  return html`<section aria-labelledby="earlier"><h2 id="earlier">Earlier decisions</h2><ul>${decided.map(renderDecision)}</ul></section>`;
}

function renderFilingFacts({ links, sheet: { filing } }: ItemView): Html {
  const facts: readonly (readonly [string, Html | string])[] = [
    ["Filer, as filed", html`<bdi>${filing.filer}</bdi>${filing.seat !== null && ` (${filing.seat})`}`],
    [
      "Member",
      filing.politicianId === null
        ? "not known"
        : html`<a href="${links.toPolitician(filing.politicianId)}">${filing.member ?? filing.politicianId}</a>`,
    ],
    ["Filed", filing.filed ?? "day unknown"],
    ["The report's title, or its type in the official index", html`<bdi>${filing.title}</bdi>`],
    ["State", html`${STATES[filing.state].label}${filing.reason !== null && html`: <bdi>${filing.reason}</bdi>`}`],
    ...(filing.pages === null ? [] : [["Pages", String(filing.pages)] as const]),
  ];
  return html`<section aria-labelledby="filing"><h2 id="filing">Report ${filing.id}</h2>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p>Look at ${renderOriginalLinks(links, filing)}, or <a href="${buildListAddress(links, { filing: filing.id })}">at everything that waits in this report</a>.</p>
</section>`;
}
