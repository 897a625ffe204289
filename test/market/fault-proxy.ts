/** A proxy between a market and its providers that passes on their answers, or damages them in one way. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Fault, PassedAnswer } from "./fault-kinds.ts";

export interface FaultProxy {
  readonly url: string;
  /** Damages answers of sites whose name matches; null passes everything on unchanged. */
  spoil(fault: Fault | null, sites?: RegExp): void;
  /** Requests since the last call, by site. */
  takeCounts(): Readonly<Record<string, number>>;
  /** Requests for Yahoo's charts since the last call of `takeCounts`. */
  countCharts(): number;
  stop(): Promise<void>;
}

interface ProxyOptions {
  /** Address of the stand-ins. */
  readonly url: string;
  /** Replaces the symbol in a path with another one. */
  readonly swap: (path: string) => string;
  readonly slowMs: number;
}

export async function startFaultProxy({ url, swap, slowMs }: ProxyOptions): Promise<FaultProxy> {
  let fault: Fault | null = null;
  let sites = /./;
  let counts: Record<string, number> = {};
  let charts = 0;

  async function fetchFromSite(path: string, headers: Record<string, string>): Promise<PassedAnswer> {
    const answer = await fetch(url + path, { headers, redirect: "manual" });
    return {
      status: answer.status,
      type: answer.headers.get("content-type") ?? "",
      cookies: answer.headers.getSetCookie(),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  }

  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const site = path.split("/")[1] ?? "";
    counts[site] = (counts[site] ?? 0) + 1;
    if (path.includes("/v8/finance/chart/")) charts += 1;
    const headers = { cookie: request.headers.cookie ?? "", accept: "application/json" };
    const spoiled = sites.test(site) ? fault : null;
    const answer = async () => {
      const answered = await fetchFromSite(path, headers);
      response.setHeader("set-cookie", answered.cookies);
      if (spoiled !== null)
        return spoiled(response, answered, { slowMs, fetchAnother: () => fetchFromSite(swap(path), headers) });
      response.writeHead(answered.status, { "content-type": answered.type }).end(answered.body);
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil(next, those = /./) {
      fault = next;
      sites = those;
    },
    takeCounts() {
      const those = counts;
      counts = {};
      charts = 0;
      return those;
    },
    countCharts: () => charts,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
