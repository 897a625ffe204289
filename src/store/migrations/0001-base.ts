import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";
import { createFilings, createHeldPublications, createReferences, createSources } from "./base/ledger.ts";
import { createPrices } from "./base/market.ts";
import {
  createAccounts,
  createAlerts,
  createDeliveries,
  createEmails,
  createEndpoints,
  createEvents,
} from "./base/premium.ts";
import { createAmendments, createTrades, createVersions } from "./base/trades.ts";

/** All tables, ordered by their references. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = getColumnTypes(db);
  await db.schema
    .createTable("meta")
    .addColumn("key", text, (column) => column.primaryKey())
    .addColumn("value", text, (column) => column.notNull())
    .execute();
  await createReferences(db);
  await createSources(db);
  await createFilings(db);
  await createTrades(db);
  await createVersions(db);
  await createAmendments(db);
  await createHeldPublications(db);
  await createPrices(db);
  await createAccounts(db);
  await createAlerts(db);
  await createEmails(db);
  await createEndpoints(db);
  await createEvents(db);
  await createDeliveries(db);
}
