/** The store: one part per group of tables. Only this folder uses SQL, for SQLite and PostgreSQL. */
import { createAmendmentQueries } from "./amendment-table.ts";
import { createCompanyQueries } from "./companies.ts";
import type { Database } from "./database.ts";
import { createDocumentQueries } from "./documents.ts";
import { createFilingQueries } from "./filings.ts";
import { createHistoryQueries } from "./history.ts";
import { createMarketQueries } from "./market.ts";
import { createArchiveIdQueries, createDataReleaseQueries, createMasterKeyQueries, readBackupOrigin } from "./meta.ts";
import { createPageReadingQueries } from "./page-readings.ts";
import { createAccountQueries } from "./premium/accounts.ts";
import { createAlertQueries } from "./premium/alerts.ts";
import { createDeliveryQueries } from "./premium/deliveries.ts";
import { createDigestQueries } from "./premium/digests.ts";
import { createEmailQueries } from "./premium/emails.ts";
import { createEndpointQueries } from "./premium/endpoints.ts";
import { createEventQueries } from "./premium/events.ts";
import { createIdempotencyQueries } from "./premium/idempotency.ts";
import { createHeldPublicationQueries } from "./premium/judged.ts";
import { createKeyQueries } from "./premium/keys.ts";
import { createPriceInventoryQueries } from "./price-inventory.ts";
import { createPublicationQueries } from "./publications.ts";
import { createReferenceQueries } from "./reference.ts";
import { createSourceQueries } from "./sources.ts";

export function createStore(database: Database) {
  return {
    dialect: database.dialect,
    dataRelease: createDataReleaseQueries(database),
    documents: createDocumentQueries(database),
    filings: createFilingQueries(database),
    reference: createReferenceQueries(database),
    companies: createCompanyQueries(database),
    pageReadings: createPageReadingQueries(database),
    publications: createPublicationQueries(database),
    history: createHistoryQueries(database),
    amendments: createAmendmentQueries(database),
    sources: createSourceQueries(database),
    market: createMarketQueries(database),
    priceInventory: createPriceInventoryQueries(database),
    masterKey: createMasterKeyQueries(database),
    archiveMark: createArchiveIdQueries(database),
    readBackupOrigin: () => readBackupOrigin(database),
    ...createPremiumTables(database),
    close: () => database.close(),
  };
}

function createPremiumTables(database: Database) {
  return {
    accounts: createAccountQueries(database),
    keys: createKeyQueries(database),
    alerts: createAlertQueries(database),
    endpoints: createEndpointQueries(database),
    events: createEventQueries(database),
    deliveries: createDeliveryQueries(database),
    digests: createDigestQueries(database),
    idempotency: createIdempotencyQueries(database),
    held: createHeldPublicationQueries(database),
    emails: createEmailQueries(database),
  };
}

export type Store = ReturnType<typeof createStore>;
export type PremiumTables = ReturnType<typeof createPremiumTables>;
