/** Response heads: the part that is the same for all callers is built once per answer, the rest once per request. */
import { STATUS_CODES, validateHeaderValue } from "node:http";
import type { ApiContext } from "../api-context.ts";
import type { HttpExchange } from "../http-exchange.ts";
import { formatRateLimitLines } from "../rate-limit/rate-limit-headers.ts";
import type { AnswerHead } from "./cached-answers.ts";
import { canWriteDirectly, writeDirectly } from "./direct-write.ts";
import { writeHead } from "./write-head.ts";

/** Builds the part of a head that does not depend on the caller. @throws {TypeError} for a value not allowed in a header. */
export function buildAnswerHead(context: ApiContext, status: number, headers: readonly string[]): AnswerHead {
  let lines = context.fixedLines;
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", value = ""] = [headers[at], headers[at + 1]];
    validateHeaderValue(name, value);
    lines += `${name}: ${value}\r\n`;
  }
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  return { status, headers, start, lines: `${lines}\r\n`, withBody: false };
}

/** Maximum bytes of a body sent with the head as one string. Node copies a short string to the call stack, which is faster. */
const MAX_BODY_BYTES_WITH_HEAD = 14_000;

/** Appends a short body to the head of a cached answer, so that both are written at once. */
export function appendShortBody(head: AnswerHead, body: Buffer): AnswerHead {
  if (body.length > MAX_BODY_BYTES_WITH_HEAD) return head;
  // Latin-1 maps each byte to one character, so the UTF-8 bytes stay unchanged.
  return {
    ...head,
    lines: Buffer.from(head.lines + body.toString("latin1"), "latin1").toString("latin1"),
    withBody: true,
  };
}

/** Sends an answer with this head and the headers that differ by request: its id, the time and the caller's rate limit. */
export function sendWithHead(context: ApiContext, exchange: HttpExchange, head: AnswerHead, body: Buffer | null): void {
  const { response, id, rate } = exchange;
  if (context.lifecycle.closing || !canWriteDirectly(response)) {
    writeHead(context, exchange, head.status, head.headers, body);
    return;
  }
  const now = context.readWallClockMs();
  const limits = rate === null ? "" : formatRateLimitLines(rate, now);
  const text = `${head.start}Date: ${getHttpDate()}\r\nX-Request-Id: ${id}\r\n${limits}${head.lines}`;
  if (head.withBody || body === null) writeDirectly(response, head.status, text, null);
  else if (body.length > MAX_BODY_BYTES_WITH_HEAD) writeDirectly(response, head.status, text, body);
  else writeDirectly(response, head.status, text + body.toString("latin1"), null);
}

let dateSecond = Number.NaN;
let dateText = "";

/** Value of `Date` (RFC 9110 section 6.6.1), formatted once per second. */
function getHttpDate(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(now).toUTCString();
  }
  return dateText;
}
