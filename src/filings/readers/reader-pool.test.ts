import assert from "node:assert/strict";
import { test } from "node:test";
import { ParseError, SourceError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import { nasdaqListedReader } from "../reference/readers.ts";
import { getSource } from "../sources/all.ts";
import { createReaderPool, READER_LIMITS } from "./reader-pool.ts";

const log = createLogger("silent");
const directory = Buffer.from(
  "Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares\r\n" +
    "ZZAA|Sample Widgets Inc. - Common Stock|Q|N|N|100|N|N\r\nFile Creation Time: 0101202600:00|||||||\r\n",
);

async function assertRejected(work: Promise<unknown>, code: string): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof ParseError);
    assert.equal(error.code, code);
    return true;
  });
}

test("document text in a reader's result or error cannot control a terminal", async () => {
  const pool = createReaderPool(1, log);
  try {
    const hostile = directory.toString().replace("Sample Widgets", "\u001b[2JSample \u202eWidgets\u009b");
    const [security] = await pool.read(nasdaqListedReader, Buffer.from(hostile), null);
    assert.equal(security?.name, "␛[2JSample \ufffdWidgets\ufffd Inc.");
    const refusal = pool.read(nasdaqListedReader, Buffer.from("\u001b]0;x\u0007|\u202e\n"), null);
    await assert.rejects(refusal, (error: Error) => !/[\u001b\u0007\u202e]/.test(error.message));
  } finally {
    await pool.close();
  }
});

test("reads a document in another process, and rethrows a reader's own error unchanged", async () => {
  const pool = createReaderPool(1, log);
  try {
    const securities = await pool.read(nasdaqListedReader, directory, null);
    assert.deepEqual(
      securities.map(({ symbol }) => symbol),
      ["ZZAA"],
    );
    await assertRejected(
      pool.read(getSource("house-clerk").read.document, Buffer.from("not a pdf"), { docId: "1" }),
      "pdf_not_a_pdf",
    );
  } finally {
    await pool.close();
  }
});

test("ends a reader over its time or memory limit, names it, and replaces it for the next document", async () => {
  for (const [limits, code] of [
    [{ processorMs: 5 }, "reader_timeout"],
    [{ timeoutMs: 30 }, "reader_timeout"],
    [{ maxResidentBytes: 2 ** 20 }, "reader_memory"],
  ] as const) {
    const pool = createReaderPool(1, log, { ...READER_LIMITS, ...limits });
    try {
      await assertRejected(pool.read(nasdaqListedReader, directory, null), code);
      await assertRejected(pool.read(nasdaqListedReader, directory, null), code);
    } finally {
      await pool.close();
    }
  }
});

test("many documents share a few readers, and each gets its own result", async () => {
  const pool = createReaderPool(2, log);
  try {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        pool.read(
          nasdaqListedReader,
          Buffer.from(directory.toString().replace("ZZAA", `ZZA${String.fromCharCode(65 + at)}`)),
          null,
        ),
      ),
    );
    assert.deepEqual(
      answers.map(([first]) => first?.symbol),
      Array.from({ length: 20 }, (_, at) => `ZZA${String.fromCharCode(65 + at)}`),
    );
  } finally {
    await pool.close();
  }
});

test("rejects documents that are still waiting if the pool is closed", async () => {
  const pool = createReaderPool(1, log);
  const waiting = [pool.read(nasdaqListedReader, directory, null), pool.read(nasdaqListedReader, directory, null)];
  const settled = Promise.allSettled(waiting);
  await pool.close();
  for (const each of await settled) assert.equal(each.status, "rejected");
  await assertRejected(pool.read(nasdaqListedReader, directory, null), "reader_closed");
});

test("if a reader cannot load its modules, its document is pending, not unreadable", async () => {
  const { NODE_OPTIONS } = process.env;
  process.env["NODE_OPTIONS"] = "--import=./not-installed.js";
  const pool = createReaderPool(1, log);
  const reading = pool.read(nasdaqListedReader, directory, null);
  if (NODE_OPTIONS === undefined) delete process.env["NODE_OPTIONS"];
  else process.env["NODE_OPTIONS"] = NODE_OPTIONS;
  try {
    await assert.rejects(
      reading,
      (error: unknown) => error instanceof SourceError && error.code === "reader_unavailable",
    );
    const [again] = await pool.read(nasdaqListedReader, directory, null);
    assert.equal(again?.symbol, "ZZAA");
  } finally {
    await pool.close();
  }
});
