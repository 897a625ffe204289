/** Tests that the shell commands in the documents run as printed, against real filings. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { promisify } from "node:util";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";
import { dropDatabase } from "../database.ts";
import { copyImportedCorpus } from "../e2e/imported-place.ts";
import { type Serving, serve } from "../e2e/serving.ts";
import { serviceEnvironment } from "../e2e/workplace.ts";
import { eventually } from "../eventually.ts";
import { corpusMaterial } from "../upstream/corpus-material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { runPrintedCommands, skipWithoutPrograms } from "./printed-commands.ts";

/** Pages, each with patterns that the output of its commands must match. */
const PRINTED: Readonly<Record<string, readonly RegExp[]>> = {
  "README.md": [/"trades":\[\{"id":"txn_/, /"politicians":\[\{/, /"symbol":"AAPL"/, /"period":"1y"/],
  "docs/api.md": [/"evidence_url":"http/, /"ticker":"META"/, /"committees":\[/, /"period":"1y"/, /"events":\[/],
  "docs/questions.md": [/\ttxn_/, /"document_url": "https:/, /^\d+\t.+\t\d{4}-/m, /^"2025-\d\d-\d\d",[\d.]+$/m],
  "docs/compat.md": [/"representative": "/],
  "docs/data.md": [],
  "docs/export.md": [],
};

/** Replaces symbols of which no prices are recorded. */
const replaceSymbols = (script: string) => script.replace(/(market-data\/public\/\w+\/)(?:NVDA|BRK\.B)/g, "$1AAPL");

suite("the commands printed in the docs run on real filings", {
  skip: skipWithoutCorpus || skipWithoutPrograms(),
  timeout: 600_000,
}, () => {
  let sites: Upstream;
  let service: Serving;
  let settings: Record<string, string>;
  let folder: string;
  before(async () => {
    sites = await startUpstream({ material: await corpusMaterial(corpusDir as string), port: 0 });
    folder = await copyImportedCorpus(sites.url);
    settings = serviceEnvironment(sites.url, folder, {
      INGEST: "false",
      PORT: String(await findFreePort()),
      TRUSTED_PROXIES: "127.0.0.1/32",
    });
    service = await serve(settings);
    await eventually("the data files", areFilesMade, { withinMs: 240_000, everyMs: 1_000 });
  });
  after(async () => {
    await service?.stop();
    await sites?.stop();
    dropDatabase(folder);
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns true once the data files of the imported version exist. */
  async function areFilesMade(): Promise<boolean> {
    const coverage = await fetch(`${service.base}/coverage`);
    const latest = await fetch(`${service.base.replace("/api/v1", "")}/data/latest.json`);
    if (!coverage.ok || !latest.ok) return false;
    const [served, made] = (await Promise.all([coverage.json(), latest.json()])) as {
      readonly dataset_version: string;
    }[];
    return served?.dataset_version === made?.dataset_version;
  }

  for (const [page, wanted] of Object.entries(PRINTED)) {
    test(`${page}: every printed command runs, and no response is an error`, { timeout: 120_000 }, async () => {
      const { stdout: key } = await promisify(execFile)(
        process.execPath,
        ["src/app/cli/main.ts", "keys", "create", "--plan", "premium", "--account", page],
        { env: { ...process.env, ...settings } },
      );
      const origin = service.base.replace("/api/v1", "");
      const stdout = await runPrintedCommands(page, { origin, key: key.trim(), settings, replaceSymbols });
      for (const each of wanted) assert.match(stdout, each, page);
    });
  }

  test("docs/spreadsheets.md: every list that its formulas read has rows", async () => {
    const page = await readFile(path.join(import.meta.dirname, "../../docs/spreadsheets.md"), "utf8");
    const addresses = [...page.matchAll(/https?:\/\/(?:localhost:3000|ADDRESS)(\/[\w.]+\.csv[^"]*)/g)];
    assert.ok(addresses.length >= 3, `${addresses.length} found`);
    // A caller that has made no request yet, because one caller soon reaches its limit.
    const headers = { "X-Forwarded-For": "198.51.100.7" };
    for (const [, target = ""] of addresses) {
      const answer = await fetch(service.base.replace("/api/v1", "") + target, { headers });
      assert.match(await answer.text(), /^"txn_/m, `${answer.status} ${target}`);
    }
  });
});
