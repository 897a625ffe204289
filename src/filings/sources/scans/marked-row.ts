/** Draws a row of a scanned page, upright and marked, with its table's header. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { DrawnLine, ImagedLine } from "../../../domain/evidence.ts";
import type { PageBox } from "../../../domain/trade.ts";
import { type PicturePart, stackParts } from "../../imaging/marked-picture.ts";
import { type Bitmap, cropBitmap, INK_BELOW, rotateBitmap, straightenBitmap } from "../../imaging/raster/bitmap.ts";

/** Shares of the page's width: margin above and below the row, and height of the table's header, which has vertical captions. */
const AROUND = 0.02;
const HEAD = 0.19;
/** Pixels between a row's box and its outline. */
const PADDING = 4;
/** Maximum distance between the first row and the ruled line above it, as a share of the page's width. */
const RULE = 0.008;
/** Minimum share of dark pixels in a table's header. Headers have a tenth, specks on a continuation page at most a thousandth. */
const HEAD_INK = 0.005;

/** Cache of drawn pages: people look at several lines of a page, and drawing a large page takes a second. */
const pages = new LRUCache<string, Bitmap>({ max: 3 });

/** A line without a box was typed in by a person: its whole page is shown unmarked. @param bytes the document, as cache key. */
export async function drawMarkedRow(
  bytes: Uint8Array,
  line: ImagedLine,
  draw: () => Bitmap | Promise<Bitmap>,
): Promise<DrawnLine> {
  const { page: number, turnDegrees, skew } = line;
  const digest = createHash("sha256").update(bytes).digest("hex");
  const key = JSON.stringify([digest, number, turnDegrees, skew]);
  const page = pages.get(key) ?? straightenBitmap(rotateBitmap(await draw(), turnDegrees), skew);
  pages.set(key, page);
  const parts = line.box === null ? [{ picture: page, marked: null }] : cutPictures(page, line.box, line.firstRowTop);
  const box = line.box && {
    left: line.box.left / page.width,
    top: line.box.top / page.height,
    width: line.box.width / page.width,
    height: line.box.height / page.height,
  };
  return { ...stackParts(parts), places: [{ page: line.documentPage, box }], words: line.words, html: null };
}

function cutPictures(page: Bitmap, box: PageBox, firstRowTop: number | null): readonly PicturePart[] {
  const around = AROUND * page.width;
  const top = Math.max(0, box.top - around);
  const bottom = Math.min(page.height, box.top + box.height + around);
  const row = { ...box, left: box.left - PADDING, top: box.top - PADDING };
  const outlined = { ...row, width: box.width + 2 * PADDING, height: box.height + 2 * PADDING };
  const headBottom = Math.min(firstRowTop ?? box.top, box.top);
  const headTop = Math.max(0, headBottom - HEAD * page.width);
  const above = { left: box.left, top: headTop, width: box.width, height: headBottom - RULE * page.width - headTop };
  if (above.height < 1 || computeInkShare(cropBitmap(page, above)) < HEAD_INK)
    return [cutPart(page, top, bottom, outlined)];
  if (top <= headBottom + around) return [cutPart(page, headTop, bottom, outlined)];
  return [cutPart(page, headTop, headBottom, null), cutPart(page, top, bottom, outlined)];
}

function cutPart(page: Bitmap, from: number, to: number, marked: PageBox | null): PicturePart {
  const [top, bottom] = [Math.round(from), Math.round(to)];
  return {
    picture: cropBitmap(page, { left: 0, top, width: page.width, height: bottom - top }),
    marked: marked && { ...marked, top: marked.top - top },
  };
}

function computeInkShare({ pixels }: Bitmap): number {
  return pixels.reduce((dark, pixel) => dark + (pixel < INK_BELOW ? 1 : 0), 0) / pixels.length;
}
