/** Made-up paper reports of the House: images without a text layer, marked as fictional in big letters. */
import { drawHousePage, type HousePaperLine } from "./house-paper.ts";
import { writePdf } from "./pdf-writer.ts";

/** A scanned report, one image per page, no fonts. @param lines the lines of the first page; the other pages are blank. */
export function createScannedPtr(pages: number, lines: readonly HousePaperLine[] = []): Uint8Array {
  const first = drawHousePage(lines);
  const empty = pages > 1 ? drawHousePage([]) : first;
  const content = "q 612 0 0 792 0 0 cm /Im0 Do Q";
  return writePdf(
    Array.from({ length: pages }, (_, page) => ({
      width: 612,
      height: 792,
      content,
      image: page === 0 ? first : empty,
    })),
    { Title: "Fictional sample, not a filing" },
  );
}
