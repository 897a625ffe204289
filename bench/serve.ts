/**
 * Requests a second of server CPU for the API's lists, beside node:http that sends the same ready bytes and nothing else.
 * `node bench/serve.ts [seconds]`. Every request comes from another client address through a trusted proxy, so that
 * the limits are computed and never met. Load and server share the machine, so the server's own CPU time is what counts.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { pino } from "pino";
import { Registry } from "prom-client";
import { buildApi } from "../src/api/server.ts";
import { madeDataset, madeRecords } from "../test/contract/made-dataset.ts";
import { madeLedger } from "../test/contract/made-ledger.ts";
import { madeMarket } from "../test/contract/made-market.ts";

const PATH = "/api/v1/trades/recent/list?limit=";
const LIST_SIZES = [10, 100] as const;
const ROUNDS = 3;
const CONNECTIONS = 32;

type Kind = "api" | "node";

/** The dataset's own work is taken out on both sides: its page is a ready buffer. */
function readyPages() {
  const made = madeDataset().current();
  const pages = new Map(LIST_SIZES.map((size) => [size as number, made.recentTrades(size, 0)]));
  return (limit: number) => pages.get(limit) ?? made.recentTrades(limit, 0);
}

async function serveApi(): Promise<number> {
  const page = readyPages();
  const dataset = { ...madeDataset().current(), recentTrades: page };
  const api = buildApi({
    baseUrl: "https://api.example/api/v1",
    datasets: { current: () => dataset, kept: () => undefined },
    records: madeRecords(),
    ledger: madeLedger(),
    market: madeMarket(),
    readiness: () => ({ ready: true, checks: [] }),
    registry: new Registry(),
    trustedProxies: ["127.0.0.1"],
    dataNotice: null,
    log: pino({ level: "silent" }),
  });
  return (await api.listen({ host: "127.0.0.1", port: 0 })).port;
}

async function serveNode(): Promise<number> {
  const page = readyPages();
  const server = createServer((request, response) => {
    const { body } = page(Number(request.url?.slice(PATH.length)));
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
    response.end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new TypeError("A listening server has a port.");
  return address.port;
}

/** CPU seconds that the server has used so far. */
async function cpuSeconds(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [seconds] = (await once(child, "message")) as [number];
  return seconds;
}

async function measure(child: ChildProcess, port: number, size: number, seconds: number): Promise<number> {
  let client = 0;
  const before = await cpuSeconds(child);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        path: PATH + size,
        setupRequest: (request: object) => {
          client += 1;
          const address = `${1 + ((client >> 16) % 9)}.${(client >> 8) & 255}.${client & 255}.1`;
          return { ...request, headers: { "X-Forwarded-For": address } };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.total / ((await cpuSeconds(child)) - before);
}

async function main(seconds: number): Promise<void> {
  console.log("requests a second of server CPU");
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, ${seconds} s a round, best of ${ROUNDS}`,
  );
  const rates = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ["node", "api"] as const satisfies readonly Kind[]) {
      const child = fork(fileURLToPath(import.meta.url), ["--serve", kind]);
      const [port] = (await once(child, "message")) as [number];
      for (const size of LIST_SIZES) {
        const rate = await measure(child, port, size, seconds);
        const name = `${kind} ${size}`;
        rates.set(name, Math.max(rates.get(name) ?? 0, rate));
      }
      child.kill();
      await once(child, "exit");
    }
  }
  for (const size of LIST_SIZES) {
    const api = rates.get(`api ${size}`) ?? 0;
    const node = rates.get(`node ${size}`) ?? 0;
    const ratio = (api / node).toFixed(2);
    console.log(`list of ${size}: API ${api.toFixed(0)}/s, node:http ${node.toFixed(0)}/s, ratio ${ratio}`);
  }
}

const [first, second] = process.argv.slice(2);
process.on("SIGINT", () => process.exit());
if (first === "--serve") {
  process.send?.(await (second === "api" ? serveApi() : serveNode()));
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1e6);
  });
} else await main(Number(first ?? 3));
