/** Tests sixty files made to harm their reader: each is rejected with its reason, within its time and memory limits. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogger } from "../../src/base/log.ts";
import { createReaderPool, READER_LIMITS } from "../../src/filings/readers/reader-pool.ts";
import { HOSTILE_INDEXES } from "../sources/hostile/archives.ts";
import { HOSTILE_DOCUMENTS } from "../sources/hostile/documents.ts";
import type { HostileFile } from "../sources/hostile/hostile-file.ts";
import { HOSTILE_HOME_PAGES, HOSTILE_PAGES } from "../sources/hostile/pages.ts";

const FILES = [...HOSTILE_INDEXES, ...HOSTILE_DOCUMENTS, ...HOSTILE_HOME_PAGES, ...HOSTILE_PAGES];
/** Less processor time than in service, since a file that never ends uses all of it. */
const LIMITS = { ...READER_LIMITS, processorMs: 1_500 };
const MEGABYTE = 2 ** 20;

/** Resident memory of a process in bytes; 0 if it has ended or the system has no `/proc`. */
function readResidentBytes(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;
  } catch {
    return 0;
  }
}

function listChildren(): string[] {
  try {
    return readdirSync("/proc/self/task")
      .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, "utf8").trim().split(" "))
      .filter((pid) => pid !== "");
  } catch {
    return [];
  }
}

async function measurePeak<T>(work: Promise<T>): Promise<{ outcome: T; peak: number }> {
  let done = false;
  let peak = 0;
  const ended = work.finally(() => {
    done = true;
  });
  while (!done) {
    peak = Math.max(peak, ...listChildren().map(readResidentBytes));
    await Promise.race([ended, sleep(15)]).catch(() => {});
  }
  return { outcome: await ended, peak };
}

test("rejects each of sixty hostile files with its reason, within its time and memory limits", async (t) => {
  assert.ok(FILES.length >= 60, `${FILES.length} files`);
  const pool = createReaderPool(1, createLogger("silent"), LIMITS);
  const table: Record<string, { code: string; seconds: number; "peak MB": number }> = {};
  try {
    for (const { name, read, bytes, code } of FILES as readonly HostileFile[]) {
      const made = bytes();
      const began = performance.now();
      const { outcome, peak } = await measurePeak(
        read(pool.read, made).then(
          (value) => `read as ${JSON.stringify(value).slice(0, 80)}`,
          (error: { code?: string }) => String(error.code ?? error),
        ),
      );
      const seconds = (performance.now() - began) / 1000;
      table[name] = { code: outcome, seconds: Number(seconds.toFixed(2)), "peak MB": Math.round(peak / MEGABYTE) };
      await t.test(name, () => assert.match(outcome, code));
      // Memory is checked every 25 ms, and a process may grow between checks.
      assert.ok(peak < 2 * LIMITS.maxResidentBytes, `${name}: ${peak / MEGABYTE} MB`);
    }
  } finally {
    await pool.close();
    if (process.env["HOSTILE_TABLE"]) console.table(table);
  }
});
