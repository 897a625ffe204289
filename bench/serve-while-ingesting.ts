/**
 * Imports the whole corpus from the stand-in into a running service, without request delays, while 50 requests per second arrive
 * from many addresses through a trusted proxy. Prints documents per second, latency meanwhile, and resident memory 60 s after the
 * end. `node bench/serve-while-ingesting.ts [corpus]`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { corpusMaterial } from "../test/upstream/corpus-material.ts";
import { startUpstream } from "../test/upstream/server.ts";

const REQUESTS_A_SECOND = 50;
const REST_MS = 60_000;
const PATHS = [
  "/trades/recent/list?limit=100",
  "/trades/recent/list?limit=10&skip=40",
  "/politicians/",
  "/politicians/?chamber=senate&limit=200",
];

const corpus = process.argv[2] ?? process.env["CORPUS_DIR"] ?? "../shared/corpus";
const dataDir = await mkdtemp(path.join(tmpdir(), "congress-trades-bench-"));
const upstream = await startUpstream({ material: await corpusMaterial(corpus), port: 0 });
const service = spawn(process.execPath, ["--max-semi-space-size=8", "src/app/cli/main.ts", "serve"], {
  env: {
    ...process.env,
    UPSTREAM_URL: upstream.url,
    SENATE_EFD_ACCEPT_TERMS: "true",
    INGEST_RATE: "0",
    DATA_DIR: dataDir,
    PORT: "0",
    LOG_LEVEL: "error",
    TRUSTED_PROXIES: "127.0.0.1/32",
  },
  stdio: ["ignore", "pipe", "inherit"],
});

try {
  const { base, ended } = await followOutput(service);
  const startedAt = performance.now();
  const meanwhile = startLoad(base);
  await ended;
  const seconds = (performance.now() - startedAt) / 1000;
  const latencies = await meanwhile.stop();
  const pdfs = upstream
    .listRequests()
    .filter(({ path: asked, status }) => asked.includes("/ptr-pdfs/") && status === 200);
  const pages = upstream
    .listRequests()
    .filter(({ path: asked, status }) => asked.includes("/search/view/") && status === 200);
  console.log(`machine: ${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}`);
  console.log(
    `ingest: ${pdfs.length} PDFs and ${pages.length} Senate pages in ${seconds.toFixed(1)} s, ${(pdfs.length / seconds).toFixed(1)} PDFs/s`,
  );
  console.log(`meanwhile: ${describeLatencies(latencies)}`);
  const idle = startLoad(base);
  await sleep(10_000);
  console.log(`afterwards: ${describeLatencies(await idle.stop())}`);
  await sleep(REST_MS - 10_000);
  console.log(
    `serving process 60 s after the ingest: ${((await readResidentBytes(service.pid)) / 2 ** 20).toFixed(0)} MB resident`,
  );
} finally {
  service.kill("SIGTERM");
  await upstream.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Follows the service's output for its URL and for the end of its first run. */
function followOutput(child: ChildProcess): Promise<{ base: string; ended: Promise<void> }> {
  let output = "";
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the service ended with ${code}`)));
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const base = /answers on (\S+)/.exec(output)?.[1];
      if (base !== undefined) resolve({ base, ended });
      if (/senate-efd: read/.test(output)) end();
    });
  });
}

/** Sends a fixed number of requests per second, each from a different address, however slow the responses are. */
function startLoad(base: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const latencies: number[] = [];
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    const one = ask(agent, base + PATHS[sent % PATHS.length], sent).then((ms) => {
      latencies.push(ms);
      underWay.delete(one);
    });
    underWay.add(one);
  }, 1000 / REQUESTS_A_SECOND);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
      return latencies;
    },
  };
}

function ask(agent: Agent, url: string, number: number): Promise<number> {
  const startedAt = performance.now();
  const forwarded = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { "x-forwarded-for": forwarded } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on("end", () => resolve(performance.now() - startedAt));
    })
      .on("error", reject)
      .end();
  });
}

function describeLatencies(latencies: readonly number[]): string {
  const sorted = latencies.toSorted((a, b) => a - b);
  const getQuantile = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `${sorted.length} requests, median ${getQuantile(0.5)} ms, p99 ${getQuantile(0.99)} ms, worst ${getQuantile(1)} ms`;
}

async function readResidentBytes(pid: number | undefined): Promise<number> {
  return Number((await readFile(`/proc/${pid}/statm`, "utf8")).split(" ")[1]) * 4096;
}
