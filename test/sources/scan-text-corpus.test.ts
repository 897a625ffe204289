/** Dates, names and owners of real typed scans, against their transcriptions: what is believed is right, and most is believed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { ScannedRow } from "../../src/domain/scanned-page.ts";
import { parseDate } from "../../src/imaging/text/date.ts";
import { hasSameLetters } from "../../src/imaging/text/likeness.ts";
import { readHouseScanPage } from "../../src/sources/house-clerk/paper/page.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";

/** A few of each: forms of two printings, typed and handwritten. All twenty are read by `bench/read-scans.ts`. */
const DOCUMENTS = ["2020/8217571", "2022/8219219", "2023/8219483"];

interface Gold {
  readonly pages: number;
  readonly handwritten: boolean;
  readonly transactions: readonly {
    readonly owner: string | null;
    readonly asset: string;
    readonly transaction_date: string;
    readonly notification_date: string;
  }[];
}

for (const document of DOCUMENTS) {
  test(`the texts of scan ${document}`, { skip: skipWithoutCorpus }, async () => {
    const folder = corpusDir ?? "";
    const gold = JSON.parse(
      readFileSync(path.join(folder, "gold/house-scanned", `${path.basename(document)}.json`), "utf8"),
    ) as Gold;
    const pdf = new Uint8Array(readFileSync(path.join(folder, "house/ptr-pdfs", `${document}.pdf`)));
    const rows: ScannedRow[] = [];
    for (let page = 1; page <= gold.pages; page += 1) rows.push(...(await readHouseScanPage(pdf, page)).rows);
    assert.equal(rows.length, gold.transactions.length);
    let sure = 0;
    for (const [at, printed] of gold.transactions.entries()) {
      const row: ScannedRow | undefined = rows[at];
      assert.ok(row);
      assert.equal(row.handwritten, gold.handwritten);
      const { asset, transactionDate, notificationDate, owner } = row.fields;
      if (asset.sure) assert.ok(hasSameLetters(asset.reading ?? "", printed.asset), asset.reading ?? "nothing");
      if (transactionDate.sure) assert.equal(transactionDate.reading, parseDate(printed.transaction_date));
      if (notificationDate.sure) assert.equal(notificationDate.reading, parseDate(printed.notification_date));
      if (owner.sure) assert.equal(owner.reading, printed.owner);
      sure += [asset, transactionDate, notificationDate].filter((field) => field.sure).length;
    }
    assert.ok(gold.handwritten ? sure === 0 : sure === 3 * rows.length, `${sure} of ${3 * rows.length} sure`);
  });
}
