/** Settles uncertain asset names by what each OCR pass read: by known names, or because all passes read the same. Pure. */
import { splitAsset } from "../../domain/asset-cell.ts";
import type { RawTransaction } from "../../domain/printed-report.ts";
import type { PassText } from "../../domain/scanned-page.ts";
import type { AssetMaster } from "./asset-master.ts";
import { findLongest } from "./known-names.ts";

/** Number of passes, and share of them that must read the same, for an unknown name to be published as read. */
const LEAST_ALIKE = 6;
const SHARE_ALIKE = 0.9;

/** Text that all passes tend to misread, or that is not a name; each would mean another security, or none. */
const MISLEADING = [
  // A class whose letter is lost or looks like a digit, and a fund's numeral.
  /\b(?:class|cl|series)\W*(?:[0-9]\b|$)/i,
  /(?:^|\s)[Il1]*l[Il1]*(?=[\s,.)]|$)|\b(?:fund|fd|partners)\.? (?:1{1,3}|[A-Z]?[a-z])(?!\S)/i,
  // A percentage that has lost its decimal point, and a bond without its payment months.
  /(?:^|\s)(?!100%)\d{3,}%/,
  /\d\/\d{2,4} (?!(?:JJ|FA|MS|AO|MN|JD)\b)[A-Z0-9]{2}$/,
  // The names of two rows, and a line below a row with a label of the electronic form.
  /\bcmn\b.*\bcmn\b/i,
  /^\W*(?:location|description|comments?)\s?:/i,
];

/**
 * The line with its asset settled; unchanged if certain already or still waiting. A known name is used whatever its letters were, but marked unsure
 * if they differ from it: passes share their errors, and filers misspell. A name that passes read the same is published as read, without any symbol.
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

/** The text that nearly all of at least six passes read, ignoring case, spaces and periods, with the same digits in all; null if there is none. */
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
