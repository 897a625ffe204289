import { SourceError } from "../../errors.ts";
import { createRequest, type ProviderOptions, type Received } from "../request.ts";

/** Yahoo knows no such symbol. */
export class UnknownToYahoo extends Error {}

/** Yahoo has no day of trading of the symbol in the range asked for; it may have some before. */
export class NoDaysInRange extends Error {}

/** Yahoo no longer takes the session's token. */
export class StaleCrumb extends Error {}

const SPACING_MS = 500;

/**
 * Asks Yahoo; redirects are not followed. Every answer that is not data, nor a step of the way to the session's token, is
 * an error: UnknownToYahoo, NoDaysInRange, StaleCrumb, or a SourceError as a Request throws, or with code `blocked` or
 * `bad_answer`. None of them repeats the query of an address, which holds the token.
 */
export type Transport = ReturnType<typeof createRequest>;

export function createTransport(options: ProviderOptions): Transport {
  const request = createRequest("Yahoo", options, SPACING_MS);
  return async (url, sent, signal) => {
    const asked = new URL(url);
    const received = await request(addressOf(asked, options.baseUrl), sent, signal);
    judge(asked, received);
    return received;
  };
}

/** Yahoo's site for cookies and its consent pages keep their own hosts, unless a stand-in plays all of them. */
function addressOf(asked: URL, baseUrl: string): string {
  const standIn = !/(^|\.)yahoo\.com$/.test(new URL(baseUrl).hostname);
  if (standIn || /^query\d\.finance\.yahoo\.com$/.test(asked.hostname)) return baseUrl + asked.pathname + asked.search;
  return asked.href;
}

/** Throws for every answer that is neither data nor a step of the way to the session's token. */
function judge(asked: URL, { status, text }: Received): void {
  const where = `Yahoo (${asked.pathname})`;
  const isData = /^\/v\d+\/finance\//.test(asked.pathname);
  const stated = isData ? statedError(text) : null;
  if (stated !== null) {
    if (/Data doesn't exist/i.test(stated)) throw new NoDaysInRange(stated);
    if (/Not Found|No data found/i.test(stated)) throw new UnknownToYahoo(stated);
    if (/crumb|Unauthorized/i.test(stated)) throw new StaleCrumb(stated);
    throw new SourceError("bad_answer", `${where} answered ${status} with the error "${stated.slice(0, 200)}".`);
  }
  if (isData && status === 401) throw new StaleCrumb(`${where} answered 401.`);
  if (status === 403) throw new SourceError("blocked", `${where} refused with 403.`);
  if (isData && (status !== 200 || !text.trimStart().startsWith("{"))) {
    throw new SourceError("bad_answer", `${where} answered ${status} with something that is not its JSON.`);
  }
  if (asked.pathname.endsWith("/getcrumb") && (status !== 200 || !/^[^\s<>]{1,64}$/.test(text))) {
    throw new SourceError("bad_answer", `${where} answered ${status} without a token.`);
  }
}

/** Longest answer that is looked into for an error: a real answer with prices is longer, or has none. */
const LONGEST_ERROR = 4_096;

/** `code: description` of `{"chart":{"error":{...}}}`, `{"finance":...}`, `{"quoteResponse":...}` and the bare `{"error":...}`; null when none is stated. */
function statedError(body: string): string | null {
  if (body.length > LONGEST_ERROR || !body.trimStart().startsWith("{")) return null;
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return null;
  }
  const error = field(answer, "error") ?? Object.values(answer as object).map((inner) => field(inner, "error"))[0];
  if (error === undefined || error === null) return null;
  const parts = typeof error === "object" ? [field(error, "code"), field(error, "description")] : [error];
  return parts.filter((part) => part !== undefined && part !== null).join(": ") || "unnamed";
}

/** A field of a value that may not be an object. */
export function field(of: unknown, name: string): unknown {
  return typeof of === "object" && of !== null ? (of as Record<string, unknown>)[name] : undefined;
}
