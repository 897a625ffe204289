/** Every migration by its permanent name, in order. Append only: a migration that has been released is never edited. */
import type { Migration } from "kysely/migration";
import * as reference from "./0001-reference.ts";
import * as filings from "./0002-filings.ts";
import * as publications from "./0003-publications.ts";
import * as sourcesAndMarket from "./0004-sources-and-market.ts";
import * as accountsAndKeys from "./0005-accounts-and-keys.ts";
import * as alerts from "./0006-alerts.ts";
import * as webhooksAndEvents from "./0007-webhooks-and-events.ts";
import * as heldAndWaiting from "./0008-held-and-waiting.ts";
import * as scansAndAmendments from "./0009-scans-and-amendments.ts";
import * as priceMisses from "./0010-price-misses.ts";
import * as amendments from "./0011-amendments.ts";
import * as listedYears from "./0012-listed-years.ts";
import * as mergedIdentities from "./0013-merged-identities.ts";
import * as heldDocuments from "./0014-held-documents.ts";
import * as firstDisclosure from "./0015-first-disclosure.ts";
import * as currentTicker from "./0016-current-ticker.ts";
import * as coinsAndTerms from "./0016b-coins-and-terms.ts";
import * as dateSuspect from "./0016c-date-suspect.ts";
import * as priceSources from "./0017-price-sources.ts";
import * as ownerUnread from "./0018-owner-unread.ts";
import * as tradesByFirstSeen from "./0019-trades-by-first-seen.ts";
import * as noHole from "./0021-no-hole.ts";
import * as endsAndScopes from "./0021b-ends-and-scopes.ts";
import * as emails from "./0024-emails.ts";
import * as contact from "./0024b-contact.ts";
import * as reasons from "./0025-reasons.ts";
import * as tradesByChange from "./0026-trades-by-change.ts";
import * as formerStates from "./0027-former-states.ts";

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-reference": reference,
  "0002-filings": filings,
  "0003-publications": publications,
  "0004-sources-and-market": sourcesAndMarket,
  "0005-accounts-and-keys": accountsAndKeys,
  "0006-alerts": alerts,
  "0007-webhooks-and-events": webhooksAndEvents,
  "0008-held-and-waiting": heldAndWaiting,
  "0009-scans-and-amendments": scansAndAmendments,
  "0010-price-misses": priceMisses,
  "0011-amendments": amendments,
  "0012-listed-years": listedYears,
  "0013-merged-identities": mergedIdentities,
  "0014-held-documents": heldDocuments,
  "0016-current-ticker": currentTicker,
  "0016b-coins-and-terms": coinsAndTerms,
  "0017-price-sources": priceSources,
  "0018-owner-unread": ownerUnread,
  "0016c-date-suspect": dateSuspect,
  "0019-trades-by-first-seen": tradesByFirstSeen,
  "0021-no-hole": noHole,
  "0015-first-disclosure": firstDisclosure,
  "0021b-ends-and-scopes": endsAndScopes,
  "0024-emails": emails,
  "0024b-contact": contact,
  "0025-reasons": reasons,
  "0026-trades-by-change": tradesByChange,
  "0027-former-states": formerStates,
};
