import assert from "node:assert/strict";
import { test } from "node:test";
import { readFiler } from "./filer.ts";
import type { Line } from "./line.ts";
import { isReportTitle, readSections, readTitleLetters } from "./sections.ts";

function createLine(text: string, size = 9, bold = false): Line {
  const run = {
    text,
    x: 22,
    y: 0,
    right: 22 + text.length * 4,
    size,
    font: "Georgia",
    bold,
    smallCapitals: false,
    starts: [],
  };
  return { page: 1, y: 0, runs: [run] };
}
const createHeading = (text: string) => createLine(text, 12, true);
const report = [
  createLine("Filing ID #20034579"),
  createLine("Periodic Transaction Report", 21, true),
  createHeading("Filer Information"),
  createLine("Name: Hon. Scott H. Peters"),
  createLine("Status: Member"),
  createLine("State/District: CA50"),
  createHeading("TRANSACTIONS"),
  createLine("row"),
  createHeading("Asset Class Details"),
  createLine("Spouse Trust (Owner: SP)"),
  createHeading("Certification and Signature"),
  createLine("I CERTIFY that ..."),
  createLine("Digitally Signed: Hon. Scott H. Peters, Jr. , 05/18/2026"),
];

test("finds the lines and the filer under their headings", () => {
  const sections = readSections(report);
  assert.equal(sections.transactions.length, 1);
  assert.equal(sections.vehicles.length, 1);
  assert.deepEqual(readFiler(sections), {
    filingId: "20034579",
    name: "Hon. Scott H. Peters",
    stateDistrict: "CA50",
    signedDate: "05/18/2026",
  });
});

test("a heading that the form does not have is an unknown layout", () => {
  assert.throws(() => readSections([...report, createHeading("Liabilities")]), { code: "pdf_unknown_layout" });
});

test("writes a district or other text of the field in capitals, a district without spaces, and no text as null", () => {
  for (const [printed, read] of [
    ["State/District: ca 50", "CA50"],
    ["State/District: Puerto Rico", "PUERTO RICO"],
    ["State/District:", null],
  ] as const) {
    const changed = report.map((each) => (/^State/.test(each.runs[0]?.text ?? "") ? createLine(printed) : each));
    assert.equal(readFiler(readSections(changed)).stateDistrict, read);
  }
});

test("a report must print its Filing ID, name and signature", () => {
  for (const [missing, replaced] of [
    ["Filing ID #20034579", "Filing #"],
    ["Name: Hon. Scott H. Peters", "Name:"],
    ["Digitally Signed: Hon. Scott H. Peters, Jr. , 05/18/2026", "Unsigned"],
  ] as const) {
    const changed = report.map((each) => (each.runs[0]?.text === missing ? createLine(replaced) : each));
    assert.throws(() => readFiler(readSections(changed)), { code: "pdf_unknown_layout" }, missing);
  }
});

test("a title distinguishes the report from the Clerk's other forms", () => {
  assert.ok(isReportTitle(readTitleLetters(report)));
  assert.ok(!isReportTitle(readTitleLetters([createLine("Financial Disclosure Report", 21, true)])));
  assert.equal(readTitleLetters([createLine("no title")]), "");
});
