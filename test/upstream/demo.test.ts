import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startMailServer } from "../alerts/mail-server.ts";
import { eventually as soon } from "../eventually.ts";
import { type RunningDemo, runDemo } from "./running-demo.ts";

/** Maximum time in milliseconds that a busy machine may take to import the fictional filings. */
const PATIENCE_MS = 90_000;

let demo: RunningDemo;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let api = "";

before(async () => {
  mails = await startMailServer();
  demo = await runDemo({ SMTP_URL: mails.url, MAIL_FROM: "Demo <demo@example.org>" });
  api = `${demo.origin}/api/v1`;
});
after(() => {
  demo.process.kill("SIGKILL");
  mails.close();
});

test("the demo serves trades of both chambers, members, a quote and price history, and says that all data is fictional", async () => {
  const trades = await pollUntil("/trades/recent/list?limit=100", ({ total }) => (total as number) > 1500);
  const chambers = new Set((trades.body["trades"] as { chamber: string }[]).map((trade) => trade.chamber));
  assert.deepEqual([...chambers].toSorted(), ["house", "senate"]);
  assert.match(trades.headers.get("x-data-notice") ?? "", /^Fictional sample data/);
  assert.match(demo.getOutput(), /everything below is FICTIONAL/);
  const hosts = demo.getOutput().matchAll(/http:\/\/([^/:]+)/g);
  assert.deepEqual([...new Set([...hosts].map(([, host]) => host))], ["127.0.0.1"]);
  const members = await fetchJson("/politicians/?limit=100");
  const ids = (members.body["politicians"] as { id: string }[]).map((member) => member.id);
  assert.ok(ids.length >= 25 && ids.every((id) => /^Z97\d{4}$/.test(id)));
  const quote = await fetchJson("/market-data/public/quote/ZZWID");
  assert.match(JSON.stringify(quote.body), /Wobbleworth Widgets Inc\. \(fictional\)/);
  const history = await fetchJson("/market-data/public/historical/ZZHLD.B?period=5y&interval=1mo");
  assert.equal(history.status, 200);
});

test("sends the events of a new report to a receiver, which verifies the signatures", {
  skip: process.platform === "win32",
}, async () => {
  await demo.waitForPrinted(/A webhook receiver on this machine is subscribed/);
  process.kill(demo.process.pid as number, "SIGUSR2");
  await demo.waitForPrinted(/A fictional report has appeared/);
  await demo.waitForPrinted(/trade\.created: .* \(signature verified, /);
  await demo.waitForPrinted(/alert\.triggered: "Anything of the House", \d+ trades \(signature verified, /);
});

test("mails the demo's alerts through the server in SMTP_URL", async () => {
  const [, key] = /Bearer (ctd_live_\w+)/.exec(demo.getOutput()) ?? [];
  const response = await fetch(`${api}/premium/alerts`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "All", filter: { min_amount: 1 }, notification_email: "me@example.org" }),
  });
  assert.equal(response.status, 201);
  await soon("the confirmation e-mail arrives", async () => mails.received.length === 1);
  assert.equal(mails.received[0]?.to, "me@example.org");
  assert.match(mails.received[0]?.message ?? "", /^From: Demo <demo@example\.org>/m);
});

test("the printed commands need only the data folder", () => {
  const commands = [...demo.getOutput().matchAll(/^ +DATA_DIR=\S+ (.*)$/gm)].map(([, command]) => command);
  assert.deepEqual(commands, [
    "npm run -s cli -- trades --since 7d",
    "npm run -s cli -- coverage",
    "npm run -s cli -- filings --state unreadable,needs_review,missing_document",
  ]);
});

test("once everything is imported, the demo's only notice is that the data is fictional", async () => {
  const listNotices = async () => {
    const page = await (await fetch(`${demo.origin}/`)).text();
    return [...page.matchAll(/class="notice (\w+)"/g)].map(([, kind]) => kind).join(" ");
  };
  // While scans are read or after a report has just appeared, the page also shows the progress.
  await soon("the only notice is that the data is fictional", async () => (await listNotices()) === "demo", {
    withinMs: 60_000,
  });
  assert.equal(await listNotices(), "demo");
});

test("--help starts no demo, and an unknown option is rejected", async () => {
  for (const [option, code, text] of [
    ["--help", 0, /PORT/],
    ["--prot", 2, /unknown option '--prot'/],
  ] as const) {
    const child = spawn(process.execPath, [
      fileURLToPath(new URL("../../src/app/demo/demo.ts", import.meta.url)),
      option,
    ]);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    assert.deepEqual(await once(child, "close"), [code, null]);
    assert.match(output, text);
    assert.doesNotMatch(output, /DEMONSTRATION/);
  }
});

test("stops on SIGTERM and deletes its data", async () => {
  const folder = /data is stored in (\S+)/.exec(demo.getOutput())?.[1] ?? "";
  assert.ok(existsSync(folder));
  const ended = new Promise<number | null>((resolve) => demo.process.once("close", resolve));
  demo.process.kill("SIGTERM");
  assert.equal(await ended, 0);
  assert.equal(existsSync(folder), false);
  await assert.rejects(fetch(`${api}/politicians/`));
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function fetchJson(path: string): Promise<Answer> {
  const answer = await fetch(api + path);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer["body"] };
}

/** Polls every 4 seconds, because 20 requests a minute are allowed. */
async function pollUntil(path: string, isEnough: (body: Answer["body"]) => boolean): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await fetchJson(path).catch(() => null);
    if (answer?.status === 200 && isEnough(answer.body)) return answer;
    if (Date.now() > until) assert.fail(`${path}: ${JSON.stringify(answer?.body)?.slice(0, 300)}\n${demo.getOutput()}`);
    await sleep(4_000);
  }
}
