/** Finds the line that a trade was read from, and the part of the original to draw. */
import { isDeepStrictEqual } from "node:util";
import { type EvidenceLine, type EvidenceWords, listPrintedWords, type NearbyLine } from "../../domain/evidence.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import type { ScannedFieldName } from "../../domain/scanned-page.ts";
import type { Trade } from "../../domain/trade.ts";
import { getSource } from "../sources/all.ts";

// To draw the picture of a line, a report with fewer pages than this is read completely. The result is also used for the
// report's other lines. Of any longer report, up to four pages are read. All pages are read only if these are not enough.
const LONG_PAGES = 6;

export interface FiledLine {
  readonly trade: Trade;
  /** Time of the last change of the trade. */
  readonly updatedAt: Date;
  readonly filing: {
    readonly id: string;
    readonly source: FilingSourceId;
    readonly docId: string;
    readonly url: string;
    /** Null if no document is stored. */
    readonly documentSha256: string | null;
  };
}

/** Looks up trades and their originals. */
export interface FiledLines {
  /** Returns undefined if there is no such trade. */
  find(tradeId: string): Promise<FiledLine | undefined>;
  /** Returns the report as parsed; undefined if it is not stored. */
  findReport(filingId: string): Promise<RawFiling | undefined>;
  /** Returns the SHA-256 of a page's image; undefined if it is not stored. @param written the image's URL in the report. */
  findPageImage(source: FilingSourceId, written: string): Promise<string | undefined>;
  /** @throws {AppError} `original_missing`, `original_damaged`. */
  readOriginal(sha256: string): Promise<Uint8Array>;
}

/** A filed line to render as a picture, from the document itself or from the image of one of the document's pages. */
interface Drawing {
  readonly line: EvidenceLine;
  /** The image's URL as written in the report; null to draw the document itself. */
  readonly image: string | null;
}

/** Pure. Plans the picture of the line of a published trade. */
export function planLinePicture({ trade }: FiledLine, raw: RawFiling): Drawing {
  return planLineDrawing(trade, raw, listTradeWords(trade, raw.transactions));
}

/** Pure. Plans the picture of a filed line, published or not. @param words used only for scanned lines, not for printed text. */
export function planLineDrawing(
  place: Pick<Trade, "line" | "page" | "box">,
  raw: RawFiling,
  words: readonly EvidenceWords[],
): Drawing {
  if (raw.scan === undefined && raw.kind !== "scan" && raw.kind !== "paper") {
    const nearby = findAmongIdenticalLines(place.line, raw);
    return { line: { kind: "printed", docId: raw.docId, line: place.line, nearby }, image: null };
  }
  const page = place.page ?? 1;
  const bytes = getSource(raw.source).listPages(raw)[page - 1] ?? { image: null, page };
  const read = raw.scan?.pages[page - 1];
  const tops = raw.transactions.flatMap((line) => (line.page === page && line.scan ? [line.scan.row.box.top] : []));
  return {
    line: {
      kind: "imaged",
      documentPage: page,
      page: bytes.page,
      turnDegrees: read?.turnDegrees ?? 0,
      skew: read?.skew ?? { level: 0, upright: 0, fan: 0 },
      box: place.box,
      firstRowTop: tops.length === 0 ? null : Math.min(...tops),
      words,
    },
    image: bytes.image,
  };
}

function findAmongIdenticalLines(number: number, { pages, transactions }: RawFiling): NearbyLine | null {
  const line = transactions.find((each) => each.line === number);
  if (pages === null || pages < LONG_PAGES || line === undefined || line.page === null) return null;
  const words = listPrintedWords(line);
  const sameWords = transactions.filter(
    (each) => each.page === line.page && isDeepStrictEqual(listPrintedWords(each), words),
  );
  return { page: line.page, words, at: sameWords.indexOf(line), of: sameWords.length };
}

/** Lists the words read from the trade's line. If a person decided on the line, lists the values of the trade instead. */
function listTradeWords(trade: Trade, lines: readonly RawTransaction[]): readonly EvidenceWords[] {
  // Pages printed by the same program have rows at the same positions. The position alone does not identify a line.
  const line = lines.find(
    ({ page, scan }) => trade.box !== null && page === trade.page && isDeepStrictEqual(scan?.row.box, trade.box),
  );
  if (line !== undefined && trade.confidence !== "reviewed") return listScannedWords(line);
  const decided: readonly (readonly [EvidenceWords["field"], string | null])[] = [
    ["owner", trade.owner],
    ["ticker", trade.tickerSource === "filed" ? trade.ticker : null],
    ["asset", trade.assetNameRaw],
    ["transaction_type", trade.transactionType],
    ["transaction_date", trade.transactionDate],
    ["notification_date", trade.notificationDate],
    ["amount", trade.amountRaw],
  ];
  return decided.flatMap(([field, text]) =>
    text === null || text === "" ? [] : [{ field, text, certainty: "decided" as const }],
  );
}

const SCANNED: readonly (readonly [ScannedFieldName, EvidenceWords["field"]])[] = [
  ["owner", "owner"],
  ["asset", "asset"],
  ["transactionType", "transaction_type"],
  ["transactionDate", "transaction_date"],
  ["notificationDate", "notification_date"],
  ["amount", "amount"],
];

function listScannedWords({ scan }: RawTransaction): readonly EvidenceWords[] {
  return SCANNED.flatMap(([scanned, field]): EvidenceWords[] => {
    const seen = scan?.row.fields[scanned];
    const text = seen?.asRead ?? seen?.reading ?? "";
    if (text !== "") return [{ field, text, certainty: seen?.sure ? "read" : "unsure" }];
    return seen === undefined || seen.sure ? [] : [{ field, text, certainty: "unread" }];
  });
}
