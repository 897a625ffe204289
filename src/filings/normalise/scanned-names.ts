/** Settles names of assets that no reading was sure of, by what each OCR pass read: by the names that are known, or because all passes read alike. Pure. */
import { splitAsset } from "../../domain/asset-cell.ts";
import type { RawTransaction } from "../../domain/printed-report.ts";
import type { PassText } from "../../domain/scanned-page.ts";
import type { AssetMaster } from "./asset-master.ts";
import { findLongest } from "./known-names.ts";

/** Passes, and the share of them that must read alike for a name to be published as read that is not known. */
const LEAST_ALIKE = 6;
const SHARE_ALIKE = 0.9;

/** Text that print misleads every pass to, or that is no name; each would be another security, or none. */
const MISLEADING = [
  // A class whose letter is lost or drawn like a digit, and a numeral of a fund.
  /\b(?:class|cl|series)\W*(?:[0-9]\b|$)/i,
  /(?:^|\s)[Il1]*l[Il1]*(?=[\s,.)]|$)|\b(?:fund|fd|partners)\.? (?:1{1,3}|[A-Z]?[a-z])(?!\S)/i,
  // A percentage that has lost its point, and a bond without the months in which it pays.
  /(?:^|\s)(?!100%)\d{3,}%/,
  /\d\/\d{2,4} (?!(?:JJ|FA|MS|AO|MN|JD)\b)[A-Z0-9]{2}$/,
  // The names of two rows, and a line below a row by its label on the electronic form.
  /\bcmn\b.*\bcmn\b/i,
  /^\W*(?:location|description|comments?)\s?:/i,
];

/**
 * The line with its asset settled; as it is where that is sure already, and where it goes on waiting. A name that is known is one whatever its letters
 * were; they are unsure where they are not its own: passes share their errors, and filers misspell. One that is read alike is published as read, without any symbol.
 */
export function settleName(line: RawTransaction, assets: AssetMaster): RawTransaction {
  const { scan } = line;
  if (scan === undefined || !scan.uncertain.includes("asset") || scan.row.handwritten) return line;
  const { passes = [], ofSeveralLines } = scan.row.fields.asset;
  if (passes.length === 0 || ofSeveralLines) return line;
  const alike = readAlike(passes);
  const known = assets.identify(passes);
  if (known === null && (alike === null || MISLEADING.some((text) => text.test(alike)))) return line;
  const cell = known?.text ?? alike ?? "";
  const named = known === null ? { name: cell, ticker: null } : splitAsset(cell);
  return {
    ...line,
    assetCell: cell,
    assetName: named.name,
    ticker: named.ticker,
    ...(known === null && { identifiedAs: "" }),
    ...((known === null || !known.isExact) && { assetNameUnsure: true as const }),
    scan: { ...scan, uncertain: scan.uncertain.filter((field) => field !== "asset") },
  };
}

/** The text that nearly all of at least six passes read, but for case, blanks and points, with the same digits in all; null where there is none. */
function readAlike(passes: readonly PassText[]): string | null {
  const [first] = passes as [PassText, ...PassText[]];
  const all = countPasses(passes);
  const alike = passes.filter(({ text }) => foldName(text) === foldName(first.text));
  const digits = new Set(passes.map(({ text }) => text.replace(/\D/g, "")));
  const isAlike = all >= LEAST_ALIKE && countPasses(alike) >= SHARE_ALIKE * all && digits.size === 1;
  if (!isAlike || !/\p{L}{2}/u.test(first.text)) return null;
  return findLongest(alike.map(({ text }) => text));
}

function countPasses(passes: readonly PassText[]): number {
  return passes.reduce((sum, { count }) => sum + count, 0);
}

function foldName(text: string): string {
  return text.replace(/[\s.,]/g, "").toLowerCase();
}
