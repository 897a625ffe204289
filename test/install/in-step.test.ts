/** Tests what `npm start` does first: it makes the packages match the lock file, and says so in one sentence. */
import assert from "node:assert/strict";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, suite, test } from "node:test";
import { createShellEnvironment, createTemporaryFolder, ROOT, run } from "./workbench.ts";

let folder: string;
before(async () => {
  folder = await createTemporaryFolder();
});
after(() => rm(folder, { recursive: true, force: true }));

interface Entry {
  readonly version: string;
  readonly integrity: string;
  readonly dev?: true;
  readonly optional?: true;
  readonly os?: string;
  readonly cpu?: string;
  readonly bin?: Readonly<Record<string, string>>;
}
type Packages = Record<string, Entry>;

const LOCKED: Packages = {
  "node_modules/serving": { version: "2.0.0", integrity: "sha512-b" },
  "node_modules/testing": { version: "1.0.0", integrity: "sha512-c", dev: true },
  "node_modules/other-platform": { version: "1.0.0", integrity: "sha512-d", optional: true },
};

/** A clone with a lock file and npm's record of installed packages. Its npm only writes down its arguments. */
async function createClone(name: string, installed: Packages | null, locked = LOCKED): Promise<string> {
  const root = path.join(folder, name);
  for (const part of ["scripts", "bin"]) await cp(path.join(ROOT, part), path.join(root, part), { recursive: true });
  await writeFile(path.join(root, "package.json"), '{"type":"module"}');
  await writeFile(path.join(root, "package-lock.json"), JSON.stringify({ packages: { "": {}, ...locked } }));
  await writeFile(
    path.join(root, "npm.js"),
    "import { writeFileSync } from 'node:fs'; writeFileSync('told', process.argv.slice(2).join(' '));",
  );
  if (installed === null) return root;
  for (const place of Object.keys(installed)) await mkdir(path.join(root, place), { recursive: true });
  await writeFile(
    path.join(root, "node_modules/.package-lock.json"),
    JSON.stringify({ packages: installed satisfies Packages }),
  );
  return root;
}

async function start(root: string, ...args: readonly string[]): Promise<{ said: string; told: string | null }> {
  return startOn({}, root, ...args);
}

async function startOn(settings: Record<string, string>, root: string, ...args: readonly string[]) {
  const env = createShellEnvironment(root, {
    npm_execpath: path.join(root, "npm.js"),
    npm_node_execpath: process.execPath,
    ...settings,
  });
  const { code, stderr } = await run(process.execPath, ["scripts/install-if-needed.js", ...args], root, env);
  assert.equal(code, 0, stderr);
  return { said: stderr, told: await readFile(path.join(root, "told"), "utf8").catch(() => null) };
}

const { "node_modules/other-platform": _, ...ALL } = LOCKED;
const { "node_modules/testing": __, ...SERVING } = ALL;

test("installs and prints nothing if all packages match the lock file", async () => {
  assert.deepEqual(await start(await createClone("in-step", ALL), "--dev"), { said: "", told: null });
});

test("a fresh clone installs only the packages needed for serving, and with `--dev` all packages", async () => {
  const serving = await start(await createClone("fresh", null));
  assert.equal(serving.told, "ci --loglevel=error --omit=dev");
  assert.equal(serving.said, "Installing packages missing from node_modules: serving@2.0.0.\n");
  const testing = await start(await createClone("fresh-dev", null), "--dev");
  assert.equal(testing.told, "ci --loglevel=error");
  assert.match(testing.said, /node_modules: serving@2\.0\.0, testing@1\.0\.0\.\n$/);
});

test("after an update, runs `npm ci` and lists only the packages whose version changed", async () => {
  const older = { ...ALL, "node_modules/serving": { version: "1.9.0", integrity: "sha512-a" } };
  const { said, told } = await start(await createClone("older", older));
  assert.equal(told, "ci --loglevel=error");
  assert.equal(said, "Installing packages missing from node_modules: serving@2.0.0.\n");
});

test("reinstalls a package whose folder is gone", async () => {
  const root = await createClone("removed", ALL);
  await rm(path.join(root, "node_modules/serving"), { recursive: true });
  assert.equal((await start(root)).told, "ci --loglevel=error");
});

test("does not add development packages to an installation without them, except with `--dev`", async () => {
  assert.equal((await start(await createClone("serving", SERVING))).told, null);
  const older = { "node_modules/serving": { version: "1.9.0", integrity: "sha512-a" } };
  assert.equal((await start(await createClone("serving-older", older))).told, "ci --loglevel=error --omit=dev");
  assert.equal((await start(await createClone("testing", SERVING), "--dev")).told, "ci --loglevel=error");
});

suite("on an outdated Node, also installs the Node of the lock file", () => {
  const NODE = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const PLACE = `node_modules/${NODE}`;
  const node: Entry = {
    version: "26.1.0",
    integrity: "sha512-e",
    optional: true,
    os: process.platform,
    cpu: process.arch,
    bin: { node: "bin/node" },
  };
  const locked: Packages = { ...LOCKED, [PLACE]: { ...node, dev: true } };
  const nodeAlone = "install --no-save --save-prod --omit=dev --loglevel=error ./runtime";
  const fakeNode20 = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })";
  const onNode20 = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fakeNode20)}` };

  /** Its npm installs Node unless its arguments leave Node out, and first removes all packages if it is called with `ci`. */
  async function cloneWithNode(name: string, installed: Packages | null): Promise<string> {
    const root = await createClone(name, installed, locked);
    await writeFile(
      path.join(root, "npm.js"),
      `import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
      const args = process.argv.slice(2).join(' ');
      appendFileSync('told', args + '\\n');
      if (args.startsWith('ci ')) rmSync('node_modules', { recursive: true, force: true });
      if (!args.startsWith('ci ') || !args.includes('--omit=dev')) {
        mkdirSync('${PLACE}/bin', { recursive: true });
        writeFileSync('${PLACE}/package.json', '{"version":"26.1.0","bin":{"node":"bin/node"}}');
        writeFileSync('${PLACE}/bin/node', '');
      }`,
    );
    return root;
  }

  test("a fresh clone installs serving packages, then the locked Node, and with `--dev` all packages in one step", async () => {
    const serving = await startOn(onNode20, await cloneWithNode("old-fresh", null));
    assert.equal(serving.told, `ci --loglevel=error --omit=dev\n${nodeAlone}\n`);
    assert.match(
      serving.said,
      /node_modules: serving@2\.0\.0\.\nInstalling the version of Node in package-lock\.json\.\n$/,
    );
    const testing = await startOn(onNode20, await cloneWithNode("old-fresh-dev", null), "--dev");
    assert.equal(testing.told, "ci --loglevel=error\n");
  });

  test("installs only Node if all other packages are installed", async () => {
    const { told } = await startOn(onNode20, await cloneWithNode("old-serving", SERVING));
    assert.equal(told, `${nodeAlone}\n`);
  });

  test("after an update, reinstalls Node only if the locked version of Node changed", async () => {
    const inStep = await cloneWithNode("old-in-step", { ...SERVING, [PLACE]: node });
    await mkdir(path.join(inStep, PLACE, "bin"));
    await writeFile(path.join(inStep, PLACE, "package.json"), '{"version":"26.1.0","bin":{"node":"bin/node"}}');
    await writeFile(path.join(inStep, PLACE, "bin/node"), "");
    assert.deepEqual(await startOn(onNode20, inStep), { said: "", told: null });
    const older = { ...SERVING, [PLACE]: { ...node, version: "26.0.0", integrity: "sha512-f" } };
    const { told, said } = await startOn(onNode20, await cloneWithNode("old-older", older));
    assert.equal(told, `ci --loglevel=error --omit=dev\n${nodeAlone}\n`);
    assert.match(said, new RegExp(`node_modules: ${NODE}@26\\.1\\.0\\.\n`));
  });

  test("explains in one sentence that Node has no package for the platform", async () => {
    const root = await createClone("old-without", SERVING);
    const env = createShellEnvironment(root, {
      npm_execpath: path.join(root, "npm.js"),
      npm_node_execpath: process.execPath,
      ...onNode20,
    });
    const { code, stderr } = await run(process.execPath, ["scripts/install-if-needed.js"], root, env);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /needs Node 24 or newer, and npm could not install it for \w+ \w+\. Install it from nodejs\.org\.\n$/,
    );
  });
});

test("a failed install ends with one sentence, not with missing packages at startup", async () => {
  const root = await createClone("offline", null);
  await writeFile(path.join(root, "npm.js"), "process.exit(1)");
  const env = createShellEnvironment(root, {
    npm_execpath: path.join(root, "npm.js"),
    npm_node_execpath: process.execPath,
  });
  const { code, stderr } = await run(process.execPath, ["scripts/install-if-needed.js"], root, env);
  assert.equal(code, 1);
  assert.match(stderr, /npm ci could not install the packages of package-lock\.json\. See its error above\.\n$/);
});

test("`npm pack` in a fresh clone installs before it compiles", { skip: process.platform === "win32" }, async () => {
  const root = await createClone("packing", null);
  const taught = ["copies.traineddata.gz", "known-names.txt.gz"].map((file) => `filings/imaging/text/${file}`);
  for (const assets of ["web/assets", "api/documentation/assets", ...taught]) {
    await cp(path.join(ROOT, "src", assets), path.join(root, "src", assets), { recursive: true });
  }
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  await writeFile(path.join(root, "package.json"), JSON.stringify({ ...manifest, exports: {} }));
  // The compiler that an install brings only records that it ran; no type is public.
  await writeFile(
    path.join(root, "npm.js"),
    `import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'; writeFileSync('told', process.argv.slice(2).join(' ') + process.env.npm_config_dry_run);
    mkdirSync('node_modules/.bin', { recursive: true });
    symlinkSync('${path.join(ROOT, "node_modules/typescript")}', 'node_modules/typescript');
    writeFileSync('node_modules/.bin/tsgo', '#!/bin/sh\\necho "$@" >compiled', { mode: 0o755 });`,
  );
  const { scripts } = JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8"));
  // `npm pack --dry-run` must not make `npm ci` a dry run too.
  const npm = {
    npm_execpath: path.join(root, "npm.js"),
    npm_node_execpath: process.execPath,
    npm_config_dry_run: "true",
  };
  const programs = [path.join(root, "node_modules/.bin"), path.dirname(process.execPath)].join(path.delimiter);
  const { code, stdout, stderr } = await run(
    "sh",
    ["-c", scripts.prepack],
    root,
    createShellEnvironment(programs, npm),
  );
  assert.equal(code, 0, stderr);
  assert.equal(stdout, "", "`npm pack` prints what it packed there");
  assert.equal(await readFile(path.join(root, "told"), "utf8"), "ci --loglevel=error");
  assert.equal(await readFile(path.join(root, "compiled"), "utf8"), "-p tsconfig.build.json\n");
});
