/** Finds the symbol that filers put in a bracket behind an asset's name: `Welltower Inc. (HCN)`, `Nestle SA (NSRGY) (ADR)`, `Visa Inc (NYSE: V)`. */
import { isExchangeName } from "./symbol.ts";

interface SymbolBracket {
  /** The symbol as printed, without blanks: `BRK.B`, `BRK/B`, `CRYPTO:BTC`. */
  readonly symbol: string;
  /** The filer calls it a symbol (`Ticker: CCLFX`) or names its exchange (`NYSE: V`). */
  readonly isLabelled: boolean;
  /** The text without the bracket of the symbol and that of its exchange. */
  readonly name: string;
}

/** A bracket with what it holds; filers double its marks (`(VZ))`). */
const BRACKET = /[([{]+(?<content>[^()[\]{}]*)[)\]}]+/g;
/** Class shares as `BRK.B`, `BRK/B`, `BRK B`; preferred ones as `T$A`, `BAC-PRB`; coins as `CRYPTO:BTC`. A CUSIP has nine characters and is none. */
const SYMBOL =
  /^(?:CRYPTO:\s?)?[A-Z][A-Z0-9]{0,5}(?:[.$/-]\s?[A-Z]{1,2}|[.$/-]\s?PR[./-]?[A-Z]|(?<!^(?:CL|SER|REG|COM|SHS?)) [A-D])?$/;
const EXCHANGE =
  "(?:NYSE|NASDAQ|AMEX|OTC(?:MKTS|QB|QX|BB)?|TSXV?|CBOE|BATS|PINK|LSE|LON|EPA|ETR|FRA|AMS|SWX|ASX|TYO|HKG|BIT|BME|STO|CPH)(?:[ -](?:ARCA|MKTS?|MARKETS?|AMERICAN|GS|GM|CM|PINK|PINKS|US))*";
/** `Symbol: `, `NYSE Arca: `. */
const LABEL = new RegExp(
  `^(?:(?:(?:stock|trading)\\s+)?(?:ticker|symbol|sym)(?:\\s+symbol)?(?:\\s*[:=-]\\s*|\\s+)|${EXCHANGE}\\s*[:-]\\s*)`,
  "i",
);
/** `V, NYSE`, `V US Equity`. */
const MARKET = new RegExp(`(?:\\s*[:,;]\\s*${EXCHANGE}|\\s+US(?:\\s+Equity)?)$`, "i");

/** Words for the kind of paper, footnote marks and further brackets, which filers write behind the symbol. */
const BEHIND =
  /^(?:\s|[-–—,.;:*†‡#/]|\([^()]*\)|\[[^[\]]*\]|\b\d{1,2}(?![\d.%$])|\b(?:(?:un)?sponsored|unsp|spons?|american|deposit[ao]ry|receipts?|adrs?|ads|gdrs?|common|ordinary|ord|capital|preferred|pfd|non-?voting|voting|registered|reg|stocks?|shares?|shs|units?|warrants?|rights?|class|cl|series|ser|(?-i:[A-Z])|new|com|reit|etfs?|funds?|trust|inc|incorporated|corp|corporation|co|company|ltd|limited|plc|nyse|nasdaq|otc|markets?|united|kingdom|great|britain|uk|usa?|canada|mexico|brazil|japan|china|hong|kong|taiwan|korea|singapore|australia|india|israel|ireland|france|germany|spain|italy|switzerland|netherlands|belgium|norway|sweden|denmark|finland)\b)*$/i;
/** Terms of an option may follow the symbol of its share. */
const OPTION_BEHIND = /\b(?:calls?|puts?|options?)\b/i;

/** Words in capitals that filers put in brackets and that name a legal form, a kind of paper, a country, an account, an owner or an event. */
const WORDS: ReadonlySet<string> = new Set(
  (
    "ADR ADRS GDR GDRS REIT REITS ETF ETFS SPAC LLC LLP LP INC LTD PLC THE NEW OLD DEL DELA CALL CALLS PUT PUTS NONE CUSIP ISIN SEDOL FKA NKA " +
    "SERIES COMMON VOTING SHARES STOCK STOCKS EQUITY BONDS NOTES GROUP UCITS ROTH IRA IRAS SEP HSA ESPP ESOP RSU RSUS UTMA UGMA TOD POD JTWROS EIF " +
    "JOINT SPOUSE CHILD SOLD FULL SPLIT MERGER FORMER PUBLIC GLOBAL II VI VII VIII XI XII XIII XIV " +
    "BVI PRC CANADA JAPAN CHINA KOREA INDIA ITALY SPAIN BRAZIL FRANCE MEXICO ISRAEL NORWAY SWEDEN TAIWAN"
  ).split(" "),
);
/** States, and provinces of Canada, in which issuers are incorporated. */
const PLACES =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY " +
  "AB BC MB NB NL NS ON PE QC SK YT US USA UK EU UAE HK";
/** Words that are a symbol of somebody too. */
const WORDS_AND_SYMBOLS =
  "ADS GDS CORP CO SA AG NV SE ASA SPA ETN MLP HC USD NPV ORD PFD PREF PR COM CL CVR TR TRUST FUND BOND NOTE UNIT UNITS CLASS SER CASH DIV WT WTS CD GO INTL FORM III IV IX SP JT SELF TIPS";
const AMBIGUOUS: ReadonlySet<string> = new Set(`${PLACES} ${WORDS_AND_SYMBOLS}`.split(" "));

/** True for a word that is more often a legal form, a state or a kind of paper than a symbol: by itself it says nothing. A single letter may be a class. */
export function isAmbiguousSymbol(symbol: string): boolean {
  return symbol.length === 1 || AMBIGUOUS.has(symbol) || WORDS.has(symbol);
}

/**
 * Pure. The last bracket that holds a symbol, with nothing behind it but words for the kind of paper and further brackets. One that may be a state or a
 * word gives way to one before it.
 * @param accepts decides on a text that has not a symbol's form, or is a word: null for none, else the symbol.
 */
export function findSymbolBracket(
  text: string,
  accepts: (content: string) => string | null = () => null,
): SymbolBracket | null {
  let ambiguous: SymbolBracket | null = null;
  for (const match of [...text.matchAll(BRACKET)].reverse()) {
    const behind = text.slice(match.index + match[0].length);
    if (!BEHIND.test(behind) && !OPTION_BEHIND.test(behind)) break;
    const content = (match.groups?.["content"] ?? "").trim();
    const found = symbolIn(content, accepts);
    if (found === null) continue;
    const bracket = { ...found, name: joined(text.slice(0, match.index), behind) };
    if (found.isLabelled || !isAmbiguousSymbol(found.symbol)) return bracket;
    ambiguous ??= bracket;
  }
  return ambiguous;
}

function symbolIn(
  content: string,
  accepts: (content: string) => string | null,
): Pick<SymbolBracket, "symbol" | "isLabelled"> | null {
  const bare = content.replace(LABEL, "").replace(MARKET, "");
  const isLabelled = bare !== content;
  if (SYMBOL.test(bare) && !isExchangeName(bare) && (isLabelled || !WORDS.has(bare))) {
    return { symbol: bare.replace(/(?<=[A-Z]) (?=[A-D]$)/, ".").replace(/\s/g, ""), isLabelled };
  }
  const accepted = isExchangeName(bare) ? null : accepts(bare);
  return accepted === null ? null : { symbol: accepted, isLabelled };
}

/** The name before the bracket, and the words behind it but for the exchange and marks that stand alone. */
function joined(before: string, behind: string): string {
  const rest = behind
    .replace(/\(([A-Za-z]+)\)/g, (bracket, word: string) => (isExchangeName(word) ? "" : bracket))
    .trim();
  return /[\p{L}\p{N}]/u.test(rest) ? `${before.trimEnd()} ${rest}` : before.trimEnd();
}
