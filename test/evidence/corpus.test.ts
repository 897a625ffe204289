/**
 * Tests the evidence of real lines by reading it back by other means, if the documents are available: random lines of every
 * text PDF and every Senate page in the manifest, and of a few scans, which take a second per page to read. One of the text
 * PDFs is encrypted with the empty password.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import path from "node:path";
import { describe, test } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import type { FilingSourceId } from "../../src/domain/filing.ts";
import type { RawFiling } from "../../src/domain/printed-report.ts";
import type { PageReading } from "../../src/domain/scanned-page.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { Evidence } from "../../src/filings/evidence/evidence.ts";
import { getSource } from "../../src/filings/sources/all.ts";
import { assembleReport } from "../../src/filings/sources/scans/assemble.ts";
import {
  getDocId,
  listDocuments,
  listPresentFilings,
  type RealFiling,
  readDocuments,
  skipUnlessHere,
} from "../corpus/manifest.ts";
import { createSeededRandom } from "../seeded-random.ts";
import { trade } from "../store/made.ts";
import { findOrMake } from "./find-or-make.ts";
import { findMissing, getDistinctiveWords, hasAllFields, readLine } from "./read-line.ts";

/**
 * Pages take seconds to read: only every third typed scan is read, and only the last page of a paper report, which has rows.
 * `npm run test:soak` reads all.
 */
const READS_ALL = process.env["SOAK"] === "1";
const SCAN_INTERVAL = READS_ALL ? 1 : 3;
/** Handwritten scans await review and have no picture to compare with. */
const isRead = (filing: RealFiling) => filing.layout !== "scan" || !filing.handwritten;
/** Maximum share of lines that may be misread here. */
const MAX_MISREAD_SHARE = 0.05;
/** Maximum number of lines read back per filing. Scans are few, so nearly all of their lines are. */
const MAX_LINES_PER_FILING = { text: 1, page: 1, scan: 20, paper: 1 } as const;
const chance = createSeededRandom(1);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

for (const layout of ["text", "page", "scan", "paper"] as const) {
  describe(`the evidence of a real filing shows the right line: ${layout}`, { skip: skipUnlessHere(layout) }, () => {
    test("a line's picture shows its asset, date and amount legibly, and not those of another line", async () => {
      const [pictures, unread, mistaken]: [string[], string[], string[]] = [[], [], []];
      const filings = new OpenedFilings();
      const every = layout === "scan" ? SCAN_INTERVAL : 1;
      for (const filing of listPresentFilings(layout)
        .filter(isRead)
        .filter((_, at) => at % every === 0)) {
        const { raw, originals } = await filings.open(filing);
        const lines = [...raw.transactions.keys()].filter((at) => isSure(raw, at));
        for (const shown of drawLines(lines, MAX_LINES_PER_FILING[layout])) {
          const made = await findOrMake(filings.evidence, `txn_${toTradeIdPart(filing.id)}_${shown}`);
          const original = originals.get(made.record.originalSha256) as Uint8Array;
          const line = await readLine(made, original, createTrade(raw, shown).box !== null);
          const missing = await findMissing(line, createTrade(raw, shown));
          pictures.push(filing.id);
          if (missing.length > 0) unread.push(`${filing.id}, line ${shown}: no ${missing.join(", ")} in ${line.text}`);
          const words = new Set(getDistinctiveWords(createTrade(raw, shown).assetNameRaw));
          const other = lines.find(
            (at) => !getDistinctiveWords(createTrade(raw, at).assetNameRaw).some((word) => words.has(word)),
          );
          if (other === undefined) continue;
          if (await hasAllFields(line, createTrade(raw, other)))
            mistaken.push(`${filing.id}: line ${shown} was mistaken for line ${other}`);
        }
      }
      await filings.evidence.close();
      assert.ok(pictures.length > 0);
      assert.ok(unread.length <= pictures.length * MAX_MISREAD_SHARE, unread.join("\n"));
      assert.ok(mistaken.length <= pictures.length * MAX_MISREAD_SHARE, mistaken.join("\n"));
    });
  });
}

/** Draws up to `count` different lines at random. */
function drawLines(lines: readonly number[], count: number): readonly number[] {
  const left = [...lines];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [drawn] = left.splice(Math.floor(chance() * left.length), 1);
    return drawn as number;
  });
}

/** True if the compared fields of a scanned row were all read with certainty, as in published rows, and for all other lines. */
function isSure({ transactions }: RawFiling, at: number): boolean {
  const fields = transactions[at]?.scan?.row.fields;
  return fields === undefined || (fields.asset.sure && fields.transactionDate.sure && fields.amount.sure);
}

interface OpenedFiling {
  readonly filing: RealFiling;
  readonly source: FilingSourceId;
  readonly raw: RawFiling;
  /** Originals by digest; the document that is read comes first. */
  readonly originals: ReadonlyMap<string, Uint8Array>;
  /** Digests of a paper report's images, by file name. */
  readonly images: ReadonlyMap<string, string>;
}

/** Opened filings, and the evidence of all their lines, drawn by one process. */
class OpenedFilings {
  readonly #opened = new Map<string, OpenedFiling>();
  readonly evidence = new Evidence({
    dataDir: path.join(import.meta.dirname, "nothing-is-kept"),
    maxBytes: 0,
    log: createLogger("silent"),
    lines: {
      find: async (id) => {
        const { filing, source, raw, originals } = this.#get(id.split("_")[1] as string);
        const [documentSha256 = ""] = originals.keys();
        return {
          trade: { ...createTrade(raw, Number(id.split("_").at(-1))), id },
          updatedAt: new Date(0),
          filing: { id: filing.id, source, docId: getDocId(filing), url: filing.url, documentSha256 },
        };
      },
      findReport: async (filingId) => this.#get(toTradeIdPart(filingId)).raw,
      findPageImage: async (_, written) => this.#find(({ images }) => images.get(path.posix.basename(written))),
      readOriginal: async (digest) => this.#find(({ originals }) => originals.get(digest)) as Uint8Array,
    },
  });

  async open(filing: RealFiling): Promise<OpenedFiling> {
    const source: FilingSourceId = filing.id.startsWith("h") ? "house-clerk" : "senate-efd";
    const all = readDocuments(filing);
    const opened = {
      filing,
      source,
      raw: await readReport(source, getDocId(filing), all),
      originals: new Map(all.map((bytes) => [sha256(bytes), bytes])),
      images: new Map(
        listDocuments(filing).map(({ file }, at) => [path.basename(file), sha256(all[at] as Uint8Array)] as const),
      ),
    };
    this.#opened.set(toTradeIdPart(filing.id), opened);
    return opened;
  }

  #get(key: string): OpenedFiling {
    return this.#opened.get(key) ?? assert.fail(`${key} was not opened`);
  }

  #find<T>(look: (opened: OpenedFiling) => T | undefined): T | undefined {
    for (const opened of this.#opened.values()) {
      const found = look(opened);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** A filing's id in the form that the ids of its trades contain. */
function toTradeIdPart(filingId: string): string {
  return filingId.replaceAll("-", "");
}

async function readReport(source: FilingSourceId, docId: string, all: readonly Uint8Array[]): Promise<RawFiling> {
  const { read, listPages, formFeatures } = getSource(source);
  const raw = await read.document.read(all[0] as Uint8Array, { docId });
  const { page: reader } = read;
  if ((raw.kind !== "scan" && raw.kind !== "paper") || reader === undefined) return raw;
  const readings: PageReading[] = [];
  const pages = listPages(raw);
  for (const [at, { image, page }] of pages.entries()) {
    if (image !== null && at < pages.length - 1 && !READS_ALL) readings.push({ failure: "not read here" });
    else readings.push({ seen: await reader.read((image === null ? all[0] : all[at + 1]) as Uint8Array, { page }) });
  }
  return assembleReport(raw, readings, formFeatures);
}

/** A line's trade, with the fields that its evidence needs. */
function createTrade({ source, docId, transactions }: RawFiling, at: number): Trade {
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
