/** Tests `doctor`: it reports what is wrong and what to do, sends each site one request, and changes nothing. */
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
  getFinding(name: string): Finding;
}

async function runDoctor(args: readonly string[], settings: Record<string, string>) {
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

async function runDoctorJson(settings: Record<string, string> = {}): Promise<DoctorRun> {
  const { code, printed } = await runDoctor(["--json"], settings);
  const report = JSON.parse(printed) as Pick<DoctorRun, "ok" | "findings">;
  const getFinding = (name: string) =>
    report.findings.find((each) => each.name === name) ?? assert.fail(`no finding for ${name}: ${printed}`);
  return { code, printed, ...report, getFinding };
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
  const report = await runDoctorJson({
    MARKET_PROVIDERS: "yahoo,nasdaq,tiingo,finnhub",
    TIINGO_API_KEY: "tiingo-secret",
    FINNHUB_API_KEY: "finnhub-secret",
    SMTP_URL: "smtp://user:mail-secret@127.0.0.1:25",
    MASTER_KEY: "a passphrase that is secret",
  });
  assert.equal(report.code, 0, report.printed);
  assert.equal(report.ok, true);
  assert.doesNotMatch(report.printed, /secret@|-secret|that is secret/);
  for (const name of ["house-clerk", "senate-efd", "legislators", "sec", "sec-data", "nasdaq-trader", "clock"]) {
    assert.equal(report.getFinding(name).state, "ok", report.printed);
  }
  for (const name of ["yahoo", "nasdaq", "tiingo", "finnhub"])
    assert.equal(report.getFinding(`prices-${name}`).state, "ok");
  assert.match(report.getFinding("senate-efd").says, /this program itself/);
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

test("reports sites that refuse requests or send an unexpected response, and says what to do", async () => {
  sites.force("/senate/", "forbidden");
  sites.force("/house/", "html");
  sites.force("/yahoo/", "forbidden");
  sites.force("/secdata/", "forbidden");
  const { code, printed } = await runDoctor([], {});
  assert.equal(code, 1, printed);
  assert.match(
    printed,
    /^fault +senate-efd: .* refused our request \(403\)\. .*(Set SENATE_EFD_BROWSER=|Install Chrome).* outside the United States/m,
  );
  assert.match(printed, /^fault +house-clerk: .* not with the expected content\. \S/m);
  assert.match(printed, /^warning +sec-data: .*\(403\)\. \S/m);
  // Only a warning, since Nasdaq answers and prices are still served.
  assert.match(printed, /^warning +prices-yahoo: .*403\. \S/m);
  assert.match(printed, /^2 faults, /m);
  assert.equal(sites.listRequests().filter(({ site }) => site === "senate").length, 1);
});

test("without a network, reports unreachable sites and suggests checking the network", async () => {
  const report = await runDoctorJson({ UPSTREAM_URL: "http://127.0.0.1:9", SENATE_EFD_ACCEPT_TERMS: "false" });
  assert.equal(report.code, 1);
  assert.equal(report.getFinding("house-clerk").state, "fault");
  assert.match(report.getFinding("house-clerk").advice ?? "", /network/);
  assert.deepEqual(
    [report.getFinding("prices-yahoo").state, report.getFinding("prices-nasdaq").state],
    ["fault", "fault"],
  );
  assert.equal(report.getFinding("senate-efd").state, "warning");
  assert.match(report.getFinding("senate-efd").says, /is off/);
});

test("names unknown and contradictory settings, and reports unreadable ones as faults", async () => {
  const report = await runDoctorJson({
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
  assert.equal(report.code, 1);
  assert.doesNotMatch(report.printed, /hidden/);
  assert.match(report.getFinding("INGEST_RATES").says, /INGEST_RATES is not a setting\. Did you mean INGEST_RATE\?/);
  assert.match(report.getFinding("DATABSE_URL").says, /Did you mean DATABASE_URL\?/);
  assert.equal(report.getFinding("TIINGO_API_KEY").state, "warning");
  assert.equal(report.getFinding("OPERATIONS_PORT").state, "fault");
  assert.equal(report.getFinding("DELIVERY_LEASE").state, "fault");
  assert.equal(report.getFinding("SENATE_EFD_BROWSER").state, "warning");
  assert.match(report.getFinding("prices-finnhub").says, /needs FINNHUB_API_KEY/);

  const wrong = await runDoctorJson({ PORT: "many", SENATE_EFD_BROWSER: "firefox" });
  assert.equal(wrong.code, 1);
  assert.deepEqual(
    wrong.findings.map(({ name, state }) => [name, state]),
    [
      ["PORT", "fault"],
      ["SENATE_EFD_BROWSER", "fault"],
    ],
  );
  assert.match(
    wrong.getFinding("SENATE_EFD_BROWSER").says,
    /chrome, msedge, chromium or the path .* Firefox cannot be driven/,
  );
});

test("reports a wrong master key, a different data notice or an unusable folder as a fault, and changes nothing", async () => {
  const dataDir = path.join(folder, "kept");
  const key = randomBytes(32);
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  await store.masterKey.confirmOrStoreFingerprint(createSecretBox(key).fingerprint, () => true);
  const own = await runDoctorJson({ DATA_DIR: dataDir, MASTER_KEY: key.toString("hex") });
  assert.deepEqual([own.getFinding("store").state, own.getFinding("MASTER_KEY").state], ["ok", "ok"], own.printed);
  assert.match(own.getFinding("MASTER_KEY").says, /matches the store/);
  // Up to here the store was open with its write-ahead log, as beside a running service; from here on it is closed.
  await store.close();
  const files = await readdir(dataDir);
  const other = await runDoctorJson({ DATA_DIR: dataDir, DATA_NOTICE: "Made up.", MASTER_KEY: "ab".repeat(32) });
  assert.equal(other.code, 1);
  assert.match(other.getFinding("MASTER_KEY").says, /encrypted with another key/);
  assert.match(other.getFinding("store").says, /never mixed/);
  const none = await runDoctorJson({ DATA_DIR: dataDir, INDUSTRIES: "false" });
  assert.ok(none.findings.every(({ name }) => name !== "sec-data"));
  assert.match(none.getFinding("MASTER_KEY").says, /no key is here/);
  assert.deepEqual(await readdir(dataDir), files);

  const blocked = path.join(folder, "file");
  await writeFile(blocked, "");
  const noFolder = await runDoctorJson({ DATA_DIR: path.join(blocked, "data") });
  assert.match(noFolder.getFinding("DATA_DIR").says, /is not a folder/);
  const damaged = path.join(folder, "damaged");
  await mkdir(damaged);
  await writeFile(path.join(damaged, "congress-trades.sqlite"), "no database".repeat(100));
  assert.match((await runDoctorJson({ DATA_DIR: damaged })).getFinding("store").says, /cannot be used/);
});

test("checks PostgreSQL without creating a table, and does not print the password if the server is down", async (t) => {
  const server = await startPostgres();
  if ("skipped" in server) return t.skip(server.skipped);
  const databaseUrl = server.url.replace("tester@", "tester:hidden@");
  try {
    const report = await runDoctorJson({ DATABASE_URL: databaseUrl });
    assert.equal(report.getFinding("store").state, "ok", report.printed);
    assert.match(report.getFinding("store").says, /^PostgreSQL \d+.*nothing is stored yet/);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query("select 1 from pg_tables where schemaname = 'public'");
    await client.end();
    assert.equal(rows.length, 0);
  } finally {
    await server.stop();
  }
  const down = await runDoctorJson({ DATABASE_URL: databaseUrl });
  assert.equal(down.getFinding("store").state, "fault");
  assert.doesNotMatch(down.printed, /hidden/);
});

test("uses the configured browser for the Senate, and reports a fault if the browser does not start", {
  skip: withoutChromium,
}, async () => {
  const report = await runDoctorJson({ SENATE_EFD_BROWSER: "chromium" });
  assert.equal(report.getFinding("senate-efd").state, "ok", report.printed);
  assert.match(report.getFinding("senate-efd").says, /the browser chromium/);
  const [asked] = sites.listRequests().filter(({ site }) => site === "senate");
  assert.match(asked?.userAgent ?? "", /Chrome/);
  const missing = await runDoctorJson({ SENATE_EFD_BROWSER: "/nowhere/chrome" });
  assert.deepEqual([missing.code, missing.getFinding("senate-efd").state], [1, "fault"]);
  assert.match(missing.getFinding("senate-efd").says, /cannot be started/);
});
