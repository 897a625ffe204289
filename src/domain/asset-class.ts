/** Asset classes of both chambers' forms under common labels. */

/** Label for a class that is not in the tables or not stated. The House stated none before 2018, the Senate before about 2015. */
const OTHER_CLASS = "Other";

/** The Clerk's list of asset type codes (fd.house.gov/reference/asset-type-codes.aspx), 48 codes. */
export const HOUSE_ASSET_CLASSES: Readonly<Record<string, string>> = {
  "4K": "Retirement Account",
  "5C": "College Savings Plan",
  "5F": "College Savings Portfolio",
  "5P": "Prepaid Tuition Plan",
  AB: "Asset-Backed Security",
  BA: "Bank Deposit",
  BK: "Brokerage Account",
  CO: "Collectible",
  CS: "Corporate Bond",
  CT: "Cryptocurrency",
  DB: "Defined Benefit Pension",
  DO: "Debt Owed To Filer",
  DS: "Delaware Statutory Trust",
  EF: "ETF",
  EQ: "Blind Trust",
  ET: "Exchange-Traded Note",
  FA: "Farm",
  FE: "Foreign Currency",
  FN: "Fixed Annuity",
  FU: "Futures Contract",
  GS: "Government Security",
  HE: "Private Fund",
  HN: "Private Fund",
  IC: "Investment Club",
  IH: "IRA Held In Cash",
  IP: "Intellectual Property",
  IR: "IRA",
  MA: "Managed Account",
  MF: "Mutual Fund",
  MO: "Mineral And Energy Rights",
  OI: "Ownership Interest",
  OL: "Business Ownership Interest",
  OP: "Stock Option",
  OT: OTHER_CLASS,
  PE: "Pension",
  PM: "Precious Metal",
  PS: "Non-Public Stock",
  RE: "REIT",
  RF: "REIT",
  RN: "REIT",
  RP: "Real Property",
  RS: "Restricted Stock Unit",
  SA: "Stock Appreciation Right",
  ST: "Stock",
  TR: "Trust",
  VA: "Variable Annuity",
  VI: "Variable Insurance",
  WU: "Whole Or Universal Insurance",
};

/** The Senate's class names in lower case: those in periodic reports, then other schedules' names for the same assets. */
export const SENATE_ASSET_CLASSES: Readonly<Record<string, string>> = {
  stock: "Stock",
  "stock option": "Stock Option",
  "corporate bond": "Corporate Bond",
  "municipal security": "Municipal Security",
  "non-public stock": "Non-Public Stock",
  "commodities/futures contract": "Futures Contract",
  cryptocurrency: "Cryptocurrency",
  other: OTHER_CLASS,
  "other securities": OTHER_CLASS,
  "government security": "Government Security",
  "us treasury/agency security": "Government Security",
  "u.s. treasury/agency security": "Government Security",
  "mutual fund": "Mutual Fund",
  "exchange traded fund/note": "ETF",
  "exchange traded fund": "ETF",
  "exchange traded note": "Exchange-Traded Note",
  "american depository receipt": "Stock",
  "asset-backed security": "Asset-Backed Security",
  "hedge fund": "Private Fund",
  "private equity fund": "Private Fund",
  "real estate investment trust": "REIT",
  "real estate investment trust (reit)": "REIT",
  "restricted stock unit": "Restricted Stock Unit",
  "bank deposit": "Bank Deposit",
  "fixed annuity": "Fixed Annuity",
  "variable annuity": "Variable Annuity",
  "real estate": "Real Property",
  farm: "Farm",
};

/** Label of a House code, case-insensitive; `Other` if it is missing or not in the Clerk's list. */
export function classifyHouseCode(code: string | null): string {
  return findClassLabel(HOUSE_ASSET_CLASSES, (code ?? "").trim().toUpperCase());
}

/** Label of the Senate's class name, case-insensitive; `Other` if it is missing or not in the table. */
export function classifySenateType(words: string | null): string {
  return findClassLabel(SENATE_ASSET_CLASSES, (words ?? "").replace(/\s+/g, " ").trim().toLowerCase());
}

function findClassLabel(classes: Readonly<Record<string, string>>, key: string): string {
  return (Object.hasOwn(classes, key) ? classes[key] : undefined) ?? OTHER_CLASS;
}

/** Classes of shares and funds, listed or not. */
const SHARES_AND_FUNDS: ReadonlySet<string> = new Set([
  "ETF",
  "Mutual Fund",
  "Non-Public Stock",
  "Private Fund",
  "REIT",
  "Stock",
]);

/** Treats an asset with a ticker as a share or a fund if the filing states no class. */
export function isShareOrFund(assetType: string, ticker: string): boolean {
  return SHARES_AND_FUNDS.has(assetType) || (assetType === OTHER_CLASS && ticker !== "");
}

/** Classes of assets without a listed symbol: bonds, property, deposits, insurance, plans, and holdings in private companies. */
const WITHOUT_TICKER: ReadonlySet<string> = new Set([
  "Bank Deposit",
  "Brokerage Account",
  "Business Ownership Interest",
  "Collectible",
  "Corporate Bond",
  "Debt Owed To Filer",
  "Defined Benefit Pension",
  "Delaware Statutory Trust",
  "Farm",
  "Fixed Annuity",
  "Foreign Currency",
  "Government Security",
  "Intellectual Property",
  "Investment Club",
  "IRA Held In Cash",
  "Municipal Security",
  "Non-Public Stock",
  "Ownership Interest",
  "Pension",
  "Private Fund",
  "Real Property",
  "Whole Or Universal Insurance",
]);
/** Bond classes; a symbol filed with a bond is ignored. */
const BONDS: ReadonlySet<string> = new Set(["Corporate Bond", "Government Security", "Municipal Security"]);

export function isBondClass(assetType: string): boolean {
  return BONDS.has(assetType);
}

/** Nasdaq's five-letter symbols of mutual funds end in X; a fund that no exchange lists may have such a symbol too. */
const FUND_SYMBOL = /^[A-Z]{4}X$/;

/** True if an asset of this class may have this symbol. Asset-backed securities may: filers use that class's code for funds. */
export function mayHaveTicker(assetType: string, symbol: string): boolean {
  return !WITHOUT_TICKER.has(assetType) || (FUNDS_UNLISTED.has(assetType) && FUND_SYMBOL.test(symbol));
}

// Asset classes that are meant for private holdings. Filers also use these classes for funds that are sold to the public but
// are not listed on an exchange.
const FUNDS_UNLISTED: ReadonlySet<string> = new Set(["Non-Public Stock", "Private Fund"]);

export const ASSET_TYPES = [
  ...new Set([...Object.values(HOUSE_ASSET_CLASSES), ...Object.values(SENATE_ASSET_CLASSES)]),
].sort() as [string, ...string[]];
