/** Draws printed text in made-up scans, with characters cut from Helvetica text that pdfium rendered. */
import { renderPdfPage } from "../../../filings/imaging/raster/pdf-page.ts";
import { type Bitmap, writePdf } from "./pdf-writer.ts";
import { blacken } from "./pixel-text.ts";

const LETTERS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
const PER_ROW = 12;
/** Cell size and font size in points. Pages are rendered at 200 dpi. */
const CELL = 24;
const SIZE = 10;
const DOTS = 200 / 72;
/** Letter spacing and width of a space, in pixels. */
const GAP = 3;
const BLANK = 9;

interface Glyph {
  readonly width: number;
  /** Runs of ink, relative to the glyph's left and the line's top. */
  readonly runs: readonly { readonly x: number; readonly y: number; readonly width: number }[];
}

const glyphs = await renderGlyphs();

/** Height of capitals plus descenders, in pixels. */
export const LINE_HEIGHT = Math.round(CELL * DOTS * 0.6);

/** Draws ten-point text; `upright` turns the text counter-clockwise, so that it reads upward from its lower left at (x, y). */
export function drawPrintedText(bitmap: Bitmap, x: number, y: number, text: string, upright = false): void {
  let along = 0;
  for (const letter of text) {
    const glyph = glyphs.get(letter);
    for (const run of glyph?.runs ?? []) {
      if (upright) blacken(bitmap, x + run.y, y - along - run.x - run.width, 1, run.width);
      else blacken(bitmap, x + along + run.x, y + run.y, run.width, 1);
    }
    along += glyph ? glyph.width + GAP : BLANK;
  }
}

async function renderGlyphs(): Promise<ReadonlyMap<string, Glyph>> {
  const rows = Math.ceil(LETTERS.length / PER_ROW);
  const content = LETTERS.map((letter, at) => {
    const x = (at % PER_ROW) * CELL + 6;
    const y = (rows - 1 - Math.floor(at / PER_ROW)) * CELL + 8;
    return `BT /F0 ${SIZE} Tf ${x} ${y} Td (${letter.replace(/[\\()]/g, "\\$&")}) Tj ET`;
  }).join("\n");
  const { width, pixels } = await renderPdfPage(
    writePdf([{ width: PER_ROW * CELL, height: rows * CELL, content }], {}, "Helvetica"),
    1,
  );
  return new Map(
    LETTERS.map((letter, at) => {
      const left = Math.round((at % PER_ROW) * CELL * DOTS);
      const top = Math.round((Math.floor(at / PER_ROW) * CELL + 5) * DOTS);
      const runs: { x: number; y: number; width: number }[] = [];
      for (let y = 0; y < Math.floor((CELL - 6) * DOTS); y += 1) {
        for (let x = 0; x < Math.floor(CELL * DOTS); x += 1) {
          if ((pixels[(top + y) * width + left + x] ?? 255) < 128) runs.push({ x, y, width: 1 });
        }
      }
      const first = Math.min(...runs.map(({ x }) => x));
      const last = Math.max(...runs.map(({ x }) => x));
      return [letter, { width: last - first + 1, runs: runs.map((run) => ({ ...run, x: run.x - first })) }];
    }),
  );
}
