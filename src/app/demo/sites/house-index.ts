/** The Clerk's index as published: a ZIP of YEARFD.txt and YEARFD.xml with the same rows, CRLF lines, and a BOM in the XML. */
import { strToU8, zipSync } from "fflate";
import type { HouseIndexRow } from "./material.ts";

const COMMON: readonly [string, keyof HouseIndexRow][] = [
  ["Prefix", "prefix"],
  ["Last", "last"],
  ["First", "first"],
  ["Suffix", "suffix"],
  ["FilingType", "filingType"],
  ["StateDst", "stateDst"],
  ["Year", "year"],
  ["FilingDate", "filingDate"],
  ["DocID", "docId"],
];
/** Only the 2012 index has `DisclosureType`, without which some of its reports cannot be told apart. */
const FIELDS_OF_2012: readonly [string, keyof HouseIndexRow][] = [
  ...COMMON.slice(0, 7),
  ["FilingYear", "filingYear"],
  ...COMMON.slice(7),
  ["DisclosureType", "disclosureType"],
];

/** Equal rows give equal bytes: the time in the archive is fixed, so that the ETag changes only with the rows. */
export function createIndexZip(year: number, rows: readonly HouseIndexRow[]): Uint8Array {
  const fields = year === 2012 ? FIELDS_OF_2012 : COMMON;
  const mtime = new Date(year, 11, 31, 9);
  return zipSync(
    { [`${year}FD.txt`]: strToU8(formatAsText(rows, fields)), [`${year}FD.xml`]: strToU8(formatAsXml(rows, fields)) },
    { mtime },
  );
}

function formatAsText(rows: readonly HouseIndexRow[], fields: typeof COMMON): string {
  const header = fields.map(([name]) => (name === "FilingYear" ? "Filing Year" : name));
  return [header, ...rows.map((row) => fields.map(([, key]) => row[key] ?? ""))]
    .map((cells) => `${cells.join("\t")}\r\n`)
    .join("");
}

function formatAsXml(rows: readonly HouseIndexRow[], fields: typeof COMMON): string {
  const members = rows.map(
    (row) =>
      `  <Member>\r\n${fields.map(([name, key]) => `    ${formatXmlElement(name, row[key] ?? "")}\r\n`).join("")}  </Member>\r\n`,
  );
  return `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n<FinancialDisclosure>\r\n${members.join("")}</FinancialDisclosure>`;
}

function formatXmlElement(name: string, value: string): string {
  if (value === "") return `<${name} />`;
  return `<${name}>${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</${name}>`;
}
