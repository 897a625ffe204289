import assert from "node:assert/strict";
import { test } from "node:test";
import { isPublicChange } from "../../src/domain/public-trade.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { trade } from "../store/made.ts";

const APPLE = trade("1", 1);
const isChange = (before: Partial<Trade>, after: Partial<Trade>) =>
  isPublicChange({ ...APPLE, ...before }, { ...APPLE, ...after });

test("a trade is announced again only if a public field, the headline, the direction or the lateness changes", () => {
  assert.equal(isChange({}, {}), false);
  assert.equal(isChange({}, { ticker: "MSFT" }), true);
  assert.equal(isChange({}, { politicianId: "E000002" }), true);
  const put = { option: { type: "Put", strike: null, expiry: null } };
  assert.equal(isChange({}, put), true, "its headline and its direction");
  assert.equal(isChange({}, { directionDoubt: "inverse_fund" }), true);
  assert.equal(isChange({}, { lateExemption: "may_be_fund" }), true, "whether it was late");
  assert.equal(isChange({}, { page: 7 }), false, "a field that is not served");
});

test("a new company name is a change if the filing gives the name, but not if a ticker directory does", () => {
  const renamed = { company: "Apple Computer" };
  assert.equal(isChange({}, renamed), false, "the filing names the ticker and the same asset as before");
  assert.equal(isChange({}, { ...renamed, assetNameRaw: "Apple Computer" }), true, "the filing's own name is another");
  assert.equal(isChange({ ticker: "" }, { ...renamed, ticker: "" }), true, "without a ticker the name is the filing's");
});
