/** Converts a filing's raw lines to trades and rejected lines. Every printed line becomes either a trade or a rejected line. */
import type { RejectionCode } from "../../base/error-codes.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { toTradeSign } from "../../domain/direction.ts";
import { buildTradeId, type FilingState, type RejectedLine, SETTLED_REASONS } from "../../domain/filing.ts";
import { isInverseFund } from "../../domain/inverse-fund.ts";
import { findLateExemption } from "../../domain/late-exemption.ts";
import { findParty } from "../../domain/party.ts";
import type { Politician } from "../../domain/politician.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import type { Reason } from "../../domain/reason.ts";
import { listSecurityNames, type Security } from "../../domain/security.ts";
import { createUnamendedState, type DirectionDoubt, type Trade } from "../../domain/trade.ts";
import type { PublicBody } from "../../domain/vocabulary.ts";
import { readAmount } from "./amounts.ts";
import type { AssetMaster } from "./asset-master.ts";
import { readAsset } from "./assets.ts";
import { findDisclosureDate, parseDay, parseTransactionDay } from "./disclosure.ts";
import { findListedSecurity } from "./listed-security.ts";
import { doWordsContradictType } from "./options.ts";
import {
  explainUnreadField,
  findFirstUnreadPage,
  findReviewReason,
  findScanOutcome,
  formatBestReadings,
  markFutureNoticeUncertain,
} from "./scanned.ts";
import { resolveUncertainDates } from "./scanned-dates.ts";
import { findRepeatedNames, resolveAssetName } from "./scanned-names.ts";
import { collapseSpaces, toNullIfUnstated } from "./stated.ts";
import { markSuspectDates } from "./suspect-dates.ts";
import { parseTransactionType } from "./vocabulary.ts";

interface NormalisedFiling {
  readonly trades: Trade[];
  readonly rejected: RejectedLine[];
  readonly state: FilingState;
  /** Reason for the filing's state; null if the state needs none. */
  readonly reason: Reason | null;
}

/** The filing in the ledger. `id` is `h20024542` or `s<uuid>`; `filedDate` is the filing date in the index. */
interface KnownFiling {
  readonly id: string;
  readonly filedDate: IsoDate | null;
  readonly body: PublicBody;
}

/** Pure. `filer` is the member who filed; null if nobody could be identified. */
export function normaliseFiling(
  raw: RawFiling,
  filing: KnownFiling,
  filer: Politician | null,
  assets: AssetMaster,
): NormalisedFiling {
  const trades: Trade[] = [];
  const rejected: RejectedLine[] = [...raw.rejected];
  const lines = new Set(raw.rejected.map((line) => line.line));
  const dated = resolveUncertainDates(raw, filing.filedDate);
  const repeated = findRepeatedNames(raw.transactions);
  const settled = { ...raw, transactions: dated.map((line) => resolveAssetName(line, assets, repeated)) };
  const disclosed = findDisclosureDate(raw, filing.filedDate, filing.body.vocabulary);
  const context = { filing, filer, assets, disclosed, unreadFrom: findFirstUnreadPage(raw) };
  for (const read of settled.transactions) {
    const line = markFutureNoticeUncertain(read, filing.filedDate);
    const outcome = lines.has(line.line) ? "duplicate_line" : toTradeOrRejection(line, context);
    lines.add(line.line);
    if (typeof outcome === "string") rejected.push({ line: line.line, reason: outcome, text: formatAsPrinted(line) });
    else trades.push(outcome);
  }
  const outcome = determineFilingState(settled, filer, trades.length, rejected);
  const report = disclosed && { filed: disclosed, lines: raw.transactions };
  return { trades: report === null ? trades : markSuspectDates(trades, report), rejected, ...outcome };
}

interface Context {
  readonly filing: KnownFiling;
  readonly filer: Politician | null;
  readonly assets: AssetMaster;
  readonly disclosed: IsoDate | null;
  /** See `findFirstUnreadPage`. */
  readonly unreadFrom: number;
}

/** Converts a line to a trade, or returns the first reason for rejecting the line. */
function toTradeOrRejection(
  line: RawTransaction,
  { filing, filer, assets, disclosed, unreadFrom }: Context,
): Trade | RejectionCode {
  if (filer === null) return "filer_not_a_member";
  if (/^deleted$/i.test(line.filingStatus?.trim() ?? "")) return "deleted";
  const waits = findReviewReason(line, unreadFrom);
  if (waits !== null) return waits;
  if (disclosed === null) return "no_disclosure_date";
  const day = parseTransactionDay(line.transactionDate, disclosed);
  if ("reason" in day) return day.reason;
  const amount = readAmount(line.amount);
  if (amount === null) return "amount_unreadable";
  if (toNullIfUnstated(line.transactionType) === null) return "transaction_type_missing";
  const asset = readAsset(line, filing.body.vocabulary, day.date, assets);
  if (asset === null) return "asset_missing";
  const ownerUnread = explainUnreadField(line, "owner");
  const comment = joinComments(line);
  const transactionType = parseTransactionType(line.transactionType);
  const security = asset.currentTicker === null ? undefined : assets.lookup(asset.currentTicker);
  const account = toNullIfUnstated(line.subholding);
  const listed = findListedSecurity(asset, comment, assets);
  return {
    id: buildTradeId(filing.id, line.line),
    filingId: filing.id,
    line: line.line,
    politicianId: filer.id,
    chamber: filing.body.chamber,
    party: findParty(filer, day.date),
    ...asset,
    transactionType,
    directionDoubt: findDirectionDoubt(line, transactionType, asset, security),
    amount,
    amountRaw: line.amount,
    filedDate: disclosed,
    disclosureDate: disclosed,
    ...createUnamendedState(disclosed),
    transactionDate: day.date,
    notificationDate: parseDay(line.notificationDate),
    assetNameUnsure: line.assetNameUnsure === true,
    notificationUnread: explainUnreadField(line, "notificationDate"),
    dateSuspect: null,
    lateExemption: findLateExemption({
      ...asset,
      comment,
      account,
      transactionType,
      transactionDate: day.date,
      listed,
    }),
    comment,
    owner: ownerUnread === null ? filing.body.vocabulary.parseOwner(line.owner) : null,
    ownerUnread,
    capGainsOver200: line.capGainsOver200,
    account,
    location: toNullIfUnstated(line.location),
    filingStatus: toNullIfUnstated(line.filingStatus),
    page: line.page,
    box: line.scan?.row.box ?? null,
    confidence: getConfidence(line),
  };
}

/** Says why the direction is in doubt: an inverse fund (also in an option or short sale), or words that contradict the type. */
function findDirectionDoubt(
  line: RawTransaction,
  type: Trade["transactionType"],
  asset: Pick<Trade, "assetNameRaw" | "option" | "shortSale">,
  listed: Security | undefined,
): DirectionDoubt | null {
  const names = listed === undefined ? [] : listSecurityNames(listed);
  if (isInverseFund([asset.assetNameRaw, ...names])) return "inverse_fund";
  return doWordsContradictType(line, toTradeSign(type), asset) ? "words_contradict_type" : null;
}

function getConfidence(line: RawTransaction): Trade["confidence"] {
  if (line.reviewed) return "reviewed";
  return line.scan === undefined ? "printed" : "ocr";
}

/** Description and comment as one text, without repetition. */
function joinComments(line: RawTransaction): string | null {
  const texts = [toNullIfUnstated(line.description), toNullIfUnstated(line.comment)].filter((text) => text !== null);
  const [one = "", other = ""] = texts.map(collapseSpaces);
  if (texts.length === 2 && one === other) return texts[0] ?? null;
  return texts.length === 0 ? null : texts.join("; ");
}

function determineFilingState(
  raw: RawFiling,
  filer: Politician | null,
  trades: number,
  rejected: readonly RejectedLine[],
): Pick<NormalisedFiling, "state" | "reason"> {
  if (raw.kind === "other") return { state: "not_a_ptr", reason: null };
  if (filer === null) return { state: "not_a_member", reason: null };
  if (raw.kind === "scan" || raw.kind === "paper") {
    return findScanOutcome(raw, rejected.filter(({ reason }) => !SETTLED_REASONS.includes(reason)).length);
  }
  if (trades > 0) return { state: "parsed", reason: null };
  // A row with the status "Deleted" counts as open: which trade it deletes is found only later, together with the other filings.
  const open = rejected.filter(({ reason }) => reason !== "rejected_in_review");
  return open.length > 0
    ? { state: "needs_review", reason: explainNoTrades(open) }
    : { state: "no_trades", reason: null };
}

/** Explains why a report has no trades although every line was read: lists the rejection reasons with line counts. */
function explainNoTrades(lines: readonly RejectedLine[]): Reason {
  const counts = [...Map.groupBy(lines, ({ reason }) => reason)].map(([reason, { length }]) => `${reason} ${length}`);
  if (counts.length === 1 && lines[0]?.reason === "deleted") {
    const detail = `All of its rows (${lines.length}) are marked as deleted. They withdraw trades of another report.`;
    return { code: "deleted_rows", detail };
  }
  return { code: "no_usable_row", detail: `None of its ${lines.length} rows could be used: ${counts.join(", ")}.` };
}

/** The line's fields in the form's order, separated by ` | `. */
function formatAsPrinted(line: RawTransaction): string {
  if (line.scan !== undefined) return formatBestReadings(line.scan);
  const status = line.filingStatus === null ? null : `Filing status: ${line.filingStatus}`;
  return [
    line.id,
    line.owner,
    line.assetCell || line.assetName,
    line.transactionType,
    line.transactionDate,
    line.notificationDate,
    line.amount,
    status,
    line.subholding,
    line.location,
    line.description,
    line.comment,
  ]
    .map((field) => toNullIfUnstated(field))
    .filter((field) => field !== null)
    .join(" | ");
}
