import assert from "node:assert/strict";
import { test } from "node:test";
import { createBlankFiling, type RawFiling } from "../../../domain/printed-report.ts";
import type {
  PageReading,
  ScannedField,
  ScannedFieldName,
  ScannedPage,
  ScannedRow,
} from "../../../domain/scanned-page.ts";
import { assembleReport } from "./assemble.ts";

const SKEW = { level: 0.5, upright: 0.4, fan: 0 };
const box = { left: 1, top: 2, width: 3, height: 4 };

function createField(reading: string | null, sure = true): ScannedField {
  return { reading, confidence: sure ? 0.9 : 0.2, sure, box };
}

function createRow(changes: Partial<Record<ScannedFieldName, ScannedField>> = {}): ScannedRow {
  const fields = {
    owner: createField("SP"),
    asset: createField("Example Widgets Inc. (EXWI)"),
    transactionType: createField("P"),
    transactionDate: createField("01/08/2026"),
    notificationDate: createField("01/09/2026"),
    amount: createField("$1,001 - $15,000"),
    ...changes,
  };
  return { box, handwritten: false, fields };
}

function createPage(kind: ScannedPage["kind"], rows: readonly ScannedRow[] = [], amendment: boolean | null = null) {
  const shape = { turnDegrees: 270, skew: SKEW, width: 10, height: 10 } as const;
  return { seen: { kind, form: "house", ...shape, amendment, rows } } satisfies PageReading;
}

const scan: RawFiling = {
  ...createBlankFiling({ source: "house-clerk", kind: "scan", docId: "9999999" }),
  pages: 3,
};

const assemble = (readings: readonly PageReading[], classCodes = true) =>
  assembleReport(scan, readings, { classCodes });

test("numbers the rows of all pages in print order", () => {
  const { transactions, scan: report } = assemble([
    createPage("letter"),
    createPage("transactions", [createRow(), createRow({ owner: createField(null) })]),
    createPage("transactions", [createRow()]),
  ]);
  assert.deepEqual(
    transactions.map(({ line, page: of, owner }) => [line, of, owner]),
    [
      [1, 2, "SP"],
      [2, 2, null],
      [3, 3, "SP"],
    ],
  );
  const [first] = transactions;
  assert.equal(first?.assetName, "Example Widgets Inc.");
  assert.equal(first.ticker, "EXWI");
  assert.deepEqual(first.scan?.uncertain, []);
  assert.deepEqual(report?.pages[0], { kind: "letter", turnDegrees: 270, skew: SKEW, failure: null });
});

test("an uncertain field is blank in the line, and listed", () => {
  const [line] = assemble([
    createPage("transactions", [
      createRow({ amount: createField("$15,001 - $50,000", false), asset: createField("Exampel lnc", false) }),
    ]),
  ]).transactions;
  assert.equal(line?.amount, "");
  assert.equal(line.assetCell, "");
  assert.equal(line.assetName, "");
  assert.equal(line.transactionType, "P");
  assert.deepEqual(line.scan?.uncertain, ["asset", "amount"]);
  assert.equal(line.scan.row.fields.amount.reading, "$15,001 - $50,000");
});

test("accepts a blank owner or notification date; any other blank field is uncertain, even if the reading is sure", () => {
  const blank = Object.fromEntries(
    (["owner", "notificationDate", "asset", "transactionType", "transactionDate", "amount"] as const).map((name) => [
      name,
      createField(null),
    ]),
  );
  const [line] = assemble([createPage("transactions", [createRow(blank)])]).transactions;
  assert.deepEqual(line?.scan?.uncertain, ["asset", "transactionType", "transactionDate", "amount"]);
});

test("a ticked amendment box on any page makes the report an amendment", () => {
  assert.equal(assemble([createPage("transactions", [createRow()], false)]).amendment, null);
  const pages = [createPage("transactions", [createRow()], null), createPage("transactions", [createRow()], true)];
  assert.equal(assemble(pages).amendment, "Amendment");
});

test("an unreadable page keeps its number and states its reason", () => {
  const { scan: report, transactions } = assemble([
    { failure: "reader_timeout: Reading took longer than 60 s." },
    createPage("transactions", [createRow()]),
  ]);
  assert.equal(report?.pages[0]?.kind, "unknown");
  assert.match(report.pages[0].failure ?? "", /^reader_timeout/);
  assert.equal(transactions[0]?.page, 2);
});

test("takes a class from the asset's cell only if the form prints its code there", () => {
  const pages = [createPage("transactions", [createRow({ asset: createField("Example Widgets Inc. (EXWI) [ST]") })])];
  const getCode = (report: RawFiling) => report.transactions[0]?.assetTypeCode;
  assert.equal(getCode(assemble(pages)), "ST");
  assert.equal(getCode(assemble(pages, false)), null);
});
