/** Every way in which a provider's answer may be missing or wrong: what the fault proxy does to the answers it passes on. */
import type { ServerResponse } from "node:http";

/** An answer of the site behind the proxy. */
export interface Passed {
  readonly status: number;
  readonly type: string;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

export interface FaultContext {
  /** Milliseconds that a slow answer takes. */
  readonly slowMs: number;
  /** The site's answer about another symbol. */
  another(): Promise<Passed>;
}

export type Fault = (response: ServerResponse, passed: Passed, context: FaultContext) => void | Promise<void>;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

function send(response: ServerResponse, status: number, type: string, body: string | Buffer, headers = {}): void {
  response.writeHead(status, { "content-type": type, ...headers }).end(body);
}

const says =
  (status: number, type: string, body: string, headers = {}): Fault =>
  (response) =>
    send(response, status, type, body, headers);

/** Damages the body as text. */
const text =
  (spoil: (body: string) => string | Buffer): Fault =>
  (response, { status, type, body }) =>
    send(response, status, type, spoil(body.toString("utf8")));

/** Damages each value of the body; passes on anything but JSON. */
const values = (spoil: (value: Json, name: string) => Json): Fault =>
  text((body) => {
    const json = jsonOf(body);
    return json === undefined ? body : JSON.stringify(mapped(json, "", spoil));
  });

const numbers = (spoil: (value: number, name: string) => Json): Fault =>
  values((value, name) => (typeof value === "number" ? spoil(value, name) : spoilText(value, name, spoil)));

/** Nasdaq's numbers are strings such as `$1,234.50`. */
function spoilText(value: Json, name: string, spoil: (value: number, name: string) => Json): Json {
  if (typeof value !== "string" || !/^\$?-?[\d,]+(\.\d+)?$/.test(value)) return value;
  const spoiled = spoil(Number(value.replace(/[$,]/g, "")), name);
  return spoiled === null ? null : String(spoiled);
}

function jsonOf(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

function mapped(value: Json, name: string, spoil: (value: Json, name: string) => Json): Json {
  if (Array.isArray(value)) return value.map((each) => mapped(each, name, spoil));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, key, spoil)]));
  }
  return spoil(value, name);
}

/** Damages every list of a body, lists of the same length in the same way, so that columns stay aligned. */
const lists = (spoil: (list: Json[]) => Json[]): Fault =>
  text((body) => {
    const change = (value: Json): Json => {
      if (Array.isArray(value)) return (value.length > 3 ? spoil(value) : value).map(change);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]));
    };
    const json = jsonOf(body);
    return json === undefined ? body : JSON.stringify(change(json));
  });

const isTime = (value: number) => value > 1_000_000_000 && value < 3_000_000_000;
const YEARS_10 = 315_360_000;

/** Faults that show only after a provider's timeout. */
export const SLOW_KINDS: readonly string[] = ["no answer", "a slow trickle of bytes"];

export const FAULT_KINDS: Readonly<Record<string, Fault>> = {
  "429 with Retry-After": says(429, "text/plain", "Too Many Requests\r\n", { "retry-after": "60" }),
  "429 without Retry-After": says(429, "text/html", "<html><title>429</title></html>"),
  "429 as text with 200": says(200, "text/plain", "Edge: Too Many Requests"),
  "401": says(401, "application/json", '{"message":"Unauthorized"}'),
  "403 page": says(403, "text/html", "<HTML><H1>Access Denied</H1></HTML>"),
  "404 page": says(404, "text/html", "<html><title>Not Found</title></html>"),
  "500": says(500, "application/json", '{"message":"Internal Server Error"}'),
  "502 page": says(502, "text/html", "<html><title>Bad Gateway</title></html>"),
  "503 with Retry-After": says(503, "text/plain", "Service Unavailable", { "retry-after": "120" }),
  "redirect to a consent page": says(302, "text/html", "", { location: "https://consent.example/collect" }),
  "page with 200": says(200, "text/html", "<!DOCTYPE html><html><body>Please verify you are human</body></html>"),
  "page that claims to be JSON": says(200, "application/json", "<!DOCTYPE html><html></html>"),
  "error in a 200": says(200, "application/json", '{"error":{"code":"Internal","description":"try later"}}'),
  "empty body": says(200, "application/json", ""),
  null: says(200, "application/json", "null"),
  "empty list": says(200, "application/json", "[]"),
  "empty object": says(200, "application/json", "{}"),
  "other JSON": says(200, "application/json", '{"data":{"symbol":7,"rows":"none"},"chart":[],"quoteResponse":true}'),
  "truncated text": text((body) => body.slice(0, body.length >> 1)),
  "not a number": text((body) => body.replace(/\d+\.\d+/g, "NaN")),
  "bytes that are not text": text((body) => Buffer.concat([Buffer.from([0xff, 0xfe, 0x80]), Buffer.from(body)])),
  "nested too deep": says(200, "application/json", "[".repeat(100_000)),
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
  "another symbol's answer": async (response, _, { another }) => {
    const { status, type, body } = await another();
    send(response, status, type, body);
  },
  "numbers as strings": numbers((value) => String(value)),
  "negative numbers": numbers((value) => -value),
  zeros: numbers((value) => (isTime(value) ? value : 0)),
  "absurd numbers": numbers((value) => value * 1e9),
  "fractional volumes": numbers((value, name) => (/volume/i.test(name) ? value + 0.396096 : value)),
  nulls: numbers((value, name) => (Math.round(value * 100) % 7 === 0 && name !== "timestamp" ? null : value)),
  "all null": numbers(() => null),
  "days out of order": lists((list) => list.toReversed()),
  "repeated days": lists((list) => [...list, ...list.slice(-2), ...list.slice(0, 2)]),
  "future days": values((value) => {
    if (typeof value === "number" && isTime(value)) return value + YEARS_10;
    return typeof value === "string" ? value.replace(/\b20[12]\d\b/g, (year) => String(Number(year) + 10)) : value;
  }),
  "columns of different length": lists((list) =>
    typeof list[0] === "number" && !isTime(list[0]) ? list.slice(1) : list,
  ),
};
