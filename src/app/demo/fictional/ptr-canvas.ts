/**
 * Draws one page of the House's form. The real documents are generated from a web page, so lengths are in the form's own pixels.
 * A pixel is three quarters of a point. The origin is the top left of the content, at (21.75 pt, 720 pt).
 */
import { getGlyph, measureWidthEm, type Weight } from "./georgia.ts";
import { type Bitmap, type PdfPage, toHex4 } from "./pdf-writer.ts";

interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly smallCapitals?: boolean;
  /** Space after each letter, in pixels; applies only to small capitals. */
  readonly spacing?: number;
  /** `#rrggbb`. */
  readonly color?: string;
}

/** Length of a Bézier handle relative to the radius of the quarter circle that it approximates. */
const ROUND = 0.5523;

export class PtrCanvas {
  private readonly shapes: string[] = [];
  private readonly marks: string[] = [];

  /** Fills a rectangle behind all text. */
  fillRectangle(x: number, y: number, width: number, height: number, color: string): void {
    this.shapes.push(formatPdfOperators`${formatRgb(color)} rg ${x} ${y} ${width} ${height} re f`);
  }

  /** Draws a text with its baseline at `y`. @returns its width. */
  drawText(x: number, y: number, text: string, style: TextStyle): number {
    const { size, weight = "regular", smallCapitals = false, color = "#000000", spacing = 0 } = style;
    const begin = formatPdfOperators`BT ${formatRgb(color)} rg /F${weight === "bold" ? 1 : 0} ${size} Tf 1 0 0 -1 ${x} ${y} Tm`;
    this.marks.push(
      `${begin} ${smallCapitals ? formatGlyphByGlyph(text, size, weight, spacing) : `<${formatGlyphCodes(text, false)}> Tj`} ET`,
    );
    return measureWidthEm(text, weight, smallCapitals) * size + spacing * text.length;
  }

  /** The 13-pixel checkbox of the capital-gains column: two fills and an outline; when checked, a filled background with a white tick. */
  drawTickBox(x: number, y: number, ticked: boolean): void {
    const tick = formatPdfOperators`2.08 w ${formatRgb("#ffffff")} RG ${x + 2.6} ${y + 6.5} m ${x + 5.2} ${y + 9.1} l ${x + 10.4} ${y + 2.6} l S`;
    const face = ticked ? `${formatRoundedSquare(x, y, 13, 2, "#767676")} ${tick}` : formatOutline(x, y, 2);
    this.marks.push(`q ${formatControlBackground(x, y, 2)} ${face} Q`);
  }

  drawRadio(x: number, y: number, chosen: boolean): void {
    const dot = chosen ? ` ${formatRoundedSquare(x + 2.6, y + 2.6, 7.8, 3.9, "#767676")}` : "";
    this.marks.push(`q ${formatControlBackground(x, y, 6.3)} ${formatOutline(x, y, 6)}${dot} Q`);
  }

  drawImage(x: number, y: number, width: number, height: number): void {
    this.marks.push(formatPdfOperators`q ${width} 0 0 ${-height} ${x} ${y + height} cm /Im0 Do Q`);
  }

  toPdfPage(image: Bitmap): PdfPage {
    const content = ["q 0.75 0 0 -0.75 21.75 720 cm", ...this.shapes, ...this.marks, "Q"].join("\n");
    return { width: 612, height: 792, content, image };
  }
}

/** Labels in small capitals are drawn glyph by glyph, as in the real documents. */
function formatGlyphByGlyph(text: string, size: number, weight: Weight, spacing: number): string {
  return [...text]
    .map(
      (each) =>
        formatPdfOperators`<${formatGlyphCodes(each, true)}> Tj ${measureWidthEm(each, weight, true) * size + spacing} 0 Td`,
    )
    .join(" ");
}

function formatGlyphCodes(text: string, smallCapitals: boolean): string {
  return [...text].map((each) => toHex4(getGlyph(each, smallCapitals))).join("");
}

/** The background of a 13-pixel checkbox or radio button: white with a dark edge, clipped to those 13 pixels. */
function formatControlBackground(x: number, y: number, radius: number): string {
  const [edge, inside] = ["#a9a9a9", "#ffffff"].map((color) =>
    formatRoundedSquare(x + 0.2, y + 0.2, 12.6, radius, color),
  );
  return formatPdfOperators`${x} ${y} 13 13 re W n ${edge ?? ""} ${inside ?? ""}`;
}

const formatOutline = (x: number, y: number, radius: number): string =>
  formatPdfOperators`0.8 w ${formatRgb("#767676")} RG ${formatRoundedSquarePath(x + 0.5, y + 0.5, 12, radius)} S`;

const formatRoundedSquare = (x: number, y: number, size: number, radius: number, color: string): string =>
  formatPdfOperators`${formatRgb(color)} rg ${formatRoundedSquarePath(x, y, size, radius)} f`;

function formatRoundedSquarePath(x: number, y: number, size: number, radius: number): string {
  const r = x + size;
  const b = y + size;
  const c = radius * (1 - ROUND);
  return [
    formatPdfOperators`${x + radius} ${y} m ${r - radius} ${y} l`,
    formatPdfOperators`${r - c} ${y} ${r} ${y + c} ${r} ${y + radius} c ${r} ${b - radius} l`,
    formatPdfOperators`${r} ${b - c} ${r - c} ${b} ${r - radius} ${b} c ${x + radius} ${b} l`,
    formatPdfOperators`${x + c} ${b} ${x} ${b - c} ${x} ${b - radius} c ${x} ${y + radius} l`,
    formatPdfOperators`${x} ${y + c} ${x + c} ${y} ${x + radius} ${y} c h`,
  ].join(" ");
}

/** `#ff0000` becomes `1 0 0`. */
function formatRgb(color: string): string {
  const [red = 0, green = 0, blue = 0] = Buffer.from(color.slice(1), "hex");
  return formatPdfOperators`${red / 255} ${green / 255} ${blue / 255}`;
}

/** Template tag for PDF operators: rounds numbers to three decimals. */
function formatPdfOperators(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const rounded = values.map((value) => (typeof value === "number" ? Math.round(value * 1000) / 1000 : value));
  return String.raw(parts, ...rounded);
}
