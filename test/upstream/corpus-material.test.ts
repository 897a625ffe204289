import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";
import { corpusMaterial } from "./corpus-material.ts";
import { readCsv } from "./csv.ts";

test("reads comma-separated values with quotes", () => {
  assert.deepEqual(readCsv('a,b,c\n1,"x, ""y""",\r\n,,3\n'), [
    { a: "1", b: 'x, "y"', c: "" },
    { a: "", b: "", c: "3" },
  ]);
});

test("serves every document of the corpus", { skip: skipWithoutCorpus }, async () => {
  const folder = corpusDir ?? "";
  const { house, senate, legislators, prices } = await corpusMaterial(folder);
  const documents = readCsv(await readFile(join(folder, "house", "documents.csv"), "utf8"));
  const listed = new Set<string>();
  for (let year = 2012; year <= new Date().getUTCFullYear(); year++) {
    const rows = (await house.readIndex(year)) ?? [];
    assert.ok(rows.length > 0, `${year} has no row`);
    for (const row of rows)
      if (row.filingType === "P" || row.disclosureType === "PTR") listed.add(`${row.year}/${row.docId}`);
  }
  assert.deepEqual([...listed].toSorted(), documents.map((row) => `${row["year"]}/${row["doc_id"]}`).toSorted());
  for (const key of listed) {
    const [year, docId = ""] = key.split("/");
    assert.ok(await house.readDocument("ptr-pdfs", Number(year), docId), `${key} is missing`);
  }
  const added = ((await house.readIndex(2026)) ?? []).filter((row) => row.docId === "20034928");
  assert.deepEqual(
    added.map(({ prefix, first, last, stateDst, filingDate }) => [prefix, first, last, stateDst, filingDate]),
    [["Hon.", "Maria Elvira", "Salazar", "FL27", "7/7/2026"]],
  );
  const rows = await senate.listRows();
  assert.equal(rows.length, 308);
  for (const row of rows) assert.ok(await senate.readPage(row), row.uuid);
  assert.ok(await senate.readMedia("media/2025/2/000/000/000000039.gif"));
  assert.equal((JSON.parse(Buffer.from(await legislators.readHistorical()).toString()) as unknown[]).length, 601);
  assert.equal((await prices.findSecurity("AAPL"))?.prices.at(-1)?.date, "2026-05-15");
  assert.equal(await prices.findSecurity("ZZZZZ"), null);
});
