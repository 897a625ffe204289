/** The form to choose the trade or report that an amendment replaces. Each choice has an image: of the trade's row, or of the report's first row. */
import type { AmendmentChoice, ComparedTrade, ReviewAmendment } from "../../../domain/review.ts";
import { TYPE_NAMES } from "../../../domain/trade-headline.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { OWNER_NAMES } from "../../parts/trade-words.ts";
import { pluralize, renderDay } from "../../parts/words.ts";
import type { ItemView } from "../item-view.ts";
import { renderDecideButton, renderDecisionForm, renderSearchForm } from "./decision-form.ts";

export function renderAmendmentForm(view: ItemView, amendment: ReviewAmendment): Html {
  const { candidates, kind } = amendment;
  const isReport = kind === "report";
  const noun = isReport ? "report" : "trade";
  const chosen = view.entered?.supersedes ?? "";
  const renderCards = (choices: readonly AmendmentChoice[]) =>
    html`<ul class="cards">${choices.map((choice) => renderChoiceCard(view.links, choice, isReport, choice.id === chosen))}</ul>`;
  const fields = html`<fieldset aria-labelledby="amendment">
${candidates.length > 0 && html`<h3>${candidates.length === 1 ? `The ${noun} that this amendment may be about` : `The ${noun}s that this amendment may be about`}</h3>${renderCards(candidates)}`}
${renderOtherChoices(view, amendment, renderCards)}
<ul class="choices"><li><label><input type="radio" name="supersedes" value="none"${chosen === "none" && html` checked`}> ${NONE[kind]}</label></li></ul></fieldset>`;
  return html`<section aria-labelledby="amendment"><h2 id="amendment">${QUESTIONS[kind]}</h2>
${renderAmendmentRows(view, amendment)}
${renderSearchForm(view, `Search ${view.sheet.filing.member ?? "the member"}'s earlier ${noun}s by asset, day or amount`)}
${renderDecisionForm(view, "amendment", fields, renderDecideButton("amendment", "Save the choice", "m"))}</section>`;
}

const QUESTIONS: Readonly<Record<ReviewAmendment["kind"], string>> = {
  amended: "Which earlier trade does this row correct?",
  deleted: "Which earlier trade does this row delete?",
  restated: "Which earlier trade does this row report again?",
  report: "Which earlier report does this one amend?",
};

const NONE: Readonly<Record<ReviewAmendment["kind"], string>> = {
  amended: "None: no trade is replaced, and the row is a trade of its own",
  deleted: "None: no trade is deleted",
  restated: "None: no trade is replaced, and the row is a trade of its own",
  report: "None: no report is replaced",
};

/** Shows the amendment: the fields of a row (its image is already above the form), or the first rows of a report. */
function renderAmendmentRows({ links, sheet }: ItemView, { kind, own, total }: ReviewAmendment): Html {
  const [first] = own;
  if (first === undefined) return html`<p>Nothing of this amendment could be read.</p>`;
  if (kind !== "report") return renderComparedFacts(first);
  return html`${renderLineFigure(links, first, "The first row of the amendment")}${renderComparedTrades(own, total, `Rows of the amendment, ${sheet.filing.title}`)}`;
}

function renderOtherChoices(
  { find }: ItemView,
  { kind, others, foundCount, candidates, earlierCount, unreadCount }: ReviewAmendment,
  renderCards: (choices: readonly AmendmentChoice[]) => Html,
): Html | false {
  const noun = kind === "report" ? "report" : "trade";
  if (find === null) {
    if (others.length === 0) {
      const countSentence = `This service has ${pluralize(earlierCount, `earlier ${noun}`)} of the member`;
      const same = kind === "report" ? "with a row of the same asset and day" : "of the same asset";
      const hint = earlierCount === 0 ? "" : `, but none ${same}`;
      const unreadSentence =
        unreadCount === 0
          ? ""
          : ` ${pluralize(unreadCount, "earlier report")} of the member ${unreadCount === 1 ? "has" : "have"} not been read yet.`;
      return candidates.length === 0 && html`<p>${countSentence}${hint}.${unreadSentence}</p>`;
    }
    return html`<h3>${candidates.length === 0 ? `The earlier ${noun}s most like this amendment` : `Other ${noun}s most like this amendment`}</h3>${renderCards(others)}`;
  }
  const truncationNote =
    foundCount > others.length ? `; the first ${others.length} are shown: add a word to narrow the search` : "";
  return html`<h3>${pluralize(foundCount, `${candidates.length > 0 ? "other " : ""}earlier ${noun}`)} with “<bdi>${find}</bdi>”${truncationNote}</h3>
${renderCards(others)}`;
}

function renderChoiceCard(links: Links, choice: AmendmentChoice, isReport: boolean, isChosen: boolean): Html {
  const [trade] = choice.trades;
  const filed = choice.filed === null ? "filed on an unknown day" : html`filed ${renderDay(choice.filed)}`;
  const name =
    isReport || trade === undefined
      ? html`<bdi>${choice.title}</bdi>, ${pluralize(choice.total, "trade")}`
      : html`<bdi>${trade.headline}</bdi>`;
  const link = isReport ? links.toFiling(choice.id) : links.toTrade(choice.id);
  return html`<li><label><input type="radio" name="supersedes" value="${choice.id}"${isChosen && html` checked`}> <b>${name}</b></label>
<p class="help">${filed} · <a href="${link}">its page on this site</a></p>
${trade !== undefined && renderLineFigure(links, trade, isReport ? "Its first row" : "Its row")}
${isReport ? renderComparedTrades(choice.trades, choice.total, `Rows of ${choice.title}`) : trade !== undefined && renderComparedFacts(trade)}
</li>`;
}

function renderLineFigure(links: Links, trade: ComparedTrade, what: string): Html {
  const picture = links.to(`/review/pictures/${trade.id}`);
  const description = [trade.headline, trade.transactionDate, trade.amount].join(", ");
  return html`<figure class="row"><a href="${picture}"><img src="${picture}" loading="lazy" alt="${what} as filed: ${description}"></a></figure>`;
}

const COMPARED: readonly (readonly [ComparedTrade["differing"][number], string, (trade: ComparedTrade) => string])[] = [
  ["asset", "Asset", ({ asset, ticker }) => (ticker === "" ? asset : `${asset} (${ticker})`)],
  ["type", "Type", ({ transactionType }) => TYPE_NAMES[transactionType]],
  ["date", "Traded", ({ transactionDate }) => transactionDate],
  ["amount", "Amount", ({ amount }) => amount],
  ["owner", "Owner", ({ owner }) => (owner === null ? "not said" : OWNER_NAMES[owner])],
];

function renderComparedFacts(trade: ComparedTrade): Html {
  return html`<dl class="facts">${COMPARED.map(
    ([field, label, value]) =>
      html`<div><dt>${label}</dt><dd><bdi>${value(trade)}</bdi>${trade.differing.includes(field) && html` <strong class="mark">differs</strong>`}</dd></div>`,
  )}</dl>`;
}

function renderComparedTrades(trades: readonly ComparedTrade[], total: number, caption: string): Html | false {
  if (trades.length === 0) return false;
  const truncationNote = total > trades.length ? ` (the first ${trades.length} of ${total})` : "";
  const renderComparedRow = (trade: ComparedTrade) =>
    html`<tr>${COMPARED.map(
      ([field, , value]) =>
        html`<td><bdi>${value(trade)}</bdi>${trade.differing.includes(field) && html` <strong class="mark">differs</strong>`}</td>`,
    )}</tr>`;
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}${truncationNote}</caption>
<thead><tr>${COMPARED.map(([, label]) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${trades.map(renderComparedRow)}</tbody>
</table></div>`;
}
