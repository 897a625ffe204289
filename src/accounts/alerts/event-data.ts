/** Builds the `data` of an event. The store writes the text around it and keeps that within 20 KB. */
import { dayOf } from "../../domain/dates.ts";
import { evidenceUrl, tradePageUrl } from "../../domain/evidence-url.ts";
import type { Alert, StandoutRule } from "../../domain/premium.ts";
import { type PublicTrade, publicTrade } from "../../domain/public-trade.ts";
import { summarize, type ToldTrade, type TradeSummary, toldTrade } from "../../domain/told-trade.ts";
import type { Trade } from "../../domain/trade.ts";
import type { DueDigest } from "../../store/premium/digests.ts";

/** Reason for which a published trade is another one now. `amended`: its source says something else; `reparsed`: we read the same document otherwise. */
const CHANGE_REASONS = ["amended", "reparsed", "reviewed", "corrected"] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** Occasion of a publication: the reason for which trades change, or a newer release of the rules that reads what was published once more. */
const PUBLICATION_CAUSES = [...CHANGE_REASONS, "data_release"] as const;
export type PublicationCause = (typeof PUBLICATION_CAUSES)[number];

export function isPublicationCause(text: string | null): text is PublicationCause {
  return PUBLICATION_CAUSES.some((cause) => cause === text);
}

const MOST_TRADES = 50;

interface TradeData {
  /** As in the lists. */
  readonly trade: PublicTrade;
  readonly summary: TradeSummary;
  /** The line of the original as a picture. */
  readonly evidence_url: string;
  readonly previous?: Partial<ToldTrade>;
  readonly reason?: ChangeReason;
}

export interface TriggeredData {
  readonly alert: { readonly id: string; readonly name: string };
  readonly trades: readonly ToldTrade[];
  readonly total_matches: number;
  /** Only in a delivery that was asked for to try the alert. */
  readonly test?: true;
}

/** A trade of a digest. */
export type DigestTrade = ToldTrade & {
  /** Its page. */
  readonly url: string;
  readonly stands_out: readonly StandoutRule[];
};

/** The trades of an alert that were published within a day. */
export interface DigestData extends TriggeredData {
  readonly trades: readonly DigestTrade[];
  readonly digest: {
    /** The day on which it is sent, in the alert's time zone. */
    readonly date: string;
    readonly time_zone: string;
    readonly from: string;
    readonly until: string;
    /** Of all that matched. */
    readonly members: number;
    readonly late: number;
  };
}

/** @param politician name. @param baseUrl of the API: links are built from it. */
export function createdData(trade: Trade, politician: string, baseUrl: string): TradeData {
  return {
    trade: publicTrade(trade, politician),
    summary: summarize(trade),
    evidence_url: evidenceUrl(baseUrl, trade.id),
  };
}

interface UpdateParts {
  readonly nameOf: (trade: Trade) => string;
  readonly reason: ChangeReason;
  readonly baseUrl: string;
}

/** A trade after its change, with the former values of the fields that are others now. */
export function updatedData(
  { trade, former }: { readonly trade: Trade; readonly former: Trade },
  { nameOf, reason, baseUrl }: UpdateParts,
): TradeData {
  const now = toldTrade(trade, nameOf(trade));
  const then = toldTrade(former, nameOf(former));
  const changed = (Object.keys(now) as (keyof ToldTrade)[]).filter((field) => now[field] !== then[field]);
  const previous = Object.fromEntries(changed.map((field) => [field, then[field]]));
  return { ...createdData(trade, nameOf(trade), baseUrl), previous, reason };
}

/** A trade of an old filing that is listed now because it is read differently: it is no news, and no event was made for it before. */
export function relistedData(trade: Trade, politician: string, baseUrl: string): TradeData {
  return { ...createdData(trade, politician, baseUrl), previous: {}, reason: "reparsed" };
}

export function removedData(trade: Trade, reason: ChangeReason) {
  return { trade_id: trade.id, politician_id: trade.politicianId, reason };
}

/** @param by id of the trade in its place, or of the filing that takes it back. */
export function supersededData(trade: Trade, by: string) {
  return { trade_id: trade.id, politician_id: trade.politicianId, reason: "superseded", superseded_by: by };
}

/** @param trades in the order of the event; all that matched. */
export function triggeredData(
  { id, name }: Pick<Alert, "id" | "name">,
  trades: readonly ToldTrade[],
  test = false,
): TriggeredData {
  return {
    alert: { id, name },
    trades: trades.slice(0, MOST_TRADES),
    total_matches: trades.length,
    ...(test && { test: true as const }),
  };
}

export interface DigestLinks {
  /** Of the API. */
  readonly baseUrl: string;
  /** Rules of the overview by which trades stand out, by id. */
  readonly standouts: ReadonlyMap<string, readonly StandoutRule[]>;
}

/** @param trades newest first; all that matched. */
export function digestData(
  { alert, from, until }: Omit<DueDigest, "trades">,
  trades: readonly ToldTrade[],
  { baseUrl, standouts }: DigestLinks,
  test = false,
): DigestData {
  // An alert that is no longer daily sends what waited in a last digest.
  const timeZone = alert.daily?.timeZone ?? "UTC";
  const data = triggeredData(alert, trades, test);
  return {
    ...data,
    trades: data.trades.map((trade) => ({
      ...trade,
      url: tradePageUrl(baseUrl, trade.id),
      stands_out: standouts.get(trade.id) ?? [],
    })),
    digest: {
      date: dayOf(until, timeZone),
      time_zone: timeZone,
      from: inSeconds(from),
      until: inSeconds(until),
      members: new Set(trades.map((trade) => trade.politician_id)).size,
      late: trades.filter(({ late }) => late === true).length,
    },
  };
}

function inSeconds(at: Date): string {
  return `${at.toISOString().slice(0, -".000Z".length)}Z`;
}
