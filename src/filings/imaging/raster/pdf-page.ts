/** Renders PDF pages. Used only in reader processes, since a hostile page may use all available memory. */
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from "@hyzyla/pdfium";
import { ParseError } from "../../../base/errors.ts";
import type { Bitmap } from "./bitmap.ts";

/** Maximum number of pixels. A letter page at 400 dpi has 15 million; larger pages are scaled down. */
const MAX_PIXELS = 16_000_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Resolution for a page without a large full-page image, or with one whose size is unknown. */
const DEFAULT_DPI = 200;
const MAX_OBJECTS = 2000;

let library: Promise<PDFiumLibrary> | undefined;

/** Renders one page, counted from 1, at the size of its embedded image. */
export async function renderPdfPage(bytes: Uint8Array, number: number): Promise<Bitmap> {
  return await withDocument(bytes, (document) => renderPage(document, number, computeRenderSize));
}

/** Renders one page, counted from 1, at this many pixels per point; a huge page is scaled down. */
export async function renderPdfPageAtScale(bytes: Uint8Array, number: number, pixelsPerPoint: number): Promise<Bitmap> {
  return await withDocument(bytes, (document) =>
    renderPage(document, number, (page) => scaleWithinLimit(readSizeInPoints(page), pixelsPerPoint)),
  );
}

async function renderPage(
  document: PDFiumDocument,
  number: number,
  chooseSize: (page: PDFiumPage) => Size | Promise<Size>,
): Promise<Bitmap> {
  const pages = document.getPageCount();
  if (!Number.isInteger(number) || number < 1 || number > pages) {
    throw new ParseError("pdf_no_such_page", `There is no page ${number}; the PDF has pages 1 to ${pages}.`);
  }
  // PDFium closes a page only after rendering it: a page fetched but not rendered stays in memory with its whole document.
  const page = document.getPage(number - 1);
  const { width, height } = await chooseSize(page);
  const drawn = await page.render({
    width,
    height,
    scale: 1,
    colorSpace: "Gray",
    render: async ({ data }) => data,
  });
  return { width: drawn.width, height: drawn.height, pixels: drawn.data };
}

async function withDocument<T>(bytes: Uint8Array, use: (document: PDFiumDocument) => Promise<T>): Promise<T> {
  if (bytes.length > MAX_BYTES) {
    throw new ParseError("pdf_too_large", `The file has ${bytes.length} bytes; at most ${MAX_BYTES} are read.`);
  }
  library ??= PDFiumLibrary.init();
  let document: PDFiumDocument | undefined;
  try {
    document = await (await library).loadDocument(bytes);
    return await use(document);
  } catch (error) {
    if (error instanceof ParseError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new ParseError("pdf_damaged", `The PDF cannot be drawn: ${message}`, { cause: error });
  } finally {
    document?.destroy();
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of the largest full-page image, so that no pixel is invented or lost; else the size at `DEFAULT_DPI`. */
async function computeRenderSize(page: PDFiumPage): Promise<Size> {
  const points = readSizeInPoints(page);
  const dpi = DEFAULT_DPI / 72;
  let size: Size = { width: points.width * dpi, height: points.height * dpi };
  let largest = (size.width * size.height) / 8;
  for (const image of await listImageSizes(page)) {
    if (image.width * image.height <= largest) continue;
    // An image with another aspect ratio covers only part of the page. An image whose width and height are swapped
    // fits, too, because a sideways image is rotated together with the page.
    const fitting = [image, { width: image.height, height: image.width }].find(
      ({ width, height }) => Math.abs(width / height / (points.width / points.height) - 1) < 0.03,
    );
    if (!fitting) continue;
    largest = image.width * image.height;
    size = fitting;
  }
  return scaleWithinLimit(size, 1);
}

function readSizeInPoints(page: PDFiumPage): Size {
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
  if (width > 0 && height > 0) return { width, height };
  throw new ParseError("pdf_damaged", `The page has no area: ${width} x ${height} points.`);
}

/** Multiplies the size by `scale`, limited to the maximum number of pixels. */
function scaleWithinLimit(size: Size, scale: number): Size {
  const factor = Math.min(scale, Math.sqrt(MAX_PIXELS / (size.width * size.height)));
  return { width: Math.max(1, Math.floor(size.width * factor)), height: Math.max(1, Math.floor(size.height * factor)) };
}

/** Lists the sizes of the page's images. PDFium returns them only with the encoded bytes; nothing is decoded. */
async function listImageSizes(page: PDFiumPage): Promise<Size[]> {
  const sizes: Size[] = [];
  for (let i = 0; i < Math.min(page.getObjectCount(), MAX_OBJECTS); i += 1) {
    const object = page.getObject(i);
    if (object.type !== "image") continue;
    // An image without bytes renders as nothing and has no size.
    const raw = await object.getImageDataRaw().catch(() => null);
    if (raw && raw.width > 0 && raw.height > 0) sizes.push({ width: raw.width, height: raw.height });
  }
  return sizes;
}
