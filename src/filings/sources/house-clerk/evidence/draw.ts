/** Renders the page of a House Clerk's document that contains a line, and highlights the line. Runs in the reader process. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { ParseError } from "../../../../base/errors.ts";
import type { DrawnLine, EvidenceLine, PageFractions, PrintedLine } from "../../../../domain/evidence.ts";
import { type PicturePart, stackParts } from "../../../imaging/marked-picture.ts";
import { type Bitmap, cropBitmap } from "../../../imaging/raster/bitmap.ts";
import { renderPdfPage, renderPdfPageAtScale } from "../../../imaging/raster/pdf-page.ts";
import { drawMarkedRow } from "../../scans/marked-row.ts";
import { findLine, findLineByWords, type PrintedPart, readDocument, readExcerpt } from "./printed-line.ts";

/** Pixels of the picture per point of the page; a browser shows one point as one CSS pixel. */
const PIXELS_PER_POINT = 2;
/** A row at most this far below the header is drawn in one piece with it. The distance is a share of the page's height. */
const NEAR_HEAD = 0.03;

/** Caches of read documents and drawn pages: people look at several lines of a report, and reading the longest takes 0.5 s. */
const documents = new LRUCache<string, ReturnType<typeof readDocument>>({ max: 4 });
const drawnPages = new LRUCache<string, Bitmap>({ max: 6 });

/** @throws {ParseError} the same errors as the document's reader or as the reader of a scanned page. */
export async function drawHouseLine(bytes: Uint8Array, line: EvidenceLine): Promise<DrawnLine> {
  if (line.kind === "imaged") return await drawMarkedRow(bytes, line, () => renderPdfPage(bytes, line.page));
  const digest = createHash("sha256").update(bytes).digest("hex");
  const { parts, words } = await findPrintedLine(bytes, line, digest);
  const pictures: PicturePart[] = [];
  for (const part of parts) pictures.push(...cutPictures(part, await drawPageOnce(bytes, part.page, digest)));
  const places = parts.map(({ page, row }) => ({ page, box: row }));
  return { ...stackParts(pictures), places, words, html: null };
}

async function drawPageOnce(bytes: Uint8Array, number: number, digest: string): Promise<Bitmap> {
  const name = `${digest} ${number}`;
  const page = drawnPages.get(name) ?? (await renderPdfPageAtScale(bytes, number, PIXELS_PER_POINT));
  drawnPages.set(name, page);
  return page;
}

/** Reads up to four pages, which for a long report takes a third of the time; if they are not enough, reads all pages. */
async function findPrintedLine(bytes: Uint8Array, { docId, line, nearby }: PrintedLine, digest: string) {
  if (nearby !== null) {
    const { page } = nearby;
    const around = await readOnce(`${digest} ${docId} ${page}`, () => readExcerpt(bytes, page)).catch(ignoreParseError);
    const found = around && findLineByWords(around, nearby);
    if (found !== undefined) return found;
  }
  return findLine(await readOnce(`${digest} ${docId}`, () => readDocument(bytes, docId)), line);
}

/** Ignores parse errors: a few pages, read without the rest of their report, may look damaged. */
function ignoreParseError(error: unknown): undefined {
  if (!(error instanceof ParseError)) throw error;
}

async function readOnce(name: string, read: () => ReturnType<typeof readDocument>): ReturnType<typeof readDocument> {
  const cached = documents.get(name);
  if (cached !== undefined) return await cached;
  const reading = read();
  documents.set(name, reading);
  return await reading.catch((error: unknown) => {
    documents.delete(name);
    throw error;
  });
}

/** Cuts out the row with its table's header: in one piece if the row is near the header, otherwise in two. */
function cutPictures({ row, head, around }: PrintedPart, page: Bitmap): readonly PicturePart[] {
  if (head === null) return [cutPart(page, around, row)];
  // If the header is printed on top of a row that a page break moved, it overlaps `around`, and the difference is negative.
  if (around.top - (head.top + head.height) > NEAR_HEAD) return [cutPart(page, head, null), cutPart(page, around, row)];
  const top = Math.min(head.top, around.top);
  const bottom = Math.max(head.top + head.height, around.top + around.height);
  return [cutPart(page, { ...around, top, height: bottom - top }, row)];
}

function cutPart(page: Bitmap, shown: PageFractions, row: PageFractions | null): PicturePart {
  const box = toPixels(shown, page);
  const marked = row && toPixels(row, page);
  return {
    picture: cropBitmap(page, box),
    marked: marked && { ...marked, left: marked.left - box.left, top: marked.top - box.top },
  };
}

function toPixels({ left, top, width, height }: PageFractions, page: Bitmap): PageFractions {
  return {
    left: Math.round(left * page.width),
    top: Math.round(top * page.height),
    width: Math.round(width * page.width),
    height: Math.round(height * page.height),
  };
}
