/** Finds the symbol in brackets after an asset's name: `Welltower Inc. (HCN)`, `Nestle (NSRGY) (ADR)`, `Visa Inc (NYSE: V)`. */
import { isExchangeName } from "./symbol.ts";

interface SymbolBracket {
  /** The symbol as printed, without blanks: `BRK.B`, `BRK/B`, `CRYPTO:BTC`. */
  readonly symbol: string;
  /** True if the filer calls the text a symbol (`Ticker: CCLFX`) or names its exchange (`NYSE: V`). */
  readonly isLabelled: boolean;
  /** The text without the bracketed symbol and exchange. */
  readonly name: string;
}

/** A bracket and its content; filers sometimes double the brackets (`(VZ))`). */
const BRACKET = /[([{]+(?<content>[^()[\]{}]*)[)\]}]+/g;
// Matches a symbol or a coin (`CRYPTO:BTC`). A symbol may have a share class (`BRK.B`, `BRK/B`, `BRK B`) or a preferred series
// (`T$A`, `BAC-PRB`). Never matches the nine characters of a CUSIP.
const SYMBOL =
  /^(?:CRYPTO:\s?)?[A-Z][A-Z0-9]{0,5}(?:[.$/-]\s?[A-Z]{1,2}|[.$/-]\s?PR[./-]?[A-Z]|(?<!^(?:CL|SER|REG|COM|SHS?)) [A-D])?$/;
const EXCHANGE =
  "(?:NYSE|NASDAQ|AMEX|OTC(?:MKTS|QB|QX|BB)?|TSXV?|CBOE|BATS|PINK|LSE|LON|EPA|ETR|FRA|AMS|SWX|ASX|TYO|HKG|BIT|BME|STO|CPH)(?:[ -](?:ARCA|MKTS?|MARKETS?|AMERICAN|GS|GM|CM|PINK|PINKS|US))*";
/** Matches the label before a symbol: `Symbol: `, `NYSE Arca: `. */
const LABEL = new RegExp(
  `^(?:(?:(?:stock|trading)\\s+)?(?:ticker|symbol|sym)(?:\\s+symbol)?(?:\\s*[:=-]\\s*|\\s+)|${EXCHANGE}\\s*[:-]\\s*)`,
  "i",
);
/** Matches the market after a symbol: `V, NYSE`, `V US Equity`. */
const MARKET = new RegExp(`(?:\\s*[:,;]\\s*${EXCHANGE}|\\s+US(?:\\s+Equity)?)$`, "i");

/** Types of security, footnote marks and further brackets that filers write after the symbol. */
const AFTER_SYMBOL =
  /^(?:\s|[-–—,.;:*†‡#/]|\([^()]*\)|\[[^[\]]*\]|\b\d{1,2}(?![\d.%$])|\b(?:(?:un)?sponsored|unsp|spons?|american|deposit[ao]ry|receipts?|adrs?|ads|gdrs?|common|ordinary|ord|capital|preferred|pfd|non-?voting|voting|registered|reg|stocks?|shares?|shs|units?|warrants?|rights?|class|cl|series|ser|(?-i:[A-Z])|new|com|reit|etfs?|funds?|trust|inc|incorporated|corp|corporation|co|company|ltd|limited|plc|nyse|nasdaq|otc|markets?|united|kingdom|great|britain|uk|usa?|canada|mexico|brazil|japan|china|hong|kong|taiwan|korea|singapore|australia|india|israel|ireland|france|germany|spain|italy|switzerland|netherlands|belgium|norway|sweden|denmark|finland)\b)*$/i;
/** Option terms may follow the symbol of the underlying share. */
const OPTION_TERMS = /\b(?:calls?|puts?|options?)\b/i;

/** Words in brackets that are not symbols: legal forms, types of security, countries, accounts, owners, events and the like. */
const NON_SYMBOL_WORDS: ReadonlySet<string> = new Set(
  (
    "ADR ADRS GDR GDRS REIT REITS ETF ETFS SPAC LLC LLP LP INC LTD PLC THE NEW OLD DEL DELA CALL CALLS PUT PUTS NONE CUSIP ISIN SEDOL FKA NKA " +
    "SERIES COMMON VOTING SHARES STOCK STOCKS EQUITY BONDS NOTES GROUP UCITS ROTH IRA IRAS SEP HSA ESPP ESOP RSU RSUS UTMA UGMA TOD POD JTWROS EIF " +
    "JOINT SPOUSE CHILD SOLD FULL SPLIT MERGER FORMER PUBLIC GLOBAL II VI VII VIII XI XII XIII XIV " +
    "BVI PRC CANADA JAPAN CHINA KOREA INDIA ITALY SPAIN BRAZIL FRANCE MEXICO ISRAEL NORWAY SWEDEN TAIWAN"
  ).split(" "),
);
/** U.S. states, Canadian provinces and countries in which issuers are incorporated. */
const PLACES =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY " +
  "AB BC MB NB NL NS ON PE QC SK YT US USA UK EU UAE HK";
/** Words that are also the symbol of a security. */
const WORDS_AND_SYMBOLS =
  "ADS GDS CORP CO SA AG NV SE ASA SPA ETN MLP HC USD NPV ORD PFD PREF PR COM CL CVR TR TRUST FUND BOND NOTE UNIT UNITS CLASS SER CASH DIV WT WTS CD GO INTL FORM III IV IX SP JT SELF TIPS";
const AMBIGUOUS: ReadonlySet<string> = new Set(`${PLACES} ${WORDS_AND_SYMBOLS}`.split(" "));

/** True for a word that is usually a legal form, place or type of security. Also for one letter: it may be a share class. */
export function isAmbiguousSymbol(symbol: string): boolean {
  return symbol.length === 1 || AMBIGUOUS.has(symbol) || NON_SYMBOL_WORDS.has(symbol);
}

/**
 * Finds the last bracket that has a symbol. The text after the bracket must have option terms or consist of types of security and
 * further brackets. If the symbol is ambiguous, prefers an earlier bracket with an unambiguous symbol.
 * @param accept is called with the text of a bracket if the text is an ordinary word or does not look like a symbol. The function
 * returns the symbol to use for the text, or null to skip the bracket.
 */
export function findSymbolBracket(
  text: string,
  accept: (content: string) => string | null = () => null,
): SymbolBracket | null {
  let ambiguous: SymbolBracket | null = null;
  for (const match of [...text.matchAll(BRACKET)].reverse()) {
    const after = text.slice(match.index + match[0].length);
    if (!AFTER_SYMBOL.test(after) && !OPTION_TERMS.test(after)) break;
    const content = (match.groups?.["content"] ?? "").trim();
    const found = parseSymbol(content, accept);
    if (found === null) continue;
    const bracket = { ...found, name: joinAroundBracket(text.slice(0, match.index), after) };
    if (found.isLabelled || !isAmbiguousSymbol(found.symbol)) return bracket;
    ambiguous ??= bracket;
  }
  return ambiguous;
}

function parseSymbol(
  content: string,
  accept: (content: string) => string | null,
): Pick<SymbolBracket, "symbol" | "isLabelled"> | null {
  const bare = content.replace(LABEL, "").replace(MARKET, "");
  const isLabelled = bare !== content;
  if (SYMBOL.test(bare) && !isExchangeName(bare) && (isLabelled || !NON_SYMBOL_WORDS.has(bare))) {
    return { symbol: bare.replace(/(?<=[A-Z]) (?=[A-D]$)/, ".").replace(/\s/g, ""), isLabelled };
  }
  const accepted = isExchangeName(bare) ? null : accept(bare);
  return accepted === null ? null : { symbol: accepted, isLabelled };
}

/** Joins the name before the bracket and the words after it, without the exchange and isolated punctuation. */
function joinAroundBracket(before: string, after: string): string {
  const trailing = after
    .replace(/\(([A-Za-z]+)\)/g, (bracket, word: string) => (isExchangeName(word) ? "" : bracket))
    .trim();
  return /[\p{L}\p{N}]/u.test(trailing) ? `${before.trimEnd()} ${trailing}` : before.trimEnd();
}
