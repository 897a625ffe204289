/** Recognizes mutual, exchange-traded and other pooled funds by name. Filers often omit class and symbol; scans have neither. */

const EXCHANGE_TRADED = "(?:ETFs?|exch(?:ange)?[- ]traded (?:funds?|fds?))";
const FUND_KIND = `(?:${EXCHANGE_TRADED}|(?:open[- ]end(?:ed)? )?mutual funds?|money market (?:funds?|fds?))`;
const SAYS_FUND = new RegExp(`\\b${FUND_KIND}\\b`, "i");
/** Matches a fund symbol set apart in a name: five letters ending in X, or XX for a money market fund (House guide, page 42). */
const FUND_SYMBOL =
  /\b(?!IDEXX)[A-Z]{3}XX\b|\((?<bracketed>[A-Z]{4}X)\)|^(?<first>[A-Z]{4}X)(?: - |$)| - (?<last>[A-Z]{4}X)$/;
const WORDS_LIKE_FUND_SYMBOLS: ReadonlySet<string> = new Set(
  "CEMEX ESSEX FEDEX HELIX INDEX LINUX MOLEX ROLEX TIMEX XEROX".split(" "),
);
/** Registered funds that no exchange lists; they are sold to the public and have a symbol like a mutual fund's. */
const INTERVAL_FUND =
  /\bkkr real estate select trust\b|\bacap strategic\b|\bcliffwater (?:corporate|enhanced) lending\b|\bcarlyle tactical private credit\b/i;
/** Matches a company whose name mentions funds, e.g. a fund manager; it is not a fund. */
const FUND_COMPANY = /\b(?:common stock|ordinary shares|sponsor|provider|manager|management)\b/i;
/** Matches a note: exchanges list notes among funds, but a note is a debt of its issuer. */
const NOTE = /\bETNs?\b|\bnotes?\b/i;
/** Some filers name the holding in the comment: `40 SHARES OF QQQ @ $457.41`. */
const SHARES_OF = /^\s*[\d,.]+ (?:shares|units)(?: of)? (?<symbol>[A-Z]{2,5})\b/i;
/** Matches a comment that only names a fund type, before any punctuation. The filer left the type out of the class field. */
const FUND_COMMENT = new RegExp(`^\\s*(?:an? )?${FUND_KIND}\\s*(?:[.;,(]|$)`, "i");

/** True if the name alone shows that the asset is a mutual, exchange-traded, money market or interval fund. */
export function isFundName(name: string): boolean {
  if (isDebtNote(name) || FUND_COMPANY.test(name)) return false;
  return SAYS_FUND.test(name) || INTERVAL_FUND.test(name) || hasFundSymbol(name);
}

export function isDebtNote(name: string): boolean {
  return NOTE.test(name);
}

/** The symbol of the holding that a comment starts with, in upper case; empty if there is none. */
export function parseSharesSymbol(comment: string): string {
  return SHARES_OF.exec(comment)?.groups?.["symbol"]?.toUpperCase() ?? "";
}

function hasFundSymbol(name: string): boolean {
  const found = FUND_SYMBOL.exec(name);
  const { bracketed, first, last } = found?.groups ?? {};
  return found !== null && !WORDS_LIKE_FUND_SYMBOLS.has(bracketed ?? first ?? last ?? "");
}

/** True if a comment only names a fund type. Text after punctuation is ignored: `Mutual fund`, `ETF; dividend reinvestment`. */
export function isFundComment(comment: string): boolean {
  return FUND_COMMENT.test(comment);
}

/** Sponsors of funds that filers hold. Many of these names also mean companies, so the name alone does not mean a fund. */
const FAMILIES = [
  "abbey capital|abrdn|aberdeen|acap|alger|allianz(?:gi)?|alliancebernstein|allspring|american century|american funds?|amg|amundi|aqr|ariel",
  "artisan|baillie gifford|baird|baron|blackrock|bny mellon|bridgeway|brown capital|buffalo|calamos|calvert|causeway|champlain|clearbridge",
  "cohen (?:&|and) steers|columbia|dfa|dimensional|delaware|diamond hill|dodge (?:&|and) cox|doubleline|dreyfus|driehaus|eaton vance",
  "edgewood|federated(?: hermes)?|fidelity|first eagle|first trust|fmi|fpa|franklin|gabelli|glenmede|gmo|goldman sachs|guggenheim",
  "harbor|harding loevner|hartford|hotchkis(?: (?:&|and) wiley)?|invesco|ivy|j\\.?\\s?p\\.?\\s?morgan|janus(?: henderson)?|jensen",
  "john hancock|lazard|legg mason|longleaf|loomis sayles|lord abb[eo]tt|macquarie|mainstay|mairs (?:&|and) power|matthews|metropolitan west",
  "mfs|morgan stanley|mutual series|natixis|neuberger berman|northern|nuveen|oakmark|oberweis|oppenheimer|parametric|parnassus|pgim|pimco",
  "pioneer|primecap|principal|prudential|putnam|royce|schwab|sei|selected|sequoia|state street|stone ridge|t\\.?\\s?rowe price|tcw|templeton",
  "third avenue|thornburg|thrivent|tiaa(?:-cref)?|touchstone|transamerica|tweedy browne?|ubs|usaa|value line|van ?eck|vanguard|victory|virtus",
  "voya|wasatch|wcm|weitz|wells fargo|western asset|westwood|william blair|wisdomtree|world funds|yacktman",
].join("|");
/** Brand names used only for funds. */
const FUND_BRANDS =
  "i\\s?shares|spdr|proshares|direxion|powershares|flexshares|xtrackers|contrafund|victoryshares|global x|alphadex";
/** Words for a fund's strategy or holdings, or for how the fund is sold. */
const STYLES = [
  "index|idx|portfolios?|admiral|adml|advisor|adv|growth|grwth|gwth|value|equity|income|bonds?|balanced|blend|allocation|core|floating|convertible",
  "(?:large|mid|small|multi|all|micro|sm|lg|md)(?:[- /]*(?:mid|md))?[- ]?cap|smidcap|emerging|developed|international|intl|global|world|europe(?:an)?|asia|pacific",
  "municipal|muni|tax[- ](?:exempt|free|managed|adv\\w*)|high[- ](?:yield|yld)|(?:ultra[- ]?)?(?:short|shrt)[- ](?:term|duration|trm|dur)|ultra[- ]?sh(?:or)?t|long[- ]term|fixed inc(?:ome)?|intermediate|limited duration",
  "target|retirement \\d{4}|life ?strategy|wellington|wellesley|windsor|primecap|magellan|puritan|low[- ]priced|blue chip|dividend|appreciation",
  "total (?:stock|bond|return|market|international|intl)|stock market|s ?& ?p 500|russell|msci|real estate|health ?care|technology|utilities|precious metals",
  "inflation|tips|strategic|strategy|opportunit\\w*|focused|investors?|new (?:horizons|world|economy|perspective)|real return|long[- ]short|market neutral|managed futures|treasur\\w+|stock (?:fund|fd)",
].join("|");
const LETTERED_CLASS =
  "(?:class\\s*|cl\\.?\\s+)(?:[FIRSTUWYZ]|[FR]-?\\d|inst(?:l|itutional)?)(?:\\s+(?:shares?|shs?|units?))?(?=\\s*(?:$|[(,;/-]))";
const SOLD_CLASS =
  "inst(?:l|itutional)?\\.?\\s+(?:class|cl|shares?|shs?|plus|em\\b)|(?:admiral|adml|investor|advisor)\\s+(?:class|cl|shares?|shs?)|premium class";

const FAMILY = new RegExp(`^(?:the )?(?:[A-Z]{3,5} ?- ?)?(?:${FAMILIES})\\b`, "i");
const BRAND = new RegExp(`\\b(?:${FUND_BRANDS})\\b`, "i");
const STYLE = new RegExp(`\\b(?:${STYLES})\\b|\\b(?:funds?|fds?|institutional|instl?)\\b`, "i");
const FUND_STYLE = new RegExp(`\\b(?:${STYLES})\\b`, "i");
const FUND_WORD = /\b(?:funds?|fds?)\b/i;
const FUND_CLASS = new RegExp(
  `\\b(?:${LETTERED_CLASS}|${SOLD_CLASS}|(?:funds?|fds?|portfolios?|trust|bdc)\\b[\\s,:-]*(?:class\\s*|cl\\.?\\s+)[A-Z]\\d?\\b)`,
  "i",
);
/** Matches an account name before the holding's name: `Schwab - `, `Fidelity IRA: `. */
const ACCOUNT = /^[^-:]{0,30}(?:\s[-–]\s|:\s)/;
const FUND_IN_ACCOUNT = new RegExp(`\\b(?:funds?|fds?|index|portfolios?|admiral)\\b|${FUND_CLASS.source}`, "i");
// Matches public funds and trusts that are not traded on an exchange, such as unit investment trusts. Only a fund's own documents
// say whether the fund is an excepted investment fund (House guide, pages 27, 32, 46, 49).
const OTHER_VEHICLE =
  /\bunit investment trusts?\b|\bUITs?\b|\bBDC\b|\bbusiness development compan(?:y|ies)\b|\binterval (?:fund|common|shares?)\b|\b[BS]REIT\b|\b(?:apollo|ares|blackstone|brookfield|cottonwood|invesco|nuveen|starwood) (?:real estate (?:income|investment) trust|realty income|REIT)\b/i;
/** Matches partnerships, companies such as an LLC, and private funds, which are open only to their partners. */
const PRIVATE =
  /\bL\.?\s?L\.?\s?[CP]\b|\bL\.?P\b|\bG\.?P\b|\bventures?\b|\bpartners(?: [IVX\d]+)?\s*(?:$|[,(])|\bSPV\b|\bopportunity zone\b|\bhedge funds?\b/i;
/** Matches `Fund II`: a private fund, unless the name starts with a fund family. */
const NUMBERED = /\bfunds? (?:[IVX]+|\d+)\b(?!\s*(?:class|cl|shares?|inst))/i;
const COMPANY =
  /\b(?:inc|corp|corporation|company|co|plc|ltd|limited|group|holdings?|bancorp|bancshares|n\.?v|s\.?a|common (?:stock|shares?)|cmn|ordinary shares?|adrs?|preferred|pfd|warrants?)\b\.?|\bdeposit[ao]ry\b/i;
/** Suffix of a fund's name if the fund is a company or a trust: `Income Fund, Inc. Common Stock`. */
const FUND_PAPER =
  /\b(funds?|fds?|trust|bdc)\b,?(?:\s+(?:inc|ltd|corp)\b\.?)?(?:[\s,-]+(?:common|ordinary|shares of beneficial)\b.*)?/gi;
/** Here `INC` means income, not a company. */
const INCOME = /\b(fixed|hi|high|muni)\s+inc\b/gi;
// Words that mean debt, not a fund, even next to a sponsor's name. The issuer may be a bank that also sponsors funds, or a place
// named like a fund's sponsor (`Franklin County Revenue Bond`).
const DEBT =
  /\bnotes?\b|\bnts?\b|\bETNs?\b|\bMTNs?\b|\d\s?%|\bdue\b|(?<!inflation[- ])\blinked\b|\bstructured\b|\bbuffer(?:ed)?\b|\bauto ?call\w*|\bcallable\b|\bbarrier\b|\bcontingent\b|\bCDs?\b|\bbank\b|\b(?:county|cnty|city|dorm|auth(?:ority)?|sch(?:ool)?|dist(?:rict)?|revs?|revenue|univ(?:ersity)?|ref(?:unding)?)\b/i;

/**
 * True if a name has a fund's brand or share class. Also true if a name has at least two of these three: a fund family, a word
 * for a fund's strategy or holdings (`Growth`), and the word `Fund`. True for unit investment trusts, interval funds, business
 * development companies, and REITs that are sold like funds. False for other companies, partnerships and notes.
 */
export function mayBeFundName(name: string): boolean {
  const bare = removeSecurityType(name);
  if (isCompanyOrDebt(bare)) return false;
  if (FAMILY.test(bare) && (ACCOUNT.test(bare) ? FUND_IN_ACCOUNT : STYLE).test(bare)) return true;
  if (NUMBERED.test(bare)) return false;
  if (BRAND.test(bare) || OTHER_VEHICLE.test(bare) || FUND_CLASS.test(bare)) return true;
  return FUND_WORD.test(bare) && FUND_STYLE.test(bare);
}

/** True if a name has a fund's share class, which bonds never have: `Sample Short Bond CL I`. */
export function hasFundClass(name: string): boolean {
  const bare = removeSecurityType(name);
  return !isCompanyOrDebt(bare) && !NUMBERED.test(bare) && FUND_CLASS.test(bare);
}

function removeSecurityType(name: string): string {
  return name.replace(FUND_PAPER, "$1").replace(INCOME, "$1 income");
}

function isCompanyOrDebt(name: string): boolean {
  return PRIVATE.test(name) || COMPANY.test(name) || DEBT.test(name);
}
