/** One HTTP server for all stand-ins, each under its own prefix, with a request log and faults on demand. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createFaultAnswer, createFaultPlan, type Fault, type FaultPlan } from "./faults.ts";
import { createFinnhubSite } from "./finnhub.ts";
import { createHouseSite } from "./house.ts";
import { createLegislatorsSite } from "./legislators.ts";
import type { Material } from "./material.ts";
import { createNasdaqSite } from "./nasdaq.ts";
import { createNasdaqTraderSite } from "./nasdaq-trader.ts";
import { createSecSite } from "./sec.ts";
import { createSecDataSite } from "./sec-data.ts";
import { createSenateSite } from "./senate.ts";
import { type Answer, answerHtml, type Site } from "./site.ts";
import { createTiingoSite } from "./tiingo.ts";
import { createYahooSite } from "./yahoo.ts";

interface UpstreamOptions {
  readonly material: Material;
  /** 0 picks a free port. */
  readonly port: number;
  readonly host?: string;
  /** Share of requests that get a fault, from 0 to 1. */
  readonly faults?: number;
  /** Faults to inject; 403, 503, slow, truncated and HTML-instead by default. */
  readonly faultKinds?: readonly Fault[];
  readonly seed?: number;
  /** Duration of a slow response in milliseconds. */
  readonly slowMs?: number;
  /** `Retry-After` seconds in the 503 and 429 of a fault. */
  readonly retryAfterSeconds?: number;
}

/** A logged request and its response. `site` is `house`, `senate`, ...; empty for an unknown path. */
export interface LoggedRequest {
  readonly site: string;
  readonly method: string;
  /** Path with the site's prefix, without the query. */
  readonly path: string;
  readonly query: string;
  /** 0 when the connection was cut instead. */
  readonly status: number;
  readonly fault: Fault | null;
  /** The request had If-None-Match or If-Modified-Since. */
  readonly conditional: boolean;
  readonly userAgent: string | null;
  readonly from: string | null;
  readonly at: Date;
}

export interface Upstream {
  readonly url: string;
  readonly port: number;
  /** Every request so far, oldest first. */
  listRequests(): readonly LoggedRequest[];
  clearLog(): void;
  /** Injects a fault for requests whose path (with prefix) contains or matches `path`. */
  force: FaultPlan["force"];
  clearFaults(): void;
  /** Ends every session of the Senate's site, like its timeout. */
  expireSessions(): void;
  stop(): Promise<void>;
}

export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { material, host = "127.0.0.1" } = options;
  const faults = createFaultPlan({
    rate: options.faults ?? 0,
    seed: options.seed ?? 1,
    ...(options.faultKinds && { kinds: options.faultKinds }),
  });
  const senate = createSenateSite(material);
  const standIns = new StandIns({ ...options, sites: createSites(material, senate.answerSenate), faults });
  const server = createServer((request, response) => {
    standIns.answer(request, response).catch((error: unknown) => {
      console.error("stand-in failed:", error);
      response.destroy();
    });
  });
  server.listen(options.port, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    port,
    listRequests: () => standIns.log,
    clearLog: () => {
      standIns.log = [];
    },
    force: faults.force,
    clearFaults: faults.clear,
    expireSessions: senate.expireSessions,
    async stop() {
      standIns.close();
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

/** The sites by first path segment. */
type Sites = Readonly<Record<string, Site>>;

function createSites(material: Material, senate: Site): Sites {
  return {
    house: createHouseSite(material),
    senate,
    legislators: createLegislatorsSite(material),
    sec: createSecSite(material),
    secdata: createSecDataSite(material),
    nasdaqtrader: createNasdaqTraderSite(material),
    yahoo: createYahooSite(material),
    nasdaq: createNasdaqSite(material),
    tiingo: createTiingoSite(material),
    finnhub: createFinnhubSite(material),
  };
}

interface StandInParts extends Pick<UpstreamOptions, "slowMs" | "retryAfterSeconds"> {
  readonly sites: Sites;
  readonly faults: FaultPlan;
}

/** Answers each request through its site, or with its fault, and logs it. */
class StandIns {
  readonly #parts: StandInParts;
  readonly #closing = new AbortController();
  log: LoggedRequest[] = [];

  constructor(parts: StandInParts) {
    this.#parts = parts;
  }

  /** Ends the wait of slow responses. */
  close(): void {
    this.#closing.abort();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { sites, faults, slowMs = 3000, retryAfterSeconds = 1 } = this.#parts;
    const url = new URL(request.url ?? "/", "http://stand-in");
    const name = url.pathname.split("/")[1] ?? "";
    const site = Object.hasOwn(sites, name) ? sites[name] : undefined;
    const body = await readBody(request);
    const method = request.method ?? "GET";
    const fault = site ? faults.drawFault(url.pathname) : null;
    const logStatus = (status: number) =>
      this.log.push(toLoggedRequest(request, url, { site: site ? name : "", status, fault }));
    if (fault === "reset") {
      logStatus(0);
      response.destroy();
      return;
    }
    if (fault === "slow") await sleep(slowMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    const replaced = fault && createFaultAnswer(fault, retryAfterSeconds);
    const answer = site
      ? (replaced ??
        (await site({
          method: method === "HEAD" ? "GET" : method,
          path: url.pathname.slice(name.length + 1) || "/",
          prefix: `/${name}`,
          query: url.searchParams,
          headers: request.headers,
          body,
        })))
      : answerHtml(404, `<p>No stand-in at ${name}: there are ${Object.keys(sites).join(", ")}.</p>`);
    logStatus(answer.status);
    send(response, answer, { head: method === "HEAD", truncated: fault === "truncated" });
  }
}

function toLoggedRequest(
  { method, headers }: IncomingMessage,
  { pathname, search }: URL,
  outcome: Pick<LoggedRequest, "site" | "status" | "fault">,
): LoggedRequest {
  return {
    ...outcome,
    method: method ?? "GET",
    path: pathname,
    query: search,
    conditional: Boolean(headers["if-none-match"] ?? headers["if-modified-since"]),
    userAgent: headers["user-agent"] ?? null,
    from: headers.from ?? null,
    at: new Date(),
  };
}

function send(response: ServerResponse, answer: Answer, how: { head: boolean; truncated: boolean }): void {
  const body = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
  );
  const bare = answer.status === 304;
  response.writeHead(answer.status, bare ? headers : { ...headers, "content-length": body.byteLength });
  if (how.head || bare) response.end();
  else if (how.truncated) response.write(body.subarray(0, body.byteLength >> 1), () => response.destroy());
  else response.end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
