import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { ConfigError } from "../errors.ts";
import { readRows, writeRows } from "./review-rows.ts";

async function withFile(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "congress-trades-"));
  try {
    await work(path.join(folder, "rows.ndjson"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ROW = {
  asset: "Sample, Inc. (SMPL) [ST]",
  transaction_type: "P",
  transaction_date: "06/11/2020",
  amount: "$1,001 - $15,000",
};
const read = { asset: ROW.asset, transactionType: "P", transactionDate: "06/11/2020", amount: ROW.amount };

test("a file has a row a line, with the fields of the API; owner, ticker and notification may be missing", () =>
  withFile(async (file) => {
    await writeFile(file, `${JSON.stringify(ROW)}\r\n\n${JSON.stringify({ ...ROW, owner: " SP ", ticker: "" })}`);
    assert.deepEqual(await readRows(file, "house-clerk"), [read, { ...read, owner: "SP", ticker: "" }]);
  }));

test("every line that is no row is named with what is allowed", () =>
  withFile(async (file) => {
    const { amount: _, ...bare } = ROW;
    const given = [
      JSON.stringify(ROW),
      "Sample, Inc.",
      "[1]",
      JSON.stringify({ ...ROW, colour: "red", owner: null }),
      JSON.stringify({ ...ROW, transaction_type: "X", transaction_date: "02/30/2020" }),
      JSON.stringify(bare),
    ];
    await writeFile(file, given.join("\n"));
    const error = await readRows(file, "house-clerk").catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ConfigError);
    const said = error.message.replaceAll(file, "FILE").split("\n");
    assert.deepEqual(
      said.map((each) => each.slice(0, 60)),
      [
        "Line 2 of FILE: a row must be a JSON object of the fields ow",
        "Line 3 of FILE: a row must be a JSON object of the fields ow",
        "Line 4 of FILE: a row must have the fields owner, asset, tic",
        "Line 4 of FILE: owner must be a text in quotes, not null.",
        "Line 5 of FILE: transaction_type must be P, S, S (partial) o",
        "Line 5 of FILE: transaction_date must be a day that exists, ",
        "Line 6 of FILE: amount must be a bracket of the form like $1",
      ],
    );
    assert.match(said[2] ?? "", /notification_date, amount, not "colour"\.$/);
    assert.match(said[6] ?? "", /not ""\.$/);
  }));

test("a file without rows, or none at all, is refused", () =>
  withFile(async (file) => {
    await assert.rejects(readRows(file, "house-clerk"), /rows\.ndjson cannot be read/);
    await writeFile(file, "\n");
    await assert.rejects(readRows(file, "house-clerk"), /holds no row; that a page has none is said by --empty/);
  }));

test("rows are written to be completed, a blank one where none was seen, over nothing that is there", () =>
  withFile(async (file) => {
    await writeRows(file, [read]);
    const written = await readFile(file, "utf8");
    assert.deepEqual(JSON.parse(written), { owner: "", ticker: "", notification_date: "", ...ROW });
    await assert.rejects(writeRows(file, []), ConfigError);
    assert.equal(await readFile(file, "utf8"), written);
    await rm(file);
    await writeRows(file, []);
    assert.deepEqual(Object.values(JSON.parse(await readFile(file, "utf8")) as object), Array(7).fill(""));
  }));
