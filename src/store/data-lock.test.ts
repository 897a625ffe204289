import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ConfigError, LockedError } from "../base/errors.ts";
import { lockDataDir } from "./data-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "data-lock-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function holdInChild(dataDir: string): Promise<ChildProcess> {
  const source = `
    const { lockDataDir } = await import(${JSON.stringify(new URL("./data-lock.ts", import.meta.url).href)});
    await lockDataDir(${JSON.stringify(dataDir)}, "serve");
    process.stdout.write("held");
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return child;
}

test("a second process gets an error that names the holder of the folder, and can lock it once the first is killed", async () => {
  const dataDir = join(folder, "shared");
  const child = await holdInChild(dataDir);
  try {
    await assert.rejects(lockDataDir(dataDir, "ingest"), (error: unknown) => {
      assert.ok(error instanceof LockedError);
      assert.match(error.message, new RegExp(`process ${child.pid} on \\S+ \\(serve\\) since 2\\d{3}-\\d\\d-\\d\\dT`));
      return true;
    });
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const lock = await lockDataDir(dataDir, "ingest");
  await assert.rejects(lockDataDir(dataDir, "serve"), new RegExp(`process ${process.pid} on \\S+ \\(ingest\\)`));
  lock.release();
  assert.equal(existsSync(join(dataDir, "lock.json")), false);
  const again = await lockDataDir(dataDir, "ingest");
  lock.release();
  await assert.rejects(lockDataDir(dataDir, "serve"), LockedError, "a second release must not free another's lock");
  again.release();
});

test("does not take a dead process's leftovers for the holder of the lock", async () => {
  const dataDir = join(folder, "left");
  const lock = await lockDataDir(dataDir, "serve");
  const dead = { pid: 2 ** 30, host: (await import("node:os")).hostname(), since: "2020-01-01", purpose: "serve" };
  writeFileSync(join(dataDir, "lock.json"), JSON.stringify(dead));
  await assert.rejects(lockDataDir(dataDir, "serve"), /is held by another process\./);
  lock.release();
});

test("a folder that cannot be created is a configuration error", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  await assert.rejects(lockDataDir(join(file, "below"), "serve"), (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /DATA_DIR must be a writable folder/);
    return true;
  });
});
