/** Yahoo's site: its two endpoints, the session for its quotes, and the meaning of its errors. */
import { CookieJar } from "tough-cookie";
import { SourceError } from "../../../base/errors.ts";
import { createRequestSender, type ProviderOptions, type ProviderResponse } from "../request.ts";

export type YahooSite = ReturnType<typeof createYahooSite>;

const HOST = "https://query2.finance.yahoo.com";

export function createYahooSite(transport: Transport, getTime: () => Date) {
  const session = openSession(transport);

  async function fetchJson(path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> {
    const { text } = await session.ask(`${HOST}${path}?${new URLSearchParams(query).toString()}`, signal);
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new SourceError("bad_answer", `Yahoo (${path}) did not send the expected JSON.`, { cause: error });
    }
  }

  return {
    /** Fetches a `chart` answer with the daily bars from the day `from` on, without validating it. */
    async fetchChart(symbol: string, from: string, signal: AbortSignal): Promise<unknown> {
      const answer = await fetchJson(
        `/v8/finance/chart/${encodeURIComponent(symbol)}`,
        {
          useYfid: "true",
          interval: "1d",
          includePrePost: "false",
          events: "div|split|earn",
          lang: "en-US",
          period1: String(Date.parse(from) / 1000),
          period2: String(Math.floor(getTime().getTime() / 1000)),
        },
        signal,
      );
      const charts = readField(readField(answer, "chart"), "result");
      return Array.isArray(charts) ? charts[0] : undefined;
    },

    /** Fetches the `quote` answers, without validating them; symbols unknown to Yahoo are left out. */
    async fetchQuotes(symbols: readonly string[], signal: AbortSignal): Promise<unknown> {
      const crumb = await session.getOrFetchCrumb(signal);
      const answer = await fetchJson("/v7/finance/quote", { symbols: symbols.join(","), crumb }, signal);
      const quotes = readField(readField(answer, "quoteResponse"), "result");
      // Leaves out delisted securities. Yahoo may send such a security with a name, the `quoteType` `NONE` and no price.
      return Array.isArray(quotes) ? quotes.filter((quote) => readField(quote, "quoteType") !== "NONE") : quotes;
    },
  };
}

interface SessionRequest {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PAGE = "https://finance.yahoo.com/quote/AAPL";
const CRUMB = "https://query1.finance.yahoo.com/v1/test/getcrumb";
/** Without these headers, Yahoo sets no cookie. */
const AS_PAGE = { accept: "text/html,application/xhtml+xml,application/xml" };
const AS_TOKEN = {
  accept: "*/*",
  "accept-language": "en-US,en;q=0.9",
  origin: "https://finance.yahoo.com",
  referer: PAGE,
};
const AS_FORM = { ...AS_PAGE, "content-type": "application/x-www-form-urlencoded" };
/** Maximum consecutive redirects between consent pages. */
const CONSENTS_AT_MOST = 5;
const FIELDS_AT_MOST = 50;

/** Opens a session: the cookie that Yahoo's pages set, once its consent page is accepted, and the matching token. */
export function openSession(transport: Transport) {
  const jar = new CookieJar();
  let token: Promise<string> | null = null;

  /** Sends a request with the session's cookies, and stores the cookies of the response. */
  async function sendWithCookies(url: string, signal: AbortSignal, { headers, ...request }: SessionRequest = {}) {
    const cookie = jar.getCookieStringSync(url, { allPaths: true });
    const sent = { ...request, headers: { ...headers, ...(cookie === "" ? {} : { cookie }) } };
    const method = request.body === undefined ? "GET" : "POST";
    const answer = await transport(url, { method, ...sent }, signal);
    for (const cookieText of answer.cookies) jar.setCookieSync(cookieText, url, { ignoreError: true });
    return answer;
  }

  /** Accepts Yahoo's consent page. @returns the URL to which Yahoo redirects back after the consent. */
  async function acceptConsentPage(page: string, signal: AbortSignal): Promise<string> {
    const redirect = await sendWithCookies(page, signal, { headers: AS_PAGE });
    const form = resolveRedirect(redirect, page);
    if (!/collectConsent/.test(form)) return form;
    const consentPage = await sendWithCookies(form, signal, { headers: AS_PAGE });
    const submitted = await sendWithCookies(form, signal, {
      headers: AS_FORM,
      body: fillInConsentForm(consentPage.text),
    });
    const cookieUrl = resolveRedirect(submitted, form);
    return resolveRedirect(await sendWithCookies(cookieUrl, signal, { headers: AS_PAGE }), cookieUrl);
  }

  async function fetchCrumb(signal: AbortSignal): Promise<string> {
    let page = PAGE;
    for (let consents = 0; ; consents += 1) {
      const { location } = await sendWithCookies(page, signal, { headers: AS_PAGE });
      if (location === null || !/guce\.yahoo/.test(location)) break;
      if (consents === CONSENTS_AT_MOST) throw new SourceError("session", "Yahoo keeps asking for consent.");
      const back = await acceptConsentPage(resolveYahooUrl(location, page), signal);
      if (new URL(back).origin !== new URL(PAGE).origin) {
        throw new SourceError("session", "Yahoo's consent page redirects to a site that does not serve its prices.");
      }
      page = back;
    }
    if (jar.getCookiesSync(page).length === 0) throw new SourceError("session", "Yahoo gave no cookie.");
    return (await sendWithCookies(CRUMB, signal, { headers: AS_TOKEN })).text;
  }

  return {
    ask: sendWithCookies,
    /** The token needed for `quote` requests; fetched once. */
    getOrFetchCrumb(signal: AbortSignal): Promise<string> {
      token ??= fetchCrumb(signal).catch((error: unknown) => {
        token = null;
        throw error;
      });
      return token;
    },
  };
}

function resolveRedirect({ location }: ProviderResponse, from: string): string {
  if (location === null) throw new SourceError("session", "Yahoo's consent page sent no redirect.");
  return resolveYahooUrl(location, from);
}

/** Throws for a URL of another site: only Yahoo's own hosts may get the cookies and the consent. */
function resolveYahooUrl(location: string, from: string): string {
  const url = URL.parse(location, from);
  if (url?.protocol === "https:" && /(^|\.)yahoo\.com$/.test(url.hostname)) return url.href;
  throw new SourceError("session", "Yahoo's consent page redirects to another site.");
}

function fillInConsentForm(page: string): string {
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)">/g)].slice(0, FIELDS_AT_MOST);
  const inputs = fields.map(([, name = "", value = ""]) => `${name}=${encodeURIComponent(decodeEntities(value))}&`);
  return `${inputs.join("")}agree=agree&agree=agree`;
}

function decodeEntities(text: string): string {
  return text.replace(/&#x([0-9a-f]{1,3});/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export class UnknownToYahoo extends Error {}

/** Yahoo has no trading day of the symbol in the requested range, but may have earlier days. */
export class NoDaysInRange extends Error {}

/** Yahoo no longer accepts the session's token. */
export class StaleCrumb extends Error {}

const SPACING_MS = 500;

// Sends requests to Yahoo without following redirects. Throws if an answer is neither data nor useful for obtaining the session's
// token. The error is UnknownToYahoo, NoDaysInRange, StaleCrumb or a SourceError. A SourceError has the code `blocked`,
// `bad_answer` or a code of `SendRequest`. No error contains the query of a URL, which holds the token.
type Transport = ReturnType<typeof createRequestSender>;

export function createTransport(options: ProviderOptions): Transport {
  const request = createRequestSender("Yahoo", options, SPACING_MS);
  return async (url, sent, signal) => {
    const requested = new URL(url);
    const received = await request(getRequestUrl(requested, options.baseUrl), sent, signal);
    throwIfUnusable(requested, received);
    return received;
  };
}

/** Requests for cookies and consent pages keep their hosts, unless a stand-in server replaces all of Yahoo's hosts. */
function getRequestUrl(requested: URL, baseUrl: string): string {
  const standIn = !/(^|\.)yahoo\.com$/.test(new URL(baseUrl).hostname);
  if (standIn || /^query\d\.finance\.yahoo\.com$/.test(requested.hostname))
    return baseUrl + requested.pathname + requested.search;
  return requested.href;
}

function throwIfUnusable(requested: URL, { status, text }: ProviderResponse): void {
  const where = `Yahoo (${requested.pathname})`;
  const isData = /^\/v\d+\/finance\//.test(requested.pathname);
  const stated = isData ? findYahooError(text) : null;
  if (stated !== null) {
    if (/Data doesn't exist/i.test(stated)) throw new NoDaysInRange(stated);
    if (/Not Found|No data found/i.test(stated)) throw new UnknownToYahoo(stated);
    if (/crumb|Unauthorized/i.test(stated)) throw new StaleCrumb(stated);
    throw new SourceError("bad_answer", `${where} answered ${status} with the error "${stated.slice(0, 200)}".`);
  }
  if (isData && status === 401) throw new StaleCrumb(`${where} answered 401.`);
  if (status === 403) throw new SourceError("blocked", `${where} refused with 403.`);
  if (isData && (status !== 200 || !text.trimStart().startsWith("{"))) {
    throw new SourceError("bad_answer", `${where} answered ${status} without the expected JSON.`);
  }
  if (requested.pathname.endsWith("/getcrumb") && (status !== 200 || !/^[^\s<>]{1,64}$/.test(text))) {
    throw new SourceError("bad_answer", `${where} answered ${status} without a token.`);
  }
}

/** Maximum length of an answer that is searched for an error: an answer with prices is longer. */
const LONGEST_ERROR = 4_096;

/** Returns `code: description` of the `error` object, at the top level or in `chart`, `finance` or `quoteResponse`; or null. */
function findYahooError(body: string): string | null {
  if (body.length > LONGEST_ERROR || !body.trimStart().startsWith("{")) return null;
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return null;
  }
  const error =
    readField(answer, "error") ?? Object.values(answer as object).map((inner) => readField(inner, "error"))[0];
  if (error === undefined || error === null) return null;
  const parts = typeof error === "object" ? [readField(error, "code"), readField(error, "description")] : [error];
  return parts.filter((part) => part !== undefined && part !== null).join(": ") || "unnamed";
}

function readField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
