import assert from "node:assert/strict";
import { test } from "node:test";
import { readFiler } from "./filer.ts";
import type { Line } from "./line.ts";
import { isReportTitle, readSections, readTitleLetters } from "./sections.ts";

function line(text: string, size = 9, bold = false): Line {
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
const heading = (text: string) => line(text, 12, true);
const report = [
  line("Filing ID #20034579"),
  line("Periodic Transaction Report", 21, true),
  heading("Filer Information"),
  line("Name: Hon. Scott H. Peters"),
  line("Status: Member"),
  line("State/District: CA50"),
  heading("TRANSACTIONS"),
  line("row"),
  heading("Asset Class Details"),
  line("Spouse Trust (Owner: SP)"),
  heading("Certification and Signature"),
  line("I CERTIFY that ..."),
  line("Digitally Signed: Hon. Scott H. Peters, Jr. , 05/18/2026"),
];

test("lines are under their headings, in either case and under either name", () => {
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
  assert.throws(() => readSections([...report, heading("Liabilities")]), { code: "pdf_unknown_layout" });
});

test("writes a district without a blank, and keeps other text in its place unchanged", () => {
  for (const [printed, read] of [
    ["State/District: ca 50", "CA50"],
    ["State/District: Puerto Rico", "PUERTO RICO"],
    ["State/District:", null],
  ] as const) {
    const changed = report.map((each) => (/^State/.test(each.runs[0]?.text ?? "") ? line(printed) : each));
    assert.equal(readFiler(readSections(changed)).stateDistrict, read);
  }
});

test("a report must print its Filing ID, name and signature", () => {
  for (const [missing, replaced] of [
    ["Filing ID #20034579", "Filing #"],
    ["Name: Hon. Scott H. Peters", "Name:"],
    ["Digitally Signed: Hon. Scott H. Peters, Jr. , 05/18/2026", "Unsigned"],
  ] as const) {
    const changed = report.map((each) => (each.runs[0]?.text === missing ? line(replaced) : each));
    assert.throws(() => readFiler(readSections(changed)), { code: "pdf_unknown_layout" }, missing);
  }
});

test("a title distinguishes the report from the Clerk's other forms", () => {
  assert.ok(isReportTitle(readTitleLetters(report)));
  assert.ok(!isReportTitle(readTitleLetters([line("Financial Disclosure Report", 21, true)])));
  assert.equal(readTitleLetters([line("no title")]), "");
});
