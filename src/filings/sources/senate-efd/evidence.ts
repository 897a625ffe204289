/** Draws a row of a Senate document: for an electronic report, as a new table; for a paper report, on its page image. */
import type { HTMLElement } from "node-html-parser";
import { escapeHtml } from "../../../base/escape-html.ts";
import type { DrawnLine, EvidenceLine } from "../../../domain/evidence.ts";
import { listPrintedWords } from "../../../domain/evidence.ts";
import { createBlankLine } from "../../../domain/printed-report.ts";
import { drawTablePicture } from "../../imaging/table-picture.ts";
import { drawMarkedRow } from "../scans/marked-row.ts";
import { readPrintedLines } from "./asset-cell.ts";
import { readText } from "./page.ts";
import { readPageImage } from "./paper/page-image.ts";
import { findPageContent, findReportHeading } from "./read.ts";
import { findPrintedRow } from "./transactions.ts";

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
/** Relative width of the comment column if the line has a comment. */
const COMMENT_SHARE = 30;

/** @throws {ParseError} if the document or page image cannot be read, or if the document lacks the row. */
export async function drawSenateLine(bytes: Uint8Array, line: EvidenceLine): Promise<DrawnLine> {
  if (line.kind === "imaged") return await drawMarkedRow(bytes, line, () => readPageImage(bytes));
  const main = findPageContent(bytes);
  const { headings, cells } = findPrintedRow(main, line.line);
  const columns = headings.map((heading, at) => {
    const cell = cells[at];
    const lines = cell ? readPrintedLines(cell) : [];
    const hasComment = heading === "Comment" && lines.join("").length > 2;
    return { heading, lines, share: hasComment ? COMMENT_SHARE : (SHARES[heading] ?? 10) };
  });
  return {
    ...drawTablePicture({ caption: buildCaption(main), columns }),
    places: [],
    words: listRowWords(line.line, columns),
    html: buildHtmlTable(columns),
  };
}

function buildCaption(main: HTMLElement): readonly string[] {
  const filer = main.querySelector("h2.filedReport");
  const filed = main.querySelectorAll("strong").map(readText);
  const line = [filer ? readText(filer) : "", filed.find((text) => text.startsWith("Filed ")) ?? ""];
  return [findReportHeading(main) ?? "", line.filter((text) => text !== "").join(" · ")];
}

interface PrintedColumn {
  readonly heading: string;
  readonly lines: readonly string[];
}

function listRowWords(number: number, columns: readonly PrintedColumn[]): DrawnLine["words"] {
  const findCell = (heading: string) => columns.find((column) => column.heading === heading)?.lines.join(" ") ?? "";
  const comment = findCell("Comment");
  return listPrintedWords({
    ...createBlankLine(number),
    owner: findCell("Owner"),
    ticker: columns.find(({ heading }) => heading === "Ticker")?.lines.join(" / ") ?? "",
    assetCell: findCell("Asset Name"),
    assetType: findCell("Asset Type"),
    transactionType: findCell("Type"),
    transactionDate: findCell("Transaction Date"),
    amount: findCell("Amount"),
    comment: comment === "--" ? null : comment,
  });
}

function buildHtmlTable(columns: readonly PrintedColumn[]): string {
  const head = columns.map(({ heading }) => `<th>${escapeHtml(heading)}</th>`).join("");
  const row = columns.map(({ lines }) => `<td>${lines.map(escapeHtml).join("<br>")}</td>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody><tr>${row}</tr></tbody></table>`;
}
