import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";
import {
  createFilingsTables,
  createHeldPublicationsTables,
  createReferencesTables,
  createSourcesTables,
} from "./base/ledger.ts";
import { createPricesTables } from "./base/market.ts";
import {
  createAccountsTables,
  createAlertsTables,
  createDeliveriesTables,
  createEmailsTables,
  createEndpointsTables,
  createEventsTables,
} from "./base/premium.ts";
import { createAmendmentsTables, createTradesTables, createVersionsTables } from "./base/trades.ts";

/** All tables, ordered by their references. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = getColumnTypes(db);
  await db.schema
    .createTable("meta")
    .addColumn("key", text, (column) => column.primaryKey())
    .addColumn("value", text, (column) => column.notNull())
    .execute();
  await createReferencesTables(db);
  await createSourcesTables(db);
  await createFilingsTables(db);
  await createTradesTables(db);
  await createVersionsTables(db);
  await createAmendmentsTables(db);
  await createHeldPublicationsTables(db);
  await createPricesTables(db);
  await createAccountsTables(db);
  await createAlertsTables(db);
  await createEmailsTables(db);
  await createEndpointsTables(db);
  await createEventsTables(db);
  await createDeliveriesTables(db);
}
