/** Tests the documented update, `npm ci` in the clone of a service that reads filings: nothing stops; the next run is complete. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { eventually } from "../eventually.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import {
  createShellEnvironment,
  createTemporaryFolder,
  isSource,
  ROOT,
  run,
  SKIP_INSTALLS,
  waitForOutput,
} from "./workbench.ts";

/** Each round installs once; `npm run test:soak` has more rounds, since failures depend on timing. */
const ROUNDS = process.env["SOAK"] === "1" ? 5 : 1;
/** Number of Senate reports: few, so that a round reads mostly House reports. */
const SENATE_REPORTS = 5;
const PATHS = ["/health/live", "/", "/docs", "/og/site.png"];

/** Sites on which another equal share of this and last year's House reports appears in each round. */
class GrowingSites {
  readonly #whole = fictionalMaterial({ today: new Date() });
  round = 0;

  async #listHouseRows(year: number) {
    const rows = (await this.#whole.house.readIndex(year)) ?? [];
    return rows.filter(({ filingType }) => filingType === "P").filter((_, place) => place % ROUNDS < this.round);
  }

  /** Number of filings listed since the year `since`. */
  async countListed(since: number): Promise<number> {
    const houseRows = await Promise.all([since, since + 1].map((year) => this.#listHouseRows(year)));
    return houseRows.flat().length + (await this.#listSenateRows(since)).length;
  }

  async #listSenateRows(since: number) {
    const rows = await this.#whole.senate.listRows();
    return rows.filter(({ submitted }) => Number(submitted.slice(-4)) >= since).slice(0, SENATE_REPORTS);
  }

  createMaterial(since: number): Material {
    const { house, senate } = this.#whole;
    return {
      ...this.#whole,
      house: { ...house, readIndex: (year) => this.#listHouseRows(year) },
      senate: { ...senate, listRows: () => this.#listSenateRows(since) },
    };
  }
}

suite("npm ci does not interrupt a running service", { skip: SKIP_INSTALLS, timeout: 900_000 }, () => {
  const since = new Date().getFullYear() - 1;
  const growing = new GrowingSites();
  let folder: string;
  let clone: string;
  let sites: Upstream;
  let service: ChildProcess;
  let origin: string;
  let output = "";
  const createEnvironment = (more: Record<string, string> = {}) =>
    createShellEnvironment(path.dirname(process.execPath), more);
  const runNpmCi = () => run("npm", ["ci", "--prefer-offline", "--loglevel=error"], clone, createEnvironment());

  before(async () => {
    folder = await createTemporaryFolder();
    clone = path.join(folder, "clone");
    await cp(ROOT, clone, { recursive: true, filter: (from) => isSource(path.relative(ROOT, from)) });
    // `npm ci` would install the same packages in the clone as here.
    const copied = await run("cp", ["-a", path.join(ROOT, "node_modules"), clone], ROOT, createEnvironment());
    assert.equal(copied.code, 0, copied.stderr);
    sites = await startUpstream({ material: growing.createMaterial(since), port: 0 });
    const port = await findFreePort();
    origin = `http://127.0.0.1:${port}`;
    const settings = {
      DATA_DIR: path.join(folder, "data"),
      HOST: "127.0.0.1",
      PORT: String(port),
      UPSTREAM_URL: sites.url,
      SENATE_EFD_ACCEPT_TERMS: "true",
      INGEST_SINCE_YEAR: String(since),
      INGEST_RATE: "2",
    };
    growing.round = 1;
    service = spawn(process.execPath, ["bin/congress-trades.js", "serve"], {
      cwd: clone,
      env: createEnvironment(settings),
    });
    for (const stream of [service.stdout, service.stderr]) stream?.on("data", (chunk) => (output += chunk));
    await waitForOutput(service, /answers on/);
  });
  after(async () => {
    service?.kill("SIGTERM");
    if (service?.exitCode === null) await once(service, "exit");
    await sites?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  for (let round = 1; round <= ROUNDS; round += 1) {
    test(`npm ci during run ${round}: the service keeps answering, and the next run reads every report`, async () => {
      const before = sites.listRequests().length;
      growing.round = round;
      if (round > 1) service.kill("SIGUSR2");
      const isReading = () =>
        sites
          .listRequests()
          .slice(before)
          .some(({ path: asked }) => asked.endsWith(".pdf"));
      await eventually("a run that reads reports", isReading, { withinMs: 60_000, everyMs: 100 });

      let isInstalling = true;
      const installed = runNpmCi().finally(() => {
        isInstalling = false;
      });
      while (isInstalling) {
        for (const target of PATHS) {
          const answer = await fetch(origin + target);
          assert.ok(answer.status < 500, `${target}: ${answer.status} ${await answer.text()}`);
        }
        await sleep(200);
      }
      const { code, stderr } = await installed;
      assert.equal(code, 0, stderr);
      assert.equal(service.exitCode, null, output);

      const expected = await growing.countListed(since);
      await eventually("a complete run", () => requestRunAndCheck(expected), { withinMs: 120_000, everyMs: 5_000 });
    });
  }

  /** Requests a run, and returns whether every listed report has been read. */
  async function requestRunAndCheck(expected: number): Promise<boolean> {
    service.kill("SIGUSR2");
    const answer = await fetch(`${origin}/api/v1/coverage`);
    if (!answer.ok) return false;
    const { totals, sources } = (await answer.json()) as {
      totals: { known: number; states: { pending: number } };
      sources: { status: string }[];
    };
    return totals.known === expected && totals.states.pending === 0 && sources.every(({ status }) => status === "ok");
  }
});
