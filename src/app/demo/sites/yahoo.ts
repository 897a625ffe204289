/**
 * Stand-in for Yahoo Finance: charts need no cookie, quotes need a cookie and the matching crumb. One server stands in for all of
 * Yahoo's hosts (finance, fc, query1, query2), since no two hosts share a path.
 */
import { randomBytes } from "node:crypto";
import type { Material } from "./material.ts";
import { type Answer, type Site, type SiteRequest, toHtmlAnswer, toJsonAnswer } from "./site.ts";
import { type ChartRequest, createChartAnswer } from "./yahoo-chart.ts";
import { buildYahooQuote } from "./yahoo-quote.ts";

export function createYahooStandIn(material: Material): Site {
  const crumbs = new Map<string, string>();
  return async (request) => {
    const chart = /^\/v8\/finance\/chart\/([^/]+)$/.exec(request.path)?.[1];
    if (chart !== undefined)
      return createChartAnswer(await material.prices.findSecurity(decodeSymbol(chart)), parseChartRequest(request));
    if (request.path === "/v1/test/getcrumb") return createCrumbAnswer(crumbs, request);
    if (request.path === "/v7/finance/quote") return createQuotesAnswer(material, crumbs, request);
    if (request.path === "/" || request.path.startsWith("/quote/")) return createCookiePageAnswer(crumbs, request);
    return toJsonAnswer(404, {
      finance: { result: null, error: { code: "Not Found", description: `HTTP 404 ${request.path}` } },
    });
  };
}

function createCookiePageAnswer(crumbs: Map<string, string>, request: SiteRequest): Answer {
  const sentCookie = readSessionCookie(request);
  const cookie = sentCookie !== null && crumbs.has(sentCookie) ? sentCookie : randomBytes(16).toString("base64url");
  crumbs.set(cookie, crumbs.get(cookie) ?? randomBytes(8).toString("base64url"));
  const expires = new Date(Date.now() + 365 * 86_400_000).toUTCString();
  return toHtmlAnswer(200, "<!DOCTYPE html><html><head><title>Yahoo Finance</title></head><body></body></html>", {
    "set-cookie": `A3=${cookie}; Expires=${expires}; Domain=.yahoo.com; Path=/; SameSite=None; Secure; HttpOnly`,
  });
}

function createCrumbAnswer(crumbs: ReadonlyMap<string, string>, request: SiteRequest): Answer {
  const issued = crumbs.get(readSessionCookie(request) ?? "");
  if (issued === undefined) return createUnauthorizedAnswer("Invalid Cookie");
  return { status: 200, headers: { "content-type": "text/plain;charset=utf-8" }, body: issued };
}

async function createQuotesAnswer(
  material: Material,
  crumbs: ReadonlyMap<string, string>,
  request: SiteRequest,
): Promise<Answer> {
  const issued = crumbs.get(readSessionCookie(request) ?? "");
  if (issued === undefined || issued !== request.query.get("crumb")) return createUnauthorizedAnswer("Invalid Crumb");
  const symbols = (request.query.get("symbols") ?? "").split(",").filter((symbol) => symbol !== "");
  if (symbols.length === 0) {
    const description = "Missing required query parameter=symbols";
    return toJsonAnswer(400, { quoteResponse: { result: null, error: { code: "Bad Request", description } } });
  }
  const found = await Promise.all(symbols.map((symbol) => material.prices.findSecurity(decodeSymbol(symbol))));
  const result = found.flatMap((security) => (security ? [buildYahooQuote(security)] : []));
  return toJsonAnswer(200, { quoteResponse: { result, error: null } });
}

function parseChartRequest({ query }: SiteRequest): ChartRequest {
  return {
    from: Number(query.get("period1")),
    to: Number(query.get("period2")),
    events: (query.get("events") ?? "").split(/[|,]/),
  };
}

const decodeSymbol = (text: string): string => decodeURIComponent(text).toUpperCase();

function readSessionCookie(request: SiteRequest): string | null {
  return /(?:^|;\s*)A3=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? null;
}

function createUnauthorizedAnswer(description: string): Answer {
  return toJsonAnswer(401, { finance: { result: null, error: { code: "Unauthorized", description } } });
}
