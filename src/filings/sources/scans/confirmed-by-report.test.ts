import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScannedField, ScannedFieldName, ScannedRow } from "../../../domain/scanned-page.ts";
import { confirmByReport } from "./confirmed-by-report.ts";

const box = { left: 0, top: 0, width: 1, height: 1 };
const sure = (reading: string): ScannedField => ({ reading, confidence: 0.99, sure: true, box });
const unsure = (reading: string | null, confidence = 0.9): ScannedField => ({ reading, confidence, sure: false, box });
const row = (changes: Partial<Record<ScannedFieldName, ScannedField>>, handwritten = false): ScannedRow => ({
  box,
  handwritten,
  fields: {
    owner: sure("SP"),
    asset: sure("Fictional Widgets Inc"),
    transactionType: sure("P"),
    transactionDate: sure("06/02/2021"),
    notificationDate: sure("07/05/2021"),
    amount: sure("$1,001 - $15,000"),
    ...changes,
  },
});
const isConfirmed = (name: ScannedFieldName, given: ScannedRow, ...others: ScannedRow[]) =>
  confirmByReport([given, ...others])[0]?.fields[name].sure;

test("a name is certain if another row of the report reads it letter for letter", () => {
  const other = row({ asset: sure("Example Growth Fund I") });
  const name = (reading: string | null) => row({ asset: unsure(reading, 0.5) });
  assert.equal(isConfirmed("asset", name("Example Growth Fund I"), other), true);
  assert.equal(isConfirmed("asset", name("Example Growth Fund l"), other), false);
  assert.equal(isConfirmed("asset", name(null), other), false);
  assert.equal(isConfirmed("asset", name("ACME"), row({ asset: sure("ACME") })), false, "too short");
  const second = row({ asset: sure("Example Growth Fund II") });
  assert.equal(isConfirmed("asset", name("Example Growth Fund I"), other, second), false, "may have lost its end");
  const several = row({ asset: { ...unsure("Example Growth Fund I"), ofSeveralLines: true } });
  assert.equal(isConfirmed("asset", several, other), false);
  assert.equal(isConfirmed("asset", row({ asset: unsure("Example Growth Fund I") }, true), other), false, "by hand");
});

test("a name waits if another row has it with a comma, period or blank that print may have lost", () => {
  for (const [without, whole] of [
    ["Fictional Widgets Inc. Class A", "Fictional Widgets, Inc. Class A"],
    ["FICTIONAL & CO, INC. CMN", "FICTIONAL & CO., INC. CMN"],
    ["FICTIONAL WIDGETS AS ADR", "FICTIONAL WIDGETS A S ADR"],
  ] as const) {
    const given = row({ asset: sure(without) });
    assert.equal(isConfirmed("asset", given, row({ asset: sure(whole) })), false, without);
    assert.equal(isConfirmed("asset", row({ asset: sure(whole) }), given), true, whole);
    assert.equal(isConfirmed("asset", given, row({ asset: sure(`${whole} B`) })), true, without);
  }
});

test("a name waits if its punctuation, payment months or class are prone to misprint", () => {
  for (const [name, stays] of [
    ["FICTIONAL WIDGETS INC, CMN", false],
    ["Fictional Widgets, Inc,", false],
    ["FICTIONAL WIDGETS & CO, INC. CMN", true],
    ["Fictional Company, Inc.", true],
    ["Cincinnati, Ohio Water", true],
    ["EXAMPLE TOWN N Y GO 5% 10/01/19 AD", false],
    ["EXAMPLE TOWN N Y GO 5% 10/01/19 AO", true],
    ["EXAMPLE ST DUE 10/01/2041 5.000%", true],
    ["FICTIONAL WIDGETS INC CLASS 8", false],
    ["FICTIONAL WIDGETS CORP CL. B CMN", false],
    ["FICTIONAL WIDGETS CORP CL B CMN", true],
    ["F.W, WIDGETS INC CMN", false],
    ["F.W. WIDGETS INC CMN", true],
    ["Location: Example City, OH", false],
    ["FICTIONAL WIDGETS INC CLASS B", true],
  ] as const) {
    assert.equal(isConfirmed("asset", row({ asset: sure(name) })), stays, name);
  }
});

test("two certain rows on any page make a date certain, unless a similar date is as common", () => {
  const shown = (date: string, count: number) =>
    Array.from({ length: count }, () => row({ transactionDate: sure(date) }));
  const read = (confidence: number) => row({ transactionDate: unsure("06/08/2021", confidence) });
  assert.equal(isConfirmed("transactionDate", read(0.75), ...shown("06/08/2021", 2)), true);
  assert.equal(isConfirmed("transactionDate", read(0.75), ...shown("06/08/2021", 1)), false);
  assert.equal(isConfirmed("transactionDate", read(0.6), ...shown("06/08/2021", 9)), false);
  const beside = (alike: number) => [...shown("06/08/2021", 2), ...shown("06/03/2021", alike)];
  assert.equal(isConfirmed("transactionDate", read(0.75), ...beside(1)), false);
  assert.equal(isConfirmed("transactionDate", read(0.92), ...beside(1)), true);
  assert.equal(isConfirmed("transactionDate", read(0.92), ...beside(3)), false);
  const before = row({ transactionDate: unsure("06/08/2021"), notificationDate: sure("06/07/2021") });
  assert.equal(isConfirmed("transactionDate", before, ...shown("06/08/2021", 2)), false, "notified before the trade");
});

test("old dates read with certainty confirm each other", () => {
  const old = (date: string, confidence = 0.99) => row({ transactionDate: unsure(date, confidence) });
  const three = [old("03/03/2020"), old("03/03/2020"), old("04/06/2020")] as const;
  for (const { fields } of confirmByReport(three)) assert.equal(fields.transactionDate.sure, true);
  assert.equal(isConfirmed("transactionDate", three[0], three[1]), false, "two may be slips");
  assert.equal(isConfirmed("transactionDate", old("03/03/2020", 0.9), three[1], three[2]), false);
  assert.equal(isConfirmed("transactionDate", three[0], three[1], old("03/04/2019")), false, "another year");
  assert.equal(isConfirmed("transactionDate", old("03/01/2020"), three[1], three[2]), false, "a Sunday");
  const notified = unsure("07/05/2021", 0.99);
  const doubted = three.map(({ fields }) => row({ ...fields, notificationDate: notified }));
  assert.equal(confirmByReport(doubted)[0]?.fields.notificationDate.sure, true);
});

test("a date needs more confidence if a certain one differs in a similar digit, such as 21 and 27", () => {
  const shown = (date: string) => row({ transactionDate: sure(date) });
  const given = row({ transactionDate: unsure("06/21/2021", 0.81) });
  const two = [shown("06/21/2021"), shown("06/21/2021")];
  assert.equal(isConfirmed("transactionDate", given, ...two), true);
  assert.equal(isConfirmed("transactionDate", given, ...two, shown("06/27/2021")), false);
});
