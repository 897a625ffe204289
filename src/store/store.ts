/** The store: one part per group of tables. Only this folder uses SQL, for SQLite and PostgreSQL. */
import { amendmentTable } from "./amendment-table.ts";
import { archiveMark } from "./archive-mark.ts";
import { companyTable } from "./companies.ts";
import { dataReleaseTable } from "./data-release.ts";
import type { Database } from "./database.ts";
import { documentTable } from "./documents.ts";
import { filingTable } from "./filings.ts";
import { historyTable } from "./history.ts";
import { marketTable } from "./market.ts";
import { masterKeyMark } from "./master-key-mark.ts";
import { pageReadingTable } from "./page-readings.ts";
import { accountTable } from "./premium/accounts.ts";
import { alertTable } from "./premium/alerts.ts";
import { deliveryTable } from "./premium/deliveries.ts";
import { digestTable } from "./premium/digests.ts";
import { emailTable } from "./premium/emails.ts";
import { endpointTable } from "./premium/endpoints.ts";
import { eventTable } from "./premium/events.ts";
import { heldPublicationTable } from "./premium/held.ts";
import { idempotencyTable } from "./premium/idempotency.ts";
import { keyTable } from "./premium/keys.ts";
import { priceInventoryTable } from "./price-inventory.ts";
import { publicationTable } from "./publications.ts";
import { referenceTable } from "./reference.ts";
import { sourceTable } from "./sources.ts";
import { startedFrom } from "./started-from.ts";

export function storeIn(database: Database) {
  return {
    dialect: database.dialect,
    dataRelease: dataReleaseTable(database),
    documents: documentTable(database),
    filings: filingTable(database),
    reference: referenceTable(database),
    companies: companyTable(database),
    pageReadings: pageReadingTable(database),
    publications: publicationTable(database),
    history: historyTable(database),
    amendments: amendmentTable(database),
    sources: sourceTable(database),
    market: marketTable(database),
    priceInventory: priceInventoryTable(database),
    masterKey: masterKeyMark(database),
    archiveMark: archiveMark(database),
    startedFrom: () => startedFrom(database),
    ...premiumTables(database),
    close: () => database.close(),
  };
}

/** Tables of the premium plan. */
function premiumTables(database: Database) {
  return {
    accounts: accountTable(database),
    keys: keyTable(database),
    alerts: alertTable(database),
    endpoints: endpointTable(database),
    events: eventTable(database),
    deliveries: deliveryTable(database),
    digests: digestTable(database),
    idempotency: idempotencyTable(database),
    held: heldPublicationTable(database),
    emails: emailTable(database),
  };
}

export type Store = ReturnType<typeof storeIn>;
export type PremiumTables = ReturnType<typeof premiumTables>;
