/** `doctor`: it tells what is wrong and what to do, asks each site once, and changes nothing. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";
import pg from "pg";
import { createSecretBox } from "../../src/accounts/webhooks/secret.ts";
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";
import { withoutChromium } from "../chromium.ts";
import { startPostgres } from "../postgres.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { SHELL, serviceEnvironment, temporaryFolder } from "./workplace.ts";

let folder: string;
let sites: Upstream;

interface Finding {
  readonly name: string;
  readonly state: "ok" | "warning" | "fault";
  readonly says: string;
  readonly advice: string | null;
}

interface DoctorRun {
  readonly code: number | null;
  readonly printed: string;
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  of(name: string): Finding;
}

async function run(args: readonly string[], settings: Record<string, string>) {
  const environment = serviceEnvironment(sites.url, path.join(folder, "data"), {
    CONTACT: "operator@example.org",
    DATABASE_URL: "",
  });
  const env = { ...SHELL, ...environment, ...settings };
  const child = spawn(process.execPath, ["src/app/cli/main.ts", "doctor", ...args], { env });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  child.stderr.on("data", (chunk) => (printed += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, printed };
}

async function doctor(settings: Record<string, string> = {}): Promise<DoctorRun> {
  const { code, printed } = await run(["--json"], settings);
  const told = JSON.parse(printed) as Pick<DoctorRun, "ok" | "findings">;
  const of = (name: string) =>
    told.findings.find((each) => each.name === name) ?? assert.fail(`nothing of ${name}: ${printed}`);
  return { code, printed, ...told, of };
}

before(async () => {
  folder = await temporaryFolder();
  sites = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
});
beforeEach(() => {
  sites.clearFaults();
  sites.clearLog();
});
after(async () => {
  await sites.stop();
  await rm(folder, { recursive: true, force: true });
});

test("if all is well, exits with 0 after one request per site, creates no file and prints no secret", async () => {
  const told = await doctor({
    MARKET_PROVIDERS: "yahoo,nasdaq,tiingo,finnhub",
    TIINGO_API_KEY: "tiingo-secret",
    FINNHUB_API_KEY: "finnhub-secret",
    SMTP_URL: "smtp://user:mail-secret@127.0.0.1:25",
    MASTER_KEY: "a passphrase that is secret",
  });
  assert.equal(told.code, 0, told.printed);
  assert.equal(told.ok, true);
  assert.doesNotMatch(told.printed, /secret@|-secret|that is secret/);
  for (const name of ["house-clerk", "senate-efd", "legislators", "sec", "sec-data", "nasdaq-trader", "clock"]) {
    assert.equal(told.of(name).state, "ok", told.printed);
  }
  for (const name of ["yahoo", "nasdaq", "tiingo", "finnhub"]) assert.equal(told.of(`prices-${name}`).state, "ok");
  assert.match(told.of("senate-efd").says, /this program itself/);
  const asked = sites.listRequests().map(({ site }) => site);
  assert.deepEqual(asked.toSorted(), [
    "finnhub",
    "house",
    "legislators",
    "nasdaq",
    "nasdaqtrader",
    "sec",
    "secdata",
    "senate",
    "tiingo",
    "yahoo",
  ]);
  assert.deepEqual(await readdir(folder), []);
});

test("reports sites that refuse, or answer something else, as faults with what to do", async () => {
  sites.force("/senate/", "forbidden");
  sites.force("/house/", "html");
  sites.force("/yahoo/", "forbidden");
  sites.force("/secdata/", "forbidden");
  const { code, printed } = await run([], {});
  assert.equal(code, 1, printed);
  assert.match(
    printed,
    /^fault +senate-efd: Asked by this program itself: .* is refused to us \(403\)\. .*(set SENATE_EFD_BROWSER=|install Chrome).* outside the United States/m,
  );
  assert.match(printed, /^fault +house-clerk: .* not with what it should\. \S/m);
  assert.match(printed, /^warning +sec-data: .*\(403\)\. \S/m);
  // Nasdaq answers, so that prices are served.
  assert.match(printed, /^warning +prices-yahoo: .*403\. \S/m);
  assert.match(printed, /^2 faults, /m);
  assert.equal(sites.listRequests().filter(({ site }) => site === "senate").length, 1);
});

test("without a network, reports unreachable sites and suggests checking the network", async () => {
  const told = await doctor({ UPSTREAM_URL: "http://127.0.0.1:9", SENATE_EFD_ACCEPT_TERMS: "false" });
  assert.equal(told.code, 1);
  assert.equal(told.of("house-clerk").state, "fault");
  assert.match(told.of("house-clerk").advice ?? "", /network/);
  assert.deepEqual([told.of("prices-yahoo").state, told.of("prices-nasdaq").state], ["fault", "fault"]);
  assert.equal(told.of("senate-efd").state, "warning");
  assert.match(told.of("senate-efd").says, /is off/);
});

test("names unknown and contradictory settings, and reports unreadable ones as faults", async () => {
  const told = await doctor({
    INGEST_RATES: "1",
    DATABSE_URL: "postgres://user:hidden@host/database",
    TIINGO_API_KEY: "hidden",
    PORT: "4000",
    OPERATIONS_PORT: "4000",
    MARKET_PROVIDERS: "yahoo,finnhub",
    SENATE_EFD_ACCEPT_TERMS: "false",
    SENATE_EFD_BROWSER: "/usr/bin/chromium",
    DELIVERY_LEASE: "1s",
  });
  assert.equal(told.code, 1);
  assert.doesNotMatch(told.printed, /hidden/);
  assert.match(told.of("INGEST_RATES").says, /INGEST_RATES is not a setting\. Did you mean INGEST_RATE\?/);
  assert.match(told.of("DATABSE_URL").says, /Did you mean DATABASE_URL\?/);
  assert.equal(told.of("TIINGO_API_KEY").state, "warning");
  assert.equal(told.of("OPERATIONS_PORT").state, "fault");
  assert.equal(told.of("DELIVERY_LEASE").state, "fault");
  assert.equal(told.of("SENATE_EFD_BROWSER").state, "warning");
  assert.match(told.of("prices-finnhub").says, /needs FINNHUB_API_KEY/);

  const wrong = await doctor({ PORT: "many", SENATE_EFD_BROWSER: "firefox" });
  assert.equal(wrong.code, 1);
  assert.deepEqual(
    wrong.findings.map(({ name, state }) => [name, state]),
    [
      ["PORT", "fault"],
      ["SENATE_EFD_BROWSER", "fault"],
    ],
  );
  assert.match(wrong.of("SENATE_EFD_BROWSER").says, /chrome, msedge, chromium or the path .* Firefox cannot be driven/);
});

test("reports a store with another master key, another notice or an unwritable folder as a fault, unchanged", async () => {
  const dataDir = path.join(folder, "kept");
  const key = randomBytes(32);
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  await store.masterKey.confirmOrStoreFingerprint(createSecretBox(key).fingerprint, () => true);
  const own = await doctor({ DATA_DIR: dataDir, MASTER_KEY: key.toString("hex") });
  assert.deepEqual([own.of("store").state, own.of("MASTER_KEY").state], ["ok", "ok"], own.printed);
  assert.match(own.of("MASTER_KEY").says, /matches the store/);
  // So far beside a service that runs, with its log; now without.
  await store.close();
  const files = await readdir(dataDir);
  const other = await doctor({ DATA_DIR: dataDir, DATA_NOTICE: "Made up.", MASTER_KEY: "ab".repeat(32) });
  assert.equal(other.code, 1);
  assert.match(other.of("MASTER_KEY").says, /encrypted with another key/);
  assert.match(other.of("store").says, /never mixed/);
  const none = await doctor({ DATA_DIR: dataDir, INDUSTRIES: "false" });
  assert.ok(none.findings.every(({ name }) => name !== "sec-data"));
  assert.match(none.of("MASTER_KEY").says, /no key is here/);
  assert.deepEqual(await readdir(dataDir), files);

  const blocked = path.join(folder, "file");
  await writeFile(blocked, "");
  const noFolder = await doctor({ DATA_DIR: path.join(blocked, "data") });
  assert.match(noFolder.of("DATA_DIR").says, /is not a folder/);
  const damaged = path.join(folder, "damaged");
  await mkdir(damaged);
  await writeFile(path.join(damaged, "congress-trades.sqlite"), "no database".repeat(100));
  assert.match((await doctor({ DATA_DIR: damaged })).of("store").says, /cannot be used/);
});

test("checks PostgreSQL without creating a table, and never prints its password if it is down", async (t) => {
  const server = await startPostgres();
  if ("skipped" in server) return t.skip(server.skipped);
  const databaseUrl = server.url.replace("tester@", "tester:hidden@");
  try {
    const told = await doctor({ DATABASE_URL: databaseUrl });
    assert.equal(told.of("store").state, "ok", told.printed);
    assert.match(told.of("store").says, /^PostgreSQL \d+.*nothing is stored yet/);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public'");
    await client.end();
    assert.equal(rows.length, 0);
  } finally {
    await server.stop();
  }
  const away = await doctor({ DATABASE_URL: databaseUrl });
  assert.equal(away.of("store").state, "fault");
  assert.doesNotMatch(away.printed, /hidden/);
});

test("uses the configured browser for the Senate, and reports one that does not start as a fault", {
  skip: withoutChromium,
}, async () => {
  const told = await doctor({ SENATE_EFD_BROWSER: "chromium" });
  assert.equal(told.of("senate-efd").state, "ok", told.printed);
  assert.match(told.of("senate-efd").says, /the browser chromium/);
  const [asked] = sites.listRequests().filter(({ site }) => site === "senate");
  assert.match(asked?.userAgent ?? "", /Chrome/);
  const missing = await doctor({ SENATE_EFD_BROWSER: "/nowhere/chrome" });
  assert.deepEqual([missing.code, missing.of("senate-efd").state], [1, "fault"]);
  assert.match(missing.of("senate-efd").says, /cannot be started/);
});
