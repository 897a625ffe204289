/** Clients of several replicas: readers at a steady rate, and a customer who records everything acknowledged. */
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { atRate } from "./at-rate.ts";

const PATHS = [
  "/api/v1/trades/recent/list?limit=10",
  "/api/v1/trades/recent/list?limit=100",
  "/api/v1/trades/?party=Democrat&sort=-amount&limit=20",
  "/api/v1/politicians/?limit=50",
  "/api/v1/tickers/?limit=50",
];
/** Milliseconds for which a client keeps retrying. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;
/** Error codes: no connection could be made, or a connection to a killed process ended during its response. */
const REFUSED = "ECONNREFUSED";
const CUT_OFF = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

export interface Reads {
  asked: number;
  /** Reads that failed despite retries, and the first ten reasons. */
  failed: number;
  readonly reasons: string[];
  /** Attempts that found no listener, and attempts whose connection ended. */
  refused: number;
  cutOff: number;
  readonly milliseconds: number[];
}

export class Clients {
  readonly reads: Reads = { asked: 0, failed: 0, reasons: [], refused: 0, cutOff: 0, milliseconds: [] };
  readonly #pools: readonly Pool[];

  constructor(origins: readonly string[]) {
    this.#pools = origins.map((origin) => new Pool(origin, { connections: 32 }));
  }

  /** Requests public lists at that rate until the signal. */
  async read(perSecond: number, stop: AbortSignal): Promise<void> {
    await atRate(perSecond, stop, (number) => this.#readOne(number));
  }

  async #readOne(number: number): Promise<void> {
    const path = PATHS[number % PATHS.length] ?? "";
    const caller = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    this.reads.asked += 1;
    const began = performance.now();
    try {
      const { status } = await this.requestFromAny(number, {
        path,
        method: "GET",
        headers: { "x-forwarded-for": caller },
      });
      if (status !== 200) this.#failed(`${status} ${path}`);
    } catch (error) {
      this.#failed(`${(error as Error).message} ${path}`);
    }
    this.reads.milliseconds.push(performance.now() - began);
  }

  #failed(reason: string): void {
    this.reads.failed += 1;
    if (this.reads.reasons.length < 10) this.reads.reasons.push(reason);
  }

  /** Tries the replicas in turn until one responds. */
  async requestFromAny(first: number, request: Sent): Promise<Got> {
    const until = performance.now() + PATIENCE_MS;
    for (let turn = first; ; turn += 1) {
      try {
        return await this.#send(turn, request);
      } catch (error) {
        const { code = "" } = error as NodeJS.ErrnoException;
        if (code === REFUSED) this.reads.refused += 1;
        else if (CUT_OFF.has(code)) this.reads.cutOff += 1;
        else throw error;
        if (performance.now() > until) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  async #send(turn: number, { path, method, headers, body }: Sent): Promise<Got> {
    const pool = this.#pools[turn % this.#pools.length];
    if (pool === undefined) throw new RangeError("There is no such replica.");
    const answer = await pool.request({
      path,
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.destroy()));
  }
}

interface Sent {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Got {
  readonly status: number;
  readonly text: string;
}

/** A customer who creates alerts, webhooks, keys and test deliveries, then checks that everything acknowledged still exists. */
export class Customer {
  /** Paths of resources whose creation returned 201. */
  readonly made: string[] = [];
  /** Keys that were shown. */
  readonly keys: string[] = [];
  /** Paths of deliveries whose sending returned 202. */
  readonly queued: string[] = [];
  unavailable = 0;
  readonly #clients: Clients;
  readonly #key: string;
  readonly #hook: string;

  constructor(clients: Clients, key: string, hook: string) {
    this.#clients = clients;
    this.#key = key;
    this.#hook = hook;
  }

  async write(everyMs: number, stop: AbortSignal): Promise<void> {
    for (let number = 0; !stop.aborted; number += 1) {
      await this.#writeOne(number);
      await sleep(everyMs);
    }
  }

  /** @returns whether the write was acknowledged. */
  async #writeOne(number: number): Promise<boolean> {
    const [webhook] = this.made.filter((path) => path.includes("/webhooks/"));
    if (webhook === undefined) return this.#make("webhooks", { url: this.#hook, event_types: ["*"] }, number);
    if (this.keys.length === 0) return this.#make("keys", {}, number);
    if (number % 4 === 0)
      return this.#make("alerts", { name: `alert ${number}`, filter: { ticker: ["AAPL"] } }, number);
    const { status, text } = await this.#ask("POST", `${webhook}/test`, number, {});
    if (status !== 202) return this.#refused(status);
    this.queued.push(`${webhook}/deliveries/${JSON.parse(text).delivery_id}`);
    return true;
  }

  async #make(kind: string, body: unknown, number: number): Promise<boolean> {
    const path = `/api/v1/premium/${kind}`;
    const { status, text } = await this.#ask("POST", path, number, body);
    if (status !== 201) return this.#refused(status);
    const { id, key } = JSON.parse(text) as { id: string; key?: string };
    if (key === undefined) this.made.push(`${path}/${id}`);
    else this.keys.push(key);
    return true;
  }

  #refused(status: number): false {
    if (status >= 500) this.unavailable += 1;
    return false;
  }

  #ask(method: "GET" | "POST", path: string, number: number, body?: unknown, key = this.#key): Promise<Got> {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json", "idempotency-key": `write-${number}` }),
    };
    return this.#clients.requestFromAny(number, { path, method, headers, ...(body !== undefined && { body }) });
  }

  /** Waits for the test deliveries that were acknowledged. @returns how many have succeeded. */
  async waitForDeliveries(withinMs: number): Promise<number> {
    const until = performance.now() + withinMs;
    let open: readonly string[] = this.queued;
    while (open.length > 0 && performance.now() < until) {
      const still: string[] = [];
      for (const path of open) {
        const { status, text } = await this.#ask("GET", path, 0);
        if (status !== 200 || JSON.parse(text).status !== "succeeded") still.push(path);
      }
      open = still;
      if (open.length > 0) await sleep(1_000);
    }
    return this.queued.length - open.length;
  }

  /** Returns the acknowledged resources that are missing. */
  async findLost(): Promise<readonly string[]> {
    const lost: string[] = [];
    for (const path of this.made) if (!(await this.#isThere(path, this.#key))) lost.push(path);
    for (const key of this.keys) if (!(await this.#isThere("/api/v1/premium/account", key))) lost.push("a key");
    return lost;
  }

  async #isThere(path: string, key: string): Promise<boolean> {
    for (;;) {
      const { status } = await this.#ask("GET", path, 0, undefined, key);
      if (status !== 429) return status === 200;
      await sleep(1_000);
    }
  }
}
