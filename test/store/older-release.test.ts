/** Stores that were made before the first release: those of the last version are migrated in place, older ones are rejected. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { type Kysely, sql } from "kysely";
import { BEFORE_BASE, MIGRATIONS } from "../../src/store/migrations/all.ts";
import { openDatabase, type StoreOptions } from "../../src/store/open.ts";
import { judgedBy } from "./judged-by.ts";
import { listing, NOON, outcome, politician, trade } from "./made.ts";
import { later } from "./premium-made.ts";
import { listBaseSchema } from "./schema-lines.ts";
import { testWithStore } from "./with-store.ts";

test("migrations are listed in the order of their names, in which they run", () => {
  const names = Object.keys(MIGRATIONS);
  assert.deepEqual(names, names.toSorted());
  assert.deepEqual(BEFORE_BASE, BEFORE_BASE.toSorted());
});

testWithStore(
  "the base migration creates the same tables as the 28 migrations before it",
  async (store, { options }) => {
    await store.close();
    const dialect = options.databaseUrl === null ? "sqlite" : "postgres";
    // Recorded with the same queries from a store that commit 74eceee created.
    const recorded = readFileSync(new URL(`before-base/${dialect}.txt`, import.meta.url), "utf8");
    assert.equal(`${(await listBaseSchema(options.databaseUrl)).join("\n")}\n`, recorded);
  },
);

/** Replaces the base migration's name in the store by the names of the older migrations, up to but not including number `end`. */
async function restoreOldMigrationNames(options: StoreOptions, end = BEFORE_BASE.length): Promise<void> {
  const database = await openDatabase(options);
  try {
    const db = database.writing as unknown as Kysely<{ kysely_migration: { name: string; timestamp: string } }>;
    await db.deleteFrom("kysely_migration").where("name", "=", "0001-base").execute();
    const rows = BEFORE_BASE.slice(0, end).map((name) => ({ name, timestamp: NOON.toISOString() }));
    await db.insertInto("kysely_migration").values(rows).execute();
  } finally {
    await database.close();
  }
}

async function readMigrationNames(options: StoreOptions): Promise<readonly string[]> {
  const database = await openDatabase(options);
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      database.reading,
    );
    return rows.map(({ name }) => name);
  } finally {
    await database.close();
  }
}

/** Rewrites the held publication to the older format, in which a reason is one text: `code: sentence`, or only the sentence. */
async function storeReasonsAsTexts(options: StoreOptions): Promise<void> {
  const database = await openDatabase(options);
  try {
    const held = await database.reading
      .selectFrom("held_publications")
      .select(["id", "publication"])
      .executeTakeFirstOrThrow();
    const { outcomes, ...rest } = JSON.parse(zstdDecompressSync(held.publication).toString()) as {
      outcomes: { reason: { code: string; detail: string } | null; state: string }[];
    };
    const texts = outcomes.map((each) => {
      const { code = "", detail = "" } = each.reason ?? {};
      return { ...each, reason: each.reason && (each.state === "missing_document" ? detail : `${code}: ${detail}`) };
    });
    const publication = zstdCompressSync(JSON.stringify({ ...rest, outcomes: texts }));
    await database.writing.updateTable("held_publications").set({ publication }).where("id", "=", held.id).execute();
  } finally {
    await database.close();
  }
}

testWithStore(
  "a store of the last version before the base keeps all data, even if opened by two processes at once",
  async (store, place) => {
    await store.filings.recordListings([listing("1"), listing("3"), listing("4"), listing("5")], NOON);
    await store.sources.recordListingCompleted("house-clerk", later(1));
    const outcomes = [
      outcome("3", [], { state: "unreadable", reason: { code: "pdf_truncated", detail: "It ends early." } }),
      outcome("4", [], { state: "missing_document", reason: { code: "missing_document", detail: "It is not there." } }),
      outcome("5", [trade("5", 1)]),
    ];
    const judge = judgedBy(async () => {});
    const members = [politician("E000001")];
    await store.publications.publish({ at: later(1), politicians: members, outcomes: [outcome("1", [trade("1", 1)])] });
    await store.publications.publish({ at: later(2), politicians: members, outcomes, doubt: "Look at it." }, judge);
    const former = await store.publications.readCurrent();
    await storeReasonsAsTexts(place.options);
    await store.close();
    await restoreOldMigrationNames(place.options);

    const [{ filings, held, publications }] = await Promise.all([place.open(), place.open()]);
    assert.deepEqual(await publications.readCurrent(), former);
    assert.equal(await publications.countTrades(), 1);
    const [waiting] = await held.list();
    assert.equal((await held.approve(waiting?.id ?? 0, () => judge)).tradesAdded, 1);
    assert.deepEqual((await filings.get("h3"))?.reason, { code: "pdf_truncated", detail: "It ends early." });
    assert.deepEqual((await filings.get("h4"))?.reason, { code: "missing_document", detail: "It is not there." });
    assert.equal((await filings.get("h5"))?.reason, null);
    assert.deepEqual(await readMigrationNames(place.options), Object.keys(MIGRATIONS));
  },
);

testWithStore("rejects a store of an earlier version and says what to do", async (store, place) => {
  await store.close();
  const without = BEFORE_BASE.length - 1;
  await restoreOldMigrationNames(place.options, without);
  await assert.rejects(
    place.open(),
    /made by a version before 1\.0 .* lacks the migration 0027-former-states.*`rebuild`/s,
  );
});

testWithStore("migrating a store with bundle tables drops them, but keeps the page readings", async (store, place) => {
  await store.pageReadings.save("aa", { page: 1, reader: "1", json: '{"seen":1}' });
  await store.close();
  const before = await openDatabase(place.options);
  await MIGRATIONS["0008-taken-from-bundles"]?.up(before.writing);
  await sql`insert into taken_documents values ('https://a.example', 'aa', 'https://b.example', 1, null)`.execute(
    before.writing,
  );
  await sql`insert into meta values ('bundle https://b.example', '+2026-11-20')`.execute(before.writing);
  await MIGRATIONS["0013-no-bundles"]?.up(before.writing);
  await before.close();

  const { pageReadings } = await place.open();
  assert.deepEqual(await pageReadings.readStoredPages("aa"), [{ page: 1, reader: "1", json: '{"seen":1}' }]);
  const after = await openDatabase(place.options);
  const tables = (await after.reading.introspection.getTables()).map(({ name }) => name);
  assert.deepEqual(
    tables.filter((name) => /^taken_|bundle/.test(name)),
    [],
  );
  const left = await after.reading.selectFrom("meta").select("key").where("key", "like", "bundle %").execute();
  assert.deepEqual(left, []);
  await after.close();
});
