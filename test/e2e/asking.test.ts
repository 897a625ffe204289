/** Tests the query commands: on an existing folder, with addresses of the service that holds it, printed as text or as JSON. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import type { ReviewItem } from "../../src/domain/review.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { serviceEnvironment, temporaryFolder } from "./workplace.ts";

const PORT = String(20_000 + (process.pid % 20_000));
let folder: string;
let dataDir: string;
let sites: Upstream;

interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function runCli(args: readonly string[], settings: Record<string, string> = {}): Promise<CliResult> {
  const env = { ...process.env, ...serviceEnvironment(sites.url, dataDir), PORT, ...settings };
  const child = spawn(process.execPath, ["src/app/cli/main.ts", ...args], { env });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

async function runJson<T>(args: readonly string[]): Promise<T> {
  const { code, out, err } = await runCli([...args, "--json"]);
  assert.equal(code, 0, err);
  return JSON.parse(out) as T;
}

before(async () => {
  folder = await temporaryFolder();
  dataDir = path.join(folder, "data");
  sites = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
});
after(async () => {
  await sites.stop();
  await rm(folder, { recursive: true, force: true });
});

test("a query command on an empty data folder says that it contains no store, and creates no file", async () => {
  for (const args of [
    ["coverage"],
    ["filings"],
    ["review", "list"],
    ["keys", "list"],
    ["accounts", "list"],
    ["approve"],
  ]) {
    const { code, out, err } = await runCli(args, { DATA_DIR: path.join(folder, "nothing"), DATABASE_URL: "" });
    assert.deepEqual([code, out], [1, ""], args.join(" "));
    assert.match(err, /^The data folder ".*\/nothing" holds no store\. Set DATA_DIR to the folder of your service/);
  }
  assert.equal(existsSync(path.join(folder, "nothing")), false);
});

test("a query command on a folder whose store moved to PostgreSQL says to set DATABASE_URL", async () => {
  const moved = path.join(folder, "moved");
  await mkdir(moved);
  await writeFile(path.join(moved, "congress-trades.sqlite.migrated"), "the former store");
  const { code, err } = await runCli(["coverage"], { DATA_DIR: moved, DATABASE_URL: "" });
  assert.equal(code, 1);
  assert.match(err, /holds no store\. .*sqlite\.migrated"\. Set DATABASE_URL to the PostgreSQL database\.$/m);
});

interface CoverageJson {
  readonly totals: { readonly known: number; readonly states: Readonly<Record<string, number>> };
  readonly years: readonly { readonly source: string; readonly year: number; readonly filings_url: string }[];
}

interface FilingsJson {
  readonly total: number;
  readonly filings: readonly {
    readonly id: string;
    readonly state: string;
    readonly year: number;
    readonly source: string;
    readonly url: string;
    readonly document_url: string;
  }[];
}

test("`ingest` prints actions and coverage as one JSON document, and `filings` lists the filings that coverage counts", async () => {
  const ingested = await runJson<{ sources: { source: string; read: number; error: null }[]; coverage: CoverageJson }>([
    "ingest",
  ]);
  assert.deepEqual(
    ingested.sources.map(({ source, error }) => [source, error]),
    [
      ["house-clerk", null],
      ["senate-efd", null],
    ],
  );
  assert.ok(ingested.sources.every(({ read }) => read > 0));
  const all = await runJson<FilingsJson>(["filings", "--limit", "all"]);
  assert.equal(all.total, ingested.coverage.totals.known);
  assert.equal(all.filings.length, all.total);
  for (const [state, known] of Object.entries(ingested.coverage.totals.states)) {
    const matching = await runJson<FilingsJson>(["filings", "--state", state, "--limit", "all"]);
    assert.equal(matching.total, known, state);
    assert.ok(matching.filings.every((each) => each.state === state && /^https?:\/\//.test(each.document_url)));
  }
  const [first] = all.filings;
  const words = await runCli(["filings", "--year", String(first?.year), "--source", "house", "--limit", "1"]);
  assert.match(words.out, /^h\d+ {2}\d{4}-\d\d-\d\d {2}\w+ {2}.+ {2}http\S+\n/);
  const none = await runCli(["filings", "--state", "withdrawn"]);
  assert.equal(none.out, "No filing matches. To count the filings by source, year and status, run `coverage`.\n");
});

test("`coverage` ends with the command that lists unread filings, and uses the singular for one filing", async () => {
  const { out } = await runCli(["coverage"]);
  const [, command] = /^To see which filings and why: `(filings --state .+)`$/m.exec(out) ?? assert.fail(out);
  const { totals } = await runJson<CoverageJson>(["coverage"]);
  const unread = ["needs_ocr", "needs_review", "unreadable", "missing_document"].filter(
    (state) => (totals.states[state] ?? 0) > 0,
  );
  assert.equal(command, `filings --state ${unread.join(",")}`);
  assert.match(out, /: 1 filing \w+$/m);
  assert.doesNotMatch(out, /: 1 (filings|rejected lines) /);
  const listed = await runJson<FilingsJson>([...String(command).split(" "), "--limit", "all"]);
  assert.equal(
    listed.total,
    unread.reduce((sum, state) => sum + (totals.states[state] ?? 0), 0),
  );
});

test("`review list` prints pending items with links and a count, and filters by reason and filing", async () => {
  const items = await runJson<ReviewItem[]>(["review", "list"]);
  const { reason, filing } = items.find(({ kind }) => kind === "amendment") ?? assert.fail("no amendment is pending");
  const { out } = await runCli(["review", "list", "--reason", reason]);
  const matching = items.filter((item) => item.reason === reason);
  for (const { id } of matching) assert.match(out, new RegExp(`^${id}  .*  http\\S+/review/items/${id}$`, "m"));
  assert.match(
    out,
    new RegExp(`^${matching.length} items? in \\d+ filings?: ${matching.length} amendment ${reason}\\.$`, "m"),
  );
  assert.match(out, /^Make the decisions at http\S+\/review with a key that has the scope "review"\.$/m);
  const itemsOfFiling = await runJson<ReviewItem[]>(["review", "list", "--filing", filing]);
  assert.ok(itemsOfFiling.length > 0 && itemsOfFiling.every((item) => item.filing === filing));
  const refused = await runCli(["review", "list", "--reason", "boredom"]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.err,
    new RegExp(`Nothing to review for the reason "boredom"; reasons in the queue: .*${reason}`),
  );
});

test("prints the addresses of the service that is running on the data folder, whatever the port", async () => {
  const env = { ...process.env, ...serviceEnvironment(sites.url, dataDir), INGEST: "false", PORT: "0" };
  const service = spawn(process.execPath, ["src/app/cli/main.ts", "serve"], { env });
  let output = "";
  for await (const chunk of service.stdout) {
    output += chunk;
    if (/answers on/.test(output)) break;
  }
  const port = /:(\d+)\//.exec(output)?.[1];
  const { years } = await runJson<CoverageJson>(["coverage"]);
  const [year = assert.fail("no year")] = years;
  assert.ok(year.filings_url.startsWith(`http://localhost:${port}/api/v1/filings?source=`), year.filings_url);
  const answer = (await (await fetch(year.filings_url)).json()) as FilingsJson;
  assert.ok(answer.total > 0 && answer.filings.every(({ source }) => source === year.source));
  const [item] = await runJson<{ id: string; url: string }[]>(["review", "list"]);
  assert.equal(item?.url, `http://localhost:${port}/review/items/${item?.id}`);
  const other = await runCli(["coverage"], {
    DATA_DIR: path.join(folder, "elsewhere"),
    DATABASE_URL: "",
    PORT: String(port),
  });
  assert.match(other.err, /The service on port \d+ uses another folder: set the same DATA_DIR\.$/m);
  service.kill("SIGTERM");
  await once(service, "close");
});

test("commands that change data can print JSON", async () => {
  const created = await runJson<{ key: string; id: string; account: { name: string; plan: string } }>([
    "keys",
    "create",
    "--account",
    "ACME",
  ]);
  assert.match(created.key, /^ctd_/);
  assert.deepEqual([created.account.name, created.account.plan], ["ACME", "premium"]);
  assert.deepEqual(await runJson(["keys", "revoke", created.id]), { revoked: [created.id], still_working: [] });
  const account = await runJson<{ id: string }>(["accounts", "create", "other", "--plan", "free"]);
  const accounts = await runJson<{ id: string; plan: string }[]>(["accounts", "list"]);
  assert.equal(accounts.find(({ id }) => id === account.id)?.plan, "free");
  const { out } = await runCli(["reparse", "--json"]);
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { sum?: { filings: number } });
  assert.equal(lines.at(-1)?.sum?.filings, 0);
  assert.deepEqual(await runJson(["prices", "forget", "ZZWID"]), [{ symbol: "ZZWID", forgotten: false }]);
});

test("an invalid command line exits with code 2, and --version prints the version", async () => {
  for (const args of [
    ["nonsense"],
    ["filings", "--state", "lost"],
    ["filings", "--year", "soon"],
    ["filings", "--nonsense"],
    ["keys", "create"],
    ["keys", "create", "--account", "x", "--plan", "gold"],
    ["ingest", "--since", "yesterday"],
    ["review", "list", "--filing", "8217343"],
    ["review", "accept", "txn_h8217343_03"],
  ]) {
    assert.equal((await runCli(args)).code, 2, args.join(" "));
  }
  const { code, out } = await runCli(["--version"]);
  assert.equal(code, 0);
  assert.match(out, /^\d+\.\d+\.\d+\n$/);
});
