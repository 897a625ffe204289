/** Yahoo's answers to the two questions that it is asked, and what they come to when there is no answer. */
import type { IsoDate } from "../../domain/dates.ts";
import { SourceError } from "../../errors.ts";
import type { ProviderOptions } from "../request.ts";
import { type Chart, type Fields, isInDollars, NO_DAYS, readChart, readQuotes } from "./answer.ts";
import { type Client, openClient } from "./client.ts";
import { createTransport, NoDaysInRange, StaleCrumb, UnknownToYahoo } from "./transport.ts";

/** Time in milliseconds without market value and P/E after Yahoo's session failed. */
const SESSION_PAUSE_MS = 10 * 60_000;

/** All symbols are in Yahoo's spelling. */
export class YahooQuestions {
  readonly #log: ProviderOptions["log"];
  readonly #clock: () => Date;
  readonly #elapsedMs: () => number;
  readonly #transport;
  #client: Client | null = null;
  #sessionPausedUntil = Number.NEGATIVE_INFINITY;

  constructor(options: ProviderOptions) {
    const { log, clock = () => new Date(), elapsedMs = () => performance.now() } = options;
    this.#log = log;
    this.#clock = clock;
    this.#elapsedMs = elapsedMs;
    this.#transport = createTransport(options);
  }

  /** Null when Yahoo knows no such symbol, or only abroad. */
  async chart(symbol: string, from: IsoDate, signal: AbortSignal): Promise<Chart | null> {
    try {
      const answer = await this.#open().chart(symbol, from, signal);
      const read = readChart(answer, symbol, this.#clock());
      if (read.dropped > 0)
        this.#log.debug({ symbol, dropped: read.dropped }, "Left out days that Yahoo sent malformed");
      return isInDollars(read.meta) ? read : null;
    } catch (error) {
      if (error instanceof UnknownToYahoo) return null;
      if (error instanceof NoDaysInRange) return NO_DAYS;
      throw asSourceError(error, symbol);
    }
  }

  /** Yahoo's `quote` fields by symbol. A price must not fail for them: undefined while Yahoo's session is out of order. */
  async fields(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Fields> | undefined> {
    if (this.#elapsedMs() < this.#sessionPausedUntil) return undefined;
    try {
      return await this.#askFields(symbols, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#sessionPausedUntil = this.#elapsedMs() + SESSION_PAUSE_MS;
      this.#log.warn(
        { symbols, reason: (error as Error).message },
        "Prices go without market value and P/E for a while",
      );
      return undefined;
    }
  }

  /** The session's token wears out: then a new session is opened, once. */
  async #askFields(symbols: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Fields>> {
    for (const mayRenew of [true, false]) {
      try {
        return readQuotes(await this.#open().quotes(symbols, signal), symbols);
      } catch (error) {
        if (error instanceof UnknownToYahoo) break;
        if (error instanceof StaleCrumb) this.#client = null;
        if (!(error instanceof StaleCrumb && mayRenew)) throw asSourceError(error, symbols.join(", "));
      }
    }
    return new Map();
  }

  #open(): Client {
    this.#client ??= openClient(this.#transport, this.#clock);
    return this.#client;
  }
}

function asSourceError(error: unknown, symbol: string): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof StaleCrumb) return new SourceError("session", "Yahoo took no session token.", { cause: error });
  return new SourceError("bad_answer", `Yahoo's answer for ${symbol} could not be read.`);
}
