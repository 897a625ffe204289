/** Parses the register's two kinds of pages: the list of reports, and a report as printed. */
import { parse } from "node-html-parser";
import { ParseError } from "../../../src/base/errors.ts";
import { parseUsDate } from "../../../src/domain/dates.ts";
import type { FilingListing } from "../../../src/domain/filing.ts";
import { createBlankFiling, createBlankLine, type RawFiling } from "../../../src/domain/printed-report.ts";

function readRows(bytes: Uint8Array): string[][] {
  const table = parse(Buffer.from(bytes).toString("utf8")).querySelector("table");
  if (table === null) throw new ParseError("html_not_a_report", "The page has no table.");
  return table.querySelectorAll("tr").map((row) => row.querySelectorAll("td").map(({ text }) => text.trim()));
}

/** Columns of the list: number, first name, last name, seat, day of filing. */
export function readListPage(
  bytes: Uint8Array,
  { source, idPrefix, site }: { readonly source: string; readonly idPrefix: string; readonly site: string },
): FilingListing[] {
  return readRows(bytes).map(([docId = "", first = "", last = "", seat = "", filed = ""]) => ({
    id: idPrefix + docId,
    source,
    docId,
    kind: "ptr",
    year: Number(filed.slice(-4)),
    filer: { prefix: null, first, last, suffix: null },
    stateDistrict: seat,
    filedDate: parseUsDate(filed),
    title: "Report",
    url: `${site}/state/${docId}.html`,
  }));
}

/** Columns of a report: number, owner, asset, symbol, class, transaction type, day, amount. */
export function readReportPage(
  bytes: Uint8Array,
  known: { readonly source: string; readonly docId: string },
): RawFiling {
  const transactions = readRows(bytes).map(([line, owner, asset = "", ticker = "", assetType, type, day, amount]) => ({
    ...createBlankLine(Number(line)),
    owner: owner ?? null,
    assetName: asset,
    assetCell: asset,
    ticker,
    assetType: assetType ?? null,
    transactionType: type ?? "",
    transactionDate: day ?? "",
    amount: amount ?? "",
  }));
  return { ...createBlankFiling(known), kind: "html", transactions };
}
