/**
 * Compares exports with PostgreSQL's `COPY` of the same rows: `node bench/export.ts [TRADES] [DOWNLOADS]` (default: 200,000
 * generated trades and 200 downloads that are interrupted at random). Prints the MB/s of both, the peak memory above idle, and
 * the results of the interrupted downloads. The service runs in a separate process, so that its memory is that of a server that
 * only serves.
 */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get as httpGet, type IncomingMessage } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { addDays } from "../src/domain/dates.ts";
import { PARTIES } from "../src/domain/politician.ts";
import type { Trade } from "../src/domain/trade.ts";
import { archiveVersion } from "../src/publication/export/downloads.ts";
import { readParts } from "../src/publication/export/ready-file.ts";
import { buildDataset } from "../test/dataset/build-dataset.ts";
import { createRandomIntegers } from "../test/dataset/made-trades.ts";
import { EXPORT, startDownloadService } from "../test/export/service.ts";
import { startPostgres } from "../test/postgres.ts";
import { day, politician, trade } from "../test/store/made.ts";

const run = promisify(execFile);
const MEMBERS = 600;
const A_DAY = 40;
const RUNS = 5;
/** Number of copies or downloads per run of psql or curl, so that their startup time hardly counts. */
const REPEATS = 10;

const [first = "200000", second = "200"] = process.argv.slice(2);
if (first === "--serve") await serve(Number(second));
else await measure(Number(first), Number(second));

/** Runs the measured service in the child process, which the parent controls by messages. */
async function serve(count: number): Promise<void> {
  const politicians = Array.from({ length: MEMBERS }, (_, n) => politician(`M${String(n).padStart(6, "0")}`));
  const dataset = await buildDataset({
    publications: {
      readCurrent: async () => ({ version: "2026-11-20.1", publishedAt: new Date("2026-11-20T08:00:00Z") }),
      streamTrades: () => generateTrades(count),
    },
    reference: { listPoliticians: async () => politicians },
    companies: { readIndustries: async () => new Map() },
    filings: { countFilingsByPolitician: async () => new Map(), countOpenReportsByPolitician: async () => new Map() },
  });
  const at = await startDownloadService();
  at.serve(dataset);
  // Memory that building the dataset has freed stays resident in the allocator, and would hide the memory that an export needs.
  let used = 0;
  const sample = () => {
    const { heapUsed, external } = process.memoryUsage();
    used = Math.max(used, (heapUsed + external) / 1e6);
  };
  setInterval(sample, 5).unref();
  const readPeaks = (): Peaks => ({ resident: readPeakMb(), used });
  const answers: Record<string, () => unknown> = {
    async idle() {
      // Collects twice with a pause in between: the second run collects what finalizers have released.
      for (let turn = 0; turn < 2; turn += 1) {
        collectGarbage();
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      writeFileSync("/proc/self/clear_refs", "5");
      used = 0;
      sample();
      return readPeaks();
    },
    peak: readPeaks,
    keep: () => archiveVersion(at.downloads, dataset),
    async readPrepared() {
      const file = await at.downloads.exports.prepareFullCsv(dataset);
      const start = performance.now();
      let bytes = 0;
      for await (const piece of readParts(file.parts, 0, file.bytes)) bytes += piece.length;
      return bytes / 1e3 / (performance.now() - start);
    },
  };
  process.on("message", async (name: string) => process.send?.((await answers[name]?.()) ?? null));
  process.send?.({ port: at.service.port, key: at.keys[0] });
}

/** Peaks since the last `idle` message, in MB: resident memory, and heap and buffers, including garbage. */
interface Peaks {
  readonly resident: number;
  readonly used: number;
}

function collectGarbage(): void {
  if (!globalThis.gc) throw new Error("the service runs with --expose-gc");
  globalThis.gc();
}

function readPeakMb(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1000;
}

async function* generateTrades(count: number): AsyncGenerator<readonly Trade[]> {
  const below = createRandomIntegers(3);
  for (let from = 0; from < count; from += 1000) {
    yield Array.from({ length: Math.min(1000, count - from) }, (_, index) => {
      const n = from + index;
      const disclosureDate = addDays(day("2026-02-20"), -Math.floor(n / A_DAY));
      return trade(String(90_000_000 - n), 1, {
        politicianId: `M${String(below(MEMBERS)).padStart(6, "0")}`,
        chamber: below(3) === 0 ? "senate" : "house",
        party: PARTIES[below(PARTIES.length)] ?? "Independent",
        ticker: below(10) === 0 ? "" : `S${below(3000)}`,
        company: `Company ${below(3000)} "Holdings", Inc.`,
        transactionType: below(2) === 0 ? "purchase" : "sale_partial",
        disclosureDate,
        transactionDate: addDays(disclosureDate, -20 - (n % A_DAY)),
        comment: below(4) === 0 ? "Bought by an adviser – without the filer’s knowledge" : null,
      });
    });
  }
}

async function measure(count: number, downloads: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-export-"));
  const service = fork(import.meta.filename, ["--serve", String(count)], { execArgv: ["--expose-gc"] });
  try {
    const [{ port, key }] = (await once(service, "message")) as [{ port: number; key: string }];
    const buildUrl = (query: string) => `http://127.0.0.1:${port}${EXPORT}${query}`;
    const runCurl = (query: string, to = "/dev/null") =>
      run("curl", ["-sS", "--fail", "-o", to, "-H", `Authorization: Bearer ${key}`, buildUrl(query)]);

    const idle = (await ask(service, "idle")) as Peaks;
    console.log(`${count.toLocaleString()} trades; idle: ${idle.resident.toFixed(0)} MB resident`);
    let high = 0;
    const measurePeaks = async (what: string, work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      const ms = performance.now() - start;
      const peaks = (await ask(service, "peak")) as Peaks;
      const [resident, used] = [peaks.resident - idle.resident, peaks.used - idle.used];
      high = Math.max(high, resident, used);
      console.log(
        `${what.padEnd(62)} ${ms.toFixed(0).padStart(6)} ms   peak above idle so far: ${resident.toFixed(0).padStart(3)} MB resident, ${used.toFixed(0).padStart(3)} MB in heap and buffers`,
      );
    };
    await measurePeaks("all trades as CSV, the first time (with preparation)", () => runCurl(".csv"));
    await measurePeaks("  again, from the prepared file", () => runCurl(".csv"));
    await measurePeaks("  of one chamber, cut out of the prepared file", () => runCurl(".csv?chamber=house"));
    await measurePeaks("  three columns, written on request", () => runCurl(".csv?columns=id,ticker,amount_range"));
    await measurePeaks("all trades as NDJSON, the first time", () => runCurl(".ndjson"));
    await measurePeaks("all trades as Parquet, the first time", () => runCurl(".parquet"));
    await measurePeaks("two at the same time, a third format and a filter", () =>
      Promise.all([runCurl(".csv?raw=true"), runCurl(".ndjson?chamber=senate")]),
    );
    await measurePeaks("archiving the version: whole and by year, CSV and NDJSON", () => ask(service, "keep"));
    const within = high <= 70 ? "within the bound of 70 MB" : "NOT within the bound of 70 MB";
    console.log(`memory: at most ${high.toFixed(0)} MB above idle, ${within}`);

    const file = join(folder, "trades.csv");
    await runCurl(".csv?raw=true", file);
    const megabytes = readFileSync(file).length / 1e6;
    const prepared = await measureMedian(() => ask(service, "readPrepared").then(Number));
    const many = Array.from({ length: REPEATS }, () => ["-o", "/dev/null", buildUrl(".csv")]).flat();
    const overHttp = await measureMedian(async () => {
      const work = () => run("curl", ["-sS", "--fail", "-H", `Authorization: Bearer ${key}`, ...many]);
      return (REPEATS * megabytes) / (await measureSeconds(work));
    });
    console.log(
      `${megabytes.toFixed(1)} MB of CSV; from prepared chunks: ${prepared.toFixed(0)} MB/s, with HTTP and curl ${overHttp.toFixed(0)} MB/s`,
    );
    await compareWithCopy(file, megabytes, prepared, overHttp);
    await measureInterrupted(port, key, downloads);
  } finally {
    service.disconnect();
    service.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compareWithCopy(file: string, megabytes: number, prepared: number, overHttp: number): Promise<void> {
  const postgres = await startPostgres();
  if ("skipped" in postgres) {
    console.log(`COPY was not measured: ${postgres.skipped}`);
    return;
  }
  try {
    const runPsql = (...commands: string[]) =>
      run("psql", ["-qAtX", "-v", "ON_ERROR_STOP=1", postgres.url, ...commands.flatMap((each) => ["-c", each])], {
        maxBuffer: 1 << 30,
        encoding: "buffer",
      });
    const [header = ""] = readFileSync(file, "utf8").split("\r\n", 1);
    const columns = header.split(",").map((name) => `${name} text`);
    // COPY does not keep the order of the lines on disk when it loads a file.
    await runPsql(
      `create table loaded (n bigserial, ${columns.join(", ")})`,
      `\\copy loaded (${header}) from '${file}' csv header`,
      `create table trades as select ${header} from loaded order by n`,
      "vacuum analyze trades",
      "alter system set synchronize_seqscans = off",
      "select pg_reload_conf()",
    );
    const copy = "copy trades to stdout (format csv, header, force_quote *)";
    const copied = (await runPsql(copy)).stdout;
    // COPY ends lines with LF instead of CRLF. The generated texts contain no line ends.
    const ours = Buffer.from(readFileSync(file, "latin1").replaceAll("\r\n", "\n"), "latin1");
    console.log(
      copied.equals(ours) ? "COPY gives the same bytes (except for its LF)" : describeDifference(copied, ours),
    );
    const measureRate = (command: string) =>
      measureMedian(async () => {
        const commands = Array.from({ length: REPEATS }, () => command);
        return (REPEATS * megabytes) / (await measureSeconds(() => runPsql("\\o /dev/null", ...commands)));
      });
    const throughPsql = await measureRate(copy);
    const inServer = await measureRate(copy.replace("stdout", "'/dev/null'"));
    const formatRatio = (ours: number, theirs: number) => `${(ours / theirs).toFixed(1)} times`;
    const status = await runPsql("\\o /dev/null", copy, "\\o", "select pg_read_file('/proc/self/status')");
    const backend = Number(/VmHWM:\s+(\d+) kB/.exec(status.stdout.toString())?.[1]) / 1000;
    console.log(
      `COPY: ${inServer.toFixed(0)} MB/s to /dev/null in the server, ${throughPsql.toFixed(0)} MB/s through psql; ${backend.toFixed(0)} MB resident in its process, including shared buffers`,
    );
    const enough = prepared >= 5 * inServer ? "at least 5 times" : "NOT 5 times";
    console.log(
      `prepared chunks compared with COPY in the server: ${formatRatio(prepared, inServer)} (${enough}); whole downloads compared with psql: ${formatRatio(overHttp, throughPsql)}`,
    );
  } finally {
    await postgres.stop();
  }
}

function describeDifference(copied: Buffer, ours: Buffer): string {
  const [theirs, own] = [copied.toString("utf8").split("\n"), ours.toString("utf8").split("\n")];
  const at = own.findIndex((line, index) => line !== theirs[index]);
  return `COPY does NOT give the same bytes; line ${at + 1} of COPY and of ours:\n${theirs[at]}\n${own[at]}`;
}

/** Downloads through a connection that is cut at a random byte, and resumes until the download is complete. */
async function measureInterrupted(port: number, key: string, downloads: number): Promise<void> {
  const below = createRandomIntegers(11);
  const size = await readSize(port, key);
  const wire = await startWire(port, () => below(size));
  let cuts = 0;
  let unseen = 0;
  let wrong = 0;
  for (let n = 0; n < downloads; n += 1) {
    const pieces: Buffer[] = [];
    let digest = "";
    let tag: string | undefined;
    for (let have = 0; have < size || digest === ""; ) {
      wire.cuts = tag === undefined || below(3) > 0;
      const response = await request(
        wire.port,
        key,
        tag === undefined ? {} : { range: `bytes=${have}-`, "if-range": tag },
      );
      if (response === null) {
        cuts += 1;
        continue;
      }
      digest = String(response.headers["repr-digest"]);
      tag = String(response.headers.etag);
      const announced = Number(response.headers["content-length"]);
      const { bytes, ended } = await readBody(response);
      pieces.push(bytes);
      have += bytes.length;
      if (bytes.length < announced) {
        cuts += 1;
        if (ended) unseen += 1;
      }
    }
    const sum = createHash("sha256").update(Buffer.concat(pieces)).digest("base64");
    if (digest !== `sha-256=:${sum}:`) wrong += 1;
  }
  wire.close();
  console.log(
    `${downloads} downloads, cut off ${cuts} times at a random byte: the client noticed ${cuts - unseen} of the cuts; ` +
      `resumed with Range, ${downloads - wrong} have the digest of the whole file`,
  );
}

function request(port: number, key: string, headers: Record<string, string>): Promise<IncomingMessage | null> {
  return new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, path: `${EXPORT}.csv`, agent: false };
    httpGet({ ...options, headers: { authorization: `Bearer ${key}`, ...headers } }, resolve).on("error", () =>
      resolve(null),
    );
  });
}

/** Reads the body, and whether the response seemed complete. */
async function readBody(response: IncomingMessage): Promise<{ readonly bytes: Buffer; readonly ended: boolean }> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of response) pieces.push(piece as Buffer);
    return { bytes: Buffer.concat(pieces), ended: true };
  } catch {
    return { bytes: Buffer.concat(pieces), ended: false };
  }
}

async function readSize(port: number, key: string): Promise<number> {
  const response = await request(port, key, { range: "bytes=0-0" });
  response?.resume();
  return Number(String(response?.headers["content-range"]).split("/")[1]);
}

/** Starts a proxy that forwards bytes until the service has sent `cutAfter()` bytes, and then closes both connections. */
async function startWire(port: number, cutAfter: () => number) {
  const wire = { port: 0, cuts: true, close: () => {} };
  const server = createServer((client: Socket) => {
    const service = connect(port, "127.0.0.1");
    let left = wire.cuts ? cutAfter() : Number.POSITIVE_INFINITY;
    const end = () => {
      client.destroy();
      service.destroy();
    };
    for (const socket of [client, service]) socket.on("error", end).on("close", end);
    client.on("data", (bytes) => service.write(bytes));
    service.on("data", (bytes) => {
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      if (!client.write(passed)) {
        service.pause();
        client.once("drain", () => service.resume());
      }
      if (left <= 0) client.end(() => client.destroy());
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  wire.port = typeof address === "object" && address ? address.port : 0;
  wire.close = () => server.close();
  return wire;
}

async function ask(service: ChildProcess, name: string): Promise<unknown> {
  service.send(name);
  const [answer] = await once(service, "message");
  return answer;
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function measureMedian(work: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let turn = 0; turn < RUNS; turn += 1) values.push(await work());
  return values.sort((a, b) => a - b)[RUNS >> 1] ?? 0;
}
