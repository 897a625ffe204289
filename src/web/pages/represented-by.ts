/** The members who represent a state or district, each with the trades since a year before the newest disclosure. */
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { formatUnreadCount } from "../../domain/missing-reports.ts";
import { buildHeadlineParts } from "../../domain/trade-headline.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { renderAmountBar } from "../parts/amount-bar.ts";
import { getChamberName, renderPartyMark, renderPersonLink } from "../parts/person.ts";
import { formatPlace } from "../parts/seat.ts";
import { STATE_NAMES } from "../parts/state-names.ts";
import { pluralize, renderReadableDate } from "../parts/words.ts";
import { type ListedPolitician, selectPoliticians } from "../politician-list.ts";
import type { PoliticiansFilter } from "../politicians-query.ts";

/** Length of the period that ends with the newest disclosure. */
const LAST_YEAR_DAYS = 365;
/** Maximum number of trades listed per member. */
const MAX_TRADES = 3;
/** A representative and two senators, plus one more for a transition. */
const MAX_MEMBERS = 4;

type Published = Pick<Dataset, "select" | "getSummaryAt" | "tradeCount">;

/**
 * False if there are no trades or no state. Also false for any filter besides state, district and `office=in`. Also false if no
 * member in office matches, or more than `MAX_MEMBERS` match.
 */
export function renderRepresentatives(links: Links, dataset: Dataset, requested: PoliticiansFilter): Html | false {
  const { state, district, q, chamber, party, committee, office } = requested;
  const isNarrower = q !== undefined || chamber !== undefined || party !== undefined || committee !== undefined;
  if (state === undefined || isNarrower || office === "former" || dataset.tradeCount === 0) return false;
  const inOffice = { state, office: "in", sort: "name" } as const;
  const representatives = selectPoliticians(dataset, { ...inOffice, chamber: "house", district });
  const senators = selectPoliticians(dataset, { ...inOffice, chamber: "senate" });
  const people = [...representatives, ...senators];
  if (people.length === 0 || people.length > MAX_MEMBERS) return false;
  const name = STATE_NAMES[state.toUpperCase()] ?? state;
  const from = addDays(dataset.getSummaryAt(0).disclosureDate as IsoDate, -LAST_YEAR_DAYS);
  return html`<section class="represented"><h2>Who represents ${name}${district !== undefined && district > 0 && `, district ${district}`}</h2>
<ul>${people.map((each) => renderPersonItem(links, dataset, each, from))}</ul>
<p class="small">Trades made since ${renderReadableDate(from)}, a year before the newest disclosure; what is not disclosed yet is missing.</p></section>
`;
}

function renderPersonItem(links: Links, dataset: Published, person: ListedPolitician, from: IsoDate): Html {
  const { id, party, chamber, unreadReports } = person;
  const positions = dataset.select(
    { politicianId: [id], tradedFrom: from },
    { by: "transaction_date", descending: true },
  );
  const unread = unreadReports > 0 ? ` (${formatUnreadCount(unreadReports)})` : "";
  const summary =
    positions.length === 0
      ? html`No trade of the last year is known${unread}.`
      : html`<a href="${links.to(`/politicians/${id}`, { traded_from: from })}#trades">${pluralize(positions.length, "trade")} in the last year</a>${unread}${positions.length > MAX_TRADES && `. The latest ${MAX_TRADES}`}:`;
  return html`<li><p>${renderPersonLink(links, person)} ${renderPartyMark(party)} <small>${getChamberName(chamber)}, ${formatPlace(person)}</small></p>
<p>${summary}</p>
${positions.length > 0 && html`<ul class="plain">${Array.from(positions.subarray(0, MAX_TRADES), (position) => renderRecentTradeItem(links, dataset, position))}</ul>`}</li>
`;
}

function renderRecentTradeItem(links: Links, dataset: Published, position: number): Html {
  const trade = dataset.getSummaryAt(position);
  const { action, asset } = buildHeadlineParts(trade);
  return html`<li><a href="${links.toTrade(trade.id)}">${action} <bdi>${asset}</bdi>${trade.ticker !== "" && ` (${trade.ticker})`}</a> ${renderAmountBar(trade.amount)} <small>${renderReadableDate(trade.transactionDate)}</small></li>
`;
}
