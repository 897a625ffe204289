/** Rows and marks of the scanned gold records: every row found, none too many, no wrong type or bracket. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { blackAndWhite } from "../../src/imaging/raster/ink.ts";
import { readPdfPage } from "../../src/imaging/raster/pdf-page.ts";
import { withoutExample } from "../../src/sources/house-clerk/paper/example.ts";
import { linesOf } from "../../src/sources/house-clerk/paper/lines.ts";
import { rowsOf } from "../../src/sources/house-clerk/paper/rows.ts";
import { typeColumns } from "../../src/sources/house-clerk/paper/type-columns.ts";
import { setUpright } from "../../src/sources/house-clerk/paper/upright-page.ts";
import { corpusDir } from "../corpus.ts";

interface Gold {
  readonly doc_id: string;
  readonly year: number;
  readonly pages: number;
  readonly transactions: readonly { transaction_type: string; amount: string; uncertain_fields: readonly string[] }[];
}

async function marksOf(pdf: Uint8Array, page: number): Promise<string[]> {
  const upright = setUpright(blackAndWhite(await readPdfPage(pdf, page)));
  if (!upright.layout) return [];
  const table = linesOf(upright, upright.layout);
  const lines = await withoutExample(upright, upright.layout, table, true);
  const columns = await typeColumns(upright, upright.layout, table.header);
  return rowsOf(lines, upright.layout, columns, true).map(({ type, amount }) =>
    [type, amount].map(({ reading, sure }) => `${reading}${sure ? "" : ", not sure"}`).join(" / "),
  );
}

test("rows and marks of the scanned gold records", {
  skip: corpusDir === null ? "no corpus: set CORPUS_DIR" : false,
}, async () => {
  const dir = corpusDir as string;
  const gold = join(dir, "gold", "house-scanned");
  let rows = 0;
  let sure = 0;
  for (const file of readdirSync(gold).filter((name) => name.endsWith(".json"))) {
    const { doc_id, year, pages, transactions }: Gold = JSON.parse(readFileSync(join(gold, file), "utf8"));
    const pdf = new Uint8Array(readFileSync(join(dir, "house", "ptr-pdfs", String(year), `${doc_id}.pdf`)));
    const read: string[] = [];
    for (let page = 1; page <= pages; page += 1) read.push(...(await marksOf(pdf, page)));
    assert.equal(read.length, transactions.length, `${doc_id}: rows`);
    for (const [i, row] of transactions.entries()) {
      rows += 1;
      const marks = read[i] as string;
      if (marks.includes("not sure")) continue;
      sure += 1;
      assert.equal(marks, `${row.transaction_type} / ${row.amount}`, `${doc_id}, row ${i + 1}`);
    }
  }
  assert.ok(sure >= 0.95 * rows, `${sure} of ${rows} rows are sure`);
});
