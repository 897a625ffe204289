/** Parses printed amounts in any format, not only the statutory ranges. */

/** `$15,001`, `$318.74`, and filers' own notation for cents or tenths: `$.25`, `$12.5`. */
const SUM = String.raw`\$((?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?|\.\d{1,2}))`;
const BRACKET = new RegExp(String.raw`^${SUM}[-\u2010-\u2015\u2212]${SUM}\.?$`);
const EXACT = new RegExp(`^${SUM}$`);
const OPEN = new RegExp(String.raw`^((?:spouse/dc)?over)${SUM}\.?$`);
/** Footnote marks after an amount: `$15,001 - $50,000*`. */
const MARKS = /[\s*†‡§¶°^]+$/u;

/** Amounts in dollars. `over` contains the words before an open range, without white space and in lower case. */
type PrintedAmount =
  | { readonly form: "bracket"; readonly low: number; readonly high: number }
  | { readonly form: "open"; readonly over: string; readonly low: number }
  | { readonly form: "exact"; readonly sum: number };

/** Parses an amount, ignoring white space. Null for other text, or if white space splits an exact number (maybe two amounts). */
export function parsePrintedAmount(printed: string): PrintedAmount | null {
  const unmarked = printed.replace(MARKS, "").toLowerCase();
  const text = unmarked.replace(/\s+/g, "");
  const [, over = "", least = ""] = OPEN.exec(text) ?? [];
  if (over !== "") return { form: "open", over, low: parseDollars(least) };
  const [, low = "", high = ""] = BRACKET.exec(text) ?? [];
  if (low !== "") return { form: "bracket", low: parseDollars(low), high: parseDollars(high) };
  const [, sum = ""] = EXACT.exec(text) ?? [];
  return sum === "" || /[\d.,]\s+[\d.,]/.test(unmarked) ? null : { form: "exact", sum: parseDollars(sum) };
}

function parseDollars(digits: string): number {
  return Number(digits.replaceAll(",", ""));
}
