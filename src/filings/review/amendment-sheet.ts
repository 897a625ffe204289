/** Collects what is known about a waiting amendment: its own lines, its candidates, and the member's other trades or reports. */
import { compareRows, toRow } from "../../domain/amendments/agreement.ts";
import { type AmendingLine, isEarlier, type Report } from "../../domain/amendments/report.ts";
import { computeScore } from "../../domain/amendments/scores.ts";
import type { AmendmentChoice, ComparedTrade, ReviewAmendment } from "../../domain/review.ts";
import { foldSearchText, hasWordWithPrefix, splitSearchWords } from "../../domain/search-words.ts";
import type { Trade } from "../../domain/trade.ts";
import { formatHeadline } from "../../domain/trade-headline.ts";
import type { Store } from "../../store/store.ts";
import type { ReviewView } from "./review-view.ts";

type AmendmentStore = Pick<Store, "filings" | "amendments">;

/** Maximum number of a report's trades to show. */
const MAX_TRADES = 8;
/** Maximum number of search results to show. */
const MAX_FOUND = 12;
/** Maximum number of similar trades or reports to show without a search; drawing pictures of more takes too long. */
const MAX_SIMILAR = 3;

/** @param find search words; null without a search. @returns null if the filer is unknown, or nothing in the filing is an amendment. */
export async function buildAmendmentSheet(
  store: AmendmentStore,
  { id, filing, waits, decided }: ReviewView,
  find: string | null,
): Promise<ReviewAmendment | null> {
  const waiting = waits.find(({ kind }) => kind === "amendment");
  const isDecided = decided.some(({ subject }) => subject === "amendment");
  if (filing.politicianId === null || id.kind === "page" || (waiting === undefined && !isDecided)) return null;
  const reports = await store.amendments.loadReportsOf(filing.politicianId);
  const own = reports.find((report) => report.id === filing.id);
  if (own === undefined) return null;
  const named = new Set(waiting?.candidates ?? []);
  const earlier = reports.filter((report) => report.source === own.source && isEarlier(report, own));
  if (id.kind === "filing") return buildReportAmendment(own, named, earlier, find);
  const line = own.amending?.lines.find((each) => each.line === id.line);
  const trade = own.trades.find((each) => each.line === id.line) ?? line?.deleted ?? null;
  const replaced = await findReplacedIds(store, earlier);
  return buildLineAmendment({ own, line, trade }, named, earlier, (id) => replaced.has(id), find);
}

/** Returns the ids of trades that were replaced by another trade or deleted by a filing. */
async function findReplacedIds({ filings }: AmendmentStore, reports: readonly Report[]): Promise<ReadonlySet<string>> {
  const withTrades = reports.filter(({ trades }) => trades.length > 0);
  const rows = await Promise.all(withTrades.map(({ id }) => filings.listTrades(id)));
  return new Set(rows.flat().flatMap(({ trade, supersededBy }) => (supersededBy === null ? [] : [trade.id])));
}

function buildLineAmendment(
  { own, line, trade }: { own: Report; line: AmendingLine | undefined; trade: Trade | null },
  named: ReadonlySet<string>,
  earlier: readonly Report[],
  isReplaced: (id: string) => boolean,
  find: string | null,
): ReviewAmendment {
  const all = earlier.flatMap((report) => report.trades.map((each) => ({ report, trade: each })));
  const toChoice = ({ report, trade: each }: (typeof all)[number]): AmendmentChoice => ({
    ...toChoiceSummary(report, each.id),
    trades: [compareTrade(each, trade)],
  });
  const open = all.filter(({ trade: each }) => !named.has(each.id) && !isReplaced(each.id));
  const found =
    find === null
      ? pickSimilarTrades(open, trade)
      : open.filter(({ trade: each }) => containsAllWords(joinTradeText(each), find));
  return {
    kind: line?.status ?? "restated",
    own: trade === null ? [] : [compareTrade(trade, null)],
    total: own.trades.length,
    candidates: all.filter(({ trade: each }) => named.has(each.id)).map(toChoice),
    others: sortBySimilarity(found, trade)
      .slice(0, find === null ? MAX_SIMILAR : MAX_FOUND)
      .map(toChoice),
    foundCount: found.length,
    earlierCount: all.length,
    unreadCount: countUnreadReports(earlier),
  };
}

// Offers earlier reports that this report, as a whole, may amend. The candidates in `named` are reports or single trades. For a
// trade, the report that contains the trade is offered.
function buildReportAmendment(
  own: Report,
  named: ReadonlySet<string>,
  earlier: readonly Report[],
  find: string | null,
): ReviewAmendment {
  const isNamed = ({ id, trades }: Report) => named.has(id) || trades.some((trade) => named.has(trade.id));
  const toChoice = (report: Report): AmendmentChoice => {
    const trades = report.trades.map((trade) => compareTrade(trade, findMostSimilarTrade(trade, own.trades)));
    return { ...toChoiceSummary(report, report.id), trades: trades.slice(0, MAX_TRADES) };
  };
  const joinSearchText = (report: Report) =>
    foldSearchText([report.id, report.title, report.filedDate, ...report.trades.map(joinTradeText)].join(" "));
  const others = earlier.filter((report) => !isNamed(report)).toReversed();
  const found = others.filter((report) =>
    find === null ? hasSimilarRow(report, own.trades) : containsAllWords(joinSearchText(report), find),
  );
  return {
    kind: "report",
    own: own.trades.slice(0, MAX_TRADES).map((trade) => compareTrade(trade, null)),
    total: own.trades.length,
    candidates: earlier.filter(isNamed).map(toChoice),
    others: found.slice(0, find === null ? MAX_SIMILAR : MAX_FOUND).map(toChoice),
    foundCount: found.length,
    earlierCount: earlier.length,
    unreadCount: countUnreadReports(earlier),
  };
}

/** Returns whether the report has a row with the same asset and day as one of the given trades. */
function hasSimilarRow({ trades }: Report, own: readonly Trade[]): boolean {
  const rows = own.map(toRow);
  return trades.some((trade) => {
    const row = toRow(trade);
    return rows.some((each) => {
      const { differing } = compareRows(row, each);
      return !differing.includes("asset") && !differing.includes("date");
    });
  });
}

function countUnreadReports(reports: readonly Report[]): number {
  return reports.filter(({ isRead }) => !isRead).length;
}

function toChoiceSummary({ id, title, filedDate, trades }: Report, named: string): Omit<AmendmentChoice, "trades"> {
  return { id: named, filing: id, title, filed: filedDate, total: trades.length };
}

/** @param own the trade to compare with; null to compare with none. */
function compareTrade(trade: Trade, own: Trade | null): ComparedTrade {
  const { id, assetNameRaw, ticker, transactionType, transactionDate, owner, amountRaw } = trade;
  return {
    id,
    asset: assetNameRaw,
    headline: formatHeadline({ ...trade, company: assetNameRaw }),
    ticker,
    transactionType,
    transactionDate,
    owner,
    amount: amountRaw,
    differing: own === null ? [] : compareRows(toRow(trade), toRow(own)).differing,
  };
}

interface Placed {
  readonly report: Report;
  readonly trade: Trade;
}

/** Picks the trades with the same asset, and trades that differ only in the asset. */
function pickSimilarTrades(all: readonly Placed[], own: Trade | null): readonly Placed[] {
  if (own === null) return [];
  const row = toRow(own);
  return all.filter(({ trade }) => {
    const { differing } = compareRows(toRow(trade), row);
    return !differing.includes("asset") || differing.length === 1;
  });
}

/** Sorts trades by similarity, the most similar first; among equally similar trades, the most recently filed comes first. */
function sortBySimilarity(all: readonly Placed[], own: Trade | null): readonly Placed[] {
  const row = own && toRow(own);
  const scoreTrade = ({ trade }: Placed) => (row === null ? 0 : computeScore(compareRows(toRow(trade), row)));
  const scored = all.map((each) => ({ each, score: scoreTrade(each) }));
  return scored
    .toSorted(
      (one, other) => other.score - one.score || (one.each.trade.filedDate < other.each.trade.filedDate ? 1 : -1),
    )
    .map(({ each }) => each);
}

function findMostSimilarTrade(trade: Trade, own: readonly Trade[]): Trade | null {
  const placed = own.map((each) => ({ trade: each, score: computeScore(compareRows(toRow(each), toRow(trade))) }));
  return placed.toSorted((one, other) => other.score - one.score)[0]?.trade ?? null;
}

function joinTradeText(trade: Trade): string {
  const { id, assetNameRaw, company, ticker, transactionDate, filedDate, amountRaw, comment } = trade;
  return foldSearchText([id, assetNameRaw, company, ticker, transactionDate, filedDate, amountRaw, comment].join(" "));
}

function containsAllWords(text: string, find: string): boolean {
  return splitSearchWords(find).every((word) => hasWordWithPrefix(text, word));
}
