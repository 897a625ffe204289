/** The store: one part per group of tables. Only this folder uses SQL, for SQLite and PostgreSQL. */
import { createAmendmentTable } from "./amendment-table.ts";
import { createCompanyTable } from "./companies.ts";
import type { Database } from "./database.ts";
import { createDocumentTable } from "./documents.ts";
import { createFilingTable } from "./filings.ts";
import { createHistoryTable } from "./history.ts";
import { createMarketTable } from "./market.ts";
import { createArchiveMark, createDataReleaseTable, createMasterKeyMark, readStartingBackup } from "./meta.ts";
import { createPageReadingTable } from "./page-readings.ts";
import { createAccountTable } from "./premium/accounts.ts";
import { createAlertTable } from "./premium/alerts.ts";
import { createDeliveryTable } from "./premium/deliveries.ts";
import { createDigestTable } from "./premium/digests.ts";
import { createEmailTable } from "./premium/emails.ts";
import { createEndpointTable } from "./premium/endpoints.ts";
import { createEventTable } from "./premium/events.ts";
import { createIdempotencyTable } from "./premium/idempotency.ts";
import { createHeldPublicationTable } from "./premium/judged.ts";
import { createKeyTable } from "./premium/keys.ts";
import { createPriceInventoryTable } from "./price-inventory.ts";
import { createPublicationTable } from "./publications.ts";
import { createReferenceTable } from "./reference.ts";
import { createSourceTable } from "./sources.ts";

export function createStore(database: Database) {
  return {
    dialect: database.dialect,
    dataRelease: createDataReleaseTable(database),
    documents: createDocumentTable(database),
    filings: createFilingTable(database),
    reference: createReferenceTable(database),
    companies: createCompanyTable(database),
    pageReadings: createPageReadingTable(database),
    publications: createPublicationTable(database),
    history: createHistoryTable(database),
    amendments: createAmendmentTable(database),
    sources: createSourceTable(database),
    market: createMarketTable(database),
    priceInventory: createPriceInventoryTable(database),
    masterKey: createMasterKeyMark(database),
    archiveMark: createArchiveMark(database),
    readStartingBackup: () => readStartingBackup(database),
    ...createPremiumTables(database),
    close: () => database.close(),
  };
}

function createPremiumTables(database: Database) {
  return {
    accounts: createAccountTable(database),
    keys: createKeyTable(database),
    alerts: createAlertTable(database),
    endpoints: createEndpointTable(database),
    events: createEventTable(database),
    deliveries: createDeliveryTable(database),
    digests: createDigestTable(database),
    idempotency: createIdempotencyTable(database),
    held: createHeldPublicationTable(database),
    emails: createEmailTable(database),
  };
}

export type Store = ReturnType<typeof createStore>;
export type PremiumTables = ReturnType<typeof createPremiumTables>;
