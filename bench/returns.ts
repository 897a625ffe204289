/**
 * Measures the cost of returns: `npm run bench -- returns [TRADES]` (default: 100,000 generated trades of 600 members in 3,000
 * symbols with bars since 2012). Over HTTP, in processor time of the whole service: the first response about a member and about
 * all members, and the same response from the cache; the longest turn of the event loop meanwhile, at rest, and for a known
 * amount of work; the disk space of the bars; and the memory of the process.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addDays, type IsoDate } from "../src/domain/dates.ts";
import { isTradingDay } from "../src/domain/exchange-calendar.ts";
import { BENCHMARK, toCanonicalSymbol } from "../src/domain/symbol.ts";
import { createRandomIntegers } from "../test/dataset/made-trades.ts";
import { Watched } from "../test/large/watched.ts";
import { readCpuTime, waitUntilIdle } from "./http/load.ts";
import { createMemberId, fillMadeStore, MADE_SYMBOLS, openMadeStore } from "./made-store.ts";

const FIRST = "2012-01-03" as IsoDate;
const LAST = "2026-11-20" as IsoDate;
const MEMBERS_ASKED = 50;
const CACHED_ASKED = 500;
const TRIES = 60;
const SHED_MS = 2_000;
const QUESTIONS = {
  member: Array.from({ length: MEMBERS_ASKED }, (_, n) => `/politicians/${createMemberId(n + 1)}/performance?limit=10`),
  // All generated trades have the same chamber and party, so each question reads all of them: questions do not share decisions.
  group: ["", "&party=Democrat"].map((each) => `/performance?limit=10${each}`),
};
const COMPILING = [`${QUESTIONS.member[0]}&anchor=skill`, "/performance?limit=10&chamber=house"];

const trades = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), "bench-returns-"));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let client = 0;
try {
  await measure();
} finally {
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  await fillMadeStore(folder, trades);
  const file = join(folder, "congress-trades.sqlite");
  const before = statSync(file).size;
  await writeBars();
  const barsMb = (statSync(file).size - before) / 1e6;
  const service = await Watched.start(
    new URL("../test/large/serving-process.ts", import.meta.url).pathname,
    createSettings(),
    [],
  );
  try {
    await waitUntilIdle({ processes: [service.pid] });
    const rest = readResidentMb(service.pid);
    // The first requests compile the code.
    for (const path of COMPILING) await requestWithRetries(service, path);
    const atRest = await service.measure(() => sleep(2_000));
    console.log(
      `${trades.toLocaleString("en")} trades, ${MADE_SYMBOLS.length.toLocaleString("en")} symbols, bars since ${FIRST} (${barsMb.toFixed(0)} MB); ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n`,
    );
    console.log("| question | first | cached | first / cached | longest turn, first |");
    console.log("|---|---:|---:|---:|---:|");
    for (const [about, paths] of Object.entries(QUESTIONS)) console.log(await measureRow(service, about, paths));
    const known = await service.measureCalibrationMs();
    console.log(
      `\nLongest turn at rest ${atRest.busyMs.toFixed(1)} ms, the known work of test/large/loop-watch.ts ${known.toFixed(1)} ms. Memory ${rest} MB at rest, ${readResidentMb(service.pid)} MB after all questions.`,
    );
  } finally {
    await service.stop();
  }
}

/** Measures all questions of a kind, and builds a table row with their means. The longest turn is accurate to 4 ms. */
async function measureRow(service: Watched, about: string, paths: readonly string[]): Promise<string> {
  let firstMs = 0;
  const held = await service.measure(async () => {
    firstMs = await measureCpuMs(service, paths);
  });
  const cachedMs = await measureCpuMs(
    service,
    Array.from({ length: CACHED_ASKED }, (_, n) => paths[n % paths.length] as string),
  );
  const cells = [firstMs, cachedMs].map((ms) => `${ms.toFixed(2)} ms`);
  return `| ${about} | ${cells.join(" | ")} | ${(firstMs / cachedMs).toFixed(0)} | ${held.busyMs.toFixed(1)} ms |`;
}

/** Measures the processor time per response in milliseconds. */
async function measureCpuMs(service: Watched, paths: readonly string[]): Promise<number> {
  const before = readCpuTime([service.pid]);
  for (const path of paths) await requestWithRetries(service, path);
  const after = readCpuTime([service.pid]);
  return (1_000 * (after.user + after.system - before.user - before.system)) / paths.length;
}

/** Writes a random walk for each symbol and for the benchmark, with volumes of a few million shares a day. */
async function writeBars(): Promise<void> {
  const days: IsoDate[] = [];
  for (let day = LAST; day >= FIRST; day = addDays(day, -1)) if (isTradingDay(day)) days.push(day);
  const store = await openMadeStore(folder);
  for (const [n, name] of [BENCHMARK, ...MADE_SYMBOLS].entries()) {
    const symbol = toCanonicalSymbol(name);
    if (symbol === null) throw new Error(`${name} is no symbol`);
    const below = createRandomIntegers(n + 1);
    let last = 20 + below(300);
    const bars = days.map((date) => {
      const open = Number((last * (1 + (below(21) - 10) / 1_000)).toFixed(2));
      const close = Number((open * (1 + (below(41) - 20) / 1_000)).toFixed(2));
      last = Math.max(5, close);
      const [high, low] = [Math.max(open, close) + 0.5, Math.min(open, close) - 0.5];
      return { date, open, high, low, close, volume: 100_000 + below(9_000_000) };
    });
    await store.market.writeBars(symbol, {
      bars,
      refreshedAt: new Date(`${LAST}T22:00:00Z`),
      companyName: null,
      origin: { providers: ["yahoo"], adjustment: "splits" },
      dividends: null,
    });
  }
  await store.close();
}

function createSettings() {
  return {
    DATA_DIR: folder,
    DATA_NOTICE: "made",
    PORT: "0",
    INGEST: "false",
    MARKET_PROVIDERS: "file",
    MARKET_FILES: folder,
    TRUSTED_PROXIES: "127.0.0.1/32",
    LOG_LEVEL: "error",
  };
}

/**
 * Sends a request, and retries while the service sheds load because the machine is busy.
 * @throws {Error} for any other status but 200.
 */
async function requestWithRetries(service: Watched, path: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const status = await requestStatus(service, path);
    if (status === 200) return;
    if (status !== 503) throw new Error(`${path} answers ${status}`);
    await sleep(SHED_MS);
  }
  throw new Error(`${path} answers 503`);
}

/** Sends a request from a new client address. */
function requestStatus({ serves }: Watched, path: string): Promise<number | undefined> {
  client += 1;
  const headers = { "X-Forwarded-For": `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}` };
  return new Promise((resolve, reject) => {
    request(`${serves.origin}/api/v1${path}`, { agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
    })
      .on("error", reject)
      .end();
  });
}

function readResidentMb(pid: number): number {
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024);
}
