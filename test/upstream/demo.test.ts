import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Milliseconds that a busy machine may take to import the made-up filings. */
const PATIENCE_MS = 90_000;

let demo: ChildProcess;
let api = "";
let printed = "";

before(async () => {
  const port = await freePort();
  api = `http://127.0.0.1:${port}/api/v1`;
  const env = { ...process.env, PORT: String(port), LOG_LEVEL: "silent" };
  demo = spawn(process.execPath, [fileURLToPath(new URL("demo.ts", import.meta.url))], { env, stdio: "pipe" });
  for (const stream of [demo.stdout, demo.stderr]) stream?.on("data", (chunk) => (printed += chunk));
});
after(() => demo.kill("SIGKILL"));

test("the demonstration serves trades of both chambers, members, a quote and history, and says that all is fictional", async () => {
  const trades = await eventually("/trades/recent/list?limit=100", ({ total }) => (total as number) > 1500);
  const chambers = new Set((trades.body["trades"] as { chamber: string }[]).map((trade) => trade.chamber));
  assert.deepEqual([...chambers].toSorted(), ["house", "senate"]);
  assert.match(trades.headers.get("x-data-notice") ?? "", /^Fictional sample data/);
  assert.match(printed, /everything below is FICTIONAL/);
  const members = await ask("/politicians/?limit=100");
  const ids = (members.body["politicians"] as { id: string }[]).map((member) => member.id);
  assert.ok(ids.length >= 25 && ids.every((id) => /^Z97\d{4}$/.test(id)));
  const quote = await ask("/market-data/public/quote/ZZWID");
  assert.match(JSON.stringify(quote.body), /Wobbleworth Widgets Inc\. \(fictional\)/);
  const history = await ask("/market-data/public/historical/ZZHLD.B?period=5y&interval=1mo");
  assert.equal(history.status, 200);
});

test("a report that appears is sent to a receiver, verified", { skip: process.platform === "win32" }, async () => {
  await printedSoon(/From a filing to a receiver/);
  process.kill(demo.pid as number, "SIGUSR2");
  await printedSoon(/A fictional report has appeared/);
  await printedSoon(/trade\.created: .* \(signature verified, /);
  await printedSoon(/alert\.triggered: "Anything of the House", \d+ trades \(signature verified, /);
});

test("it ends when it is told to, and takes its data with it", async () => {
  const folder = /stored lies in (\S+)/.exec(printed)?.[1] ?? "";
  assert.ok(existsSync(folder));
  const ended = new Promise<number | null>((resolve) => demo.once("close", resolve));
  demo.kill("SIGTERM");
  assert.equal(await ended, 0);
  assert.equal(existsSync(folder), false);
  await assert.rejects(fetch(`${api}/politicians/`));
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(path: string): Promise<Answer> {
  const answer = await fetch(api + path);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer["body"] };
}

/** Asks now and then: twenty requests a minute are allowed. */
async function eventually(path: string, enough: (body: Answer["body"]) => boolean): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask(path).catch(() => null);
    if (answer?.status === 200 && enough(answer.body)) return answer;
    if (Date.now() > until) assert.fail(`${path}: ${JSON.stringify(answer?.body)?.slice(0, 300)}\n${printed}`);
    await sleep(4_000);
  }
}

async function printedSoon(text: RegExp): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (!text.test(printed)) {
    if (Date.now() > until) assert.fail(`${text} was not printed:\n${printed}`);
    await sleep(50);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
