/** Reads the Clerk's yearly index of filings (`2025FD.zip`). */
import { ParseError } from "../../../base/errors.ts";
import { type IsoDate, parseIsoDate, parseUsDate, toIsoDate } from "../../../domain/dates.ts";
import type { FilingListing } from "../../../domain/filing.ts";
import { HOUSE_CLERK, HOUSE_PREFIX } from "./identity.ts";
import { unpackIndex } from "./index/archive.ts";
import { type IndexRow, readIndexXml } from "./index/xml.ts";

/**
 * Returns every row of the index in order; a document named twice is returned twice. A periodic transaction report is a row of
 * type P, or in 2012 one with the disclosure type PTR. `url` is the path below the Clerk's base URL. `today` is the last possible
 * filing date. @throws {ParseError} `index_no_rows` without filings, and everything that `unpackIndex` and `readIndexXml` throw.
 */
export function readHouseIndex(zip: Uint8Array, year: number, today: IsoDate = toIsoDate(new Date())): FilingListing[] {
  const rows = readIndexXml(unpackIndex(zip, year));
  if (rows.length === 0) throw new ParseError("index_no_rows", `The index of ${year} lists no filing at all.`);
  return rows.map((row, at) => toListing(row, at, today));
}

function toListing(row: IndexRow, at: number, today: IsoDate): FilingListing {
  if (!/^\d+$/.test(row.DocID) || !/^\d{4}$/.test(row.Year)) {
    throw new ParseError(
      "xml_unexpected_shape",
      `<Member> ${at + 1} has the DocID "${row.DocID}" and the Year "${row.Year}"; digits were expected.`,
    );
  }
  const ptr = row.FilingType === "P" || row.DisclosureType === "PTR";
  const year = Number(row.Year);
  return {
    id: HOUSE_PREFIX + row.DocID,
    source: HOUSE_CLERK,
    docId: row.DocID,
    kind: ptr ? "ptr" : "other",
    year,
    filer: { prefix: row.Prefix || null, first: row.First, last: row.Last, suffix: row.Suffix || null },
    stateDistrict: row.StateDst || null,
    filedDate: parseFiledDate(row.FilingDate, year, today),
    title: row.FilingType,
    url: `/public_disc/${ptr ? "ptr-pdfs" : "financial-pdfs"}/${row.Year}/${row.DocID}.pdf`,
  };
}

/** Null if empty, not a date, or impossible: more than a year before the index's year began, or after `today`. */
function parseFiledDate(printed: string, year: number, today: IsoDate): IsoDate | null {
  const day = parseUsDate(printed);
  const first = parseIsoDate(`${year - 1}-01-01`);
  return day !== null && first !== null && day >= first && day <= today ? day : null;
}
