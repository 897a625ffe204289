import assert from "node:assert/strict";
import { test } from "node:test";
import type { RawFiling } from "../../../domain/printed-report.ts";
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

function field(reading: string | null, sure = true): ScannedField {
  return { reading, confidence: sure ? 0.9 : 0.2, sure, box };
}

function row(changes: Partial<Record<ScannedFieldName, ScannedField>> = {}): ScannedRow {
  const fields = {
    owner: field("SP"),
    asset: field("Example Widgets Inc. (EXWI)"),
    transactionType: field("P"),
    transactionDate: field("01/08/2026"),
    notificationDate: field("01/09/2026"),
    amount: field("$1,001 - $15,000"),
    ...changes,
  };
  return { box, handwritten: false, fields };
}

function page(kind: ScannedPage["kind"], rows: readonly ScannedRow[] = [], amendment: boolean | null = null) {
  const shape = { turnDegrees: 270, skew: SKEW, width: 10, height: 10 } as const;
  return { seen: { kind, form: "house", ...shape, amendment, rows } } satisfies PageReading;
}

const scan: RawFiling = {
  source: "house-clerk",
  kind: "scan",
  docId: "9999999",
  filer: null,
  stateDistrict: null,
  signedDate: null,
  filedDate: null,
  amendment: null,
  pages: 3,
  transactions: [],
  rejected: [],
};

const assembled = (readings: readonly PageReading[], classCodes = true) =>
  assembleReport(scan, readings, { classCodes });

test("numbers the rows of all pages in print order", () => {
  const { transactions, scan: report } = assembled([
    page("letter"),
    page("transactions", [row(), row({ owner: field(null) })]),
    page("transactions", [row()]),
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
  const [line] = assembled([
    page("transactions", [row({ amount: field("$15,001 - $50,000", false), asset: field("Exampel lnc", false) })]),
  ]).transactions;
  assert.equal(line?.amount, "");
  assert.equal(line.assetCell, "");
  assert.equal(line.assetName, "");
  assert.equal(line.transactionType, "P");
  assert.deepEqual(line.scan?.uncertain, ["asset", "amount"]);
  assert.equal(line.scan.row.fields.amount.reading, "$15,001 - $50,000");
});

test("owner and notification may be blank; asset, type, date and amount may not, however certain the blank", () => {
  const blank = Object.fromEntries(
    (["owner", "notificationDate", "asset", "transactionType", "transactionDate", "amount"] as const).map((name) => [
      name,
      field(null),
    ]),
  );
  const [line] = assembled([page("transactions", [row(blank)])]).transactions;
  assert.deepEqual(line?.scan?.uncertain, ["asset", "transactionType", "transactionDate", "amount"]);
});

test("a ticked amendment box on any page makes the report an amendment", () => {
  assert.equal(assembled([page("transactions", [row()], false)]).amendment, null);
  const pages = [page("transactions", [row()], null), page("transactions", [row()], true)];
  assert.equal(assembled(pages).amendment, "Amendment");
});

test("an unreadable page stays in its place with its reason", () => {
  const { scan: report, transactions } = assembled([
    { failure: "reader_timeout: Reading took longer than 60 s." },
    page("transactions", [row()]),
  ]);
  assert.equal(report?.pages[0]?.kind, "unknown");
  assert.match(report.pages[0].failure ?? "", /^reader_timeout/);
  assert.equal(transactions[0]?.page, 2);
});

test("takes a class from the asset's cell only if the form prints its code there", () => {
  const pages = [page("transactions", [row({ asset: field("Example Widgets Inc. (EXWI) [ST]") })])];
  const codeOf = (report: RawFiling) => report.transactions[0]?.assetTypeCode;
  assert.equal(codeOf(assembled(pages)), "ST");
  assert.equal(codeOf(assembled(pages, false)), null);
});
