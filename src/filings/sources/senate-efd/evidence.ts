/** Draws a line of a Senate document: a row of an electronic report as a new table, a row of a paper report on its page image. */
import type { HTMLElement } from "node-html-parser";
import type { DrawnLine, EvidenceLine } from "../../../domain/evidence.ts";
import { printedWords } from "../../../domain/evidence.ts";
import { blankLine } from "../../../domain/printed-report.ts";
import { tablePicture } from "../../imaging/table-picture.ts";
import { drawMarkedRow } from "../scans/marked-row.ts";
import { printedLines } from "./asset-cell.ts";
import { readText } from "./page.ts";
import { readPageImage } from "./paper/page-image.ts";
import { contentOfPage, headingOf } from "./read.ts";
import { printedRow } from "./transactions.ts";

/** Relative widths of the columns by heading. */
const SHARES: Readonly<Record<string, number>> = {
  "#": 5,
  "Transaction Date": 12,
  Owner: 9,
  Ticker: 9,
  "Asset Name": 28,
  "Asset Type": 15,
  Type: 12,
  Amount: 14,
  Comment: 11,
};
/** Relative width of the comment column if it has a comment. */
const COMMENT_SHARE = 30;

/** @throws {ParseError} like the reader of the document, or of a page's image. */
export async function drawSenateLine(bytes: Uint8Array, line: EvidenceLine): Promise<DrawnLine> {
  if (line.kind === "imaged") return await drawMarkedRow(bytes, line, () => readPageImage(bytes));
  const main = contentOfPage(bytes);
  const { headings, cells } = printedRow(main, line.line);
  const columns = headings.map((heading, at) => {
    const cell = cells[at];
    const lines = cell ? printedLines(cell) : [];
    const isSaid = heading === "Comment" && lines.join("").length > 2;
    return { heading, lines, share: isSaid ? COMMENT_SHARE : (SHARES[heading] ?? 10) };
  });
  return {
    ...tablePicture({ caption: captionOf(main), columns }),
    places: [],
    words: wordsOf(line.line, columns),
    html: tableOf(columns),
  };
}

/** Caption that identifies the report: title, filer and filing date. */
function captionOf(main: HTMLElement): readonly string[] {
  const filer = main.querySelector("h2.filedReport");
  const filed = main.querySelectorAll("strong").map(readText);
  const line = [filer ? readText(filer) : "", filed.find((text) => text.startsWith("Filed ")) ?? ""];
  return [headingOf(main) ?? "", line.filter((text) => text !== "").join(" · ")];
}

interface PrintedColumn {
  readonly heading: string;
  readonly lines: readonly string[];
}

function wordsOf(number: number, columns: readonly PrintedColumn[]): DrawnLine["words"] {
  const cell = (heading: string) => columns.find((column) => column.heading === heading)?.lines.join(" ") ?? "";
  const comment = cell("Comment");
  return printedWords({
    ...blankLine(number),
    owner: cell("Owner"),
    ticker: columns.find(({ heading }) => heading === "Ticker")?.lines.join(" / ") ?? "",
    assetCell: cell("Asset Name"),
    assetType: cell("Asset Type"),
    transactionType: cell("Type"),
    transactionDate: cell("Transaction Date"),
    amount: cell("Amount"),
    comment: comment === "--" ? null : comment,
  });
}

function tableOf(columns: readonly PrintedColumn[]): string {
  const head = columns.map(({ heading }) => `<th>${escaped(heading)}</th>`).join("");
  const row = columns.map(({ lines }) => `<td>${lines.map(escaped).join("<br>")}</td>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody><tr>${row}</tr></tbody></table>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
