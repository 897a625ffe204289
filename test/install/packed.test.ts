/** Tests the packed package in an empty project, and a clone, with the releases of npm and Node that users have. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import { createIndexZip } from "../../src/app/demo/sites/house-index.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import {
  createNodeFolder,
  createShellEnvironment,
  createTemporaryFolder,
  downloadNodes,
  isSource,
  ROOT,
  run,
  SKIP_INSTALLS,
  waitForOutput,
} from "./workbench.ts";

/** npm takes a minute on a busy machine. */
const PATIENCE = { timeout: 900_000 };
const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
let folder: string;
let project: string;
let tarball: string;
let nodes: Map<number, string>;
let newest: string;
let sites: Upstream;

function runCongressTrades(node: string, args: readonly string[], settings: Record<string, string> = {}) {
  const env = createShellEnvironment(node, { LOG_LEVEL: "error", ...settings });
  return run(path.join(project, "node_modules/.bin/congress-trades"), args, project, env);
}

function runNpm(release: number, args: readonly string[], cwd: string, node: string) {
  return run("npx", ["--yes", `npm@${release}`, ...args], cwd, createShellEnvironment(node));
}

/** Creates a project with only the package, installed by this release of npm without warnings about scripts. */
async function createProjectWithPackage(name: string, release: number, node: string): Promise<string> {
  const place = path.join(folder, name);
  await mkdir(place);
  await writeFile(path.join(place, "package.json"), '{"name":"empty","private":true}');
  const { code, stderr } = await runNpm(release, ["install", tarball], place, node);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /scripts? blocked|allowScripts/);
  return place;
}

suite("the packed npm package installs and runs", { skip: SKIP_INSTALLS, timeout: 3_600_000 }, () => {
  before(async () => {
    folder = await createTemporaryFolder();
    nodes = await downloadNodes([20, 22, 24], path.join(folder, "nodes"));
    newest = await createNodeFolder(process.execPath, path.join(folder, "nodes/only-newest"));
    const packed = await run("npm", ["pack", "--pack-destination", folder], ROOT, createShellEnvironment(newest));
    assert.equal(packed.code, 0, packed.stderr);
    tarball = path.join(folder, (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "");
    project = await createProjectWithPackage("project", 12, newest);
    sites = await startUpstream({ material, port: 0 });
  });
  after(async () => {
    await sites.stop();
    await rm(folder, { recursive: true, force: true });
  });

  for (const major of [24, "newest"] as const) {
    test(`the package parses, ingests and imports reports on Node ${major}`, PATIENCE, async () => {
      const node = major === "newest" ? newest : (nodes.get(major) as string);
      const { docId, pdf, index } = await saveReport(path.join(folder, `saved-${major}`));
      const read = await runCongressTrades(node, ["parse", pdf]);
      assert.equal(read.code, 0, read.stderr);
      assert.equal((JSON.parse(read.stdout) as { doc_id: string }).doc_id, docId);
      const settings = {
        DATA_DIR: path.join(folder, `data-${major}`),
        UPSTREAM_URL: sites.url,
        SENATE_EFD_ACCEPT_TERMS: "true",
        INGEST_RATE: "0",
        OCR: "false",
        INGEST_SINCE_YEAR: "2026",
      };
      const fetched = await runCongressTrades(node, ["ingest", "--source", "senate"], settings);
      assert.equal(fetched.code, 0, fetched.stderr);
      const imported = await runCongressTrades(node, ["import", index, pdf], settings);
      assert.equal(imported.code, 0, imported.stderr);
      assert.match(imported.stdout, new RegExp(`${docId} (parsed|partial), [1-9]\\d* trades`));
    });
  }

  test("docs/library.md's programs run in an empty project, and the package's types resolve", PATIENCE, async () => {
    const { pdf } = await saveReport(path.join(folder, "saved-library"));
    const page = await readFile(path.join(ROOT, "docs/library.md"), "utf8");
    const programs = [...page.matchAll(/```js\n\/\/ (\S+):[^\n]*\n(.*?)```/gs)];
    for (const [, name = "", code = ""] of programs) await writeFile(path.join(project, name), code);
    const env = createShellEnvironment(nodes.get(24) as string, { UPSTREAM_URL: sites.url });
    const trades = await run("node", ["trades-of.mjs", pdf], project, env);
    assert.match(trades.stdout, /^20\d\d-\d\d-\d\d .+ of .+ \$[\d,]+/m, trades.stderr);
    const prices = await run("node", ["prices-of.mjs", material.symbols[0] as string], project, env);
    assert.match(prices.stdout, /^.+ [\d.]+ 20\d\d-.+Z\n(?:20\d\d-\d\d-01 [\d.]+\n){12,13}$/, prices.stderr);
    const unknown = await run("node", ["prices-of.mjs", "ZZZZQ"], project, env);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /^\w+: [^\n]+\n$/);
    await writeFile(path.join(project, "typed.ts"), TYPED_PROGRAM);
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", ""];
    const checked = await run(path.join(ROOT, "node_modules/.bin/tsgo"), [...flags, "typed.ts"], project, env);
    assert.equal(checked.code, 0, checked.stdout);
  });

  test("the demo runs from the package and ends on a signal", PATIENCE, async () => {
    const settings = { PORT: String(await findFreePort()), LOG_LEVEL: "silent" };
    const demo = spawn(path.join(project, "node_modules/.bin/congress-trades"), ["demo"], {
      cwd: project,
      env: createShellEnvironment(nodes.get(24) as string, settings),
    });
    const closed = once(demo, "close");
    const output = await waitForOutput(demo, /senate-efd: read/);
    assert.match(output, /everything below is FICTIONAL/);
    assert.match(output, / npx congress-trades coverage/);
    assert.doesNotMatch(output, /npm (run|start)/);
    demo.kill("SIGTERM");
    assert.deepEqual(await closed, [0, null]);
  });

  test("the package reports an outdated Node in one sentence", PATIENCE, async () => {
    for (const major of [20, 22]) {
      const { code, stdout, stderr } = await runCongressTrades(nodes.get(major) as string, ["--version"]);
      assert.equal(code, 1);
      assert.equal(stdout, "");
      assert.match(
        stderr,
        new RegExp(`^congress-trades needs Node 24 or newer, and this is Node ${major}\\.[^\\n]+\\n$`),
      );
      const library = "await import('congress-trades/filings').catch(({ message }) => console.log(message))";
      const env = createShellEnvironment(nodes.get(major) as string);
      const imported = await run("node", ["--input-type=module", "-e", library], project, env);
      assert.match(
        imported.stdout,
        new RegExp(`^congress-trades needs Node 24 or newer, and this is Node ${major}\\.`),
      );
    }
  });

  test("no compiled module imports a TypeScript file, and the package has no files that only browsers load", async () => {
    const place = path.join(project, "node_modules/congress-trades");
    assert.deepEqual((await readdir(path.join(place, "dist"))).sort(), ["package.json", "src"]);
    for (const file of await readdir(path.join(place, "dist"), { recursive: true })) {
      if (!file.endsWith(".js")) continue;
      const code = (await readFile(path.join(place, "dist", file), "utf8")).replaceAll(/^\s*(\/?\*|\/\/).*$/gm, "");
      assert.doesNotMatch(code, /["'`/][\w./-]+\.ts["'`]/, file);
    }
    const builds = await readdir(path.join(place, "node_modules/tesseract.js-core"));
    assert.deepEqual(
      builds.filter((name) => name.endsWith(".wasm.js")),
      [],
    );
  });

  // An install takes 20 s: the oldest npm installs the clone below, and the package only at night (`npm run test:soak`).
  if (process.env["SOAK"] === "1") {
    test("the oldest supported npm also installs a package that runs", PATIENCE, async () => {
      const node = nodes.get(24) as string;
      const other = await createProjectWithPackage("project-10", 10, node);
      const help = await run(
        path.join(other, "node_modules/.bin/congress-trades"),
        ["--help"],
        other,
        createShellEnvironment(node),
      );
      assert.equal(help.code, 0, help.stderr);
    });
  }

  // The oldest and the newest; `npm run test:soak` also tries those between. On an older Node, the right Node is installed too.
  const clones = [
    [10, 20],
    [12, 24],
  ] as const;
  const between = [
    [11, 22],
    [12, 22],
  ] as const;
  for (const [release, major] of process.env["SOAK"] === "1" ? [...clones, ...between] : clones) {
    test(
      `npm ${release} on Node ${major} installs and runs the command line of a Git clone with few warnings`,
      PATIENCE,
      async () => {
        const clone = path.join(folder, `clone-${release}-${major}`);
        await cp(ROOT, clone, { recursive: true, filter: (from) => isSource(path.relative(ROOT, from)) });
        const ran = await runNpm(release, ["run", "cli", "--", "--help"], clone, nodes.get(major) as string);
        assert.equal(ran.code, 0, ran.stderr);
        assert.match(ran.stdout, /Usage: congress-trades/);
        assert.match(ran.stderr, /^Installing packages missing from node_modules: /m);
        assert.doesNotMatch(ran.stdout + ran.stderr, /EBADENGINE|install-scripts/);
        assert.ok(ran.stderr.split("\n").length < 20, ran.stderr);
        const { stdout: used } = await run("du", ["-sk", "node_modules"], clone, process.env);
        assert.ok(Number.parseInt(used, 10) < 300 * 1024, `${used} kB of packages needed for serving`);
        if (major === 24) return;
        const node = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
        const { stdout } = await run(path.join(clone, node), ["--version"], clone, process.env);
        assert.equal(stdout.trim(), process.version);
      },
    );
  }
});

/** Uses the types of both modules without those of Node; the errors marked in it must be detected. */
const TYPED_PROGRAM = `
import { normaliseReport, readFiling, readSecurities, type PrintedLine, type ReportedTrade } from "congress-trades/filings";
import { history, openPrices, quote, type PriceBar } from "congress-trades/prices";

export async function read(bytes: Uint8Array): Promise<readonly ReportedTrade[]> {
  const report = await readFiling(bytes, "20024542.pdf", { pageImage: async () => undefined });
  const confidence: (number | undefined)[] = report.transactions.map((line: PrintedLine) => line.confidence);
  // @ts-expect-error: no such member
  report.transaction;
  // @ts-expect-error: a day is a text
  normaliseReport(report, { filed: confidence.length });
  return normaliseReport(report, { filed: "2026-02-20", securities: await readSecurities(bytes) }).trades;
}

export async function priced(): Promise<readonly PriceBar[]> {
  const price: number = (await quote("NVDA")).price + (await openPrices({ CONTACT: "you@example.com" }).quote("NVDA")).price;
  // @ts-expect-error: no such period
  await history("NVDA", { period: String(price) });
  return (await history("NVDA", { from: "2026-02-20" })).data;
}
`;

/** Saves a report and its index, as a user does from the Clerk's site. */
async function saveReport(place: string): Promise<{ docId: string; pdf: string; index: string }> {
  await mkdir(place);
  const rows = (await material.house.readIndex(2026)) ?? [];
  for (const row of rows) {
    const bytes = /^20\d{6}$/.test(row.docId) ? await material.house.readDocument("ptr-pdfs", 2026, row.docId) : null;
    if (row.filingType !== "P" || bytes === null) continue;
    const pdf = path.join(place, `${row.docId}.pdf`);
    const index = path.join(place, "2026FD.zip");
    await writeFile(pdf, bytes);
    await writeFile(index, createIndexZip(2026, [row]));
    return { docId: row.docId, pdf, index };
  }
  return assert.fail("the made-up documents have no text report of 2026");
}
