/** Writes a PDF 1.4 from pages of content. Fonts are referenced, not embedded. */
import { deflateSync } from "node:zlib";
import { createUnicodeMap, formatWidthArray, type Weight } from "./georgia.ts";

/** One bit per pixel, 0 is black, rows from the top, each starting on a byte boundary. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

export interface PdfPage {
  /** Width in points. */
  readonly width: number;
  readonly height: number;
  /** Content stream, in which `/F0` is the font, `/F1` bold Georgia, and `/Im0` the image. */
  readonly content: string;
  readonly image?: Bitmap;
}

export function writePdf(
  pages: readonly PdfPage[],
  info: Readonly<Record<string, string>>,
  font: "Georgia" | "Helvetica" | null = null,
): Uint8Array {
  const objects: Buffer[] = [];
  const addObject = (body: Buffer | string): number => objects.push(Buffer.from(body));
  const catalog = addObject("");
  const tree = addObject("");
  const fonts = addFonts(addObject, font).map((object, at) => `/F${at} ${object} 0 R`);
  const images = new Map<Bitmap, number>();
  const kids = pages.map((page) => {
    const content = addObject(formatStream("", Buffer.from(page.content, "latin1")));
    if (page.image && !images.has(page.image)) images.set(page.image, addObject(formatImageStream(page.image)));
    const image = page.image ? `/XObject << /Im0 ${images.get(page.image)} 0 R >>` : "";
    return addObject(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /ProcSet [/PDF /Text /ImageB] /Font << ${fonts.join(" ")} >> ${image} >> /Contents ${content} 0 R >>`,
    );
  });
  objects[catalog - 1] = Buffer.from(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  objects[tree - 1] = Buffer.from(
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] /Count ${kids.length} >>`,
  );
  const about = addObject(
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} (${value.replace(/[\\()]/g, "\\$&")})`)
      .join(" ")} >>`,
  );
  return assemblePdf(objects, catalog, about);
}

function assemblePdf(objects: readonly Buffer[], catalog: number, info: number): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n%\xE2\xE3\xCF\xD3\n", "latin1")];
  const offsets: number[] = [];
  let at = parts[0]?.byteLength ?? 0;
  const addPart = (part: Buffer): void => {
    parts.push(part);
    at += part.byteLength;
  };
  objects.forEach((object, index) => {
    offsets.push(at);
    addPart(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]));
  });
  const xref = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${xref}trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

function formatStream(dictionary: string, data: Buffer): Buffer {
  const packed = deflateSync(data);
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Filter /FlateDecode /Length ${packed.byteLength} >>\nstream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
}

function formatImageStream({ width, height, bits }: Bitmap): Buffer {
  const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1`;
  return formatStream(dictionary, Buffer.from(bits));
}

type AddObject = (body: Buffer | string) => number;

/** The House's form uses Georgia in two weights; Helvetica is known to every PDF reader. */
function addFonts(addObject: AddObject, font: "Georgia" | "Helvetica" | null): readonly number[] {
  if (font === "Helvetica") return [addObject("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")];
  return font === null ? [] : [addFont(addObject, "regular"), addFont(addObject, "bold")];
}

function addFont(addObject: AddObject, weight: Weight): number {
  const name = weight === "bold" ? "Georgia-Bold" : "Georgia";
  const descriptor = addObject(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 6 /FontBBox [-175 -219 1300 917] /ItalicAngle 0 /Ascent 917 /Descent -219 /CapHeight 692 /StemV ${weight === "bold" ? 140 : 80} >>`,
  );
  const descendant = addObject(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 0 /W ${formatWidthArray(weight)} >>`,
  );
  const toUnicode = addObject(formatStream("", Buffer.from(formatUnicodeMap())));
  return addObject(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
  );
}

/** Formats the map from glyphs to Unicode, with at most 100 entries per block (PDF 32000-1, 9.10.3). */
function formatUnicodeMap(): string {
  const entries = [...createUnicodeMap()].map(([glyph, code]) => `<${toHex4(glyph)}> <${toHex4(code)}>`);
  const blocks: string[] = [];
  for (let start = 0; start < entries.length; start += 100) {
    const block = entries.slice(start, start + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${blocks.join("\n")}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
}

export function toHex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}
