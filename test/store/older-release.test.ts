/** A store that an older release left: its texts of reasons, in the tables and in what is held, have a code and a sentence now. */
import assert from "node:assert/strict";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { type Kysely, sql } from "kysely";
import { openDatabase, type StoreOptions } from "../../src/store/open.ts";
import { testOnBoth } from "./both-databases.ts";
import { judgedBy } from "./judged-by.ts";
import { listing, NOON, outcome, politician, trade } from "./made.ts";
import { later } from "./premium-made.ts";

const NOT_LISTED = "The list of 2026-11-20 did not name it any more.";
const TRUNCATED = "pdf_truncated: The document ends: early.";

/** Gives the tables the columns that they had before reasons were split, and holds what is held as it was held then. */
async function asBefore(options: StoreOptions): Promise<void> {
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
    const db = database.writing as unknown as Kysely<unknown>;
    for (const [table, column] of [
      ["filings", "reason"],
      ["sources", "last_error"],
    ] as const) {
      await db.schema.alterTable(table).addColumn(column, "text").execute();
      for (const half of ["code", "detail"])
        await db.schema.alterTable(table).dropColumn(`${column}_${half}`).execute();
    }
    await sql`update filings set state = 'withdrawn', reason = ${NOT_LISTED} where id = 'h1'`.execute(db);
    await sql`update filings set state = 'unreadable', reason = ${TRUNCATED} where id = 'h2'`.execute(db);
    await sql`update sources set last_error = 'blocked: It refused us.'`.execute(db);
    await sql`drop index trades_by_change`.execute(db);
    await sql`drop table former_states`.execute(db);
    await sql`delete from kysely_migration where name >= '0025'`.execute(db);
  } finally {
    await database.close();
  }
}

testOnBoth("reasons that an older release stored or holds are split into code and sentence", async (store, place) => {
  await store.filings.recordListings([listing("1"), listing("2"), listing("3"), listing("4"), listing("5")], NOON);
  await store.sources.completedListing("house-clerk", later(1));
  const outcomes = [
    outcome("3", [], { state: "unreadable", reason: { code: "pdf_truncated", detail: "It ends early." } }),
    outcome("4", [], { state: "missing_document", reason: { code: "missing_document", detail: "It is not there." } }),
    outcome("5", [trade("5", 1)]),
  ];
  const judge = judgedBy(async () => {});
  const members = [politician("E000001")];
  const former = await store.publications.publish({ at: later(1), politicians: members, outcomes: [] });
  await store.publications.publish({ at: later(2), politicians: members, outcomes, doubt: "Look at it." }, judge);
  await store.close();
  await asBefore(place.options);

  const { filings, held, history, sources } = await place.open();
  assert.equal((await history.oldest())?.version, former.version?.version, "what came before cannot be told");
  const reasonOf = async (id: string) => (await filings.get(id))?.reason;
  assert.deepEqual(await reasonOf("h1"), { code: "not_listed", detail: NOT_LISTED });
  assert.deepEqual(await reasonOf("h2"), { code: "pdf_truncated", detail: "The document ends: early." });
  assert.equal(await reasonOf("h3"), null);
  const [source] = await sources.all();
  assert.deepEqual(source?.lastError, { code: "blocked", detail: "It refused us." });

  const [waiting] = await held.list();
  assert.equal((await held.approve(waiting?.id ?? 0, () => judge)).tradesAdded, 1);
  assert.deepEqual(await reasonOf("h3"), { code: "pdf_truncated", detail: "It ends early." });
  assert.deepEqual(await reasonOf("h4"), { code: "missing_document", detail: "It is not there." });
  assert.equal(await reasonOf("h5"), null);
});
