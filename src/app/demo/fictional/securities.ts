/** Made-up companies and funds whose symbols are on no exchange, with made-up prices; and the lists that contain them. */
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import { isTradingDay } from "../../../domain/exchange-calendar.ts";
import type { DailyPrice, ListedSecurity, PriceDividend, PriceSplit } from "../sites/material.ts";
import { chance } from "./chance.ts";

export interface FictionalSecurity {
  /** Symbol as a filing prints it: `ZZWID`, `ZZHLD.B`. */
  readonly symbol: string;
  readonly company: string;
  /** Type of security as the directories and the filings append it: `Common Stock`. */
  readonly kind: string;
  readonly exchange: "Nasdaq" | "NYSE";
  readonly etf: boolean;
  /** First trading day, if later than the others'. */
  readonly listedOn?: string;
  readonly splits?: readonly PriceSplit[];
}

const stock = (
  symbol: string,
  name: string,
  exchange: "Nasdaq" | "NYSE",
  kind = "Common Stock",
): FictionalSecurity => ({
  symbol,
  company: `${name} (fictional)`,
  kind,
  exchange,
  etf: false,
});
const fund = (symbol: string, name: string): FictionalSecurity => ({
  symbol,
  company: `${name} (fictional)`,
  kind: "ETF",
  exchange: "NYSE",
  etf: true,
});

export const SECURITIES: readonly FictionalSecurity[] = [
  stock("ZZWID", "Sample Widgets Inc.", "Nasdaq"),
  stock("ZZGAD", "Example Gadgets Corporation", "Nasdaq"),
  stock("ZZROB", "Imaginary Robotics, Inc.", "Nasdaq", "Class A Common Stock"),
  stock("ZZCHP", "Pretend Semiconductors Ltd.", "Nasdaq", "Ordinary Shares"),
  stock("ZZSFT", "Placeholder Software Inc.", "Nasdaq"),
  stock("ZZNET", "Demo Networks Holdings", "Nasdaq"),
  stock("ZZBIO", "Invented Biosciences, Inc.", "Nasdaq"),
  stock("ZZCLD", "Mock Cloud Services Inc.", "Nasdaq"),
  stock("ZZBNK", "Fictional National Bank Corp.", "NYSE"),
  stock("ZZOIL", "Makebelieve Petroleum Company", "NYSE"),
  stock("ZZAIR", "Nowhere Airlines Group", "NYSE"),
  stock("ZZFOO", "Specimen Foods Company", "NYSE"),
  stock("ZZDRG", "Hypothetical Pharmaceuticals plc", "NYSE", "American Depositary Shares"),
  stock("ZZPWR", "Figment Power & Light Company", "NYSE"),
  stock("ZZRLS", "Unreal Railways, Inc.", "NYSE"),
  stock("ZZSTL", "Faux Steel Corporation", "NYSE"),
  stock("ZZHLD.A", "Dummy Holdings Inc.", "NYSE", "Class A Common Stock"),
  stock("ZZHLD.B", "Dummy Holdings Inc.", "NYSE", "Class B Common Stock"),
  stock("ZZRTY", "Scarecrow Realty Trust", "NYSE", "Shares of Beneficial Interest"),
  { ...stock("ZZNEW", "Lately Listed Templates Inc.", "Nasdaq"), listedOn: "2024-03-11" },
  fund("ZZC", "Samplecoin Tracking Trust"),
  fund("ZZALL", "Sample Total Market Index Fund"),
  fund("ZZBND", "Sample Aggregate Bond Fund"),
  fund("ZZTEC", "Sample Technology Sector Fund"),
];

const FIRST_DAY = "2018-01-01" as IsoDate;
export const FIRST_CIK = 9_990_001;

export function yahooSymbol(symbol: string): string {
  return symbol.replace(".", "-");
}

/** Five years and a month of trading days, up to the last one before `today`. A day's price does not depend on `today`. */
export function listedSecurity(security: FictionalSecurity, today: IsoDate): ListedSecurity {
  const draw = chance(`figures ${security.symbol}`);
  const walked = walk(security, today);
  const isOffered = ({ date }: { readonly date: string }) => date >= addDays(today, -1860);
  const dividends = dividendsOf(security, walked);
  const prices = withDividends(walked.filter(isOffered), dividends);
  return {
    symbol: yahooSymbol(security.symbol),
    longName: security.company,
    shortName: security.company,
    exchange: security.exchange === "Nasdaq" ? "NMS" : "NYQ",
    exchangeName: security.exchange === "Nasdaq" ? "NasdaqGS" : "NYSE",
    quoteType: security.etf ? "ETF" : "EQUITY",
    sharesOutstanding: security.etf ? null : draw.between(20, 4_000) * 1_000_000,
    epsTrailingTwelveMonths: security.etf ? null : draw.between(-200, 900) / 100,
    prices,
    ...(security.splits && { splits: security.splits }),
    dividends: dividends.filter(isOffered),
  };
}

/** Every fund and two of three companies pay on the first trading day of the second month of each quarter, up to 1% of the price. */
function dividendsOf({ symbol, etf }: FictionalSecurity, prices: readonly DailyPrice[]): readonly PriceDividend[] {
  const draw = chance(`dividends ${symbol}`);
  if (!etf && !draw.happens(2 / 3)) return [];
  return prices.flatMap(({ date, close }, at) => {
    const month = date.slice(0, 7);
    const isFirst = at > 0 && prices[at - 1]?.date.slice(0, 7) !== month;
    if (!isFirst || Number(month.slice(5)) % 3 !== 2) return [];
    return [{ date, dollars: Math.max(0.01, Math.round(close * draw.between(1, 10) * 0.1) / 100) }];
  });
}

/** `adjClose` adjusts earlier closes for later dividends, as Yahoo's does. */
function withDividends(prices: readonly DailyPrice[], dividends: readonly PriceDividend[]): DailyPrice[] {
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

/** A random walk; labeled as fictional wherever it is shown. */
function walk({ symbol, listedOn = "" }: FictionalSecurity, today: IsoDate): DailyPrice[] {
  const draw = chance(`prices ${symbol}`);
  const prices: DailyPrice[] = [];
  let close = draw.between(15, 220);
  for (let day = FIRST_DAY; day < today; day = addDays(day, 1)) {
    const open = close * (1 + (draw.next() - 0.5) * 0.012);
    close = Math.max(1, open * (1 + (draw.next() - 0.4955) * 0.045));
    const high = Math.max(open, close) * (1 + draw.next() * 0.01);
    const low = Math.min(open, close) * (1 - draw.next() * 0.01);
    const volume = draw.between(200_000, 9_000_000);
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

/** The securities that are not funds, in the order of their keys, which count from `FIRST_CIK`. */
export function issuersOf(securities: readonly FictionalSecurity[]): readonly FictionalSecurity[] {
  return securities.filter((security) => !security.etf);
}

export function secTickers(securities = SECURITIES): Uint8Array {
  const data = issuersOf(securities).map((security, index) => [
    FIRST_CIK + index,
    security.company,
    yahooSymbol(security.symbol),
    security.exchange,
  ]);
  return Buffer.from(JSON.stringify({ fields: ["cik", "name", "ticker", "exchange"], data }));
}

export function nasdaqListed(today: IsoDate, securities = SECURITIES): Uint8Array {
  const lines = securities
    .filter((each) => each.exchange === "Nasdaq")
    .map((each) => `${each.symbol}|${directoryName(each)}|Q|N|N|100|${each.etf ? "Y" : "N"}|N`);
  return directory(
    "Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares",
    lines,
    today,
  );
}

export function otherListed(today: IsoDate, securities = SECURITIES): Uint8Array {
  const lines = securities
    .filter((each) => each.exchange === "NYSE")
    .map(
      (each) =>
        `${each.symbol}|${directoryName(each)}|${each.etf ? "P" : "N"}|${each.symbol}|${each.etf ? "Y" : "N"}|100|N|${each.symbol}`,
    );
  return directory(
    "ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol",
    lines,
    today,
  );
}

export function directoryName(security: FictionalSecurity): string {
  return `${security.company} - ${security.kind}`;
}

function directory(header: string, lines: readonly string[], today: IsoDate): Uint8Array {
  const [year, month, day] = today.split("-");
  const end = `File Creation Time: ${month}${day}${year}05:00${"|".repeat(header.split("|").length - 1)}`;
  return Buffer.from([header, ...lines, end, ""].join("\r\n"));
}
