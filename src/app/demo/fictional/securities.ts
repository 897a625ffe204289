/** Made-up companies and funds whose symbols are on no exchange, with made-up prices; and the lists that contain them. */
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import { isTradingDay } from "../../../domain/exchange-calendar.ts";
import type { Company, DailyPrice, ListedSecurity, Material, PriceDividend, PriceSplit } from "../sites/material.ts";
import { createRandomSource } from "./chance.ts";

/** Real industry codes with the SEC's descriptions. */
const INDUSTRIES = {
  "1311": "Crude Petroleum & Natural Gas",
  "2000": "Food and Kindred Products",
  "2086": "Bottled & Canned Soft Drinks & Carbonated Waters",
  "2834": "Pharmaceutical Preparations",
  "2836": "Biological Products, (No Diagnostic Substances)",
  "3312": "Steel Works, Blast Furnaces & Rolling & Finishing Mills",
  "3571": "Electronic Computers",
  "3576": "Computer Communications Equipment",
  "3674": "Semiconductors & Related Devices",
  "3711": "Motor Vehicles & Passenger Car Bodies",
  "3730": "Ship & Boat Building & Repairing",
  "3760": "Guided Missiles & Space Vehicles & Parts",
  "3990": "Miscellaneous Manufacturing Industries",
  "4011": "Railroads, Line-Haul Operating",
  "4512": "Air Transportation, Scheduled",
  "4911": "Electric Services",
  "5331": "Retail-Variety Stores",
  "6021": "National Commercial Banks",
  "6331": "Fire, Marine & Casualty Insurance",
  "6798": "Real Estate Investment Trusts",
  "7370": "Services-Computer Programming, Data Processing, Etc.",
  "7372": "Services-Prepackaged Software",
  "8062": "Services-General Medical & Surgical Hospitals, NEC",
} as const;
type IndustryCode = keyof typeof INDUSTRIES;

export interface FictionalSecurity {
  /** Symbol as a filing prints it: `ZZWID`, `ZZHLD.B`. */
  readonly symbol: string;
  readonly company: string;
  /** Type of security that the directories and the filings append to the company name: `Common Stock`. */
  readonly kind: string;
  readonly exchange: "Nasdaq" | "NYSE";
  readonly etf: boolean;
  /** Industry code in the SEC file of the issuer; empty if the file has no code, undefined if there is no file. */
  readonly sic: IndustryCode | "" | undefined;
  /** First trading day, if later than `FIRST_DAY`. */
  readonly listedOn?: string;
  readonly splits?: readonly PriceSplit[];
}

const FIRST_DAY = "2018-01-01" as IsoDate;
const FIRST_CIK = 9_990_001;

export function toYahooSymbolText(symbol: string): string {
  return symbol.replace(".", "-");
}

/** Five years and a month of trading days, up to the last one before `today`. A day's price does not depend on `today`. */
export function createListedSecurity(security: FictionalSecurity, today: IsoDate): ListedSecurity {
  const draw = createRandomSource(`figures ${security.symbol}`);
  const allPrices = generatePrices(security, today);
  const isInPriceHistory = ({ date }: { readonly date: string }) => date >= addDays(today, -1860);
  const dividends = makeDividends(security, allPrices);
  const prices = adjustForDividends(allPrices.filter(isInPriceHistory), dividends);
  return {
    symbol: toYahooSymbolText(security.symbol),
    longName: security.company,
    shortName: security.company,
    exchange: security.exchange === "Nasdaq" ? "NMS" : "NYQ",
    exchangeName: security.exchange === "Nasdaq" ? "NasdaqGS" : "NYSE",
    quoteType: security.etf ? "ETF" : "EQUITY",
    sharesOutstanding: security.etf ? null : draw.drawInteger(20, 4_000) * 1_000_000,
    epsTrailingTwelveMonths: security.etf ? null : draw.drawInteger(-200, 900) / 100,
    prices,
    ...(security.splits && { splits: security.splits }),
    dividends: dividends.filter(isInPriceHistory),
  };
}

/** Funds and 2 in 3 companies pay dividends of up to 1% of the price, on the first trading day of each quarter's second month. */
function makeDividends({ symbol, etf }: FictionalSecurity, prices: readonly DailyPrice[]): readonly PriceDividend[] {
  const draw = createRandomSource(`dividends ${symbol}`);
  if (!etf && !draw.drawBoolean(2 / 3)) return [];
  return prices.flatMap(({ date, close }, at) => {
    const month = date.slice(0, 7);
    const isFirst = at > 0 && prices[at - 1]?.date.slice(0, 7) !== month;
    if (!isFirst || Number(month.slice(5)) % 3 !== 2) return [];
    return [{ date, dollars: Math.max(0.01, Math.round(close * draw.drawInteger(1, 10) * 0.1) / 100) }];
  });
}

/** `adjClose` adjusts earlier closes for later dividends, as Yahoo's does. */
function adjustForDividends(prices: readonly DailyPrice[], dividends: readonly PriceDividend[]): DailyPrice[] {
  const paid = new Map(dividends.map(({ date, dollars }) => [date, dollars]));
  let factor = 1;
  const newestFirst = prices.toReversed().map((price, at, all) => {
    const adjusted = { ...price, adjClose: Number((price.close * factor).toFixed(6)) };
    const before = all[at + 1]?.close;
    if (before !== undefined) factor *= 1 - (paid.get(price.date) ?? 0) / before;
    return adjusted;
  });
  return newestFirst.reverse();
}

/** Prices follow a random walk and are labeled as fictional wherever they are shown. */
function generatePrices({ symbol, listedOn = "" }: FictionalSecurity, today: IsoDate): DailyPrice[] {
  const draw = createRandomSource(`prices ${symbol}`);
  const prices: DailyPrice[] = [];
  let close = draw.drawInteger(15, 220);
  for (let day = FIRST_DAY; day < today; day = addDays(day, 1)) {
    const open = close * (1 + (draw.drawNext() - 0.5) * 0.012);
    close = Math.max(1, open * (1 + (draw.drawNext() - 0.4955) * 0.045));
    const high = Math.max(open, close) * (1 + draw.drawNext() * 0.01);
    const low = Math.min(open, close) * (1 - draw.drawNext() * 0.01);
    const volume = draw.drawInteger(200_000, 9_000_000);
    if (!isTradingDay(day) || day < listedOn) continue;
    const [o, h, l, c] = [open, high, low, close].map((price) => Math.round(price * 100) / 100) as [
      number,
      number,
      number,
      number,
    ];
    prices.push({ date: day, open: o, high: h, low: l, close: c, adjClose: c, volume });
  }
  return prices;
}

/** The securities that are not funds; their Central Index Keys count from `FIRST_CIK` in this order. */
function listNonEtfSecurities(securities: readonly FictionalSecurity[]): readonly FictionalSecurity[] {
  return securities.filter((security) => !security.etf);
}

export function formatSecTickers(securities: readonly FictionalSecurity[]): Uint8Array {
  const data = listNonEtfSecurities(securities).map((security, index) => [
    FIRST_CIK + index,
    security.company,
    toYahooSymbolText(security.symbol),
    security.exchange,
  ]);
  return Buffer.from(JSON.stringify({ fields: ["cik", "name", "ticker", "exchange"], data }));
}

/** The only real company in the lookup below. The lookup has Apple because the `doctor` command requests Apple's SEC file. */
const APPLE = { cik: 320193, name: "Apple Inc.", sic: "3571", sicDescription: INDUSTRIES["3571"] };

/** Creates the lookup of an issuer's SEC file by the issuer's Central Index Key. An issuer without `sic` has no file. */
export function createFictionalCompanyLookup(securities: readonly FictionalSecurity[]): Material["companies"] {
  const issuers = listNonEtfSecurities(securities);
  return {
    async findCompany(cik): Promise<Company | null> {
      if (cik === APPLE.cik) return APPLE;
      const issuer = issuers[cik - FIRST_CIK];
      if (issuer?.sic === undefined) return null;
      const { company: name, sic } = issuer;
      return { name, sic, sicDescription: sic === "" ? "" : INDUSTRIES[sic] };
    },
  };
}

export function formatNasdaqListed(today: IsoDate, securities: readonly FictionalSecurity[]): Uint8Array {
  const lines = securities
    .filter((each) => each.exchange === "Nasdaq")
    .map((each) => `${each.symbol}|${formatListedName(each)}|Q|N|N|100|${each.etf ? "Y" : "N"}|N`);
  return formatSymbolDirectory(
    "Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares",
    lines,
    today,
  );
}

export function formatOtherListed(today: IsoDate, securities: readonly FictionalSecurity[]): Uint8Array {
  const lines = securities
    .filter((each) => each.exchange === "NYSE")
    .map(
      (each) =>
        `${each.symbol}|${formatListedName(each)}|${each.etf ? "P" : "N"}|${each.symbol}|${each.etf ? "Y" : "N"}|100|N|${each.symbol}`,
    );
  return formatSymbolDirectory(
    "ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol",
    lines,
    today,
  );
}

export function formatListedName(security: FictionalSecurity): string {
  return `${security.company} - ${security.kind}`;
}

function formatSymbolDirectory(header: string, lines: readonly string[], today: IsoDate): Uint8Array {
  const [year, month, day] = today.split("-");
  const end = `File Creation Time: ${month}${day}${year}05:00${"|".repeat(header.split("|").length - 1)}`;
  return Buffer.from([header, ...lines, end, ""].join("\r\n"));
}
