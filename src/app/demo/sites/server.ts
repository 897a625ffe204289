/** One HTTP server for all stand-ins, each under its own prefix. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createHouseStandIn } from "./house.ts";
import { createLegislatorsStandIn } from "./legislators.ts";
import type { Material } from "./material.ts";
import { createNasdaqStandIn } from "./nasdaq.ts";
import { createNasdaqTraderStandIn } from "./nasdaq-trader.ts";
import { createSecStandIn } from "./sec.ts";
import { createSecDataStandIn } from "./sec-data.ts";
import { createSenateStandIn } from "./senate.ts";
import { type Answer, type Site, toHtmlAnswer } from "./site.ts";
import { createYahooStandIn } from "./yahoo.ts";

/** The sites by first path segment. */
export type Sites = Readonly<Record<string, Site>>;

export function createStandInSites(material: Material): Sites {
  return {
    house: createHouseStandIn(material),
    senate: createSenateStandIn(material).answerSenate,
    legislators: createLegislatorsStandIn(material),
    sec: createSecStandIn(material),
    secdata: createSecDataStandIn(material),
    nasdaqtrader: createNasdaqTraderStandIn(material),
    yahoo: createYahooStandIn(material),
    nasdaq: createNasdaqStandIn(material),
  };
}

/** Serves the made-up contents on a free port of this machine. */
export function startStandInServer(material: Material) {
  const sites = createStandInSites(material);
  return listen(0, "127.0.0.1", async (request, response) => sendAnswer(response, await answerRequest(sites, request)));
}

/** @param port 0 picks a free port. */
export async function listen(
  port: number,
  host: string,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error("stand-in failed:", error);
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    async stop() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

/** The response of the site that the path names. */
export async function answerRequest(sites: Sites, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
  const name = pathname.split("/")[1] ?? "";
  const body = await text(request);
  const site = Object.hasOwn(sites, name) ? sites[name] : undefined;
  if (site === undefined)
    return toHtmlAnswer(404, `<p>No simulated site is named ${name}. Try ${Object.keys(sites).join(", ")}.</p>`);
  return site({
    method: request.method === "HEAD" ? "GET" : (request.method ?? "GET"),
    path: pathname.slice(name.length + 1) || "/",
    prefix: `/${name}`,
    query: searchParams,
    headers: request.headers,
    body,
  });
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, status === 304 ? { ...headers } : { "content-length": bytes.byteLength, ...headers });
  response.end(bytes);
}
