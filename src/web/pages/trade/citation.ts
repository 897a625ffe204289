/**
 * Citations of a trade: in full, in APA style and in Chicago style. Each has the trade's id, the dataset version, the day of
 * retrieval and the URL. So anyone can find the trade. The full citation adds the SHA-256 of the original document, if stored.
 */
import { formatAmountRange } from "../../../domain/amount-range.ts";
import type { Chamber } from "../../../domain/politician.ts";
import type { Trade } from "../../../domain/trade.ts";
import { formatHeadline, lowercaseFirst } from "../../../domain/trade-headline.ts";

interface Cited {
  readonly trade: Trade;
  readonly politician: string;
  /** Absolute URL of the page. */
  readonly url: string;
  readonly datasetVersion: string;
  /** SHA-256 of the original document. Null if the document is not stored. */
  readonly sha256: string | null;
  readonly officialUrl: string;
  readonly retrieved: Date;
}

const LONG_DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

// Citations in APA and Chicago style name the chamber that publishes the report as the author. They name the filer only in the
// title, so that the filer's name need not be split into surname and given names.
const PUBLISHERS: Readonly<Record<Chamber, string>> = {
  house: "U.S. House of Representatives",
  senate: "U.S. Senate",
};

/** APA style (American Psychological Association, 7th edition): author, date, title, site, retrieval. */
export function formatApaCitation({ trade, politician, url, datasetVersion, retrieved }: Cited): string {
  const [year, monthAndDay] = [trade.filedDate.slice(0, 4), formatLongDay(trade.filedDate).replace(/, \d{4}$/, "")];
  return `${PUBLISHERS[trade.chamber]}. (${year}, ${monthAndDay}). Periodic transaction report of ${politician} [${formatTradeSummary(trade)}, traded ${formatLongDay(trade.transactionDate)}; trade ${trade.id}, dataset version ${datasetVersion}]. Congress Trades. Retrieved ${LONG_DAY.format(retrieved)}, from ${url}`;
}

/** Chicago Manual of Style, bibliography (17th edition). */
export function formatChicagoCitation({ trade, politician, url, datasetVersion, retrieved }: Cited): string {
  const title = `Periodic Transaction Report of ${politician}`.replace(/“([^”]*)”/g, "‘$1’");
  return `${PUBLISHERS[trade.chamber]}. “${title}.” Filed ${formatLongDay(trade.filedDate)}: ${formatTradeSummary(trade)}, traded ${formatLongDay(trade.transactionDate)}. Congress Trades, trade ${trade.id}, dataset version ${datasetVersion}. Accessed ${LONG_DAY.format(retrieved)}. ${url}.`;
}

/** `February 9, 2026` */
function formatLongDay(day: string): string {
  return LONG_DAY.format(new Date(`${day}T00:00:00Z`));
}

function formatTradeSummary(trade: Trade): string {
  return `${lowercaseFirst(formatHeadline(trade))}, ${formatAmountRange(trade.amount)}`;
}

/** A citation in one line, as in a footnote. */
export function formatCitation({
  trade,
  politician,
  url,
  datasetVersion,
  sha256,
  officialUrl,
  retrieved,
}: Cited): string {
  return [
    `${politician}, ${formatTradeSummary(trade)}, traded ${trade.transactionDate}, filed ${trade.filedDate}`,
    `trade ${trade.id}, dataset version ${datasetVersion}, retrieved ${retrieved.toISOString().slice(0, 10)}, ${url}`,
    `original ${officialUrl}${sha256 === null ? "" : `, SHA-256 ${sha256}`}.`,
  ].join("; ");
}
