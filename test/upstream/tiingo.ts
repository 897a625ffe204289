/** Stand-in for api.tiingo.com: any token is accepted. There are no unadjusted prices, so no day has a split. */
import type { DailyPrice, ListedSecurity, Material } from "../../src/app/demo/sites/material.ts";
import { type Answer, type Site, type SiteRequest, toJsonAnswer } from "../../src/app/demo/sites/site.ts";
import { getLatestPrice, toEpochSeconds } from "../../src/app/demo/sites/yahoo-chart.ts";

export function createTiingoSite(material: Material): Site {
  return async (ask) => {
    if (!/^Token \S+$/.test(ask.headers.authorization ?? ""))
      return toJsonAnswer(403, { detail: "Please supply a token" });
    if (/^\/iex\/?$/.test(ask.path)) return answerLastPrices(material, ask);
    const symbol = /^\/tiingo\/daily\/([^/]+)\/prices$/.exec(ask.path)?.[1]?.toUpperCase();
    const security = symbol === undefined ? null : await material.prices.findSecurity(symbol);
    return security === null ? toJsonAnswer(404, { detail: "Not found." }) : answerPrices(security, ask);
  };
}

function answerPrices(security: ListedSecurity, ask: SiteRequest): Answer {
  const from = ask.query.get("startDate") ?? getLatestPrice(security).date;
  const to = ask.query.get("endDate") ?? "9999-12-31";
  const days = security.prices.filter(({ date }) => date >= from && date <= to);
  const paid = new Map(security.dividends?.map(({ date, dollars }) => [date, dollars]));
  return toJsonAnswer(
    200,
    days.map((each) => buildTiingoDay(each, paid.get(each.date) ?? 0)),
  );
}

function buildTiingoDay({ date, open, high, low, close, adjClose, volume }: DailyPrice, divCash: number) {
  return { date: `${date}T00:00:00.000Z`, close, high, low, open, volume, adjClose, divCash, splitFactor: 1 };
}

async function answerLastPrices(material: Material, ask: SiteRequest): Promise<Answer> {
  const symbols = (ask.query.get("tickers") ?? "").split(",").filter((symbol) => symbol !== "");
  const found = await Promise.all(symbols.map((symbol) => material.prices.findSecurity(symbol.toUpperCase())));
  return toJsonAnswer(
    200,
    found.flatMap((security) => (security === null ? [] : [buildLastPrice(security)])),
  );
}

function buildLastPrice(security: ListedSecurity) {
  const { date, open, high, low, close, volume } = getLatestPrice(security);
  const timestamp = new Date(toEpochSeconds(date, "16:00") * 1000).toISOString().replace(".000Z", "+00:00");
  return {
    ticker: security.symbol,
    timestamp,
    ...{ lastSaleTimestamp: null, last: null, tngoLast: close, prevClose: security.prices.at(-2)?.close ?? open },
    ...{ open, high, low, volume },
  };
}
