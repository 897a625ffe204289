/** `npm ci` in the clone of a running service, while it reads filings, as the documented update does: nothing ends, and the next run is whole. */
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
import { isSource, printed, ROOT, run, SKIP_INSTALLS, shell, temporaryFolder } from "./workbench.ts";

/** Each installs once more; `npm run test:soak` repeats it, since what it looks for depends on the moment. */
const ROUNDS = process.env["SOAK"] === "1" ? 5 : 1;
/** Reports of the Senate, few, so that most of a round is the House's. */
const SENATE_REPORTS = 5;
const ASKED = ["/health/live", "/", "/docs", "/og/site.png"];

/** Sites on which an equal share of the House's reports of this year and the last appears each round. */
class GrowingSites {
  readonly #whole = fictionalMaterial({ today: new Date() });
  round = 0;

  async #rows(year: number) {
    const rows = (await this.#whole.house.readIndex(year)) ?? [];
    return rows.filter(({ filingType }) => filingType === "P").filter((_, place) => place % ROUNDS < this.round);
  }

  /** Filings that are listed since `year`. */
  async listed(since: number): Promise<number> {
    const ofHouse = await Promise.all([since, since + 1].map((year) => this.#rows(year)));
    return ofHouse.flat().length + (await this.#senate(since)).length;
  }

  async #senate(since: number) {
    const rows = await this.#whole.senate.listRows();
    return rows.filter(({ submitted }) => Number(submitted.slice(-4)) >= since).slice(0, SENATE_REPORTS);
  }

  material(since: number): Material {
    const { house, senate } = this.#whole;
    return {
      ...this.#whole,
      house: { ...house, readIndex: (year) => this.#rows(year) },
      senate: { ...senate, listRows: () => this.#senate(since) },
    };
  }
}

suite("an update next to a running service", { skip: SKIP_INSTALLS, timeout: 900_000 }, () => {
  const since = new Date().getFullYear() - 1;
  const growing = new GrowingSites();
  let folder: string;
  let clone: string;
  let sites: Upstream;
  let service: ChildProcess;
  let origin: string;
  let said = "";
  const env = (more: Record<string, string> = {}) => shell(path.dirname(process.execPath), more);
  const npmCi = () => run("npm", ["ci", "--prefer-offline", "--loglevel=error"], clone, env());

  before(async () => {
    folder = await temporaryFolder();
    clone = path.join(folder, "clone");
    await cp(ROOT, clone, { recursive: true, filter: (from) => isSource(path.relative(ROOT, from)) });
    // What `npm ci` has put here is what it would put there.
    const copied = await run("cp", ["-a", path.join(ROOT, "node_modules"), clone], ROOT, env());
    assert.equal(copied.code, 0, copied.stderr);
    sites = await startUpstream({ material: growing.material(since), port: 0 });
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
    service = spawn(process.execPath, ["bin/congress-trades.js", "serve"], { cwd: clone, env: env(settings) });
    for (const stream of [service.stdout, service.stderr]) stream?.on("data", (chunk) => (said += chunk));
    await printed(service, /answers on/);
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
      const installed = npmCi().finally(() => {
        isInstalling = false;
      });
      while (isInstalling) {
        for (const target of ASKED) {
          const answer = await fetch(origin + target);
          assert.ok(answer.status < 500, `${target}: ${answer.status} ${await answer.text()}`);
        }
        await sleep(200);
      }
      const { code, stderr } = await installed;
      assert.equal(code, 0, stderr);
      assert.equal(service.exitCode, null, said);

      const expected = await growing.listed(since);
      await eventually("a whole run", () => isWhole(expected), { withinMs: 120_000, everyMs: 5_000 });
    });
  }

  /** Asks for a run, and says whether every listed report is read. */
  async function isWhole(expected: number): Promise<boolean> {
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
