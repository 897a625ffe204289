/** Stand-in for api.tiingo.com: any token is accepted. There are no unadjusted prices, so no day has a split. */
import type { DailyPrice, ListedSecurity, Material } from "./material.ts";
import { type Answer, type Ask, json, type Site } from "./site.ts";
import { latest } from "./yahoo-chart.ts";
import { instant } from "./yahoo-time.ts";

export function tiingoSite(material: Material): Site {
  return async (ask) => {
    if (!/^Token \S+$/.test(ask.headers.authorization ?? "")) return json(403, { detail: "Please supply a token" });
    if (/^\/iex\/?$/.test(ask.path)) return lastPrices(material, ask);
    const symbol = /^\/tiingo\/daily\/([^/]+)\/prices$/.exec(ask.path)?.[1]?.toUpperCase();
    const security = symbol === undefined ? null : await material.prices.security(symbol);
    return security === null ? json(404, { detail: "Not found." }) : prices(security, ask);
  };
}

function prices(security: ListedSecurity, ask: Ask): Answer {
  const from = ask.query.get("startDate") ?? latest(security).date;
  const to = ask.query.get("endDate") ?? "9999-12-31";
  const days = security.prices.filter(({ date }) => date >= from && date <= to);
  const paid = new Map(security.dividends?.map(({ date, dollars }) => [date, dollars]));
  return json(
    200,
    days.map((each) => day(each, paid.get(each.date) ?? 0)),
  );
}

function day({ date, open, high, low, close, adjClose, volume }: DailyPrice, divCash: number) {
  const by = adjClose / close;
  return {
    date: `${date}T00:00:00.000Z`,
    ...{ close, high, low, open, volume },
    ...{ adjClose, adjHigh: high * by, adjLow: low * by, adjOpen: open * by, adjVolume: volume },
    ...{ divCash, splitFactor: 1 },
  };
}

async function lastPrices(material: Material, ask: Ask): Promise<Answer> {
  const symbols = (ask.query.get("tickers") ?? "").split(",").filter((symbol) => symbol !== "");
  const found = await Promise.all(symbols.map((symbol) => material.prices.security(symbol.toUpperCase())));
  return json(
    200,
    found.flatMap((security) => (security === null ? [] : [lastPrice(security)])),
  );
}

function lastPrice(security: ListedSecurity) {
  const { date, open, high, low, close, volume } = latest(security);
  const timestamp = new Date(instant(date, "16:00") * 1000).toISOString().replace(".000Z", "+00:00");
  return {
    ticker: security.symbol,
    timestamp,
    ...{ lastSaleTimestamp: null, quoteTimestamp: null, last: null, lastSize: null },
    ...{ tngoLast: close, prevClose: security.prices.at(-2)?.close ?? open, open, high, low, mid: null, volume },
    ...{ bidSize: null, bidPrice: null, askSize: null, askPrice: null },
  };
}
