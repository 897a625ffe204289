import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { createBlankFiling, type RawFiling } from "../../domain/printed-report.ts";
import type { Vocabulary } from "../../domain/vocabulary.ts";
import { findDisclosureDate, parseTransactionDay } from "./disclosure.ts";

const toDay = (text: string) => text as IsoDate;
const raw: RawFiling = { ...createBlankFiling({ source: "house-clerk", docId: "1" }), kind: "text" };

const find = (printed: string | null, listed: string | null, isSignatureDay = true) =>
  findDisclosureDate(
    raw,
    listed as IsoDate | null,
    { getPrintedDay: () => printed, isSignatureDay } as unknown as Vocabulary,
  );

test("ignores the index's filing date if the signature date is later or more than 366 days earlier", () => {
  assert.equal(find("03/01/2021", "2022-03-02"), "2022-03-02", "366 days");
  assert.equal(find("03/01/2021", "2022-03-03"), "2021-03-01", "367 days");
  assert.equal(find("03/01/2021", "2021-03-01"), "2021-03-01");
  assert.equal(find("03/01/2021", "2021-02-28"), "2021-03-01", "before it was signed");
  assert.equal(find("06/01/2021", "2020-01-01", false), "2020-01-01", "the printed date is not a signature date");
});

test("a disclosure date is never before 2012, whether listed in the index or printed in the document", () => {
  assert.equal(find("01/01/2012", null), "2012-01-01");
  assert.equal(find("12/31/2011", null), null);
  assert.equal(find("06/01/2012", "2012-01-01", false), "2012-01-01");
  assert.equal(find("06/01/2012", "2011-12-31", false), "2012-06-01");
  assert.equal(find(null, null), null);
});

test("a transaction date may be from 2008 up to the disclosure date", () => {
  const parse = (printed: string) => parseTransactionDay(printed, toDay("2020-03-01"));
  assert.deepEqual(parse("01/01/2008"), { date: "2008-01-01" });
  assert.deepEqual(parse("12/31/2007"), { reason: "transaction_before_2008" });
  assert.deepEqual(parse("03/01/2020"), { date: "2020-03-01" });
  assert.deepEqual(parse("03/02/2020"), { reason: "transaction_after_filing" });
  assert.deepEqual(parse("02/30/2020"), { reason: "date_unreadable" });
});
