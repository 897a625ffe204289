import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidParametersError } from "../../http/failures.ts";
import { readFilterBody, TradeFilterSchema } from "./filter-body.ts";
import { toFilterJson } from "./trade-query.ts";

function catchError(body: unknown): InvalidParametersError {
  try {
    readFilterBody(body);
  } catch (error) {
    assert.ok(error instanceof InvalidParametersError);
    return error;
  }
  return assert.fail(`${JSON.stringify(body)} was accepted`);
}

const whole = {
  ticker: ["NVDA", "brk-b", "BRK.B"],
  politician_id: "p000197",
  chamber: "Senate",
  party: ["democrat"],
  state: "ca",
  transaction_type: ["purchase"],
  asset_type: ["stock"],
  owner: "spouse",
  min_amount: 318.74,
  max_amount: 50_000,
  disclosed_from: "2026-01-01",
  disclosed_to: "2026-01-01",
  traded_from: "2026-01-01",
  traded_to: "2026-12-31",
  late: false,
  q: "Muñoz  oil",
};

test("parses every field into its canonical form, and the filter's JSON parses to the same filter", () => {
  const filter = readFilterBody(whole);
  assert.deepEqual(filter, {
    ticker: ["NVDA", "BRK.B"],
    politicianId: ["P000197"],
    chamber: "senate",
    party: ["Democrat"],
    state: "CA",
    transactionType: ["purchase"],
    assetType: ["Stock"],
    owner: "spouse",
    minAmountUsd: 318.74,
    maxAmountUsd: 50_000,
    disclosedFrom: "2026-01-01",
    disclosedTo: "2026-01-01",
    tradedFrom: "2026-01-01",
    tradedTo: "2026-12-31",
    late: false,
    words: ["munoz", "oil"],
  });
  const wire = toFilterJson(filter);
  assert.deepEqual(TradeFilterSchema.parse(wire), wire);
  assert.deepEqual(readFilterBody(wire), filter, "the filter in a response can be sent again");
  assert.deepEqual(Object.keys(wire), Object.keys(whole));
});

test("treats a field that is null as absent", () => {
  assert.deepEqual(readFilterBody({ chamber: "house", party: null }), { chamber: "house" });
});

test("an error for a wrong field gives its path, the reason and the allowed values", () => {
  for (const [body, name, reason] of [
    [null, "filter", "wrong_type"],
    [[], "filter", "wrong_type"],
    ["chamber", "filter", "wrong_type"],
    [{}, "filter", "required"],
    [{ chamber: null }, "filter", "required"],
    [{ chambers: "house" }, "filter.chambers", "unknown_member"],
    [{ constructor: "house" }, "filter.constructor", "unknown_member"],
    [{ chamber: ["house"] }, "filter.chamber", "wrong_type"],
    [{ chamber: "lords" }, "filter.chamber", "not_allowed"],
    [{ party: [] }, "filter.party", "too_short"],
    [{ party: ["Democrat", 1] }, "filter.party", "wrong_type"],
    [{ ticker: ["A,B"] }, "filter.ticker", "malformed"],
    [{ min_amount: "15001" }, "filter.min_amount", "wrong_type"],
    [{ min_amount: -1 }, "filter.min_amount", "too_small"],
    [{ min_amount: 1.001 }, "filter.min_amount", "not_a_number"],
    [{ late: "true" }, "filter.late", "wrong_type"],
    [{ traded_from: "2026-02-30" }, "filter.traded_from", "not_a_date"],
    [{ traded_from: "2026-02-02", traded_to: "2026-02-01" }, "filter.traded_to", "inverted"],
    [{ q: " " }, "filter.q", "too_short"],
    [{ ticker: Array.from({ length: 501 }, (_, n) => `X${n}`) }, "filter", "too_long"],
  ] as const) {
    const { errors, message } = catchError(body);
    assert.deepEqual([errors[0]?.in, errors[0]?.name, errors[0]?.reason], ["body", name, reason], JSON.stringify(body));
    assert.match(message, new RegExp(`'${name}'`));
  }
  assert.deepEqual(catchError({ chamber: "x", party: "y", z: 1 }).errors.length, 3);
  assert.deepEqual(catchError({ chamber: "lords" }).errors[0]?.allowed, ["senate", "house"]);
  assert.equal(readFilterBody({ ticker: Array.from({ length: 500 }, (_, n) => `X${n}`) }).ticker?.length, 500);
});
