/** Citation of a trade, by which anybody can find it again: its id, the version and day, and the digest of the document it was read from. */
import { formatAmountRange } from "../../../domain/amount-range.ts";
import type { Trade } from "../../../domain/trade.ts";
import { TYPE_NAMES } from "../../parts/trade-words.ts";

interface Cited {
  readonly trade: Trade;
  readonly politician: string;
  /** Address of the page, with its host. */
  readonly url: string;
  readonly datasetVersion: string;
  /** SHA-256 of the original; null when none is kept. */
  readonly sha256: string | null;
  readonly officialUrl: string;
  readonly retrieved: Date;
}

/** One line, as it stands in a footnote. */
export function citation({ trade, politician, url, datasetVersion, sha256, officialUrl, retrieved }: Cited): string {
  const what = `${TYPE_NAMES[trade.transactionType].toLowerCase()} of ${trade.company}, ${formatAmountRange(trade.amount)}`;
  return [
    `${politician}, ${what}, traded ${trade.transactionDate}, filed ${trade.filedDate}`,
    `trade ${trade.id}, dataset version ${datasetVersion}, retrieved ${retrieved.toISOString().slice(0, 10)}, ${url}`,
    `original ${officialUrl}${sha256 === null ? "" : `, SHA-256 ${sha256}`}.`,
  ].join("; ");
}
