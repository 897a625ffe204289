/** The data page and the method page over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TradeRecordSchema } from "../../src/api/disclosures/trade-detail-schema.ts";
import { UnavailableError } from "../../src/base/errors.ts";
import { METHOD } from "../../src/publication/methodology-text.ts";
import { listDictionaryFields } from "../../src/web/pages/about-data/dictionary.ts";
import { makeLedger } from "../contract/made-ledger.ts";
import { startService } from "../contract/service.ts";
import { NOON } from "../store/made.ts";

const HTML = { headers: { accept: "text/html" } };

test("the data dictionary has every field of a trade, with its kind and meaning", () => {
  const fields = listDictionaryFields();
  const names = fields.map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !name.includes(".")),
    Object.keys(TradeRecordSchema.shape),
  );
  assert.deepEqual(
    fields.filter(({ name, meaning }) => meaning === "" && !name.includes(".")),
    [],
  );
  assert.deepEqual(
    fields.filter(({ kind }) => kind === ""),
    [],
  );
  const findField = (name: string) => fields.find((each) => each.name === name);
  assert.deepEqual([findField("late")?.kind, findField("late")?.canBeNull], ["yes or no", true]);
  assert.deepEqual([findField("first_seen_at")?.kind, findField("first_seen_at")?.canBeNull], ["instant, UTC", false]);
  assert.equal(findField("option.strike")?.kind, "text");
});

test("the data page describes the data, its downloads, recent changes and the permitted use", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/data?since=2026-11-20", HTML);
  assert.equal(status, 200);
  assert.match(text, /What changed since <time datetime="2026-11-20">/);
  assert.match(text, /1 trade published, 0 changed, 1 replaced or withdrawn\./);
  assert.match(text, /href="\/trades\/txn_h20990001_03"/);
  assert.match(text, /5 U\.S\.C\. 13107\(c\)/);
  assert.match(text, /dataset version 2026-02-20\.1, 250 trades/);
  assert.doesNotMatch(text, / style=/);
});

test("labels trades since the requested day as published or changed, consistently with the counts", async () => {
  const made = makeLedger();
  const readChangedSince: typeof made.readChangedSince = async (at, limit) => {
    const { latest } = await made.readChangedSince(NOON, limit);
    // Published on November 20 and changed on November 23.
    const found = latest.map((each) => ({ ...each, supersededBy: null, updatedAt: new Date("2026-11-23T09:00:00Z") }));
    const added = found.filter(({ firstSeenAt }) => firstSeenAt >= at).length;
    return { added, changed: found.length - added, superseded: 0, latest: found };
  };
  await using service = await startService({ ledger: { ...made, readChangedSince } });
  for (const [since, counts, label] of [
    ["2026-11-01", /[1-9]\d* trades? published, 0 changed, 0 replaced/, "Published"],
    ["2026-11-22", /0 trades published, [1-9]\d* changed, 0 replaced/, "Changed"],
  ] as const) {
    const { text } = await service.ask(`/data?since=${since}`, HTML);
    assert.match(text, counts);
    const labels = [...text.matchAll(/<td>(Published|Changed|Replaced)<\/td>/g)].map(([, each]) => each);
    assert.deepEqual([...new Set(labels)], [label]);
  }
});

test("the data page reports an invalid date, and escapes the text", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/data?since=%3Cb%3E", HTML);
  assert.equal(status, 200);
  assert.match(text, /“&lt;b&gt;” is not a date/);
});

test("if the store fails, the data page is complete except for the changes", async () => {
  const failToRead = async () => {
    throw new UnavailableError("service_unavailable", "The store cannot be read.", 5);
  };
  await using service = await startService({ ledger: { ...makeLedger(), readChangedSince: failToRead } });
  const { status, text } = await service.ask("/data", HTML);
  assert.equal(status, 503);
  assert.match(text, /recent changes are not available right now/);
  assert.match(text, /Every field of a trade/);
});

test("the method page has every section of the method", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/methodology", HTML);
  assert.equal(status, 200);
  for (const { id } of METHOD) assert.ok(text.includes(`<section id="${id}">`), id);
  assert.match(text, /<code>date_suspect<\/code>/);
  assert.doesNotMatch(text, /`/);
  assert.doesNotMatch(text, /was started from a public backup of/);
});

test("the method page says that the instance was started from a public backup", async () => {
  const made_at = "2026-11-20T12:00:00.000Z";
  const coverage = { ...makeLedger().getCoverage(), started_from: { made_at, sha256: "ab".repeat(32) } };
  await using service = await startService({ ledger: makeLedger(() => coverage) });
  const { text } = await service.ask("/methodology", HTML);
  assert.match(text, /was started from a public backup of <time datetime="2026-11-20T12:00:00.000Z">/);
  const { text: json } = await service.ask("/api/v1/coverage");
  assert.deepEqual(JSON.parse(json).started_from, { made_at, sha256: "ab".repeat(32) });
});
