/** The evidence of real lines, read back by other means: one filing of each kind, printed or typed, where its documents are here. The text PDF is encrypted with the empty password. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import path from "node:path";
import { describe, test } from "node:test";
import type { FilingSourceId } from "../../src/domain/filing.ts";
import type { RawFiling } from "../../src/domain/printed-report.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { Evidence } from "../../src/evidence/evidence.ts";
import { createLogger } from "../../src/log.ts";
import { sourceOf } from "../../src/sources/all.ts";
import { assembleReport } from "../../src/sources/scans/assemble.ts";
import { bytesOf, docIdOf, documentsOf, filingsHere, type RealFiling, skipUnlessHere } from "../corpus/manifest.ts";
import { trade } from "../store/made.ts";
import { readLine } from "./read-line.ts";

/** Lines of each filing, evenly spaced. */
const LINES = 5;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

for (const [layout, id] of [
  ["text", "h20033927"],
  ["page", "s3c3a2143-08cd-4dbb-b217-2b2c76133ce5"],
  ["scan", "h8219219"],
  ["paper", "s14607985-10ba-44a3-bd64-9840e003b06e"],
] as const) {
  describe(`evidence of a real filing: ${layout}`, { skip: skipUnlessHere(layout) }, () => {
    test("lines have their picture, in which asset, date and amount can be read", async () => {
      const filing = filingsHere(layout).find((each) => each.id === id);
      assert.ok(filing, `the filing ${id} is not here`);
      const { evidence, raw, originals } = await evidenceOf(filing);
      try {
        assert.ok(raw.transactions.length > 0, "the filing has no line");
        const step = Math.max(1, Math.floor(raw.transactions.length / LINES));
        for (const [at, line] of raw.transactions.entries()) {
          if (at % step !== 0) continue;
          const made = await evidence.of(`txn_${id.replaceAll("-", "")}_${at}`);
          const original = originals.get(made.record.originalSha256);
          const { missing, text } = await readLine(tradeOf(raw, at), made, original as Uint8Array);
          assert.deepEqual(missing, [], `line ${line.line}: ${text}`);
        }
      } finally {
        await evidence.close();
      }
    });
  });
}

async function evidenceOf(filing: RealFiling) {
  const source: FilingSourceId = filing.id.startsWith("h") ? "house-clerk" : "senate-efd";
  const all = bytesOf(filing);
  const raw = await reportOf(source, docIdOf(filing), all);
  const originals = new Map(all.map((bytes) => [sha256(bytes), bytes]));
  const images = new Map(
    documentsOf(filing).map(({ file }, at) => [path.basename(file), sha256(all[at] as Uint8Array)]),
  );
  const evidence = new Evidence({
    dataDir: path.join(import.meta.dirname, "nothing-is-kept"),
    maxBytes: 0,
    log: createLogger("silent"),
    lines: {
      find: async (id) => ({
        trade: { ...tradeOf(raw, Number(id.split("_").at(-1))), id },
        updatedAt: new Date(0),
        filing: {
          id: filing.id,
          source,
          docId: docIdOf(filing),
          url: filing.url,
          documentSha256: sha256(all[0] as Uint8Array),
        },
      }),
      report: async () => raw,
      pageImage: async (_, written) => images.get(path.posix.basename(written)),
      original: async (digest) => originals.get(digest) as Uint8Array,
    },
  });
  return { evidence, raw, originals };
}

async function reportOf(source: FilingSourceId, docId: string, all: readonly Uint8Array[]): Promise<RawFiling> {
  const { read, pagesOf, prints } = sourceOf(source);
  const raw = await read.document.read(all[0] as Uint8Array, { docId });
  const { page: reader } = read;
  if ((raw.kind !== "scan" && raw.kind !== "paper") || reader === undefined) return raw;
  const readings = [];
  for (const [at, { image, page }] of pagesOf(raw).entries()) {
    readings.push({ seen: await reader.read((image === null ? all[0] : all[at + 1]) as Uint8Array, { page }) });
  }
  return assembleReport(raw, readings, prints);
}

/** As much of the trade of a line as its evidence needs. */
function tradeOf({ source, docId, transactions }: RawFiling, at: number): Trade {
  const line = transactions[at];
  assert.ok(line);
  const { scan } = line;
  const read = (field: "asset" | "amount") => scan?.row.fields[field].reading ?? "";
  return trade(docId.replaceAll("-", ""), line.line, {
    chamber: source === "house-clerk" ? "house" : "senate",
    page: line.page ?? null,
    box: scan?.row.box ?? null,
    ticker: "",
    assetNameRaw: scan ? read("asset") : line.assetCell,
    amountRaw: scan ? read("amount") : line.amount,
  });
}
