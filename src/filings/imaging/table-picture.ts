/** Draws a picture of one table row and the headings above it. Used for reports that are web pages without page images. */
import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { type MarkedPicture, OUTLINE, TINT } from "./marked-picture.ts";
import { LINE_HEIGHT, type TextStyle, wrapToWidth } from "./wrapped-text.ts";

interface TableRow {
  /** Lines above the table; the first is bold. */
  readonly caption: readonly string[];
  readonly columns: readonly TableColumn[];
}

interface TableColumn {
  readonly heading: string;
  readonly lines: readonly string[];
  /** Width relative to the other columns. */
  readonly share: number;
}

/** Displayed width of the picture in CSS pixels; it is rendered with twice as many device pixels in each direction. */
const WIDTH = 1000;
const ZOOM = 2;
const MARGIN = 14;
const PADDING = 7;
/** Maximum number of lines drawn in a cell. A Senate comment or asset name of 5,000 characters needs fewer lines. */
const MAX_LINES = 400;
const BODY: TextStyle = { size: 12, bold: false };
const HEADING: TextStyle = { size: 11, bold: true };
const TITLE: TextStyle = { size: 13, bold: true };
const FONTS = ["DejaVuSans", "DejaVuSans-Bold"].map((name) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)),
);
const [tint, outline] = [TINT, OUTLINE].map((colour) => `rgb(${colour.join(",")})`);

export function drawTablePicture({ caption, columns }: TableRow): MarkedPicture {
  const inner = WIDTH - 2 * MARGIN;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const titles = caption.map((text, at) => ({
    style: at === 0 ? TITLE : BODY,
    lines: wrapToWidth(text, inner, TITLE),
  }));
  let left = MARGIN;
  const cells = columns.map(({ heading, lines, share }) => {
    const width = (inner * share) / shares;
    const cell = {
      left,
      heading: wrapToWidth(heading, width - 2 * PADDING, HEADING),
      lines: lines.flatMap((line) => wrapToWidth(line, width - 2 * PADDING, BODY)).slice(0, MAX_LINES),
    };
    left += width;
    return cell;
  });
  const titleHeight = titles.reduce((sum, { lines }) => sum + lines.length, 0) * LINE_HEIGHT;
  const headTop = MARGIN + titleHeight + (titleHeight > 0 ? PADDING : 0);
  const rowTop = headTop + computeRowHeight(cells.map(({ heading }) => heading));
  const bottom = rowTop + computeRowHeight(cells.map(({ lines }) => lines));
  const height = bottom + MARGIN;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<rect x="${MARGIN}" y="${headTop}" width="${inner}" height="${rowTop - headTop}" fill="#e9ecef"/>`,
    `<rect x="${MARGIN}" y="${rowTop}" width="${inner}" height="${bottom - rowTop}" fill="${tint}" stroke="${outline}" stroke-width="1.5"/>`,
    ...cells
      .slice(1)
      .map((cell) => `<path d="M${cell.left} ${headTop}V${bottom}" stroke="#000" stroke-opacity=".14" fill="none"/>`),
    ...buildTitlesSvg(titles),
    ...cells.flatMap((cell) => [
      ...buildTextSvg(cell.heading, cell.left + PADDING, headTop + PADDING, HEADING),
      ...buildTextSvg(cell.lines, cell.left + PADDING, rowTop + PADDING, BODY),
    ]),
    "</svg>",
  ].join("");
  const font = { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "DejaVu Sans" };
  const drawn = new Resvg(svg, { fitTo: { mode: "zoom", value: ZOOM }, font }).render();
  return { png: drawn.asPng(), width: drawn.width, height: drawn.height };
}

function computeRowHeight(cells: readonly (readonly string[])[]): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * LINE_HEIGHT + 2 * PADDING;
}

function buildTitlesSvg(titles: readonly { readonly style: TextStyle; readonly lines: readonly string[] }[]): string[] {
  let top = MARGIN;
  return titles.flatMap(({ style, lines }) => {
    const from = top;
    top += lines.length * LINE_HEIGHT;
    return buildTextSvg(lines, MARGIN, from, style);
  });
}

function buildTextSvg(lines: readonly string[], x: number, top: number, { size, bold }: TextStyle): string[] {
  return lines.map((line, at) => {
    const y = top + at * LINE_HEIGHT + size;
    const weight = bold ? ` font-weight="bold"` : "";
    return `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${size}"${weight} fill="#111">${escapeXml(line)}</text>`;
  });
}

/** Escapes a text for XML and drops characters that XML forbids. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
