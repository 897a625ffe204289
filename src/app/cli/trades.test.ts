import assert from "node:assert/strict";
import { test } from "node:test";
import { type IsoDate, parseIsoDate } from "../../domain/dates.ts";
import { parseTradeOptions } from "./trades.ts";

const today = parseIsoDate("2026-03-01") as IsoDate;

test("turns options into query parameters of the API", () => {
  const parseSince = (text: string) => parseTradeOptions({ since: text }, today)["disclosed_from"];
  assert.deepEqual(["today", "yesterday", "7d", "0d", "2026-11-01"].map(parseSince), [
    "2026-03-01",
    "2026-02-28",
    "2026-02-22",
    "2026-03-01",
    "2026-11-01",
  ]);
  assert.equal(parseTradeOptions({ ticker: "nvda, brk/b" }, today)["ticker"], "NVDA,BRK.B");
  for (const min of ["15001", "15,001", "$15,001"]) {
    assert.equal(parseTradeOptions({ min }, today)["min_amount"], 15001);
  }
  assert.deepEqual(Object.values(parseTradeOptions({}, today)), [undefined, undefined, undefined, undefined]);
});

test("rejects an invalid option, with its value and the allowed ones", () => {
  for (const [options, says] of [
    [{ since: "2w" }, /^--since must be today, .*, not "2w"\.$/],
    [{ since: "2026-02-30" }, /^--since must be .*, not "2026-02-30"\.$/],
    [{ since: "" }, /^--since must be .*, not ""\.$/],
    [{ ticker: "A A" }, /^--ticker must be symbols .*, not "A A"\.$/],
    [{ ticker: "NVDA," }, /^--ticker must be symbols .*, not "NVDA,"\.$/],
    [{ min: "15k" }, /^--min must be whole US dollars, .*, not "15k"\.$/],
    [{ min: "1,50" }, /^--min must be /],
  ] as const) {
    assert.throws(() => parseTradeOptions(options, today), { name: "UsageError", message: says });
  }
});
