/** Builds the `data` of events. The store wraps `data` in the event's envelope and limits the event to 20 KB. */
import { type AnnouncedTrade, summarize, type TradeSummary, toAnnouncedTrade } from "../../domain/announced-trade.ts";
import { toIsoDate } from "../../domain/dates.ts";
import { buildEvidenceUrl, buildTradePageUrl } from "../../domain/evidence-url.ts";
import type { Alert, StandoutRule } from "../../domain/premium.ts";
import { type PublicTrade, toPublicTrade } from "../../domain/public-trade.ts";
import type { Trade } from "../../domain/trade.ts";
import type { DueDigest } from "../../store/premium/digests.ts";

/** Why a published trade changed. `amended`: the source changed. `reparsed`: the same document is read differently. */
const CHANGE_REASONS = ["amended", "reparsed", "reviewed", "corrected"] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** Why trades are published: a change reason, or a data release, in which published documents are parsed again by new rules. */
const PUBLICATION_CAUSES = [...CHANGE_REASONS, "data_release"] as const;
export type PublicationCause = (typeof PUBLICATION_CAUSES)[number];

export function isPublicationCause(text: string | null): text is PublicationCause {
  return PUBLICATION_CAUSES.some((cause) => cause === text);
}

const MAX_TRADES = 50;

interface TradeData {
  readonly trade: PublicTrade;
  readonly summary: TradeSummary;
  /** Picture of the trade's row in the original document. */
  readonly evidence_url: string;
  readonly previous?: Partial<AnnouncedTrade>;
  readonly reason?: ChangeReason;
}

export interface TriggeredData {
  readonly alert: { readonly id: string; readonly name: string };
  readonly trades: readonly AnnouncedTrade[];
  readonly total_matches: number;
  /** Set only in a delivery that tests the alert. */
  readonly test?: true;
}

export type DigestTrade = AnnouncedTrade & {
  readonly url: string;
  readonly stands_out: readonly StandoutRule[];
};

/** The matches of an alert that were published since its previous digest. */
export interface DigestData extends TriggeredData {
  readonly trades: readonly DigestTrade[];
  readonly digest: {
    /** Day of the digest, in the alert's time zone. */
    readonly date: string;
    readonly time_zone: string;
    readonly from: string;
    readonly until: string;
    /** Number of different members in all matches. */
    readonly members: number;
    readonly late: number;
  };
}

/** @param politician the member's name. @param baseUrl base URL of the API, for links. */
export function buildTradeCreatedData(trade: Trade, politician: string, baseUrl: string): TradeData {
  return {
    trade: toPublicTrade(trade, politician),
    summary: summarize(trade),
    evidence_url: buildEvidenceUrl(baseUrl, trade.id),
  };
}

interface UpdateParts {
  readonly getName: (trade: Trade) => string;
  readonly reason: ChangeReason;
  readonly baseUrl: string;
}

/** Builds the data of a changed trade, with the previous values of the changed fields. */
export function buildTradeUpdatedData(
  { trade, previous: before }: { readonly trade: Trade; readonly previous: Trade },
  { getName, reason, baseUrl }: UpdateParts,
): TradeData {
  const now = toAnnouncedTrade(trade, getName(trade));
  const then = toAnnouncedTrade(before, getName(before));
  const changed = (Object.keys(now) as (keyof AnnouncedTrade)[]).filter((field) => now[field] !== then[field]);
  const previous = Object.fromEntries(changed.map((field) => [field, then[field]]));
  return { ...buildTradeCreatedData(trade, getName(trade), baseUrl), previous, reason };
}

/** Builds the data of a trade that was not listed until an old filing was read again: the trade is not announced as new. */
export function buildTradeReparsedData(trade: Trade, politician: string, baseUrl: string): TradeData {
  return { ...buildTradeCreatedData(trade, politician, baseUrl), previous: {}, reason: "reparsed" };
}

export function buildTradeRemovedData(trade: Trade, reason: ChangeReason) {
  return { trade_id: trade.id, politician_id: trade.politicianId, reason };
}

/** `by` is the id of the trade that replaces `trade`, or the id of the filing that withdraws `trade`. */
export function buildTradeSupersededData(trade: Trade, by: string) {
  return { trade_id: trade.id, politician_id: trade.politicianId, reason: "superseded", superseded_by: by };
}

/** @param trades all matches, in the order in which the event lists them. */
export function buildAlertTriggeredData(
  { id, name }: Pick<Alert, "id" | "name">,
  trades: readonly AnnouncedTrade[],
  test = false,
): TriggeredData {
  return {
    alert: { id, name },
    trades: trades.slice(0, MAX_TRADES),
    total_matches: trades.length,
    ...(test && { test: true as const }),
  };
}

export interface DigestLinks {
  readonly baseUrl: string;
  /** Maps a trade's id to the rules by which the trade stands out, as under "Worth a look" on the home page. */
  readonly standouts: ReadonlyMap<string, readonly StandoutRule[]>;
}

/** @param trades all matches, newest first. */
export function buildDigestData(
  { alert, from, until }: Omit<DueDigest, "trades">,
  trades: readonly AnnouncedTrade[],
  { baseUrl, standouts }: DigestLinks,
  test = false,
): DigestData {
  // An alert that is no longer daily has no time zone; it sends its pending trades in a last digest.
  const timeZone = alert.daily?.timeZone ?? "UTC";
  const data = buildAlertTriggeredData(alert, trades, test);
  return {
    ...data,
    trades: data.trades.map((trade) => ({
      ...trade,
      url: buildTradePageUrl(baseUrl, trade.id),
      stands_out: standouts.get(trade.id) ?? [],
    })),
    digest: {
      date: toIsoDate(until, timeZone),
      time_zone: timeZone,
      from: formatUtcTimestamp(from),
      until: formatUtcTimestamp(until),
      members: new Set(trades.map((trade) => trade.politician_id)).size,
      late: trades.filter(({ late }) => late === true).length,
    },
  };
}

function formatUtcTimestamp(at: Date): string {
  return `${at.toISOString().slice(0, -".000Z".length)}Z`;
}
