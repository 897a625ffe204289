import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScannedField, ScannedFieldName, ScannedRow } from "../../../domain/scanned-page.ts";
import { updateNameCertainty } from "./confirmed-by-report.ts";

const box = { left: 0, top: 0, width: 1, height: 1 };
const toSure = (reading: string): ScannedField => ({ reading, confidence: 0.99, sure: true, box });
const toUnsure = (reading: string | null, confidence = 0.9): ScannedField => ({
  reading,
  confidence,
  sure: false,
  box,
});
const toRow = (changes: Partial<Record<ScannedFieldName, ScannedField>>, handwritten = false): ScannedRow => ({
  box,
  handwritten,
  fields: {
    owner: toSure("SP"),
    asset: toSure("Fictional Widgets Inc"),
    transactionType: toSure("P"),
    transactionDate: toSure("06/02/2021"),
    notificationDate: toSure("07/05/2021"),
    amount: toSure("$1,001 - $15,000"),
    ...changes,
  },
});
const isConfirmed = (name: ScannedFieldName, given: ScannedRow, ...others: ScannedRow[]) =>
  updateNameCertainty([given, ...others])[0]?.fields[name].sure;

test("a name is certain if another row of the report reads it letter for letter", () => {
  const other = toRow({ asset: toSure("Example Growth Fund I") });
  const toName = (reading: string | null) => toRow({ asset: toUnsure(reading, 0.5) });
  assert.equal(isConfirmed("asset", toName("Example Growth Fund I"), other), true);
  assert.equal(isConfirmed("asset", toName("Example Growth Fund l"), other), false);
  assert.equal(isConfirmed("asset", toName(null), other), false);
  assert.equal(isConfirmed("asset", toName("ACME"), toRow({ asset: toSure("ACME") })), false, "too short");
  const second = toRow({ asset: toSure("Example Growth Fund II") });
  assert.equal(
    isConfirmed("asset", toName("Example Growth Fund I"), other, second),
    false,
    "may be the other row's name without its end",
  );
  const several = toRow({ asset: { ...toUnsure("Example Growth Fund I"), ofSeveralLines: true } });
  assert.equal(isConfirmed("asset", several, other), false);
  assert.equal(
    isConfirmed("asset", toRow({ asset: toUnsure("Example Growth Fund I") }, true), other),
    false,
    "handwriting",
  );
});

test("a name is not certain if another row has the same name with an additional comma, period or space", () => {
  for (const [without, whole] of [
    ["Fictional Widgets Inc. Class A", "Fictional Widgets, Inc. Class A"],
    ["FICTIONAL & CO, INC. CMN", "FICTIONAL & CO., INC. CMN"],
    ["FICTIONAL WIDGETS AS ADR", "FICTIONAL WIDGETS A S ADR"],
  ] as const) {
    const given = toRow({ asset: toSure(without) });
    assert.equal(isConfirmed("asset", given, toRow({ asset: toSure(whole) })), false, without);
    assert.equal(isConfirmed("asset", toRow({ asset: toSure(whole) }), given), true, whole);
    assert.equal(isConfirmed("asset", given, toRow({ asset: toSure(`${whole} B`) })), true, without);
  }
});

test("a name is not certain if the punctuation, payment months or share class are probably misread", () => {
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
    assert.equal(isConfirmed("asset", toRow({ asset: toSure(name) })), stays, name);
  }
});
