/** Tests the image's file tree as a container runs it, and the settings printed for containers. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { parse } from "yaml";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import { createClientAddressResolver } from "../../src/http/connection/client-address.ts";
import { copyImageTree, readHealthCheck } from "./image-tree.ts";
import { waitForOutput } from "./programs.ts";

const root = path.join(import.meta.dirname, "../..");
let folder: string;
let tree: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "congress-trades-image-"));
  tree = path.join(folder, "tree");
  await copyImageTree(tree);
});
after(() => rm(folder, { recursive: true, force: true }));

/** Returns the environment of the container with these settings. */
function makeEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const image = { NODE_ENV: "production", DATA_DIR: path.join(folder, "data"), HOST: "0.0.0.0" };
  return { PATH: process.env["PATH"], INGEST: "false", LOG_LEVEL: "error", ...image, ...settings };
}

function start(settings: Readonly<Record<string, string>>, command = "serve"): ChildProcess {
  const args = ["bin/congress-trades.js", command];
  return spawn(process.execPath, args, {
    cwd: tree,
    env: makeEnvironment(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}

async function checkHealth(settings: Readonly<Record<string, string>>): Promise<number | null> {
  const [command, ...args] = await readHealthCheck();
  assert.equal(command, "node");
  return spawnSync(process.execPath, args, { cwd: tree, env: makeEnvironment(settings) }).status;
}

test("a container with OPERATIONS_PORT is healthy, and distinguishes its proxy's callers", async () => {
  const [port, operations] = [String(await findFreePort()), String(await findFreePort())];
  const settings = { PORT: port, OPERATIONS_PORT: operations, TRUSTED_PROXIES: "127.0.0.1/32" };
  const service = start(settings);
  await waitForOutput(service, /answers on/);
  assert.equal(await checkHealth(settings), 0);
  assert.equal(await checkHealth({ ...settings, OPERATIONS_HOST: "0.0.0.0" }), 0);
  assert.equal(await checkHealth({ PORT: port }), 1, "/health is not served on PORT");
  for (const caller of ["198.51.100.7", "198.51.100.8"]) {
    const headers = { "x-forwarded-for": caller };
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/politicians/`, { headers });
    assert.equal(answer.headers.get("x-ratelimit-remaining"), "19");
  }
  await stop(service);
  assert.equal(await checkHealth(settings), 1, "nothing listens after the stop");
});

test("with OPERATIONS_PORT unset or empty, the health check uses PORT", async () => {
  const port = String(await findFreePort());
  const service = start({ PORT: port });
  await waitForOutput(service, /answers on/);
  assert.equal(await checkHealth({ PORT: port }), 0);
  assert.equal(await checkHealth({ PORT: port, OPERATIONS_PORT: "" }), 0);
  await stop(service);
});

test("the TRUSTED_PROXIES value in docs/deploy.md for containers trusts a proxy behind a Docker bridge", async () => {
  const text = await readFile(path.join(root, "docs/deploy.md"), "utf8");
  const printed = /^TRUSTED_PROXIES=(\S+)$/m.exec(text.slice(text.indexOf("\n## Containers\n")))?.[1] ?? "";
  const { getIdentity } = createClientAddressResolver(printed.split(","));
  for (const bridge of ["172.17.0.1", "172.18.0.1", "172.31.0.1", "192.168.16.1"]) {
    assert.equal(getIdentity(bridge, "198.51.100.7"), "198.51.100.7");
    assert.equal(getIdentity(`::ffff:${bridge}`, "198.51.100.7"), "198.51.100.7");
  }
  assert.equal(getIdentity("203.0.113.9", "198.51.100.7"), "203.0.113.9");
});

test("compose gives the read-only container a temporary folder, and an init process that reaps its children", async () => {
  const { services } = parse(await readFile(path.join(root, "compose.yaml"), "utf8"));
  const service = services["congress-trades"];
  assert.equal(service.read_only, true);
  assert.deepEqual(service.tmpfs, ["/tmp"]);
  assert.equal(service.init, true);
});

test("the image has the program, its packages and its license, and no tests", async () => {
  const held = await readdir(tree);
  assert.deepEqual(held.sort(), ["LICENSE", "bin", "node_modules", "package.json", "src"]);
});

test("the demo starts from the image's contents, and ends on a signal", async () => {
  const demo = start({ PORT: "0", LOG_LEVEL: "silent" }, "demo");
  await waitForOutput(demo, /everything below is FICTIONAL/);
  const [, address] = await waitForOutput(demo, /answers on (http\S+)\/api\/v1/);
  assert.equal((await fetch(`${address}/health/live`)).status, 200);
  const closed = once(demo, "close");
  demo.kill("SIGTERM");
  assert.deepEqual(await closed, [0, null]);
});
