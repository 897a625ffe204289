/** Tests evidence in unusual and failing cases: rows cut by page breaks, rotated pages, typed rows, killed child, full queue. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, describe, test } from "node:test";
import { createHousePtr } from "../../src/app/demo/fictional/house-ptr.ts";
import { writePdf } from "../../src/app/demo/fictional/pdf-writer.ts";
import { createWhiteBitmap } from "../../src/app/demo/fictional/pixel-text.ts";
import { AppError, NotFoundError, UnavailableError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { createBlankFiling, type RawFiling } from "../../src/domain/printed-report.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { Evidence } from "../../src/filings/evidence/evidence.ts";
import { eventually } from "../eventually.ts";
import { trade } from "../store/made.ts";
import { findOrMake } from "./find-or-make.ts";

const DOC_ID = "29991234";
const report = createHousePtr({
  docId: DOC_ID,
  filer: "Hon. Fictional Sampleton",
  status: "Member",
  stateDistrict: "CA11",
  signedDate: "03/04/2025",
  rows: Array.from({ length: 60 }, (_, at) => ({
    id: null,
    owner: "SP" as const,
    assetName: `Example Holdings of the Sample Trust Number ${at + 1} and Partners`,
    ticker: "XMPL",
    assetTypeCode: "ST",
    transactionType: "P" as const,
    transactionDate: "02/07/2025",
    notificationDate: "02/09/2025",
    amount: "$15,001 - $50,000",
    capGainsOver200: false,
    filingStatus: "New" as const,
    subholding: "Sample IRA",
    location: null,
    description: at % 3 === 0 ? "Bought in several lots ".repeat(12).trim() : null,
    comment: null,
  })),
});

function createEvidence(bytes: Uint8Array | AppError, raw: RawFiling, changes: Partial<Trade> = {}): Evidence {
  return new Evidence({
    dataDir: path.join(import.meta.dirname, "nothing-is-kept"),
    maxBytes: 0,
    log: createLogger("silent"),
    lines: {
      find: async (id) => ({
        trade: trade(DOC_ID, Number(id.split("_").at(-1)), changes),
        updatedAt: new Date(0),
        filing: {
          id: `h${DOC_ID}`,
          source: "house-clerk",
          docId: DOC_ID,
          url: `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2025/${DOC_ID}.pdf`,
          documentSha256: "ab".repeat(32),
        },
      }),
      findReport: async () => raw,
      findPageImage: async () => undefined,
      readOriginal: async () => {
        if (bytes instanceof AppError) throw bytes;
        return bytes;
      },
    },
  });
}

const text = createBlankFiling({ source: "house-clerk" as const, kind: "text" as const, docId: DOC_ID });
const buildTradeId = (line: number) => `txn_h${DOC_ID}_${line}`;
/** The same report with pages that a viewer rotates clockwise. Its length does not change, so offsets in the file stay valid. */
const rotatePages = (degrees: number) =>
  Buffer.from(
    Buffer.from(report)
      .toString("latin1")
      .replaceAll(/\/Resources << \/ProcSet \[\/PDF \/Text \/ImageB\]/g, (found) =>
        `/Rotate ${degrees} /Resources <<`.padEnd(found.length),
      ),
    "latin1",
  );

describe("shows evidence for the lines of a fictional report", () => {
  const evidence = createEvidence(report, text);
  after(() => evidence.close());

  test("finds every row with its words, and one box on each page that the row covers", async () => {
    const pages = new Map<number, number>();
    for (let line = 1; line <= 60; line += 1) {
      const { record } = await findOrMake(evidence, buildTradeId(line));
      const words = new Map(record.words.map(({ field, text }) => [field, text]));
      assert.ok(words.get("asset")?.includes(`Number ${line} and`), `line ${line}`);
      assert.deepEqual([words.get("transaction_date"), words.get("amount")], ["02/07/2025", "$15,001 - $50,000"]);
      pages.set(record.places.length, (pages.get(record.places.length) ?? 0) + 1);
      for (const { box } of record.places) {
        assert.ok(box && box.left >= 0 && box.top >= 0 && box.left + box.width <= 1 && box.top + box.height <= 1);
      }
    }
    assert.ok((pages.get(2) ?? 0) > 0, "no row is cut by a page break");
  });

  test("on a rotated page the box is where a viewer shows the row", async () => {
    const upright = (await findOrMake(evidence, buildTradeId(1))).record.places[0]?.box;
    assert.ok(upright);
    const other = createEvidence(rotatePages(90), text);
    try {
      const { record } = await findOrMake(other, buildTradeId(1));
      const box = record.places[0]?.box;
      assert.ok(box && Math.abs(box.left - (1 - upright.top - upright.height)) < 1e-9);
      assert.ok(Math.abs(box.top - upright.left) < 1e-9 && Math.abs(box.width - upright.height) < 1e-9);
      assert.ok(record.height > record.width);
    } finally {
      await other.close();
    }
  });

  test("rejects a line that the report does not have, on the first and on a repeated request", async () => {
    await assert.rejects(findOrMake(evidence, buildTradeId(99)), NotFoundError);
    await assert.rejects(findOrMake(evidence, buildTradeId(99)), /there is no row 99/);
  });
});

test("for a row typed in by a person, shows the full page and the words that were typed", async () => {
  const content = "q 612 0 0 792 0 0 cm /Im0 Do Q";
  const pdf = writePdf([{ width: 612, height: 792, content, image: createWhiteBitmap(850, 1100) }], {});
  const scan = {
    ...createBlankFiling({ source: "house-clerk" as const, kind: "scan" as const, docId: DOC_ID }),
    pages: 1,
  };
  const evidence = createEvidence(pdf, scan, {
    page: 1,
    box: null,
    confidence: "reviewed",
    assetNameRaw: "Sample, Inc.",
  });
  try {
    const { record } = await findOrMake(evidence, buildTradeId(1));
    assert.deepEqual(record.places, [{ page: 1, box: null }]);
    assert.deepEqual([record.width, record.height], [850, 1100]);
    assert.ok(record.words.every(({ certainty }) => certainty === "decided"));
    assert.match(record.alternativeText, /^The page of the filed report with line 1, page 1\. .*Asset: Sample, Inc\./);
  } finally {
    await evidence.close();
  }
});

test("draws a huge page at a lower resolution, so that the picture stays within the pixel limit", async () => {
  const content = "q 14400 0 0 14400 0 0 cm /Im0 Do Q";
  const pdf = writePdf([{ width: 14_400, height: 14_400, content, image: createWhiteBitmap(100, 100) }], {});
  const scan = {
    ...createBlankFiling({ source: "house-clerk" as const, kind: "scan" as const, docId: DOC_ID }),
    pages: 1,
  };
  const evidence = createEvidence(pdf, scan, { page: 1, box: null, confidence: "reviewed" });
  try {
    const { record } = await findOrMake(evidence, buildTradeId(1));
    assert.ok(record.width * record.height <= 16_000_000 && record.width === record.height, `${record.width} pixels`);
  } finally {
    await evidence.close();
  }
});

test("says that an original is missing or damaged, or cannot be drawn because it is not a PDF", async () => {
  for (const [bytes, message] of [
    [new AppError("original_missing", ""), /is not in the folder of originals/],
    [new AppError("original_damaged", ""), /in the folder of originals is damaged/],
    [Buffer.from("no PDF"), /cannot be drawn: The file does not begin as a PDF does/],
  ] as const) {
    const evidence = createEvidence(bytes, text);
    await assert.rejects(
      findOrMake(evidence, buildTradeId(1)),
      (error) => error instanceof NotFoundError && message.test(error.message),
    );
    await evidence.close();
  }
});

test("rejects callers beyond the queue limit with a retry time, and serves the others", async () => {
  const evidence = createEvidence(report, text);
  const lines = Array.from({ length: 80 }, (_, at) => (at % 60) + 1);
  const ids = lines.map((line, at) => `txn_h${DOC_ID}_${at}_${line}`);
  const found = await Promise.all(ids.map((each) => evidence.find(each)));
  const results = await Promise.allSettled(
    found.map((standing, at) => evidence.make({ ...standing, key: `${at}` }, "a")),
  );
  const refused = results.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  assert.equal(refused.length, 15, "one is drawn and 64 wait");
  for (const error of refused) assert.ok(error instanceof UnavailableError && error.retryAfterSeconds > 0);
  await evidence.close();
});

test("a new caller waits for at most one request of each other caller, and a caller's newest request is drawn first", async () => {
  const evidence = createEvidence(report, text);
  const standing = await evidence.find(buildTradeId(1));
  const made: string[] = [];
  const ask = async (caller: string, picture: number) => {
    await evidence.make({ ...standing, key: `${caller} ${picture}` }, caller);
    made.push(`${caller} ${picture}`);
  };
  const callers = Array.from({ length: 10 }, (_, n) => `caller ${n}`);
  const all = Array.from({ length: 4 }, (_, picture) => callers.map((caller) => ask(caller, picture))).flat();
  all.push(ask("reader", 0));
  await Promise.all(all);
  const position = made.indexOf("reader 0");
  assert.ok(position <= callers.length + 1, `${position} pictures came before`);
  assert.ok(made.indexOf("caller 5 3") < made.indexOf("caller 5 0"));
  await evidence.close();
});

test("draws a picture only once if two callers request it at the same time", async () => {
  const evidence = createEvidence(report, text);
  const standing = await evidence.find(buildTradeId(1));
  const busy = [2, 3, 4].map((line) => evidence.find(buildTradeId(line)).then((each) => evidence.make(each, "a")));
  const [one, other] = await Promise.all([evidence.make(standing, "a"), evidence.make(standing, "b")]);
  assert.equal(one, other);
  await Promise.all(busy);
  await evidence.close();
});

test("a killed child process fails only the request that it was drawing", {
  skip: process.platform !== "linux",
}, async () => {
  const evidence = createEvidence(report, text);
  const before = await listChildren();
  const waiting = findOrMake(evidence, buildTradeId(1));
  const [child] = await eventually("a child", async () => {
    const fresh = (await listChildren()).filter((pid) => !before.includes(pid));
    return fresh.length > 0 && fresh;
  });
  process.kill(child as number, "SIGKILL");
  await assert.rejects(waiting, UnavailableError);
  assert.equal((await findOrMake(evidence, buildTradeId(1))).record.line, 1);
  await evidence.close();
});

async function listChildren(): Promise<readonly number[]> {
  const results = await readFile(`/proc/self/task/${process.pid}/children`, "utf8");
  return results.trim().split(" ").filter(Boolean).map(Number);
}
