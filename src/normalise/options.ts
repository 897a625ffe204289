/** Options and short sales: from the Senate's labelled fields, or from what a House filer writes. */
import { type IsoDate, isoDate, usDate } from "../domain/dates.ts";
import type { RawTransaction } from "../domain/printed-report.ts";
import type { OptionTerms } from "../domain/trade.ts";
import type { Vocabulary } from "../domain/vocabulary.ts";
import { stated } from "./stated.ts";

const OPTION_CLASS = "Stock Option";

/** Terms of an option; null for what is none. */
export function readOption(
  raw: RawTransaction,
  terms: Vocabulary["optionTerms"],
  assetType: string,
): OptionTerms | null {
  return terms === "described" ? describedOption(raw, assetType) : labelledOption(raw.assetDetails);
}

function labelledOption(details: Readonly<Record<string, string>>): OptionTerms | null {
  const type = detail(details, "option type");
  const strike = detail(details, "strike price");
  const expires = detail(details, "expires");
  if (type === null && strike === null && expires === null) return null;
  return { type, strike, expiry: expires === null ? null : (usDate(expires) ?? expires) };
}

/** The value under a label of the Senate's, however its words are set; null where there is none. */
export function detail(details: Readonly<Record<string, string>>, label: string): string | null {
  const squeezed = (text: string) =>
    text
      .replace(/[\s:]+/g, " ")
      .trim()
      .toLowerCase();
  return stated(Object.entries(details).find(([name]) => squeezed(name) === label)?.[1]);
}

/** A line of one of these classes is of an option when its asset is called so; a bond with a call date is none. */
const OPTION_LIKE: ReadonlySet<string> = new Set(["Stock", "ETF", "Other"]);
const CALLED_OPTION = /\b(?:options?|calls?|puts?)$/i;
const KIND = /(?<!capital\s)\b(?<kind>calls?|puts?)\b/gi;
/** Brokers' short form: `C 380.00`. */
const SHORT_KIND = /\b(?<kind>[CP])\s+\$?(?<strike>\d+(?:,\d{3})*(?:\.\d+)?)(?![\d/])/g;
const SUM = "\\$?\\s?(?<strike>\\d+(?:,\\d{3})*(?:\\.\\d+)?)";
const STRIKES = [
  new RegExp(`\\bstrike(?:\\s+price)?(?:\\s+(?:of|at|is))?\\s*[:=]?\\s*${SUM}`, "gi"),
  /\$(?<strike>\d+(?:,\d{3})*(?:\.\d+)?)\s+(?:exp\w*\b|strike\b)/gi,
];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAY =
  "(?<day>\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})|[a-z]{3,9}\\.?\\s+\\d{1,2},?\\s+\\d{4}|\\d{4}-\\d{2}-\\d{2})(?!\\d)";
const EXPIRY = new RegExp(
  `\\bexp(?:\\.|\\b|ir(?:es|ed|y|ing|ation)\\b)(?:\\s+dates?)?(?:\\s+(?:of|on|is))?\\s*[:=]?\\s*${DAY}`,
  "gi",
);

/** Each term is taken where the text names one only: a spread of two strikes has none. */
function describedOption(raw: RawTransaction, assetType: string): OptionTerms | null {
  const isCalledSo = OPTION_LIKE.has(assetType) && CALLED_OPTION.test(raw.assetName.trim());
  if (assetType !== OPTION_CLASS && !isCalledSo) return null;
  const text = [raw.assetName, raw.description, raw.comment].filter((each) => each !== null).join("\n");
  const short = [...text.matchAll(SHORT_KIND)].map(({ groups }) => groups ?? {});
  const kinds = [...text.matchAll(KIND)].map(({ groups }) => groups?.["kind"] ?? "");
  const strikes = STRIKES.flatMap((form) => [...text.matchAll(form)].map(({ groups }) => groups?.["strike"] ?? ""));
  const days = [...text.matchAll(EXPIRY)].map(({ groups }) => groups?.["day"] ?? "");
  const named = kinds.length > 0 ? kinds : short.map(({ kind = "" }) => kind);
  const type = only(named.map((kind) => (/^c/i.test(kind) ? "Call" : "Put")));
  const strike = only(
    (strikes.length > 0 ? strikes : short.map(({ strike: sum = "" }) => sum)).map((sum) => `$${sum}`),
  );
  const expiry = only(days.map(dayOf));
  return type === null && strike === null && expiry === null && assetType !== OPTION_CLASS
    ? null
    : { type, strike, expiry };
}

function only<T extends string>(values: readonly (T | null)[]): T | null {
  const [first = null, ...others] = new Set(values);
  return others.length === 0 ? first : null;
}

function dayOf(printed: string): IsoDate | null {
  const short = /^(\d{1,2}\/\d{1,2}\/)(\d{2})$/.exec(printed);
  if (short !== null) return usDate(`${short[1]}20${short[2]}`);
  const spelledDate = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(printed);
  if (spelledDate === null) return usDate(printed) ?? isoDate(printed);
  const month = MONTHS.indexOf((spelledDate[1] ?? "").toLowerCase()) + 1;
  return month === 0 ? null : usDate(`${month}/${spelledDate[2]}/${spelledDate[3]}`);
}

const SHORT_SALE =
  /\bshort[- ]?(?:sales?|sells?|selling|sold|cover(?:s|ed|ing)?|positions?)\b|\b(?:cover(?:s|ed|ing)?|sold|selling|sells?|close[ds]?)\s+(?:a\s+)?short\b(?![- ]?(?:term|duration|dated))/i;

/** Tells whether the line opens or closes a short position: by the Senate's option type, or by the filer's words. */
export function isShortSale({ description, comment }: RawTransaction, option: OptionTerms | null): boolean {
  if (option !== null && /^short sale$/i.test(option.type ?? "")) return true;
  return [description, comment].some((text) => text !== null && SHORT_SALE.test(text));
}
