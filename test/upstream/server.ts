/** Stand-ins for the official sites, with a request log and with faults on demand. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { createSenateStandIn } from "../../src/app/demo/sites/senate.ts";
import { answerRequest, createStandInSites, listen, type Sites, sendAnswer } from "../../src/app/demo/sites/server.ts";
import { createFaultAnswer, createFaultPlan, type Fault, type FaultPlan } from "./faults.ts";
import { createFinnhubSite } from "./finnhub.ts";
import { createTiingoSite } from "./tiingo.ts";

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
  /** `Retry-After` in seconds of injected 503 and 429 responses. */
  readonly retryAfterSeconds?: number;
}

/** A logged request and its response. `site` is `house`, `senate`, ...; empty for an unknown path. */
export interface LoggedRequest {
  readonly site: string;
  readonly method: string;
  /** Path with the site's prefix, without the query. */
  readonly path: string;
  readonly query: string;
  /** 0 if the connection was reset instead. */
  readonly status: number;
  readonly fault: Fault | null;
  /** Whether the request had If-None-Match or If-Modified-Since. */
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
  /** Expires every session of the Senate's site, as its timeout does. */
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
  const senate = createSenateStandIn(material);
  const sites = {
    ...createStandInSites(material),
    senate: senate.answerSenate,
    tiingo: createTiingoSite(material),
    finnhub: createFinnhubSite(material),
  };
  const standIns = new StandIns({ ...options, sites, faults });
  const server = await listen(options.port, host, (request, response) => standIns.answer(request, response));
  return {
    url: server.url,
    port: server.port,
    listRequests: () => standIns.log,
    clearLog: () => {
      standIns.log = [];
    },
    force: faults.force,
    clearFaults: faults.clear,
    expireSessions: senate.expireSessions,
    stop() {
      standIns.close();
      return server.stop();
    },
  };
}

interface StandInParts extends Pick<UpstreamOptions, "slowMs" | "retryAfterSeconds"> {
  readonly sites: Sites;
  readonly faults: FaultPlan;
}

/** Answers each request with its site's response or with a fault, and logs the request. */
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
    const site = Object.hasOwn(sites, name) ? name : "";
    const fault = site === "" ? null : faults.drawFault(url.pathname);
    const logStatus = (status: number) => this.log.push(toLoggedRequest(request, url, { site, status, fault }));
    if (fault === "reset") {
      logStatus(0);
      response.destroy();
      return;
    }
    if (fault === "slow") await sleep(slowMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    const replaced = fault && createFaultAnswer(fault, retryAfterSeconds);
    const answer = replaced ?? (await answerRequest(sites, request));
    logStatus(answer.status);
    if (fault !== "truncated" || answer.status === 304) {
      sendAnswer(response, answer);
      return;
    }
    const whole = Buffer.from(answer.body);
    const headers = { ...answer.headers, "content-length": String(whole.byteLength) };
    response.once("finish", () => request.socket.destroy());
    sendAnswer(response, { ...answer, headers, body: whole.subarray(0, whole.byteLength >> 1) });
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
