/** Recorded answers of real providers from the corpus, and a `fetch` that replays them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { createLogger } from "../../src/base/log.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import type { Fetch } from "../../src/outbound/fetch.ts";
import type { ProviderOptions } from "../../src/prices/providers/request.ts";
import { corpusDir } from "../corpus.ts";

export const RECORDED = join(corpusDir ?? "", "market", "recorded");

export interface RecordedAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export const readText = (file: string): string => readFileSync(join(RECORDED, file), "utf8");

/** Reads `{request, response}` as recorded by node-yahoo-finance2, which removes cookies: a made-up one replaces each. */
export function readYahooRecording(file: string): RecordedAnswer {
  const { request, response } = JSON.parse(readText(file)) as {
    request: { url: string };
    response: { status: number; headers: Record<string, string>; bodyJson?: unknown; bodyText?: string; body?: string };
  };
  const cookie = response.headers["set-cookie"] && "A3=made-up; Domain=.yahoo.com; Path=/; Secure";
  const content = response.headers["content-type"];
  const location = response.headers["location"];
  return {
    url: request.url,
    status: response.status,
    headers: {
      ...(content && { "content-type": content }),
      ...(location && { location }),
      ...(cookie && { "set-cookie": cookie }),
    },
    text: response.bodyText ?? response.body ?? JSON.stringify(response.bodyJson),
  };
}

/** Reads the exchanges of a VCR cassette, as recorded by tiingo-python. */
export function readVcrRecordings(file: string): readonly RecordedAnswer[] {
  const { interactions } = parse(readText(file)) as {
    interactions: {
      request: { uri: string };
      response: { body: { string: unknown }; status: { code: number } };
    }[];
  };
  return interactions.map(({ request, response }) => ({
    url: request.uri,
    status: response.status.code,
    headers: {},
    text: String(response.body.string),
  }));
}

/** Reads a file that has only the body. */
export function readBody(file: string, status = 200): RecordedAnswer {
  return { url: file, status, headers: {}, text: readText(file) };
}

/** Creates a fetch that answers each request with what `choose` returns for it. */
export function createReplayFetch(choose: (url: URL, method: string) => RecordedAnswer): Fetch {
  return async (url, { method }) => {
    const { status, headers, text } = choose(new URL(url), method);
    return {
      status,
      headers: new Headers(headers),
      body: (async function* () {
        yield Buffer.from(text);
      })(),
    };
  };
}

/** An instant after every recorded one. */
export const now = new Date("2026-11-20T22:30:00Z");
export const createSignal = () => AbortSignal.timeout(10_000);
export const toSymbol = (text: string) => toCanonicalSymbol(text) ?? assert.fail(text);
/** Stands for any symbol, including those in forms that are never requested here. */
export const ANY = toSymbol("A");

/** Options of a provider that gets this answer to every request. */
export function createOptions(
  answer: RecordedAnswer | ((url: URL) => RecordedAnswer),
): ProviderOptions & { readonly apiKey: string } {
  return {
    baseUrl: "http://127.0.0.1:9",
    contact: null,
    log: createLogger("silent"),
    getTime: () => now,
    apiKey: "made-up",
    fetch: createReplayFetch(typeof answer === "function" ? answer : () => answer),
  };
}
