/**
 * Draws one page of the House's form. Lengths are in the form's own pixels (three quarters of a point), from the top
 * left of the content at (21.75 pt, 720 pt), since the real documents are generated from a web page.
 */
import { getGlyph, measureWidthEm, type Weight } from "./georgia.ts";
import { type Bitmap, type PdfPage, toHex4 } from "./pdf-writer.ts";

interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  readonly smallCapitals?: boolean;
  /** Added after each letter, in pixels. Small capitals only. */
  readonly spacing?: number;
  /** `#rrggbb`. */
  readonly color?: string;
}

/** Half of a circle's control length, for round corners and buttons. */
const ROUND = 0.5523;

export class PtrCanvas {
  private readonly shapes: string[] = [];
  private readonly marks: string[] = [];

  /** Filled rectangle behind all text. */
  fillRectangle(x: number, y: number, width: number, height: number, color: string): void {
    this.shapes.push(
      `${formatRgb(color)} rg ${formatNumber(x)} ${formatNumber(y)} ${formatNumber(width)} ${formatNumber(height)} re f`,
    );
  }

  /** Draws a text with its baseline at `y`. @returns its width. */
  drawText(x: number, y: number, text: string, style: TextStyle): number {
    const { size, weight = "regular", smallCapitals = false, color = "#000000", spacing = 0 } = style;
    const begin = `BT ${formatRgb(color)} rg /F${weight === "bold" ? 1 : 0} ${formatNumber(size)} Tf 1 0 0 -1 ${formatNumber(x)} ${formatNumber(y)} Tm`;
    this.marks.push(
      `${begin} ${smallCapitals ? formatGlyphByGlyph(text, size, weight, spacing) : `<${formatCodes(text, false)}> Tj`} ET`,
    );
    return measureWidthEm(text, weight, smallCapitals) * size + spacing * text.length;
  }

  /** The 13-pixel checkbox of the capital-gains column: two fills and an outline; when checked, a filled background with a white tick. */
  drawTickBox(x: number, y: number, ticked: boolean): void {
    const ground = [
      formatClip(x, y),
      formatRound(x + 0.2, y + 0.2, 12.6, 2, "#a9a9a9"),
      formatRound(x + 0.2, y + 0.2, 12.6, 2, "#ffffff"),
    ];
    const outline = `0.8 w ${formatRgb("#767676")} RG ${formatRoundPath(x + 0.5, y + 0.5, 12, 2)} S`;
    const tick = `2.08 w ${formatRgb("#ffffff")} RG ${formatNumber(x + 2.6)} ${formatNumber(y + 6.5)} m ${formatNumber(x + 5.2)} ${formatNumber(y + 9.1)} l ${formatNumber(x + 10.4)} ${formatNumber(y + 2.6)} l S`;
    this.marks.push(
      `q ${[...ground, ...(ticked ? [formatRound(x, y, 13, 2, "#767676"), tick] : [outline])].join(" ")} Q`,
    );
  }

  drawRadio(x: number, y: number, chosen: boolean): void {
    const parts = [
      formatClip(x, y),
      formatRound(x + 0.2, y + 0.2, 12.6, 6.3, "#a9a9a9"),
      formatRound(x + 0.2, y + 0.2, 12.6, 6.3, "#ffffff"),
    ];
    parts.push(`0.8 w ${formatRgb("#767676")} RG ${formatRoundPath(x + 0.5, y + 0.5, 12, 6)} S`);
    if (chosen) parts.push(formatRound(x + 2.6, y + 2.6, 7.8, 3.9, "#767676"));
    this.marks.push(`q ${parts.join(" ")} Q`);
  }

  drawImage(x: number, y: number, width: number, height: number): void {
    this.marks.push(
      `q ${formatNumber(width)} 0 0 ${formatNumber(-height)} ${formatNumber(x)} ${formatNumber(y + height)} cm /Im0 Do Q`,
    );
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
        `<${formatCodes(each, true)}> Tj ${formatNumber(measureWidthEm(each, weight, true) * size + spacing)} 0 Td`,
    )
    .join(" ");
}

function formatCodes(text: string, smallCapitals: boolean): string {
  return [...text].map((each) => toHex4(getGlyph(each, smallCapitals))).join("");
}

const formatClip = (x: number, y: number): string => `${formatNumber(x)} ${formatNumber(y)} 13 13 re W n`;

const formatRound = (x: number, y: number, size: number, radius: number, color: string): string =>
  `${formatRgb(color)} rg ${formatRoundPath(x, y, size, radius)} f`;

function formatRoundPath(x: number, y: number, size: number, radius: number): string {
  const r = x + size;
  const b = y + size;
  const c = radius * (1 - ROUND);
  return [
    `${formatNumber(x + radius)} ${formatNumber(y)} m ${formatNumber(r - radius)} ${formatNumber(y)} l`,
    `${formatNumber(r - c)} ${formatNumber(y)} ${formatNumber(r)} ${formatNumber(y + c)} ${formatNumber(r)} ${formatNumber(y + radius)} c ${formatNumber(r)} ${formatNumber(b - radius)} l`,
    `${formatNumber(r)} ${formatNumber(b - c)} ${formatNumber(r - c)} ${formatNumber(b)} ${formatNumber(r - radius)} ${formatNumber(b)} c ${formatNumber(x + radius)} ${formatNumber(b)} l`,
    `${formatNumber(x + c)} ${formatNumber(b)} ${formatNumber(x)} ${formatNumber(b - c)} ${formatNumber(x)} ${formatNumber(b - radius)} c ${formatNumber(x)} ${formatNumber(y + radius)} l`,
    `${formatNumber(x)} ${formatNumber(y + c)} ${formatNumber(x + c)} ${formatNumber(y)} ${formatNumber(x + radius)} ${formatNumber(y)} c h`,
  ].join(" ");
}

/** `#ff0000` becomes `1 0 0`. */
function formatRgb(color: string): string {
  return [1, 3, 5].map((start) => formatNumber(Number.parseInt(color.slice(start, start + 2), 16) / 255)).join(" ");
}

/** A number in PDF syntax: at most three decimals. */
function formatNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
