/** The API on a free port with made-up data, and a client that sends exactly the given bytes. */
import assert from "node:assert/strict";
import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { Readiness } from "../../src/api/operations/readiness.ts";
import { type ApiOptions, buildApi } from "../../src/app/service/api-server.ts";
import { createReturns } from "../../src/app/service/returns.ts";
import type { Limits } from "../../src/http/limits.ts";
import { buildProblemType, PROBLEMS, type ProblemCode } from "../../src/http/problems.ts";
import { makeDataset, makePast, makeRecords } from "./made-dataset.ts";
import { makeLedger } from "./made-ledger.ts";
import { makeInventory, makeMarket } from "./made-market.ts";

export const BASE_URL = "https://api.example/api/v1";
export const RECENT = "/api/v1/trades/recent/list";
export const POLITICIANS = "/api/v1/politicians/";
export const QUOTE = "/api/v1/market-data/public/quote";
export const HISTORY = "/api/v1/market-data/public/historical";

/**
 * A path that returns 200 for each public JSON endpoint that counts. If one is missing, `interface.test.ts` fails and names it.
 */
export const EVERY_ENDPOINT = [
  RECENT,
  POLITICIANS,
  `${POLITICIANS}X000001`,
  `${POLITICIANS}X000001/trades`,
  "/api/v1/trades?chamber=house&sort=-amount",
  "/api/v1/trades/txn_h20999999_01",
  "/api/v1/trades/prices?ids=txn_h20999999_01",
  "/api/v1/tickers/",
  "/api/v1/tickers/AAPL",
  `${POLITICIANS}X000001/performance`,
  "/api/v1/tickers/AAPL/performance?anchor=skill&horizon=21",
  "/api/v1/performance?chamber=house",
  "/api/v1/industries",
  "/api/v1/changes?from=2026-02-20.1",
  "/api/v1/coverage",
  "/api/v1/coverage/prices",
  "/api/v1/filings?year=2026",
  "/api/v1/filings/h20990001",
  `${QUOTE}/AAPL`,
  `${HISTORY}/AAPL`,
  "/api/v1/market-data/public/quotes?symbols=AAPL,BRK.B",
] as const;

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders | readonly string[];
  readonly body?: Buffer | string;
}

export interface Service extends AsyncDisposable {
  readonly port: number;
  readonly registry: Registry;
  ask(path: string, options?: Ask): Promise<Answered>;
  /** Opens a plain connection; it is destroyed with the service. */
  openSocket(): Promise<Socket>;
  /** Sends bytes, and returns everything received until the service ends the connection. */
  sendRaw(bytes: string | Buffer): Promise<string>;
  close(): Promise<void>;
}

export interface ServiceOptions extends Partial<Omit<ApiOptions, "limits">> {
  readonly limits?: Partial<Limits>;
}

const READY: Readiness = { ready: true, checks: [{ name: "dataset", ready: true, detail: "Version 2026-02-20.1." }] };

/** Starts a service. Unless the test sets a quota, the quota is so high that it does not matter. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const registry = options.registry ?? new Registry();
  const api = buildApi({
    baseUrl: BASE_URL,
    datasets: makeDataset(),
    records: makeRecords(),
    ledger: makeLedger(),
    past: makePast(),
    market: makeMarket(),
    returns: createReturns(makeMarket(), makeInventory()),
    getReadiness: () => READY,
    trustedProxies: [],
    dataNotice: null,
    log: pino({ level: "silent" }),
    ...options,
    registry,
    // A test that blocks its own event loop must not get 503, unless it sets these limits because it tests that.
    limits: {
      freeQuota: 1_000_000,
      behindLagMs: Number.POSITIVE_INFINITY,
      overloadLagMs: Number.POSITIVE_INFINITY,
      ...options.limits,
    },
  });
  const { port } = await api.listen({ host: "127.0.0.1", port: 0 });
  const sockets = new Set<Socket>();
  let closing: Promise<void> | null = null;

  async function openSocket(): Promise<Socket> {
    const made = connect(port, "127.0.0.1");
    sockets.add(made);
    made.on("error", () => made.destroy());
    await new Promise((resolve) => made.once("connect", resolve));
    return made;
  }

  const service: Service = {
    port,
    registry,
    ask: (path, ask = {}) => send(port, path, ask),
    openSocket,
    async sendRaw(bytes) {
      const made = await openSocket();
      made.write(bytes);
      return readAll(made);
    },
    close() {
      for (const each of sockets) each.destroy();
      closing ??= api.close();
      return closing;
    },
    [Symbol.asyncDispose]: () => service.close(),
  };
  return service;
}

function send(port: number, path: string, { method = "GET", headers = {}, body }: Ask): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0, rawHeaders } = response;
        resolve({ status, headers: response.headers, rawHeaders, bytes, text: bytes.toString("utf8") });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Reads everything until the other side ends or resets the connection. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    const done = (): void => resolve(Buffer.concat(chunks).toString("latin1"));
    socket.once("end", done);
    socket.once("close", done);
  });
}

/** Parses the responses in a stream of raw HTTP/1.1 bytes with `Content-Length`, in order. */
export function parseAnswers(stream: string): Answered[] {
  const answers: Answered[] = [];
  let rest = stream;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    assert.ok(end > 0, `not an HTTP response: ${JSON.stringify(rest.slice(0, 200))}`);
    const [statusLine = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers: Record<string, string> = {};
    const rawHeaders: string[] = [];
    for (const line of lines) {
      const colon = line.indexOf(":");
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
      rawHeaders.push(line.slice(0, colon), line.slice(colon + 1).trim());
    }
    const length = Number(headers["content-length"] ?? 0);
    const bytes = Buffer.from(rest.slice(end + 4, end + 4 + length), "latin1");
    const status = Number(statusLine.split(" ")[1]);
    answers.push({ status, headers, rawHeaders, bytes, text: bytes.toString("utf8") });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/** Parses the only response in a raw stream. */
export function parseAnswer(stream: string): Answered {
  const answers = parseAnswers(stream);
  assert.equal(
    answers.length,
    1,
    `expected one answer, not ${answers.length}: ${JSON.stringify(stream.slice(0, 200))}`,
  );
  return answers[0] as Answered;
}

export function json(answer: Answered): Record<string, unknown> {
  return JSON.parse(answer.text) as Record<string, unknown>;
}

const RATE_HEADERS: readonly [string, RegExp][] = [
  ["x-ratelimit-limit", /^\d+$/],
  ["x-ratelimit-remaining", /^\d+$/],
  ["x-ratelimit-reset", /^\d{10}$/],
  ["ratelimit-policy", /^"(free|premium)";q=\d+;w=60$/],
  ["ratelimit", /^"(free|premium)";r=\d+;t=\d+$/],
];

const EXPOSED =
  "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After, ETag, Link, " +
  "X-Request-Id, X-Dataset-Version, X-Ignored-Parameters, X-Data-Stale, X-Data-Notice, X-Price-Source, X-Price-Adjustment, X-Price-First-Day, Idempotency-Replayed, X-Row-Count, Repr-Digest, Unencoded-Digest, " +
  "Content-Disposition, Location, WWW-Authenticate";

/** Asserts the headers that every response has, whichever part of the service sends it. */
export function assertCommonHeaders(answer: Answered): void {
  assert.equal(answer.headers["access-control-allow-origin"], "*");
  assert.equal(answer.headers["access-control-expose-headers"], EXPOSED);
  assert.match(String(answer.headers["x-request-id"]), /^[A-Za-z0-9._~-]+$/);
  const names = answer.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  assert.equal(new Set(names).size, names.length, `a header is sent twice: ${names.join(", ")}`);
}

/** Asserts the rate-limit headers that every response under the base path and every problem has. */
export function assertRateHeaders(answer: Answered): void {
  for (const [name, form] of RATE_HEADERS) assert.match(String(answer.headers[name]), form, `header ${name}`);
}

/** Asserts that a response is the problem `code` with all its headers; returns its body. */
export function assertProblem(
  answer: Answered,
  code: ProblemCode,
): Record<string, unknown> & { errors: ParameterErrors } {
  const { status, title } = PROBLEMS[code];
  assert.equal(answer.status, status, answer.text);
  assertCommonHeaders(answer);
  assertRateHeaders(answer);
  assert.equal(answer.headers["content-type"], "application/problem+json");
  assert.equal(answer.headers["cache-control"], "no-store");
  assert.equal(answer.headers["etag"], undefined);
  if (status === 429 || status === 503) assert.match(String(answer.headers["retry-after"]), /^[1-9]\d*$/);
  else assert.equal(answer.headers["retry-after"], undefined);
  const body = json(answer);
  assert.equal(body["type"], buildProblemType(code));
  assert.equal(body["title"], title);
  assert.equal(body["status"], status);
  assert.equal(body["code"], code);
  assert.equal(typeof body["detail"], "string");
  assert.equal(body["request_id"], answer.headers["x-request-id"]);
  return { ...body, errors: (body["errors"] ?? []) as ParameterErrors };
}

type ParameterErrors = readonly {
  readonly in: string;
  readonly name: string;
  readonly reason: string;
  readonly value?: string;
  readonly min?: number;
  readonly max?: number;
  readonly allowed?: readonly string[];
}[];

/** Creates a clock that moves only when it is advanced; its Unix time moves with it. */
export function createFakeClock(startMs = 1_000_000) {
  let now = startMs;
  return {
    readMonotonicMs: () => now,
    readWallClockMs: () => 1_795_000_000_000 + now,
    advance: (ms: number) => {
      now += ms;
    },
  };
}
