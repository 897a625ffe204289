import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { mailServer } from "../alerts/mail-server.ts";
import { eventually as soon } from "../eventually.ts";
import { type RunningDemo, runDemo } from "./running-demo.ts";

/** Milliseconds that a busy machine may take to import the made-up filings. */
const PATIENCE_MS = 90_000;

let demo: RunningDemo;
let mails: Awaited<ReturnType<typeof mailServer>>;
let api = "";

before(async () => {
  mails = await mailServer();
  demo = await runDemo({ SMTP_URL: mails.url, MAIL_FROM: "Demo <demo@example.org>" });
  api = `${demo.origin}/api/v1`;
});
after(() => {
  demo.process.kill("SIGKILL");
  mails.close();
});

test("the demo serves trades of both chambers, members, a quote and history, and says that all is fictional", async () => {
  const trades = await eventually("/trades/recent/list?limit=100", ({ total }) => (total as number) > 1500);
  const chambers = new Set((trades.body["trades"] as { chamber: string }[]).map((trade) => trade.chamber));
  assert.deepEqual([...chambers].toSorted(), ["house", "senate"]);
  assert.match(trades.headers.get("x-data-notice") ?? "", /^Fictional sample data/);
  assert.match(demo.printed(), /everything below is FICTIONAL/);
  const hosts = demo.printed().matchAll(/http:\/\/([^/:]+)/g);
  assert.deepEqual([...new Set([...hosts].map(([, host]) => host))], ["127.0.0.1"]);
  const members = await ask("/politicians/?limit=100");
  const ids = (members.body["politicians"] as { id: string }[]).map((member) => member.id);
  assert.ok(ids.length >= 25 && ids.every((id) => /^Z97\d{4}$/.test(id)));
  const quote = await ask("/market-data/public/quote/ZZWID");
  assert.match(JSON.stringify(quote.body), /Wobbleworth Widgets Inc\. \(fictional\)/);
  const history = await ask("/market-data/public/historical/ZZHLD.B?period=5y&interval=1mo");
  assert.equal(history.status, 200);
});

test("sends a new report to a receiver, verified", { skip: process.platform === "win32" }, async () => {
  await demo.printedSoon(/From a filing to a receiver/);
  process.kill(demo.process.pid as number, "SIGUSR2");
  await demo.printedSoon(/A fictional report has appeared/);
  await demo.printedSoon(/trade\.created: .* \(signature verified, /);
  await demo.printedSoon(/alert\.triggered: "Anything of the House", \d+ trades \(signature verified, /);
});

test("mails the demo's alerts through the server in SMTP_URL", async () => {
  const [, key] = /Bearer (ctd_live_\w+)/.exec(demo.printed()) ?? [];
  const response = await fetch(`${api}/premium/alerts`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "All", filter: { min_amount: 1 }, notification_email: "me@example.org" }),
  });
  assert.equal(response.status, 201);
  await soon("the confirmation mail", async () => mails.received.length === 1);
  assert.equal(mails.received[0]?.to, "me@example.org");
  assert.match(mails.received[0]?.message ?? "", /^From: Demo <demo@example\.org>/m);
});

test("its printed commands need only the data folder", () => {
  const commands = [...demo.printed().matchAll(/^ +DATA_DIR=\S+ (.*)$/gm)].map(([, command]) => command);
  assert.deepEqual(commands, [
    "npm run -s cli -- trades --since 7d",
    "npm run -s cli -- coverage",
    "npm run -s cli -- filings --state unreadable,needs_review,missing_document",
  ]);
});

test("a complete demo shows no notice but that it is fictional", async () => {
  const notices = async () => {
    const page = await (await fetch(`${demo.origin}/`)).text();
    return [...page.matchAll(/class="notice (\w+)"/g)].map(([, kind]) => kind).join(" ");
  };
  // While scans are read, and a report has just appeared, the progress is told.
  await soon("no notice but that it is fictional", async () => (await notices()) === "demo", {
    withinMs: 60_000,
  });
  assert.equal(await notices(), "demo");
});

test("its help starts nothing, and an unknown option is rejected", async () => {
  for (const [option, code, text] of [
    ["--help", 0, /PORT/],
    ["--prot", 2, /unknown option '--prot'/],
  ] as const) {
    const asked = spawn(process.execPath, [
      fileURLToPath(new URL("../../src/app/demo/demo.ts", import.meta.url)),
      option,
    ]);
    let said = "";
    for (const stream of [asked.stdout, asked.stderr]) stream.on("data", (chunk) => (said += chunk));
    assert.deepEqual(await once(asked, "close"), [code, null]);
    assert.match(said, text);
    assert.doesNotMatch(said, /DEMONSTRATION/);
  }
});

test("ends on a signal, and deletes its data", async () => {
  const folder = /data is stored in (\S+)/.exec(demo.printed())?.[1] ?? "";
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
    if (Date.now() > until) assert.fail(`${path}: ${JSON.stringify(answer?.body)?.slice(0, 300)}\n${demo.printed()}`);
    await sleep(4_000);
  }
}
