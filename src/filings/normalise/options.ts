/** Reads options and short sales from the Senate's labelled fields, or from a filer's words anywhere in the row. */
import { type IsoDate, parseIsoDate, parseSpelledDate, parseUsDate } from "../../domain/dates.ts";
import type { RawTransaction } from "../../domain/printed-report.ts";
import type { OptionTerms } from "../../domain/trade.ts";
import { toNullIfUnstated } from "./stated.ts";

const OPTION_CLASS = "Stock Option";

/**
 * Returns the terms of an option, a warrant or a right; null if the row describes none of these. A term is null unless the row
 * gives it clearly and exactly once: a row that says only `option` has three nulls.
 */
export function readOption(raw: RawTransaction, assetType: string): OptionTerms | null {
  const labelled = readLabelledOption(raw.assetDetails);
  const described = readDescribedOption(raw, assetType);
  if (labelled === null || described === null) return labelled ?? described;
  return {
    type: labelled.type ?? described.type,
    strike: labelled.strike ?? described.strike,
    expiry: labelled.expiry ?? described.expiry,
  };
}

function readLabelledOption(details: Readonly<Record<string, string>>): OptionTerms | null {
  const type = findDetail(details, "option type");
  const strike = findDetail(details, "strike price");
  const expires = findDetail(details, "expires");
  if (type === null && strike === null && expires === null) return null;
  return { type, strike, expiry: expires === null ? null : (parseUsDate(expires) ?? expires) };
}

/** The value under one of the Senate's labels, ignoring the label's spacing and case; null if there is none. */
export function findDetail(details: Readonly<Record<string, string>>, label: string): string | null {
  const foldLabel = (text: string) =>
    text
      .replace(/[\s:]+/g, " ")
      .trim()
      .toLowerCase();
  return toNullIfUnstated(Object.entries(details).find(([name]) => foldLabel(name) === label)?.[1]);
}

// Asset classes without options. In their rows, `call` means an issuer's right to redeem or a fund's call for capital, `contract`
// means a contract with an insurer, and `right` means a right in land.
const NO_OPTIONS: ReadonlySet<string> = new Set([
  "Asset-Backed Security",
  "Corporate Bond",
  "Municipal Security",
  "Government Security",
  "Mutual Fund",
  "Private Fund",
  "Fixed Annuity",
  "Variable Annuity",
  "Variable Insurance",
  "Whole Or Universal Insurance",
  "Mineral And Energy Rights",
]);
/** Phrases in which `call`, `put` or `option` does not mean an option, whatever the asset class of the row. */
const OTHER_MEANINGS =
  /\b(?:(?:capital|margin|par|make[- ]whole)\s+calls?|call\s+make[- ]whole|call\s+redemption|(?:covered|enhanced)\s+calls?\s+(?:[\w&-]+\s+){0,3}(?:etf|fund|trust)|put[- ]?write|option\s+care)\b/gi;
/** Prose in which `put` or `call` does not mean an option: `put the shares in trust`, `he will call`, `call from the broker`. */
const PROSE = [
  /\bput\s+(?:the|this|that|these|those|it|them|my|our|his|her|their|all|some|more|money|cash|funds|proceeds|shares)\b/gi,
  /\bput\s+(?:in|into|on|up|down|aside|back|toward|towards|together|through|under|off|for|of|\$?\d[\d,.]*)(?!\w)/gi,
  /\b(?:was|were|been|be|being|to|i|we|he|she|they|and|then|advisor|adviser|broker|will|would)\s+(?:put|call)\b/gi,
  /\b(?:phone|telephone|conference|earnings|client|sales|bank|on|first|next)\s+calls?\b/gi,
  /\bcalls?\s+(?:from|with|to|by|in|back|upon|me|us|my|our|the|date|notice|protection|feature|premium|provision|price|center|report)\b/gi,
  /\bcalls?\s+for\s+(?!\$?\d)/gi,
];
const MONTH_WORD =
  "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|SEPT|OCT|NOV|DEC)[A-Za-z]*\\.?";
const KIND_WORD = "(?:[Cc]alls?|[Pp]uts?|CALLS?|PUTS?)";
const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\\.?";
const SUM = "\\$?\\s?(?<strike>\\d+(?:,\\d{3})*(?:\\.\\d+)?)";
/** Option symbols (OCC), with the strike in thousandths: `NVDA 240119C00150000`; brokers also write `NVDA 240119C150`. */
const OCC =
  /\b[A-Z]{1,6}\s{0,6}(?<year>\d{2})(?<month>0[1-9]|1[0-2])(?<day>[0-3]\d)(?<kind>[CP])(?:(?<thousandths>\d{8})|(?<strike>\d{1,5}(?:\.\d+)?))\b/g;
const NUMBER = "\\d+(?:,\\d{3})*(?:\\.\\d+)?";
/** A symbol at the start of the text, after a number or after a lower-case word; `WELLS FARGO C 5` has none. */
const SYMBOL =
  "(?:(?<![A-Z&] )|(?<=\\b[BS]T[OC]\\s))(?<![\\w.&/-])(?!(?:CLASS|CL|SERIES|SER|UNITS?|FUND|SHARES?|SHS|NOTES?|EXP|NEW|DUE)\\b)[A-Z]{1,5}(?:\\.[A-Z])?\\)?";
const SHORT_DAY = `\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|${MONTH_WORD}\\s+(?:\\d{1,2},?\\s+)?(?:20)?\\d{2}`;
// Brokers' short forms: `SPY 9/18/26 $600 puts`, `EXMP 01/19/24 C150`. The date after the symbol is the expiry. A letter means
// call or put only next to a symbol: elsewhere, `P 500` may be a part of `S&P 500`, and `C 5` a part of a share class.
const CONTRACT_LINES = [
  new RegExp(
    `${SYMBOL}\\s+(?:(?<day>${SHORT_DAY})\\s+\\$?|\\$)(?<strike>${NUMBER})\\s*(?<kind>${KIND_WORD}|[CP])\\b`,
    "g",
  ),
  new RegExp(`${SYMBOL}\\s+(?<day>${SHORT_DAY})\\s+(?<kind>${KIND_WORD}|[CP])\\s?\\$?(?<strike>${NUMBER})\\b`, "g"),
  new RegExp(
    `${SYMBOL}\\s+(?:(?<kind>[CP])\\s?\\$?(?<strike>${NUMBER})|\\$?(?<strike>${NUMBER})\\s?(?<kind>[CP]))\\s+(?<day>${SHORT_DAY})\\b`,
    "g",
  ),
];
/** C (call) or P (put) next to a word like `option` (`option C 380`) or a symbol without a date (`EXMP C 150`, `SPY 600P`). */
const KIND_LETTERS = [
  new RegExp(
    `${SYMBOL}\\s+(?:(?<kind>[CP])\\s+\\$?(?<strike>${NUMBER})|\\$?(?<strike>${NUMBER})(?<kind>[CP]))(?![\\w/%])`,
    "g",
  ),
  new RegExp(
    `\\b(?:${KIND_WORD}|[Oo]ptions?|[Cc]ontracts?)\\s+(?<kind>[CP])\\s+\\$?(?<strike>${NUMBER})(?![\\w/%])`,
    "g",
  ),
  new RegExp(
    `(?<![\\w&]\\s?)(?<kind>[CP])\\s+\\$?(?<strike>${NUMBER})\\s+(?:${KIND_WORD}|[Oo]ptions?|[Cc]ontracts?)\\b`,
    "g",
  ),
];
// Matches a line of a description or comment that is the end of a broker's text: `C 380.00`, `EXP 01/17/25 CLASS B C 300.00`.
// Used only if the row's asset type is an option.
const BROKERS_TAIL = /^(?:EXP\s.*\s)?(?<kind>[CP])\s+\$?(?<strike>\d[\d,]*\.\d{2})\s*$/gm;
/** A number in the name of an index, or of a fund that tracks an index (`S&P 500`). The number is not a strike. */
const INDEX_NUMBER =
  /\b(S\s?(?:&|and|\+)?\s?P|Russell|Nasdaq|Dow(?:\s+Jones)?|FTSE|MSCI|Stoxx|Nikkei|CRSP|Wilshire)[\s-]*\d{2,4}\b(?!\.\d|\/)/gi;
const KIND = /\b(?<kind>calls?|puts?)\b/gi;

// Matches call or put at the start of an asset's name, if a sign of an option follows: `CALL/AAPL`, `PUT (NVDA)`,
// `CALL SEP 23 CBT SOYBEANS`.
const BEGINS_AS_OPTION = new RegExp(
  `^(?:calls?|puts?)\\s*(?:[/(:]|-\\s|\\s(?:options?|contracts?|on|${MONTH}\\s+\\d{1,2})\\b)`,
  "i",
);
/** Brokers' statements print names in capitals, with call or put first: `CALL EXAMPLE CORP`. */
const BEGINS_WITH_PRINTED_KIND = /^(?:CALL|PUT)\s+(?!(?:CORP|INC|CO|LTD|NOW)\b)[A-Z]/;
/** An asset's name that ends with call, put or option: `CRWD PUT`, `Apple call options`. */
const ENDS_AS_OPTION =
  /(?:\b(?:calls?|puts?)(?:\s+(?:options?|contracts?))?|\b(?:stock\s+)?options?|\boptions?\s+contracts?)[\s).]*$/i;
/** A strike or an expiry: `SPY Jan 2024 $400 Puts`, `CALL NVIDIA CORP $400 EXP 01/17/25`. */
const NAMES_TERMS = new RegExp(
  `\\bstrike\\b|\\bexp(?:\\b|ir)|\\$\\s?\\d|${MONTH}\\s+\\d{1,2},?\\s+\\d{2,4}|\\d{1,2}/\\d{1,2}/\\d{2,4}`,
  "i",
);
/** Matches the text after `call` or `put` if this word means an option. Does not match after `put` in `sold put in cash`. */
const AFTER_KIND = "(?=\\s*(?:$|[.,;:)\\n]|\\$|\\d|@|(?:on|at|exp\\w*|strike|for|with|in|against)\\s+[$\\dA-Z]))";
/** Comments that say that the row is about an option. */
const SAYS_OPTION = [
  /\b(?:calls?|puts?)\s+(?:options?|contracts?|spreads?)\b|\boptions?\s+on\b/i,
  /\b(?:long|short|naked|protective|married|cash[- ]secured|bear(?:ish)?|bull(?:ish)?|debit|credit|weekly|monthly|to\s+(?:open|close))\s+(?:\d[\d,]*\s+)?(?:[A-Z]{1,5}\s+)?(?:calls?|puts?)\b/i,
  /\b(?:calls?|puts?)\s+(?:strike|exp(?:ir\w*)?)\b|\boptions?\s+(?:expired|contracts?)\b|\bleaps?\s+contracts?\b/i,
  /\$\d+(?:\.\d+)?\s+(?:calls?|puts?)\b/i,
  new RegExp(
    `\\b(?:[Cc]overed|[Nn]aked|[Bb]ought|[Bb]uy|[Bb]uying|[Pp]urchased|[Ss]old|[Ss]ell|[Ss]elling|[Ww]rote|[Ww]ritten|[Oo]pened|[Cc]losed|[Rr]olled|[Ee]xpired)\\s+(?:an?\\s+)?(?:\\d[\\d,]*\\s+)?(?:[A-Z]{1,5}\\s+)?(?:covered\\s+|naked\\s+)?(?:[Cc]alls?|[Pp]uts?|CALLS?|PUTS?)\\b${AFTER_KIND}`,
  ),
  /\bcovered\s+calls?\b/i,
  /\bLEAPS\b/,
  /^\s*(?:CALL|PUT)\s/,
  /^\s*(?:calls?|puts?|(?:stock\s+)?options?)\s*[.;]?\s*$/im,
  /^\s*(?:(?:bought|purchased|sold)\s+)?\d[\d,]*\s+contracts?\b/i,
];
/** Words for an exercised or assigned option. Such a row is a trade of the shares, unless its class or name is an option's. */
const SETTLED_IN_SHARES =
  /(?<!\b(?:not|never|un)[\s-]*)\b(?:exercis\w+|assign(?:ed|ment))\b|\b(?:called|put)\s+(?:away|to\s+(?:me|us|him|her))\b/i;

/** Warrants of towns and counties are bonds: `HOOVER ALA GO WTS`. */
const WARRANT =
  /(?<!\b(?:go|rev|ref|tax|impt|util|sch|wtr|swr)\s)\b(?:warrants?|wts|wt(?=[\s).]*$|\s+exp))\b|(?<=\w\s?)\/ws\b/i;
const RIGHT =
  /\brights?[\s).]*$|\b(?:contingent\s+value|subscription|pre-?emptive|stock\s+purchase)\s+rights?\b|\bCVRs?\b/i;
/** Matches the name of a contract that is treated as an option, although the name says neither call nor put. */
const CONTRACT = /(?<!\b(?:annuity|insurance|investment|futures?)\s)\bcontracts?[\s).]*$/i;

/** A comment that says that a warrant, right or contract was traded: `sold 500 warrants`, `bought Example contracts`. */
const TRADED_RIGHT =
  /\b(?:bought|purchased|sold|received|closed|opened|rolled|wrote)\s+(?:(?!shares?\b)[\w,]+\s+){0,2}(?:warrants?|rights|contracts)\b|\b\d[\d,]*\s+(?:warrants?|rights)\b/i;

const STRIKES = [
  new RegExp(`\\bstrike(?:\\s+price)?(?:\\s+(?:of|at|is))?\\s*[:=]?\\s*${SUM}`, "gi"),
  /\$(?<strike>\d+(?:,\d{3})*(?:\.\d+)?)\s+(?:exp\w*\b|strike\b)/gi,
];
/** Strikes in asset names: `192.5 EXP`, `$400 Puts`, an amount at the end. An amount after `at` or `for` is the price paid. */
const NAMED_STRIKES = [
  /(?<![\d/.])(?<strike>\d+(?:\.\d+)?)\s+exp\w*\b/gi,
  /(?<![\d/.])\$\s?(?<strike>\d+(?:,\d{3})*(?:\.\d+)?)\s+(?:calls?|puts?)\b/gi,
  /(?<!(?:\b(?:at|for|of|premium|price|cost)|@)\s*)\$\s?(?<strike>\d+(?:,\d{3})*(?:\.\d+)?)\s*$/gi,
  // A year (`Jan 2024 Calls`) is not a strike. A number before `calls` is a number of contracts (`5 calls`). If a day or a year
  // precedes the number, the number is a strike.
  /(?<![\d/.$,])(?!20[0-4]\d\b)(?<strike>\d+(?:\.\d+)?)\s+(?:call|put)\b(?!\s+(?:options?|contracts?|spreads?)\b)/gi,
  /(?<=\b(?:\d{1,2}\/\d{1,2}\/)?\d{2,4}\s+)(?!20[0-4]\d\b)(?<strike>\d+(?:\.\d+)?)\s+(?:calls|puts)\b/gi,
  /\b(?:calls?|puts?)\s+\$\s?(?<strike>\d+(?:,\d{3})*(?:\.\d+)?)/gi,
];
/** `Jan 5, 2024`, `JUN 21 24`. */
const SPELLED = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(?:20)?(\d{2})$/i;
const DAY =
  "(?<day>\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})|[a-z]{3,9}\\.?\\s+\\d{1,2},?\\s+\\d{4}|\\d{4}-\\d{2}-\\d{2})(?!\\d)";
const EXPIRY = new RegExp(
  `\\bexp(?:\\.|\\b|ir(?:es|ed|y|ing|ation)\\b)(?:\\s+dates?)?(?:\\s+(?:of|on|is))?\\s*[:=]?\\s*${DAY}`,
  "gi",
);
/** A date in the name of an option: `JUN 21 24`, `01/19/24`. */
const NAMED_DAY = new RegExp(
  `(?<day>\\b${MONTH}\\s+\\d{1,2},?\\s+(?:20)?\\d{2}\\b|\\b\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})\\b)`,
  "gi",
);

type Groups = Readonly<Record<string, string | undefined>>;

function matchPatterns(forms: readonly RegExp[], text: string): readonly Groups[] {
  return forms.flatMap((form) => Array.from(text.matchAll(form), ({ groups }) => groups ?? {}));
}

/** A term is null unless the row gives exactly one value: the strike of a spread with two strikes is null. */
function readDescribedOption(raw: RawTransaction, assetType: string): OptionTerms | null {
  const name = removeIndexNumbers(raw.assetName.replace(OTHER_MEANINGS, " ")).trim();
  const words = removeIndexNumbers([raw.description, raw.comment].filter((each) => each !== null).join("\n"));
  const mayBeOption = !NO_OPTIONS.has(assetType);
  const isNamed = mayBeOption && isOptionName(name);
  if (assetType !== OPTION_CLASS && !isNamed && !(mayBeOption && mentionsOption(words))) {
    if (!mayBeOption) return null;
    return (
      readWarrantOrRightTerms(name, assetType) ??
      readWarrantOrRightTerms(readWarrantOrRightComment(words), assetType) ??
      findUnclearOption(name, words)
    );
  }
  const text = `${name}\n${words}`;
  const symbols = matchPatterns([OCC], text);
  const lines = matchPatterns(CONTRACT_LINES, text);
  const tails = assetType === OPTION_CLASS ? matchPatterns([BROKERS_TAIL], words) : [];
  const short = [...lines, ...matchPatterns(KIND_LETTERS, text), ...tails];
  const named = [...findOptionKinds(name), ...symbols.map(({ kind = "" }) => kind)];
  const kinds = named.length > 0 ? named : findOptionKinds(words);
  const shortKinds = short.map(({ kind = "" }) => kind);
  const strikes = [
    ...matchPatterns(STRIKES, text).map(({ strike = "" }) => strike),
    ...matchPatterns(NAMED_STRIKES, isNamed ? name : "").map(({ strike = "" }) => strike),
    ...symbols.map(readStrike),
  ];
  const shortStrikes = short.map(({ strike = "" }) => strike);
  const days = [
    ...matchPatterns([EXPIRY], text).map(({ day = "" }) => parseExpiry(day)),
    ...lines.map(({ day = "" }) => parseExpiry(day)).filter((day) => day !== null),
    ...symbols.map(({ year, month, day }) => parseUsDate(`${month}/${day}/20${year}`)),
  ];
  const namedDays = matchPatterns([NAMED_DAY], isNamed ? name : "").map(({ day = "" }) => parseExpiry(day));
  return {
    type: pickOnlyValue((kinds.length > 0 ? kinds : shortKinds).map((kind) => (/^c/i.test(kind) ? "Call" : "Put"))),
    strike: pickOnlyValue((strikes.length > 0 ? strikes : shortStrikes).map((sum) => `$${sum}`)),
    expiry: pickOnlyValue(days.length > 0 ? days : namedDays),
  };
}

function removeIndexNumbers(text: string): string {
  return text.replace(INDEX_NUMBER, "$1");
}

function findOptionKinds(text: string): readonly string[] {
  return matchPatterns([KIND], text.replace(OTHER_MEANINGS, " ")).map(({ kind = "" }) => kind);
}

function isOptionName(name: string): boolean {
  if ([ENDS_AS_OPTION, BEGINS_AS_OPTION, BEGINS_WITH_PRINTED_KIND].some((form) => form.test(name))) return true;
  if (matchPatterns([OCC, ...CONTRACT_LINES], name).length > 0 || /\bLEAPS?\b/.test(name)) return true;
  if (matchPatterns(KIND_LETTERS, name).length > 0 && NAMES_TERMS.test(name)) return true;
  return /\b(?:calls?|puts?|options?)\b/i.test(name) && NAMES_TERMS.test(name);
}

function mentionsOption(words: string): boolean {
  if (SETTLED_IN_SHARES.test(words)) return false;
  const said = words.replace(OTHER_MEANINGS, " ");
  return SAYS_OPTION.some((form) => form.test(said)) || matchPatterns([OCC, ...CONTRACT_LINES], said).length > 0;
}

/** If a word like `call` may mean an option, returns an option with all terms null: the row is then not a trade of the shares. */
function findUnclearOption(name: string, words: string): OptionTerms | null {
  const isNamed = /\bputs?\b|\bcalls\b|\bcall\s+\$?\d|\d\s+call\b/i.test(name);
  const said = SETTLED_IN_SHARES.test(words) ? "" : PROSE.reduce((left, form) => left.replace(form, " "), words);
  const isSaid = findOptionKinds(said).length > 0 || TRADED_RIGHT.test(said);
  return isNamed || isSaid ? { type: null, strike: null, expiry: null } : null;
}

/** Removes `offering` from a comment that names only a right (`Warrants`, `Rights offering`). Returns "" for other comments. */
function readWarrantOrRightComment(words: string): string {
  return /^\s*(?:(?:stock|call|put)\s+)?(?:warrants?|rights?(?:\s+offering)?)\s*[.;]?\s*$/i.test(words)
    ? words.replace(/\s+offering/i, "").trim()
    : "";
}

/** Reads the terms of a warrant, of a right, or of a contract that `CONTRACT` matches. Null for other names. */
function readWarrantOrRightTerms(name: string, assetType: string): OptionTerms | null {
  const type = WARRANT.test(name) ? "Warrant" : RIGHT.test(name) ? "Right" : null;
  const isContract = type === null && assetType !== "Futures Contract" && CONTRACT.test(name);
  if (type === null && !isContract) return null;
  const strike = pickOnlyValue(matchPatterns(STRIKES, name).map(({ strike = "" }) => `$${strike}`));
  return { type, strike, expiry: pickOnlyValue(matchPatterns([EXPIRY], name).map(({ day = "" }) => parseExpiry(day))) };
}

function readStrike({ thousandths, strike }: Groups): string {
  return thousandths === undefined ? (strike ?? "") : String(Number(thousandths) / 1000);
}

function pickOnlyValue<T extends string>(values: readonly (T | null)[]): T | null {
  const [first = null, ...others] = new Set(values);
  return others.length === 0 ? first : null;
}

function parseExpiry(printed: string): IsoDate | null {
  const short = /^(\d{1,2}\/\d{1,2}\/)(\d{2})$/.exec(printed);
  if (short !== null) return parseUsDate(`${short[1]}20${short[2]}`);
  const [, month = "", date = "", year = ""] = SPELLED.exec(printed) ?? [];
  return parseSpelledDate(month, date, `20${year}`) ?? parseUsDate(printed) ?? parseIsoDate(printed);
}

/** Words for a short position. Shares are also `sold to cover` taxes, so only a purchase to cover ends a short position. */
const SHORT_SALE =
  /\bshort[- ]?(?:sales?|sells?|selling|sold|cover(?:s|ed|ing)?|positions?)\b|\b(?:cover(?:s|ed|ing)?|sold|selling|sells?|close[ds]?)\s+(?:a\s+)?short\b(?![- ]?(?:term|duration|dated))/i;

const BUY_TO_COVER = /\b(?:buy|buying|bought)\s+to\s+cover\b(?!\s+(?!short)\w)/i;

/** True if the line opens or closes a short position: by the Senate's option type or, without an option, by the filer's words. */
export function isShortSale(raw: RawTransaction, option: OptionTerms | null, assetType: string): boolean {
  if (option !== null && /^short sale$/i.test(option.type ?? "")) return true;
  if (option !== null && (assetType === OPTION_CLASS || option.type !== null)) return false;
  return [raw.description, raw.comment].some(
    (text) => text !== null && (SHORT_SALE.test(text) || BUY_TO_COVER.test(text)),
  );
}

const BUY = "(?:bought|buy|buying|purchas(?:e|ed|ing))";
const SELL = "(?:sold|sells?|selling|sale|wrote|writing)";
const WORDS_BETWEEN = "(?:[^.;\\n]|\\.\\d){0,60}?";
/** Matches brokers' orders (`Buy to close covered call`) and sentences about options that start with the verb (`Sold 5 puts`). */
const buildTradeOrderPattern = (verb: string, token: string) =>
  new RegExp(
    `\\b${verb}\\b${WORDS_BETWEEN}\\bto\\s+(?:close|open|cover)\\b|(?:^|[.;\\n])\\s*(?:${token}\\s+\\d|${verb}\\b${WORDS_BETWEEN}\\b(?:calls?|puts?|options?|contracts?)\\b)`,
    "i",
  );
const ORDERS_TO_BUY = buildTradeOrderPattern(BUY, "BT[OC]");
const ORDERS_TO_SELL = buildTradeOrderPattern(SELL, "ST[OC]");
const SHORT_COVERED = /\bcover(?:s|ed|ing)?\b/i;
const SOLD_SHORT = /\b(?:sold|selling|sells?)\s+short\b|\bshort[- ]?(?:sales?|sell|selling|sold)\b/i;
/** Words for events in which nobody buys or sells the option. */
const ENDED = /(?<!\b(?:not|never|un)[\s-]*)\b(?:exercised|assigned|expired)\b/i;

/**
 * True if the filer's words contradict the printed type: `Buy to close covered call` in a sale. Also true if the words say that
 * nobody bought or sold: `Call options expired`. Words in rows about shares are ignored: they mention other trades too.
 */
export function doWordsContradictType(
  { description, comment }: RawTransaction,
  side: 1 | -1 | 0,
  { option, shortSale }: { readonly option: OptionTerms | null; readonly shortSale: boolean },
): boolean {
  const words = [description, comment].filter((text) => text !== null).join("\n");
  if (side === 0 || words === "" || (option === null && !shortSale)) return false;
  const isPlainShort = shortSale && option === null;
  const buys = ORDERS_TO_BUY.test(words) || (isPlainShort && SHORT_COVERED.test(words));
  const sells = ORDERS_TO_SELL.test(words) || (isPlainShort && SOLD_SHORT.test(words));
  if (!buys && !sells) return ENDED.test(words);
  return side > 0 ? !buys : !sells;
}
