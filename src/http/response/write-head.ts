import type { ApiContext } from "../api-context.ts";
import { installLingeringClose } from "../connection/lingering-close.ts";
import type { HttpExchange } from "../http-exchange.ts";
import { listRateLimitHeaders } from "../rate-limit/rate-limit-headers.ts";

/** Writes the head and then the body. Adds the headers that every response has. Omits the body if the caller streams the body. */
export function writeHead(
  context: ApiContext,
  exchange: HttpExchange,
  status: number,
  headers: readonly string[],
  body: Buffer | null | "in pieces",
  close = false,
): void {
  const { request, response, rate } = exchange;
  if (response.headersSent || response.destroyed) return;
  const all = [...context.fixedHeaders, "X-Request-Id", exchange.id, ...headers];
  if (rate) all.push(...listRateLimitHeaders(rate, context.readWallClockMs()));
  if (close) installLingeringClose(request.socket);
  if (close || context.lifecycle.closing) all.push("Connection", "close");
  response.writeHead(status, all);
  if (body === "in pieces") return;
  if (body === null) response.end();
  else response.end(body);
}
