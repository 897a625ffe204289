/** Tests exports with every column of a trade's detail, over a real store. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { issueKey } from "../../src/accounts/keys/issue-key.ts";
import { TRADE_COLUMNS } from "../../src/api/disclosures/trade-columns.ts";
import { DatasetHolder } from "../../src/publication/dataset/holder.ts";
import { createDownloads } from "../../src/publication/export/downloads.ts";
import type { Store } from "../../src/store/store.ts";
import { startService } from "../contract/service.ts";
import { day, listing, NOON, outcome, politician, trade } from "../store/made.ts";
import { testWithStore } from "../store/with-store.ts";
import { openArchive } from "./open-archive.ts";

const EXPORT = "/api/v1/premium/export/trades";
const ALL = TRADE_COLUMNS.map(({ name }) => name).join(",");
const NEXT_DAY = new Date("2026-11-22T08:00:00Z");

async function startExporting(store: Store, dataDir: string) {
  await store.filings.recordListings([listing("20990001"), listing("20990002")], NOON);
  const first = outcome("20990001", [
    trade("20990001", 1, { comment: "", account: 'Trust, "A"', capGainsOver200: true, notificationDate: null }),
    trade("20990001", 2, {
      owner: null,
      option: { type: "Call", strike: "$10.00", expiry: "2027-01-15" },
      amount: { lowUsd: 50_000_001, highUsd: null },
      disclosureDate: day("2026-02-08"),
    }),
  ]);
  const symbols = [...new Set(first.trades.map(({ ticker }) => ticker))];
  await store.publications.publish({
    at: NOON,
    outcomes: [first],
    politicians: [politician("E000001")],
    securities: symbols.map((symbol) => ({ symbol, name: symbol, exchange: null, etf: false, cik: 320193 })),
    companies: [{ cik: 320193, industry: { sic: "3571", description: "Electronic Computers" } }],
  });
  await store.publications.publish({ at: NEXT_DAY, outcomes: [outcome("20990002", [trade("20990002", 1)])] });
  const datasets = new DatasetHolder(store);
  await datasets.reload();
  const account = await store.accounts.create("acme", "premium", NOON);
  const { key } = await issueKey(store.keys, account.id, { expiresAt: null }, NOON);
  const service = await startService({
    datasets,
    records: {
      ...store.publications,
      findFiling: store.filings.get,
      readIndustries: store.companies.readIndustriesOf,
    },
    premium: {
      tables: store,
      box: { seal: (text) => Buffer.from(text), open: (sealed) => Buffer.from(sealed).toString() },
      explainRefusedAddress: () => null,
      wake: () => {},
    },
    downloads: createDownloads(dataDir, await openArchive(join(dataDir, "archive"), store.archiveMark)),
  });
  const ask = (path: string) => service.ask(path, { headers: { authorization: `Bearer ${key}` } });
  return { service, datasets, ask };
}

testWithStore("every detail column, in each format, equals GET /trades/{id}", async (store, { options }) => {
  const { service, ask } = await startExporting(store, options.dataDir);
  await using _ = service;
  const lines = (await ask(`${EXPORT}.ndjson?columns=${ALL}`)).text.trim().split("\n");
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(rows.length, 3);
  for (const row of rows) {
    assert.deepEqual(Object.keys(row), ALL.split(","));
    const detail = JSON.parse((await ask(`/api/v1/trades/${row["id"]}`)).text) as Record<string, never>;
    // Prices belong to no version, so they are in no export.
    const { prices: _, ...stored } = detail;
    const expected: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(stored as Record<string, unknown>)) {
      if (Array.isArray(value)) expected[name] = value.join(" ");
      else if (value !== null && typeof value === "object") {
        for (const [part, each] of Object.entries(value)) expected[`${name}_${part}`] = each;
      } else if (value !== null || name in row) expected[name] = value;
    }
    for (const name of Object.keys(row)) expected[name] ??= null;
    assert.deepEqual(row, expected);
  }

  assert.deepEqual(
    rows.map((row) => [row["industry_sic"], row["industry_description"], row["industry_division"]]),
    rows.map(() => ["3571", "Electronic Computers", "D"]),
  );

  const csv = (await ask(`${EXPORT}.csv?columns=id,comment,account,owner,amount_max,cap_gains_over_200,option_strike`))
    .text;
  assert.equal(csv.split("\r\n")[0], "id,comment,account,owner,amount_max,cap_gains_over_200,option_strike");
  assert.ok(csv.includes('"txn_h20990001_01","","Trust, ""A""","self",15000,true,\r\n'), csv);
  assert.ok(csv.includes('"txn_h20990001_02",,,,,false,"$10.00"\r\n'), csv);

  const { bytes, status, text } = await ask(`${EXPORT}.parquet?columns=${ALL}`);
  assert.equal(status, 200, text);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const { schema } = await parquetMetadataAsync(file);
  const findType = (name: string) => schema.find((element) => element.name === name)?.type;
  assert.deepEqual(
    ["amount_min", "amount_max", "filing_page", "cap_gains_over_200", "updated_at", "transaction_date", "owner"].map(
      findType,
    ),
    ["DOUBLE", "DOUBLE", "INT32", "BOOLEAN", "INT64", "INT32", "BYTE_ARRAY"],
  );
  const read = await parquetReadObjects({ file });
  assert.deepEqual(
    read.map((row) => [row["id"], row["amount_min"], row["amount_max"], row["owner"], row["comment"]]),
    rows.map((row) => [row["id"], row["amount_min"], row["amount_max"], row["owner"], row["comment"]]),
  );
  assert.deepEqual(
    read.map((row) => (row["updated_at"] as Date).toISOString().slice(0, 19)),
    rows.map((row) => String(row["updated_at"]).slice(0, 19)),
  );
});

testWithStore(
  "updated_from leaves out trades unchanged since that day, combined with other filters",
  async (store, { options }) => {
    const { service, ask } = await startExporting(store, options.dataDir);
    await using _ = service;
    const listIds = async (query: string) =>
      (await ask(`${EXPORT}.ndjson?columns=id&${query}`)).text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line).id);
    assert.deepEqual(await listIds("updated_from=2026-11-22"), ["txn_h20990002_01"]);
    assert.equal((await listIds("updated_from=2026-11-20")).length, 3);
    assert.deepEqual(await listIds("updated_from=2026-11-20&disclosed_to=2026-02-08"), ["txn_h20990001_02"]);
    assert.deepEqual(await listIds("updated_from=2026-11-23"), []);
    assert.equal((await ask(`${EXPORT}.csv?updated_from=yesterday`)).status, 400);
  },
);

testWithStore(
  "a publication during a detailed export returns 503 with Retry-After, and the next export is complete",
  async (store, { options }) => {
    const { service, ask, datasets } = await startExporting(store, options.dataDir);
    await using _ = service;
    await store.publications.publish({
      at: NEXT_DAY,
      outcomes: [outcome("20990002", [trade("20990002", 1, { comment: "new" })])],
    });
    const between = await ask(`${EXPORT}.csv?columns=id,owner`);
    assert.equal(between.status, 503);
    assert.ok(Number(between.headers["retry-after"]) >= 1);
    await datasets.reload();
    const whole = await ask(`${EXPORT}.csv?columns=id,owner`);
    assert.equal(whole.status, 200);
    assert.equal(whole.headers["x-dataset-version"], datasets.getCurrent().version);
  },
);

testWithStore("rejects a nonexistent column and names the known ones", async (store, { options }) => {
  const { service, ask } = await startExporting(store, options.dataDir);
  await using _ = service;
  const refused = await ask(`${EXPORT}.csv?columns=id,colour`);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /filing_document_url/);
});
