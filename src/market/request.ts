/** Requests to a provider of prices: one at a time, spaced, bounded in time and size, by a declared User-Agent. */
import { setTimeout as sleep } from "node:timers/promises";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";

/** What is used of `fetch`: redirects are never followed here. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null; getSetCookie(): string[] };
  readonly body: AsyncIterable<Uint8Array> | null;
}>;

/** What every provider that is asked over the network is made with. */
export interface ProviderOptions {
  /** The provider's address, or a stand-in such as `http://127.0.0.1:4010/nasdaq`. */
  readonly baseUrl: string;
  /** The operator's address, named in the User-Agent; null when not set. */
  readonly contact: string | null;
  readonly log: Logger;
  readonly fetch?: Fetch;
  readonly clock?: () => Date;
  /** Milliseconds that only ever go on; what is remembered for a while counts on them. */
  readonly elapsedMs?: () => number;
  /** Least time between two requests: the provider's own unless told, 0 for a stand-in on this machine. */
  readonly spacingMs?: number;
  /** 10,000 unless told. */
  readonly timeoutMs?: number;
  /** 8 MB unless told. */
  readonly maxBytes?: number;
}

export interface Received {
  readonly status: number;
  readonly headers: { get(name: string): string | null; getSetCookie(): string[] };
  readonly text: string;
}

/**
 * @throws {SourceError} `busy` when its turn did not come in time, `timeout`, `too_large` or `network`; `rate_limited` for a 429 or its text in place of an answer,
 * and `server_error` for 5xx, both with what `Retry-After` says.
 */
type Request = (
  url: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
  signal: AbortSignal,
) => Promise<Received>;

/** @param provider its name, as errors say it. */
export function createRequest(provider: string, options: ProviderOptions, spacingMs: number): Request {
  const { timeoutMs = 10_000, maxBytes = 8_000_000, fetch = systemFetch() } = options;
  const inTurn = createTurns(provider, options.spacingMs ?? (isLoopback(options.baseUrl) ? 0 : spacingMs));

  async function exchange(url: string, init: Parameters<Request>[1], signal: AbortSignal): Promise<Received> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const bounded = AbortSignal.any([signal, timeout]);
    try {
      const { status, headers, body } = await fetch(url, { ...init, redirect: "manual", signal: bounded });
      return { status, headers, text: await readWithin(body, maxBytes, provider, bounded) };
    } catch (error) {
      if (error instanceof SourceError) throw error;
      if (bounded.aborted) {
        throw new SourceError("timeout", `${provider} did not answer within ${timeoutMs} ms.`, { cause: error });
      }
      throw new SourceError("network", `${provider} could not be reached, or broke off its answer.`, { cause: error });
    }
  }

  return (url, init, signal) =>
    inTurn(signal, async () => {
      const received = await exchange(url, init, signal);
      refuseOverload(`${provider} (${new URL(url).pathname})`, received);
      return received;
    });
}

/** Names this program and its operator; the form is what browsers and crawlers send, and hides nothing. */
export function userAgent(contact: string | null): string {
  return `Mozilla/5.0 (compatible; congress-trades${contact === null ? "" : `; +${contact}`})`;
}

async function readWithin(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  provider: string,
  signal: AbortSignal,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    signal.throwIfAborted();
    length += chunk.byteLength;
    if (length > maxBytes) throw new SourceError("too_large", `${provider} sent more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString("utf8");
}

function refuseOverload(where: string, { status, headers, text }: Received): void {
  const retryAfterSeconds = secondsOf(headers.get("retry-after"));
  if (status === 429 || /^\s*(Edge: )?Too Many Requests/i.test(text)) {
    throw new SourceError("rate_limited", `${where} asks for fewer requests.`, { retryAfterSeconds });
  }
  if (status >= 500) throw new SourceError("server_error", `${where} answered ${status}.`, { retryAfterSeconds });
}

/** Seconds of a `Retry-After` header, given as seconds or as a date; null when it is neither. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** Runs work one at a time with a least time between starts; who gives up waiting is let go at once. */
function createTurns(provider: string, spacingMs: number) {
  let last: Promise<unknown> = Promise.resolve();
  let startedAt = Number.NEGATIVE_INFINITY;
  return <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    let begun = false;
    const mine = last.then(async () => {
      signal.throwIfAborted();
      const wait = startedAt + spacingMs - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal });
      startedAt = performance.now();
      begun = true;
      return work();
    });
    last = mine.catch(() => undefined);
    const givenUp = Promise.withResolvers<never>();
    const giveUp = () =>
      givenUp.reject(
        begun
          ? new SourceError("timeout", `${provider} did not answer in time.`)
          : new SourceError("busy", `${provider} was not asked in time: too many wait.`),
      );
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    return Promise.race([mine, givenUp.promise]).finally(() => signal.removeEventListener("abort", giveUp));
  };
}

function isLoopback(baseUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}

/** Yahoo's pages send more header lines than Node's own fetch accepts. Loaded on first use: a server that serves no prices never pays for it. */
export function systemFetch(): Fetch {
  let loaded: Promise<Fetch> | undefined;
  const load = async (): Promise<Fetch> => {
    const { Agent, fetch } = await import("undici");
    const dispatcher = new Agent({ maxHeaderSize: 65_536, connections: 1 });
    return (url, init) => fetch(url, { ...init, dispatcher });
  };
  return async (url, init) => {
    loaded ??= load();
    return (await loaded)(url, init);
  };
}
