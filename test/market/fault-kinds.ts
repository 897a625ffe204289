/** The ways in which a provider's answer may be missing or wrong: what the fault proxy does to the answers that it passes on. */
import type { ServerResponse } from "node:http";

/** An answer of the site behind the proxy. */
export interface PassedAnswer {
  readonly status: number;
  readonly type: string;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

export interface FaultContext {
  /** Milliseconds that a slow answer takes. */
  readonly slowMs: number;
  /** The site's answer about another symbol. */
  fetchAnother(): Promise<PassedAnswer>;
}

export type Fault = (response: ServerResponse, passed: PassedAnswer, context: FaultContext) => void | Promise<void>;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

function send(response: ServerResponse, status: number, type: string, body: string | Buffer, headers = {}): void {
  response.writeHead(status, { "content-type": type, ...headers }).end(body);
}

const respondWith =
  (status: number, type: string, body: string, headers = {}): Fault =>
  (response) =>
    send(response, status, type, body, headers);

/** Damages the body as text. */
const damageText =
  (spoil: (body: string) => string | Buffer): Fault =>
  (response, { status, type, body }) =>
    send(response, status, type, spoil(body.toString("utf8")));

/** Damages each value of the body; passes on anything but JSON. */
const damageValues = (spoil: (value: Json, name: string) => Json): Fault =>
  damageText((body) => {
    const json = parseJson(body);
    return json === undefined ? body : JSON.stringify(mapValues(json, "", spoil));
  });

const damageNumbers = (spoil: (value: number, name: string) => Json): Fault =>
  damageValues((value, name) =>
    typeof value === "number" ? spoil(value, name) : damageNumberText(value, name, spoil),
  );

/** Nasdaq's numbers are strings such as `$1,234.50`. */
function damageNumberText(value: Json, name: string, spoil: (value: number, name: string) => Json): Json {
  if (typeof value !== "string" || !/^\$?-?[\d,]+(\.\d+)?$/.test(value)) return value;
  const spoiled = spoil(Number(value.replace(/[$,]/g, "")), name);
  return spoiled === null ? null : String(spoiled);
}

function parseJson(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

function mapValues(value: Json, name: string, spoil: (value: Json, name: string) => Json): Json {
  if (Array.isArray(value)) return value.map((each) => mapValues(each, name, spoil));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapValues(each, key, spoil)]));
  }
  return spoil(value, name);
}

/** Damages every list of a body, lists of the same length in the same way, so that columns stay aligned. */
const damageLists = (spoil: (list: Json[]) => Json[]): Fault =>
  damageText((body) => {
    const change = (value: Json): Json => {
      if (Array.isArray(value)) return (value.length > 3 ? spoil(value) : value).map(change);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]));
    };
    const json = parseJson(body);
    return json === undefined ? body : JSON.stringify(change(json));
  });

const isTime = (value: number) => value > 1_000_000_000 && value < 3_000_000_000;
const YEARS_10 = 315_360_000;

/** Faults that show only after a provider's timeout. */
export const SLOW_KINDS: readonly string[] = ["no answer", "a slow trickle of bytes"];

export const FAULT_KINDS: Readonly<Record<string, Fault>> = {
  "429 with Retry-After": respondWith(429, "text/plain", "Too Many Requests\r\n", { "retry-after": "60" }),
  "429 without Retry-After": respondWith(429, "text/html", "<html><title>429</title></html>"),
  "429 as text with 200": respondWith(200, "text/plain", "Edge: Too Many Requests"),
  "401": respondWith(401, "application/json", '{"message":"Unauthorized"}'),
  "403 page": respondWith(403, "text/html", "<HTML><H1>Access Denied</H1></HTML>"),
  "404 page": respondWith(404, "text/html", "<html><title>Not Found</title></html>"),
  "500": respondWith(500, "application/json", '{"message":"Internal Server Error"}'),
  "502 page": respondWith(502, "text/html", "<html><title>Bad Gateway</title></html>"),
  "503 with Retry-After": respondWith(503, "text/plain", "Service Unavailable", { "retry-after": "120" }),
  "redirect to a consent page": respondWith(302, "text/html", "", { location: "https://consent.example/collect" }),
  "page with 200": respondWith(
    200,
    "text/html",
    "<!DOCTYPE html><html><body>Please verify you are human</body></html>",
  ),
  "page that claims to be JSON": respondWith(200, "application/json", "<!DOCTYPE html><html></html>"),
  "error in a 200": respondWith(200, "application/json", '{"error":{"code":"Internal","description":"try later"}}'),
  "empty body": respondWith(200, "application/json", ""),
  null: respondWith(200, "application/json", "null"),
  "empty list": respondWith(200, "application/json", "[]"),
  "empty object": respondWith(200, "application/json", "{}"),
  "other JSON": respondWith(
    200,
    "application/json",
    '{"data":{"symbol":7,"rows":"none"},"chart":[],"quoteResponse":true}',
  ),
  "truncated text": damageText((body) => body.slice(0, body.length >> 1)),
  "not a number": damageText((body) => body.replace(/\d+\.\d+/g, "NaN")),
  "bytes that are not text": damageText((body) => Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(body)])),
  "nested too deep": respondWith(200, "application/json", "[".repeat(100_000)),
  "invalid gzip": (response, { body }) => send(response, 200, "application/json", body, { "content-encoding": "gzip" }),
  "connection reset": (response) => void response.destroy(),
  "reset in the middle": (response, { body }) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": body.byteLength });
    response.write(body.subarray(0, body.byteLength >> 1), () => response.destroy());
  },
  "malformed HTTP": (response) => void response.socket?.end("HTTP/1.1 two hundred\r\n\r\n{"),
  "no answer": async (response, _, { slowMs }) => {
    await new Promise((resolve) => setTimeout(resolve, slowMs));
    response.destroy();
  },
  "a slow trickle of bytes": async (response, { body }, { slowMs }) => {
    response.writeHead(200, { "content-type": "application/json" });
    for (let at = 0; at < 20 && !response.destroyed; at += 1) {
      response.write(body.subarray(at, at + 1));
      await new Promise((resolve) => setTimeout(resolve, slowMs / 10));
    }
    response.destroy();
  },
  "50 MB": (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const piece = Buffer.alloc(1_000_000, " ");
    let left = 50;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(piece)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  },
  "another symbol's answer": async (response, _, { fetchAnother }) => {
    const { status, type, body } = await fetchAnother();
    send(response, status, type, body);
  },
  "numbers as strings": damageNumbers((value) => String(value)),
  "negative numbers": damageNumbers((value) => -value),
  zeros: damageNumbers((value) => (isTime(value) ? value : 0)),
  "absurd numbers": damageNumbers((value) => value * 1e9),
  "fractional volumes": damageNumbers((value, name) => (/volume/i.test(name) ? value + 0.396096 : value)),
  nulls: damageNumbers((value, name) => (Math.round(value * 100) % 7 === 0 && name !== "timestamp" ? null : value)),
  "all null": damageNumbers(() => null),
  "days out of order": damageLists((list) => list.toReversed()),
  "repeated days": damageLists((list) => [...list, ...list.slice(-2), ...list.slice(0, 2)]),
  "future days": damageValues((value) => {
    if (typeof value === "number" && isTime(value)) return value + YEARS_10;
    return typeof value === "string" ? value.replace(/\b20[12]\d\b/g, (year) => String(Number(year) + 10)) : value;
  }),
  "columns of different length": damageLists((list) =>
    typeof list[0] === "number" && !isTime(list[0]) ? list.slice(1) : list,
  ),
};
