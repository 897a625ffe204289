/** Searches filers' words for events that are neither purchase nor sale (House Ethics Committee's guide, 2025, page 15). */
import type { LateExemption, Trade } from "./trade.ts";

type Event = Pick<Trade, "comment" | "assetNameRaw" | "transactionType">;

/** Statements that nothing was traded: `not a purchase`. */
const NOT_TRADED =
  /\b(?:not|no|never|neither|without)\b(?:\s+(?:an?|actual|actually|really|any|the|market|was|been))*\s+(?:purchas\w+|bought|sold|sales?)/gi;
const TRADED = /\b(?:purchas(?:e|ed|es|ing)|bought|sold|sells?|selling|sales?|exercis\w+|re-?invest\w*)\b/i;

/** Finds in the comment and the asset's name (scans have no comment field) why an event needs no report; null if not found. */
export function findEventExemption(trade: Event): LateExemption | null {
  const words = `${trade.comment ?? ""}; ${trade.assetNameRaw}`.replace(NOT_TRADED, " ");
  const isSale = /^sale_/.test(trade.transactionType);
  if (isSale && mentionsOnlySplit(trade.comment ?? "")) return "stock_split";
  if (TRADED.test(words)) return null;
  if (FAMILY_TRANSFER.some((form) => form.test(words)) && !OUTSIDE_FAMILY.test(words)) return "transfer_within_family";
  // A sale of an asset that was inherited, granted or received in a split is still a sale.
  if (isSale) return null;
  if (describesSplit(words)) return "stock_split";
  if (describesInheritance(words)) return "inheritance";
  return describesOptionGrant(words) ? "option_grant" : null;
}

const RATIO = "\\d+(?:\\.\\d+)?\\s*(?:-\\s*)?(?::|for|to)\\s*(?:-\\s*)?\\d+(?:\\.\\d+)?";
const SPLIT = `(?:(?:${RATIO}[\\s-]+)?(?:(?:forward|reverse|stock|share)[\\s-]+)+split|${RATIO}[\\s-]+split|split[\\s-]+${RATIO})`;
const SAYS_SPLIT = new RegExp(`\\b${SPLIT}\\b(?![\\s-]*(?:adjust|off\\b))`, "i");
const BESIDE_SPLIT =
  /\b(?:post|pre|after|before|since|prior to|following|adjusted for|reflects?|reflecting)\b[\s-]*(?:\w+[\s-]+){0,2}?(?:[\d:.-]+\s*(?:for\s*\d+)?\s*)?(?:\w+[\s-]+)?split/i;
const WHOLE_SPLIT = new RegExp(`^\\W*(?:${SPLIT}|split)\\W*$`, "i");

function describesSplit(words: string): boolean {
  return SAYS_SPLIT.test(words) && !BESIDE_SPLIT.test(words);
}

function mentionsOnlySplit(comment: string): boolean {
  return WHOLE_SPLIT.test(comment);
}

/** An account is still called inherited long after the inheritance, but trades in it are ordinary trades. */
const INHERITED_ACCOUNT =
  /\binherited\s+(?:[\w-]+\s+){0,2}?(?:IRAs?|accounts?|trusts?|401\(?k\)?|annuit\w+|portfolio|assets|funds|money|cash)\b|\b(?:IRA|account|trust)\s+(?:(?:that|which|was|is|were)\s+)*inherited\b|\binheritance (?:tax|trust|account|funds|money)\b/gi;
const INHERITED =
  /\binherit(?:ed|ance)\b|\bbequests?\b|\bbequeath\w*\b|\b(?:received|acquired|distribut\w+|transferred|passed)\b[^.;]{0,40}(?<!real )\bestate\b(?! (?:planning|trust|fund|account))|\bestate distribution\b|^\W*from\b[^.;]{0,40}(?<!real )\bestate\b(?! (?:planning|trust|fund|account))|\b(?:received|acquired|transferred)\b[^.;]{0,40}\b(?:up)?on\b[^.;]{0,20}\b(?:death|passing)\b/i;

function describesInheritance(words: string): boolean {
  return INHERITED.test(words.replace(INHERITED_ACCOUNT, " "));
}

const RELATIVES = "spouse|wife|husband|child(?:ren)?|son|daughter|DC\\d?";
/** Builds a pattern that matches people (`my spouse`, `the filer`) but not their relatives or firms (`my spouse's employer`). */
const buildPersonPattern = (nouns: string) =>
  `(?:(?:my|his|her|our|the|filer['’]?s?|member['’]?s?|dependent|minor|own)\\s+)*(?:${nouns})s?\\b` +
  "(?!(?:['’]s?)?\\s+(?:employer|company|firm|broker|father|mother|parents?|brother|sister|family|estate))";
const MEMBER_OR_RELATIVE = buildPersonPattern(
  `self|filer|member|senator|congress(?:man|woman)|joint(?:ly)?|${RELATIVES}`,
);
const MOVED =
  "\\b(?:gift(?:ed|s|ing)?|transfer(?:red|s|ring)?|re-?titled|re-?registered|conveyed|journall?ed|change of ownership)\\b";
/** Page 15 of the House guide exempts "Transactions solely by and between you, your spouse, and/or your dependent children". */
const FAMILY_TRANSFER = [
  new RegExp(`${MOVED}[^.;]{0,60}\\bfrom ${MEMBER_OR_RELATIVE}[^.;]{0,40}\\bto ${MEMBER_OR_RELATIVE}`, "i"),
  new RegExp(`${MOVED}[^.;]{0,60}\\b(?:to|between) ${buildPersonPattern(RELATIVES)}`, "i"),
  new RegExp(
    `${MOVED}[^.;]{0,60}\\bfrom ${buildPersonPattern(RELATIVES)}(?!(?:['’]s?)?\\s+(?:roth|IRA|401|account|brokerage|plan))`,
    "i",
  ),
  /\b(?:inter-?)?spousal (?:transfer|gift)\b/i,
];
const OUTSIDE_FAMILY =
  /\b(?:charit\w*|donat\w+|foundation|adult|grand\w+|parents?|mother|father|brother|sister|niece|nephew|employer|rsus?|funds|cash|money|proceeds|dividends?|vest(?:ed|ing)|notice|information|responsibility)\b/i;

const OPTION_GRANT =
  /\b(?:grant|award)(?:ed|s)?\b[^.;]{0,40}\boptions?\b|\boptions?\b[^.;]{0,40}\b(?:grant|award)(?:ed|s)?\b|\boptions?\b[^.;]{0,40}\b(?:received|issued)\b[^.;]{0,40}\b(?:compensation|employer|employee|board|director)\b/i;

/** Page 15 of the House guide exempts "A company's grant of options to its employees or board members". */
function describesOptionGrant(words: string): boolean {
  // Page 15 does not mention grants of restricted stock units, which are shares.
  return OPTION_GRANT.test(words);
}
