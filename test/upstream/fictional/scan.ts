/** Made-up paper reports: images without a text layer that say in big letters that they are fictional. */
import { type Bitmap, writePdf } from "./pdf-writer.ts";
import { blacken, drawWord, whiteBitmap } from "./pixel-text.ts";

/** A scanned House report: an image on each page, no fonts at all. */
export function scannedPtr(pages: number): Uint8Array {
  const image = paperForm(850, 1100);
  const content = "q 612 0 0 792 0 0 cm /Im0 Do Q";
  return writePdf(
    Array.from({ length: pages }, () => ({ width: 612, height: 792, content, image })),
    { Title: "Fictional sample, not a filing" },
    false,
  );
}

function paperForm(width: number, height: number): Bitmap {
  const form = whiteBitmap(width, height);
  const line = Math.max(1, Math.round(width / 400));
  const pixel = Math.floor(width / 110);
  drawWord(form, pixel * 6, pixel * 6, pixel, "FICTIONAL SAMPLE");
  const top = Math.round(height * 0.2);
  const rows = 14;
  const rowHeight = Math.floor((height * 0.7) / rows);
  for (let row = 0; row <= rows; row++) blacken(form, pixel * 6, top + row * rowHeight, width - pixel * 12, line);
  for (const share of [0.06, 0.4, 0.5, 0.6, 0.7, 0.76, 0.82, 0.88, 0.94]) {
    blacken(form, Math.round(width * share), top, line, rows * rowHeight);
  }
  for (let row = 1; row < rows; row += 2) {
    blacken(form, Math.round(width * 0.1), top + row * rowHeight + (rowHeight >> 1), Math.round(width * 0.2), line * 2);
    blacken(form, Math.round(width * 0.78), top + row * rowHeight + (rowHeight >> 2), line * 5, line * 5);
  }
  return form;
}
