/** Accepts an uncertain asset name if the texts of the OCR passes fit a known name, or if nearly all passes agree. Pure. */
import { splitAssetCell } from "../../domain/asset-cell.ts";
import type { RawTransaction } from "../../domain/printed-report.ts";
import type { PassText, ScannedField } from "../../domain/scanned-page.ts";
import type { AssetMaster } from "./asset-master.ts";
import { correctMisreadCmn, hasRemark } from "./broker-remarks.ts";
import { countPasses, findMostFrequentReading } from "./known-names.ts";

/** To publish an unknown name, at least `MIN_LEGIBLE_PASSES` passes must be legible, and at least `SHARE_ALIKE` of these must agree. */
const MIN_LEGIBLE_PASSES = 6;
const SHARE_ALIKE = 0.9;
// Minimum fraction of the legible OCR passes that must agree on an unknown name before the name is published. Applies instead of
// `SHARE_ALIKE` if the name has no digits and is repeated in other rows of the report.
const SHARE_REPEATED = 0.75;

/** Misreadings that all passes tend to make and that identify another security or none. Also texts that are not a name at all. */
const LIKELY_MISREADINGS = [
  // A share class whose letter is missing or was read as a digit; a fund's numeral (II) that was read as letters or digits.
  /\b(?:class|cl|(?<!cmn )series)\W*[0-9]\b/i,
  /(?<!\b(?:institutional|investor|advisor|retail|select|premium|admiral|service) )\b(?:class|cl|(?<!cmn )series)\W*$/i,
  /(?:^|\s)[Il1]*l[Il1]*(?=[\s,.)]|$)/,
  /\b(?:fund|fd|partners)\.? 1{1,3}(?!\S)/i,
  /\b(?:Fund|Fd|FUND|FD|Partners|PARTNERS)\.? [A-Z]?[a-z](?!\S)/,
  // A percentage that has lost its decimal point.
  /(?:^|\s)(?!100%)\d{3,}%/,
  // Texts that are not a name: two rows' names read as one text; a labelled line, which the electronic form prints below a row.
  /\bcmn\b.*\bcmn\b/i,
  /^\W*(?:location|description|comments?)\s?:/i,
];

/**
 * Determines the asset of a line. Returns the line unchanged if the asset is certain or cannot be determined. A text similar to a
 * known name is kept as read. The text is marked unsure unless all letters match the known name and the texts of all OCR passes
 * are stored. Even a text on which all passes agree may be wrong, since all passes may make the same error, and filers misspell
 * names. If the name is unknown, a text on which the passes agree is kept as read, without any symbol, and marked unsure.
 * @param repeated see `findRepeatedNames`.
 */
export function resolveAssetName(
  line: RawTransaction,
  assets: AssetMaster,
  repeated: ReadonlySet<string> = new Set(),
): RawTransaction {
  const { scan } = line;
  if (scan === undefined || !scan.uncertain.includes("asset") || scan.row.handwritten) return line;
  const { asset } = scan.row.fields;
  const passes = listPasses(asset);
  if (passes.length === 0 || asset.ofSeveralLines) return line;
  const alike = findAgreedText(passes, repeated);
  const identified = assets.identifyName(passes);
  if (identified === null && alike === null) return line;
  const cell = identified?.text ?? alike ?? "";
  const named = identified === null ? { name: cell, ticker: null } : splitAssetCell(cell);
  return {
    ...line,
    assetCell: cell,
    assetName: named.name,
    ticker: named.ticker,
    ...(identified === null && { identifiedAs: "" }),
    ...((!identified?.isExact || asset.passes === undefined) && { assetNameUnsure: true as const }),
    scan: { ...scan, uncertain: scan.uncertain.filter((field) => field !== "asset") },
  };
}

/** Returns the passes. Without passes, the reading is used if a broker's remark after the name proves the name complete. */
function listPasses({ passes, reading }: ScannedField): readonly PassText[] {
  return passes ?? (reading !== null && hasRemark(reading) ? [{ text: reading, count: 1 }] : []);
}

/**
 * Finds the folded names that occur in two or more rows. A row counts if at least 3/4 of its passes agree on a name without
 * digits.
 */
export function findRepeatedNames(lines: readonly RawTransaction[]): ReadonlySet<string> {
  const folded = lines.flatMap(({ scan }) => {
    const mostRead =
      scan === undefined || scan.row.handwritten ? null : pickMostFrequentPasses(scan.row.fields.asset.passes ?? []);
    return mostRead !== null && mostRead.share >= SHARE_REPEATED && !/\d/.test(mostRead.folded)
      ? [mostRead.folded]
      : [];
  });
  return new Set([...Map.groupBy(folded, (name) => name)].flatMap(([name, { length }]) => (length > 1 ? [name] : [])));
}

// Finds the most frequent folded text, and the passes that agree on it. Null if fewer than `MIN_LEGIBLE_PASSES` passes are
// legible, or if another pass read other digits (`hasOtherDigits`).
function pickMostFrequentPasses(passes: readonly PassText[]) {
  const read = passes
    .filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text))
    .map(({ text, count }) => ({ text, count, folds: listFoldedReadings(text) }));
  if (countPasses(read) < MIN_LEGIBLE_PASSES) return null;
  const groups = [...new Set(read.flatMap(({ folds }) => folds))].map((folded) => {
    const alike = read.filter(({ folds }) => folds.some((fold) => fold === folded || isDigitMisreading(fold, folded)));
    return { folded, alike, share: countPasses(alike) / countPasses(read) };
  });
  const mostRead = groups.reduce((one, other) => (other.share > one.share ? other : one));
  const others = read.filter((each) => !mostRead.alike.includes(each));
  return others.some(({ text, folds: [fold = ""] }) => hasOtherDigits(text, fold, mostRead.folded)) ? null : mostRead;
}

/** Lists the folded forms that a text may stand for: a lone stroke may be a letter, a numeral or dirt. */
function listFoldedReadings(text: string): readonly string[] {
  return [text, text.replace(LONE_STROKE, "I"), text.replace(/[|!]/g, "")].map(foldName);
}

// True if the digits of the text differ from the digits of the most frequent text. Always false if the text is the beginning, and
// more than half, of the most frequent text. Also always false if the text contains an impossible date.
function hasOtherDigits(text: string, folded: string, mostRead: string): boolean {
  const isShortened = folded.length > mostRead.length / 2 && mostRead.startsWith(folded);
  return keepDigits(folded) !== keepDigits(mostRead) && !isShortened && !hasImpossibleDate(text);
}

function keepDigits(folded: string): string {
  return folded.replace(/\D/g, "");
}

/** True for `13/07/2025`, `08/88/2025` and `05/11/20338`. */
function hasImpossibleDate(text: string): boolean {
  return [...text.matchAll(/(?<!\d)(?<month>\d{1,3})\/(?<day>\d{1,3})\/(?<year>\d{2,6})(?!\d)/g)].some(({ groups }) => {
    const { month, day, year = "" } = groups ?? {};
    const isYear = year.length === 2 || /^(?:19|20)\d\d$/.test(year);
    return !isYear || ![month, day].every((part, at) => Number(part) > 0 && Number(part) <= (at === 0 ? 12 : 31));
  });
}

/** True if the text differs from the other one only by digits read for similar letters: `5LS` for `SLS`, `8DT` for `BDT`. */
function isDigitMisreading(folded: string, other: string): boolean {
  const isAlike = (sign: string, at: number) =>
    sign === other[at] || (/\d/.test(sign) && LETTERS_LIKE_DIGITS[sign]?.includes(other[at] ?? "") === true);
  return folded.length === other.length && [...folded].every(isAlike);
}
const LETTERS_LIKE_DIGITS: Readonly<Record<string, string>> = { 0: "odq", 1: "ij", 5: "s", 8: "bs" };

const LONE_STROKE = /(?<=\s)[|l!](?=[\s,]|$)/g;

// Finds the text on which nearly all passes agree. Null if there is none. Also null if the text has a likely misreading
// (`LIKELY_MISREADINGS`), a letter in a number, or a bond's payment months that do not fit its maturity.
function findAgreedText(passes: readonly PassText[], repeated: ReadonlySet<string>): string | null {
  const mostRead = pickMostFrequentPasses(passes);
  if (mostRead === null) return null;
  const { folded, alike, share } = mostRead;
  if (share < (repeated.has(folded) ? SHARE_REPEATED : SHARE_ALIKE) || !/\p{L}{2}/u.test(folded)) return null;
  const legible = alike.filter(
    ({ text }) =>
      foldName(text) === folded &&
      !/^[^\p{L}\p{N}(]|[|_]/u.test(text) &&
      correctNumbers(text) === text &&
      !LIKELY_MISREADINGS.some((misleading) => misleading.test(text)),
  );
  const right = legible.filter(({ text }) => hasMatchingPaymentMonths(text));
  if (right.length === 0) return null;
  const clean = right.filter(({ text }) => correctMisreadCmn(text) === text);
  const withMonths = right.find(({ text }) => MATURITY.exec(text)?.groups?.["months"] !== undefined);
  if (withMonths === undefined) return findMostFrequentReading(clean.length > 0 ? clean : right);
  return findMostFrequentReading(legible).replace(MATURITY, MATURITY.exec(withMonths.text)?.[0] ?? "");
}

/** False for a bond whose payment months do not fit its maturity: one of the two is misread. */
function hasMatchingPaymentMonths(text: string): boolean {
  const { month, months } = MATURITY.exec(text)?.groups ?? {};
  return months === undefined || months === getPaymentMonths(month);
}

/** A bond's maturity at the end of its name, and its payment months, half a year apart: `06/01/24 JD`, `06/15/27-CA JD`. */
const MATURITY =
  /(?<maturity>\b(?<month>\d\d)\/\d\d\/(?:(?:19|20)\d\d(?!\d)|\d\d)(?:-CA)?)(?: ?(?<months>\S{1,2}))?[.,]?$/;
const PAYMENT_MONTHS = ["JJ", "FA", "MS", "AO", "MN", "JD"];

function getPaymentMonths(month = ""): string | undefined {
  return PAYMENT_MONTHS[(Number(month) - 1) % PAYMENT_MONTHS.length];
}

/** Corrects `S` and `O` in numbers to digits: `S&P S00`, `@ 18S`, `S.5%`, `O-3`. */
function correctNumbers(text: string): string {
  const toDigits = (number: string) => number.replace(/S/g, "5").replace(/[OQ]/g, "0");
  return text
    .replace(/(?<=S&P\s?)[S5][O0Q]{2}(?!\w)/g, "500")
    .replace(/(?<![\p{L}\d])(?=[SOQ]*\d)[\dSOQ]{2,}(?![\p{L}\d])/gu, toDigits)
    .replace(/(?<![\p{L}\d])(?:S(?=%|\.\d+%)|O(?=-\d))/gu, toDigits);
}

// Folds a text for comparison: lowercase, without spaces, most punctuation and a bond's payment months. The payment months follow
// from the maturity and may be misread (`JD` as `1D`). Corrects numbers and a misread `CMN`. Stroke-like letters become `i`.
function foldName(text: string): string {
  return correctNumbers(correctMisreadCmn(text))
    .replace(MATURITY, "$<maturity>")
    .replace(/(?<!\S)[Il1|!i]{2,3}(?=[\s.,)]|$)/g, (strokes) => "i".repeat(strokes.length))
    .replace(/(?<=\p{L})[|!](?=[\p{L}\s])/gu, "i")
    .replace(/[^\p{L}\p{N}%$&#]/gu, "")
    .toLowerCase()
    .replace(/l/g, "i");
}
