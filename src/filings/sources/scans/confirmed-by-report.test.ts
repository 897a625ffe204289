import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScannedField, ScannedFieldName, ScannedRow } from "../../../domain/scanned-page.ts";
import { updateNameCertainty } from "./confirmed-by-report.ts";

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
  updateNameCertainty([given, ...others])[0]?.fields[name].sure;

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
