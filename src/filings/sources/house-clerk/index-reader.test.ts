import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { ParseError } from "../../../base/errors.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import { readHouseIndex } from "./index-reader.ts";

const TODAY = "2026-07-06" as IsoDate;
const FIELDS = {
  Prefix: "Hon.",
  Last: "Dunn",
  First: "Neal Patrick MD, FACS",
  Suffix: "",
  FilingType: "P",
  StateDst: "FL02",
  Year: "2025",
  FilingDate: "3/4/2025",
  DocID: "20029079",
};

function toMember(changed: Record<string, string> = {}): string {
  const fields = Object.entries({ ...FIELDS, ...changed }).map(([name, value]) =>
    value === "" ? `    <${name} />\r\n` : `    <${name}>${value}</${name}>\r\n`,
  );
  return `  <Member>\r\n${fields.join("")}  </Member>\r\n`;
}
const toXml = (...members: string[]) =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n<FinancialDisclosure>\r\n${members.join("")}</FinancialDisclosure>`;
const zip = (content: string | Uint8Array, year = 2025) =>
  zipSync({
    [`${year}FD.txt`]: strToU8("Prefix\tLast\r\n"),
    [`${year}FD.xml`]: typeof content === "string" ? strToU8(content) : content,
  });
const read = (...members: string[]) => readHouseIndex(zip(toXml(...members)), 2025, TODAY);

test("a row of type P is a report; every other row is counted under its code", () => {
  assert.deepEqual(read(toMember(), toMember({ FilingType: "C", DocID: "10072640", Prefix: "", FilingDate: "" })), [
    {
      id: "h20029079",
      source: "house-clerk",
      docId: "20029079",
      kind: "ptr",
      year: 2025,
      filer: { prefix: "Hon.", first: "Neal Patrick MD, FACS", last: "Dunn", suffix: null },
      stateDistrict: "FL02",
      filedDate: "2025-03-04",
      title: "P",
      url: "/public_disc/ptr-pdfs/2025/20029079.pdf",
    },
    {
      id: "h10072640",
      source: "house-clerk",
      docId: "10072640",
      kind: "other",
      year: 2025,
      filer: { prefix: null, first: "Neal Patrick MD, FACS", last: "Dunn", suffix: null },
      stateDistrict: "FL02",
      filedDate: null,
      title: "C",
      url: "/public_disc/financial-pdfs/2025/10072640.pdf",
    },
  ]);
});

test("in 2012, rows with disclosure type PTR are the reports", () => {
  const to2012 = (DisclosureType: string, DocID: string) =>
    toMember({ FilingType: "O", Year: "2012", FilingYear: "2012", FilingDate: "10/3/2012", DisclosureType, DocID });
  const listings = readHouseIndex(zip(toXml(to2012("PTR", "8209000"), to2012("FD", "8209001")), 2012), 2012, TODAY);
  assert.deepEqual(
    listings.map(({ docId, kind, title }) => [docId, kind, title]),
    [
      ["8209000", "ptr", "O"],
      ["8209001", "other", "O"],
    ],
  );
});

test("a document id keeps its leading zeros, and rows with the same id are all listed", () => {
  const listings = read(
    toMember({ DocID: "08220800" }),
    toMember({ DocID: "08220800" }),
    toMember({ DocID: "8220800" }),
  );
  assert.deepEqual(
    listings.map(({ docId }) => docId),
    ["08220800", "08220800", "8220800"],
  );
});

test("a nonexistent day, a future day and a day before the folder's year are not filing dates", () => {
  for (const [printed, expected] of [
    ["6/14/3013", null],
    ["7/7/2026", null],
    ["7/6/2026", "2026-07-06"],
    ["2/30/2025", null],
    ["12/30/2024", "2024-12-30"],
    ["12/30/2023", null],
  ] as const) {
    assert.equal(read(toMember({ FilingDate: printed }))[0]?.filedDate, expected, printed);
  }
});

test("decodes XML's built-in entities", () => {
  assert.equal(read(toMember({ Last: "O&apos;Neil &amp; Sons" }))[0]?.filer.last, "O'Neil & Sons");
});

const good = zip(toXml(toMember()));
const find = (zip: Uint8Array, signature: number[]) =>
  zip.findIndex((_, at) => signature.every((byte, i) => zip[at + i] === byte));
function change(offsetFrom: number[], offset: number, ...bytes: number[]): Uint8Array {
  const zip = good.slice();
  zip.set(bytes, find(zip, offsetFrom) + offset);
  return zip;
}
const DIRECTORY = [0x50, 0x4b, 1, 2];
const findSecond = (zip: Uint8Array) => {
  const first = find(zip, DIRECTORY);
  return first + 1 + find(zip.subarray(first + 1), DIRECTORY);
};
function changeXmlEntry(offset: number, ...bytes: number[]): Uint8Array {
  const zip = good.slice();
  zip.set(bytes, findSecond(zip) + offset);
  return zip;
}

const faults: [code: string, zip: Uint8Array][] = [
  ["archive_not_a_zip", strToU8("<html>Service unavailable</html>")],
  ["archive_not_a_zip", new Uint8Array()],
  ["archive_truncated", good.slice(0, -30)],
  ["archive_truncated", good.slice(0, 60)],
  ["archive_unexpected_entries", zipSync({ "2025FD.txt": strToU8("x") })],
  ["archive_unexpected_entries", zipSync({ "2025FD.xml": strToU8(toXml(toMember())), "../evil": strToU8("x") })],
  ["archive_unexpected_entries", zip(toXml(toMember()), 2024)],
  ["archive_encrypted", changeXmlEntry(8, 1, 0)],
  ["archive_too_large", changeXmlEntry(24, 0xff, 0xff, 0xff, 0x7f)],
  ["archive_too_large", zip(" ".repeat(5_000_000))],
  ["archive_damaged", changeXmlEntry(16, 1, 2, 3, 4)],
  ["archive_truncated", change([0x50, 0x4b, 5, 6], 16, 0xff, 0xff, 0xff, 0x7f)],
  ["xml_malformed", zip("<FinancialDisclosure><Member>")],
  ["xml_malformed", zip(new Uint8Array([0x3c, 0xff, 0xfe]))],
  ["xml_doctype", zip('<!DOCTYPE x [<!ENTITY a "b">]><FinancialDisclosure></FinancialDisclosure>')],
  ["xml_unexpected_shape", zip("<html><body>Maintenance</body></html>")],
  ["xml_unexpected_shape", zip("<FinancialDisclosure><Filing>1</Filing></FinancialDisclosure>")],
  ["xml_unexpected_shape", zip(toXml("<Member><Last>Dunn</Last></Member>"))],
  ["xml_unexpected_shape", zip(toXml(toMember().replace("</Last>", "</Last><Last>Twice</Last>")))],
  ["xml_unexpected_shape", zip(toXml(toMember({ DocID: "../1" })))],
  ["xml_unexpected_shape", zip(toXml(toMember({ Year: "25" })))],
  ["index_no_rows", zip(toXml())],
  ["index_no_rows", zip("<FinancialDisclosure />")],
];
for (const [at, [code, zip]] of faults.entries()) {
  test(`fails with ${code} (${at})`, () => {
    assert.throws(
      () => readHouseIndex(zip, 2025, TODAY),
      (error) => error instanceof ParseError && error.code === code,
    );
  });
}
