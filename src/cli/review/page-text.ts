/** A page of a scan as `review show` tells of it: what it is, its rows, and what can be decided. */
import { DECIDED_FIELDS } from "../../domain/decision.ts";
import { tradeId } from "../../domain/filing.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { bestReadings, rowsOn } from "../../review/filing-readings.ts";

/** @param id of the page as `review` calls it. @param waits whether it does. @param raw with what was decided. */
export function pageText(id: string, filing: string, page: number, waits: boolean, raw: RawFiling | undefined): string {
  const read = raw?.scan?.pages[page - 1];
  if (raw === undefined || read === undefined) return "";
  const rows = rowsOn(raw, page);
  const seen = rows.map((row) => {
    const values = bestReadings(row);
    return `  ${tradeId(filing, row.line)}  ${DECIDED_FIELDS.map((field) => values[field] || "-").join(" | ")}\n`;
  });
  const ways = waits
    ? [
        `can be      review page ${id}               these rows are all that it has`,
        `            review page ${id} --rows FILE   it has those of the file (review show ${id} --rows FILE begins one)`,
        `            review page ${id} --empty       it has no transaction`,
      ]
    : [`can be      review page ${id} --missed FILE  it has more rows than these`];
  return `page        ${page}: ${read.kind}, ${rows.length} rows\n${seen.join("")}${ways.join("\n")}\n`;
}
