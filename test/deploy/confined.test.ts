/** Tests the service where it can write only to its data folder, and systemd's rating of its unit. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { skipIfMissing, startService, waitForOutput } from "./programs.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "congress-trades-confined-"));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Mount point of temporary folders, which may be on another mount than the root. */
const findmnt = spawnSync("findmnt", ["--first-only", "--noheadings", "--output", "TARGET", "--target", tmpdir()], {
  encoding: "utf8",
});
const MOUNTS = [...new Set(["/", findmnt.stdout?.trim() || "/"])];

/**
 * Command for a mount namespace in which only one folder is writable: temporary files and the home folder are not writable
 * either.
 */
const buildConfinedCommand = (writable: string | null) => [
  "unshare",
  "--mount",
  "sh",
  "-c",
  [
    ...(writable === null ? [] : [`mount --bind "${writable}" "${writable}"`]),
    ...MOUNTS.map((mount) => `mount -o remount,bind,ro "${mount}"`),
    'exec "$@"',
  ].join(" && "),
  "sh",
];
const namespaces = spawnSync("unshare", ["--mount", "mount", "-o", "remount,bind,ro", "/"]).status === 0;
const skip = namespaces ? false : "this machine does not allow mount namespaces";

test("a full import and publication writes only to the data folder", {
  skip,
}, async () => {
  const sites = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  const dataDir = await mkdtemp(path.join(folder, "data-"));
  const settings = {
    DATA_DIR: dataDir,
    UPSTREAM_URL: sites.url,
    SENATE_EFD_ACCEPT_TERMS: "true",
    INGEST: "true",
    INGEST_RATE: "0",
    OCR: "false",
    INGEST_SINCE_YEAR: String(new Date().getUTCFullYear()),
  };
  const env = { ...process.env, CONGRESS_TRADES_ENV: "", PORT: "0", LOG_LEVEL: "error", ...settings };
  const [command = "", ...args] = [
    ...buildConfinedCommand(dataDir),
    process.execPath,
    "bin/congress-trades.js",
    "serve",
  ];
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  const [, address] = await waitForOutput(child, /(http:\/\/[\w.]+:\d+)/);
  await waitForOutput(child, /house-clerk: read (\d+) of \1 new documents/);
  const { total } = (await (await fetch(`${address}/api/v1/trades/recent/list`)).json()) as { total: number };
  assert.ok(total > 50, `${total} trades`);
  child.kill("SIGTERM");
  await closed;
  await sites.stop();
});

test("if even the data folder is not writable, names the folder and the reason", { skip }, async () => {
  const dataDir = await mkdtemp(path.join(folder, "read-only-"));
  await assert.rejects(
    startService({ DATA_DIR: dataDir }, buildConfinedCommand(null)),
    (error: Error) =>
      /It ended with 1 /.test(error.message) &&
      error.message.includes(`DATA_DIR must be a writable folder; "${dataDir}`) &&
      !/\n\s+at /.test(error.message),
  );
});

const unit = fileURLToPath(new URL("../../deploy/congress-trades.service", import.meta.url));

test("systemd accepts the unit and rates its exposure low", { skip: skipIfMissing("systemd-analyze") }, () => {
  const judged = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit], {
    encoding: "utf8",
  });
  assert.equal(judged.status, 0, judged.stdout.split("\n").slice(-4).join("\n") + judged.stderr);
  assert.doesNotMatch(judged.stderr, /Unknown|Failed to parse|ignoring/i);
});
