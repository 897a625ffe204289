/**
 * Draws one page of the House's form. Lengths are in the form's own pixels (three quarters of a point), from the top
 * left of the content at (21.75 pt, 720 pt), since the real documents are generated from a web page.
 */
import { glyphOf, type Weight, widthOf } from "./georgia.ts";
import { type Bitmap, hex4, type PdfPage } from "./pdf-writer.ts";

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
  fill(x: number, y: number, width: number, height: number, color: string): void {
    this.shapes.push(`${rgb(color)} rg ${n(x)} ${n(y)} ${n(width)} ${n(height)} re f`);
  }

  /** Draws a text with its baseline at `y`. @returns its width. */
  text(x: number, y: number, text: string, style: TextStyle): number {
    const { size, weight = "regular", smallCapitals = false, color = "#000000", spacing = 0 } = style;
    const begin = `BT ${rgb(color)} rg /F${weight === "bold" ? 1 : 0} ${n(size)} Tf 1 0 0 -1 ${n(x)} ${n(y)} Tm`;
    this.marks.push(
      `${begin} ${smallCapitals ? glyphByGlyph(text, size, weight, spacing) : `<${codes(text, false)}> Tj`} ET`,
    );
    return widthOf(text, weight, smallCapitals) * size + spacing * text.length;
  }

  /** The 13-pixel checkbox of the capital-gains column: two fills and an outline; when checked, a filled background with a white tick. */
  tickBox(x: number, y: number, ticked: boolean): void {
    const ground = [
      clip(x, y),
      round(x + 0.2, y + 0.2, 12.6, 2, "#a9a9a9"),
      round(x + 0.2, y + 0.2, 12.6, 2, "#ffffff"),
    ];
    const outline = `0.8 w ${rgb("#767676")} RG ${roundPath(x + 0.5, y + 0.5, 12, 2)} S`;
    const tick = `2.08 w ${rgb("#ffffff")} RG ${n(x + 2.6)} ${n(y + 6.5)} m ${n(x + 5.2)} ${n(y + 9.1)} l ${n(x + 10.4)} ${n(y + 2.6)} l S`;
    this.marks.push(`q ${[...ground, ...(ticked ? [round(x, y, 13, 2, "#767676"), tick] : [outline])].join(" ")} Q`);
  }

  radio(x: number, y: number, chosen: boolean): void {
    const parts = [
      clip(x, y),
      round(x + 0.2, y + 0.2, 12.6, 6.3, "#a9a9a9"),
      round(x + 0.2, y + 0.2, 12.6, 6.3, "#ffffff"),
    ];
    parts.push(`0.8 w ${rgb("#767676")} RG ${roundPath(x + 0.5, y + 0.5, 12, 6)} S`);
    if (chosen) parts.push(round(x + 2.6, y + 2.6, 7.8, 3.9, "#767676"));
    this.marks.push(`q ${parts.join(" ")} Q`);
  }

  image(x: number, y: number, width: number, height: number): void {
    this.marks.push(`q ${n(width)} 0 0 ${n(-height)} ${n(x)} ${n(y + height)} cm /Im0 Do Q`);
  }

  page(image: Bitmap): PdfPage {
    const content = ["q 0.75 0 0 -0.75 21.75 720 cm", ...this.shapes, ...this.marks, "Q"].join("\n");
    return { width: 612, height: 792, content, image };
  }
}

/** Labels in small capitals are drawn glyph by glyph, as in the real documents. */
function glyphByGlyph(text: string, size: number, weight: Weight, spacing: number): string {
  return [...text]
    .map((each) => `<${codes(each, true)}> Tj ${n(widthOf(each, weight, true) * size + spacing)} 0 Td`)
    .join(" ");
}

function codes(text: string, smallCapitals: boolean): string {
  return [...text].map((each) => hex4(glyphOf(each, smallCapitals))).join("");
}

const clip = (x: number, y: number): string => `${n(x)} ${n(y)} 13 13 re W n`;

const round = (x: number, y: number, size: number, radius: number, color: string): string =>
  `${rgb(color)} rg ${roundPath(x, y, size, radius)} f`;

function roundPath(x: number, y: number, size: number, radius: number): string {
  const r = x + size;
  const b = y + size;
  const c = radius * (1 - ROUND);
  return [
    `${n(x + radius)} ${n(y)} m ${n(r - radius)} ${n(y)} l`,
    `${n(r - c)} ${n(y)} ${n(r)} ${n(y + c)} ${n(r)} ${n(y + radius)} c ${n(r)} ${n(b - radius)} l`,
    `${n(r)} ${n(b - c)} ${n(r - c)} ${n(b)} ${n(r - radius)} ${n(b)} c ${n(x + radius)} ${n(b)} l`,
    `${n(x + c)} ${n(b)} ${n(x)} ${n(b - c)} ${n(x)} ${n(b - radius)} c ${n(x)} ${n(y + radius)} l`,
    `${n(x)} ${n(y + c)} ${n(x + c)} ${n(y)} ${n(x + radius)} ${n(y)} c h`,
  ].join(" ");
}

/** `#ff0000` becomes `1 0 0`. */
function rgb(color: string): string {
  return [1, 3, 5].map((start) => n(Number.parseInt(color.slice(start, start + 2), 16) / 255)).join(" ");
}

/** A number in PDF syntax: at most three decimals. */
function n(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
