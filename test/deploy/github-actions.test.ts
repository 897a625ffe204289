/** Tests the workflow of deploy/github-actions step by step, without a runner, against the stand-in sites. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse } from "yaml";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { skipIfMissing } from "./programs.ts";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string | number>>;
}

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: { readonly make: { readonly steps: readonly Step[] } };
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const workflow = parse(await readFile(path.join(ROOT, "deploy/github-actions/publish.yml"), "utf8")) as Workflow;
const { steps } = workflow.jobs.make;
const findStep = (action: string) => steps.find(({ uses }) => uses?.startsWith(action)) ?? assert.fail(action);
/** Name of the step with `npm ci`, which is not run: the packages are already installed. */
const INSTALL = "Install";

/** Fills in `${{ vars.NAME || 'default' }}` and `${{ github.workspace }}`, with the variables that the documentation asks for. */
function fillIn(written: string, workspace: string): string {
  const values: Readonly<Record<string, string>> = {
    "github.workspace": workspace,
    "github.run_id": "1",
    "vars.CONTACT": "operator@example.org",
    "vars.SENATE_EFD_ACCEPT_TERMS": "true",
  };
  return written.replaceAll(/\$\{\{ ([\w.]+)(?: \|\| '([^']*)')? \}\}/g, (_, name: string, otherwise?: string) => {
    return values[name] ?? otherwise ?? assert.fail(`unknown variable ${name}`);
  });
}

suite("the GitHub Actions workflow imports filings and publishes a site", {
  skip: skipIfMissing("jq") || skipIfMissing("curl") || skipIfMissing("timeout"),
  timeout: 300_000,
}, () => {
  let folder: string;
  let sites: Upstream;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "congress-trades-workflow-"));
    sites = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  });
  after(async () => {
    await sites.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Makes a workspace like a runner's checkout. */
  async function openWorkspace(name: string): Promise<string> {
    const workspace = path.join(folder, name);
    await mkdir(workspace);
    for (const each of ["bin", "deploy"]) await symlink(path.join(ROOT, each), path.join(workspace, each));
    return workspace;
  }

  /** Runs each step as a runner does. @returns the steps' output. */
  async function runSteps(workspace: string): Promise<string> {
    const given = Object.entries(workflow.env).map(([name, value]) => [name, fillIn(value, workspace)]);
    const env = {
      ...process.env,
      ...Object.fromEntries(given),
      PATH: [path.dirname(process.execPath), process.env["PATH"]].join(path.delimiter),
      CONGRESS_TRADES_ENV: "",
      PORT: String(await findFreePort()),
      UPSTREAM_URL: sites.url,
      INGEST_RATE: "0",
      INGEST_SINCE_YEAR: String(new Date().getUTCFullYear()),
      OCR: "false",
      LOG_LEVEL: "error",
    };
    let said = "";
    for (const { name, run } of steps) {
      if (run === undefined || name === INSTALL) continue;
      const shell = ["--noprofile", "--norc", "-eo", "pipefail", "-c", run];
      const { stdout, stderr } = await promisify(execFile)("bash", shell, { cwd: workspace, env, maxBuffer: 1 << 24 });
      said += stdout + stderr;
    }
    return said;
  }

  async function readPublished(workspace: string) {
    const page = await readFile(path.join(workspace, "site/index.html"), "utf8");
    const files = await readdir(path.join(workspace, "site/data"));
    const sums = await readFile(path.join(workspace, "site/data/SHA256SUMS"), "utf8");
    return { page, files, sums };
  }

  test("saves and restores the data folder, and publishes the generated site", () => {
    const { path: kept, key } = findStep("actions/cache/save").with ?? {};
    const restored = findStep("actions/cache/restore").with;
    assert.equal(fillIn(workflow.env["DATA_DIR"] ?? "", "/work"), `/work/${kept}`);
    assert.deepEqual([restored?.["path"], restored?.["key"]], [kept, key]);
    assert.ok(String(key).startsWith(String(restored?.["restore-keys"])));
    assert.equal(findStep("actions/upload-pages-artifact").with?.["path"], "site");
  });

  test("builds data files and a page for both chambers; the next day's run continues even if a site rejects requests", async () => {
    const first = await openWorkspace("first");
    assert.doesNotMatch(await runSteps(first), /::(?:warning|error)/);
    const { page, files, sums } = await readPublished(first);
    for (const name of ["trades.parquet", "trades.csv.gz", "filings.parquet", "README.md"]) {
      assert.ok(files.includes(name), name);
      assert.match(page, new RegExp(`href="data/${name}"`));
    }
    const rows = page.match(/<tr><td>20\d\d-\d\d-\d\d/g) ?? [];
    assert.ok(rows.length > 50, `${rows.length} rows`);
    assert.match(page, /, house\)/);
    assert.match(page, /, senate\)/);
    const next = await openWorkspace("next");
    await rename(path.join(first, "data"), path.join(next, "data"));
    sites.clearLog();
    sites.force("/house/", "forbidden");
    assert.match(await runSteps(next), /::warning::Not every source answered/);
    const isDocument = /\/(?:ptr-pdfs|view\/ptr)\//;
    const fetchedAgain = sites
      .listRequests()
      .filter(({ path: asked, status }) => status === 200 && isDocument.test(asked));
    assert.deepEqual(fetchedAgain, []);
    assert.equal((await readPublished(next)).sums, sums);
  });
});
