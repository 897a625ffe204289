import assert from "node:assert/strict";
import { test } from "node:test";
import { ParseError } from "../../../base/errors.ts";
import { readIndustry } from "./read-submissions.ts";

const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value));

test("reads a company's SIC code with the SEC's description, or none if the SEC has none", () => {
  const apple = {
    cik: "0000320193",
    name: "Apple Inc.",
    sic: "3571",
    sicDescription: "Electronic Computers",
    filings: {},
  };
  const computers = { sic: "3571", description: "Electronic Computers" };
  assert.deepEqual(readIndustry(toBytes(apple), 320193), computers);
  assert.deepEqual(readIndustry(toBytes({ ...apple, cik: 320193, sic: 3571 }), 320193), computers);
  assert.deepEqual(
    readIndustry(toBytes({ ...apple, sic: "100", sicDescription: "Agricultural Production-Crops" }), 320193),
    {
      sic: "0100",
      description: "Agricultural Production-Crops",
    },
  );
  for (const sic of ["", null, undefined]) assert.equal(readIndustry(toBytes({ ...apple, sic }), 320193), null);
});

test("rejects anything but the company's submissions, with the field that differs", () => {
  const assertRejected = (value: unknown, message: RegExp, code = "json_unexpected_shape") =>
    assert.throws(
      () => readIndustry(Buffer.isBuffer(value) ? value : toBytes(value), 320193),
      (error) => error instanceof ParseError && error.code === code && message.test(error.message),
    );
  assertRejected(Buffer.from("<html>"), /not one JSON document/, "json_malformed");
  assertRejected(
    { cik: "0000789019", sic: "7372" },
    /belongs to company 0000789019, not to the requested company 320193/,
  );
  assertRejected({ cik: "320193", sic: "computers" }, /sic/);
  assertRejected([], /the file/);
});
