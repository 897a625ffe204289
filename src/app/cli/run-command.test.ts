import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { readConfig } from "../../base/config.ts";
import { lockDataDir } from "../../store/data-lock.ts";
import { buildCommandEnvironment } from "./run-command.ts";

test("a command next to a running service uses the service's settings, except those set for the command itself", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "data-lock-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const own = { DATA_DIR: folder, CONTACT: "", MARKET_PROVIDERS: "nasdaq" };
  assert.deepEqual(buildCommandEnvironment(own), own, "no process holds the folder");

  const lock = await lockDataDir(folder, "serve");
  const { provided: given } = readConfig({
    DATA_DIR: folder,
    SENATE_EFD_ACCEPT_TERMS: "true",
    CONTACT: "operator@example.org",
    MARKET_PROVIDERS: "yahoo",
    DECISIONS: "decided.ndjson",
    MASTER_KEY: "a passphrase that is secret",
  });
  lock.recordServiceInLock({ url: "http://localhost:4321/api/v1", settings: given });
  const { SENATE_EFD_ACCEPT_TERMS, CONTACT, MARKET_PROVIDERS, DECISIONS, MASTER_KEY } = buildCommandEnvironment(own);
  assert.deepEqual(
    { SENATE_EFD_ACCEPT_TERMS, CONTACT, MARKET_PROVIDERS, DECISIONS, MASTER_KEY },
    {
      SENATE_EFD_ACCEPT_TERMS: "true",
      CONTACT: "operator@example.org",
      MARKET_PROVIDERS: "nasdaq",
      DECISIONS: path.resolve("decided.ndjson"),
      MASTER_KEY: undefined,
    },
  );
  lock.release();
  assert.deepEqual(buildCommandEnvironment(own), own, "the service has ended");
});

test("a settings file does not override the settings of a running service", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "data-lock-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, ".env");
  const inFile = { SENATE_EFD_ACCEPT_TERMS: "false", OCR: "false", MARKET_PROVIDERS: "nasdaq" };
  writeFileSync(file, "SENATE_EFD_ACCEPT_TERMS=false\nOCR=false\nMARKET_PROVIDERS=nasdaq\nSMTP_URL=smtp://one\n");
  const own = { ...inFile, DATA_DIR: folder, CONGRESS_TRADES_ENV: file, SMTP_URL: "smtp://one", LOG_LEVEL: "error" };
  const lock = await lockDataDir(folder, "serve");
  const { provided: given } = readConfig({ DATA_DIR: folder, SENATE_EFD_ACCEPT_TERMS: "true", LOG_LEVEL: "info" });
  lock.recordServiceInLock({ url: "http://localhost:4321/api/v1", settings: given });
  assert.deepEqual(buildCommandEnvironment(own), {
    DATA_DIR: folder,
    SENATE_EFD_ACCEPT_TERMS: "true",
    CONGRESS_TRADES_ENV: file,
    SMTP_URL: "smtp://one",
    LOG_LEVEL: "error",
  });
  assert.equal(
    buildCommandEnvironment({ ...own, MARKET_PROVIDERS: "file" })["MARKET_PROVIDERS"],
    "file",
    "set for the command itself, not in the file",
  );
  lock.release();
  assert.deepEqual(buildCommandEnvironment(own), own);
});

test("next to a service on PostgreSQL, a command without DATABASE_URL stops instead of opening another store", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "data-lock-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const lock = await lockDataDir(folder, "serve");
  const DATABASE_URL = "postgres://service:secret@127.0.0.1/trades";
  const { provided: given } = readConfig({ DATA_DIR: folder, DATABASE_URL });
  assert.equal(JSON.stringify(given).includes("secret@"), false, "no secret is written to the folder");
  lock.recordServiceInLock({ url: "http://localhost:4321/api/v1", settings: given });
  assert.throws(
    () => buildCommandEnvironment({ DATA_DIR: folder }),
    /service on http:\/\/localhost:4321\/api\/v1 .* in PostgreSQL: set the same DATABASE_URL/,
  );
  assert.equal(buildCommandEnvironment({ DATA_DIR: folder, DATABASE_URL })["DATABASE_URL"], DATABASE_URL);
  lock.release();
});

test("a command reads a secret from the same file as the service", () => {
  const { provided: given } = readConfig({ MASTER_KEY_FILE: "package.json" });
  assert.deepEqual(given, { values: { MASTER_KEY_FILE: path.resolve("package.json") }, secrets: [] });
});
