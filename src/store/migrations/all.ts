/** All migrations by permanent name. Append only: never edit a released migration. */
import type { Migration } from "kysely/migration";
import { getColumnTypes } from "../columns.ts";
import * as base from "./0001-base.ts";
import * as formerStatesInOrder from "./0002-former-states-in-order.ts";
import * as firstRuns from "./0005-first-runs.ts";
import * as companies from "./0006-companies.ts";
import * as priceSpans from "./0007-price-spans.ts";
import * as takenFromBundles from "./0008-taken-from-bundles.ts";
import * as noBundles from "./0013-no-bundles.ts";
import * as digests from "./0014-digests.ts";
import * as unreadFields from "./0015-unread-fields.ts";

/** Kysely runs migrations sorted by name, so names must ascend. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-base": base,
  "0002-former-states-in-order": formerStatesInOrder,
  /** Why a trade has no legal disclosure deadline; null if it has one. */
  "0003-late-exemption": addTextColumns("trades", "late_exemption"),
  /** A security's names in other lists. */
  "0004-other-names": addTextColumns("securities", "other_names"),
  "0005-first-runs": firstRuns,
  "0006-companies": companies,
  "0007-price-spans": priceSpans,
  "0008-taken-from-bundles": takenFromBundles,
  /** Why type and instrument do not determine a trade's direction; null if they do. */
  "0009-direction-doubt": addTextColumns("trades", "direction_doubt"),
  /** A list's other rows for the same filing, which differ in name or seat, as JSON; null if there are none. */
  "0010-also-listed": addTextColumns("filings", "also_listed"),
  /** The trade of a later report that corrects a rejected line; null if none does. */
  "0011-corrected-lines": addTextColumns("rejected_lines", "corrected_by"),
  /** Why a trade's security has no current symbol, and the date on which the security ended, if known. */
  "0012-no-current-ticker": addTextColumns("trades", "no_current_ticker", "ended_on"),
  "0013-no-bundles": noBundles,
  "0014-digests": digests,
  "0015-unread-fields": unreadFields,
};

function addTextColumns(table: string, ...columns: readonly string[]): Migration {
  return {
    async up(db) {
      const { text } = getColumnTypes(db);
      for (const column of columns) await db.schema.alterTable(table).addColumn(column, text).execute();
    },
  };
}

/** Migrations before the first release, which together created the tables of `0001-base`. */
export const BEFORE_BASE: readonly string[] = [
  "0001-reference",
  "0002-filings",
  "0003-publications",
  "0004-sources-and-market",
  "0005-accounts-and-keys",
  "0006-alerts",
  "0007-webhooks-and-events",
  "0008-held-and-waiting",
  "0009-scans-and-amendments",
  "0010-price-misses",
  "0011-amendments",
  "0012-listed-years",
  "0013-merged-identities",
  "0014-held-documents",
  "0015-first-disclosure",
  "0016-current-ticker",
  "0016b-coins-and-terms",
  "0016c-date-suspect",
  "0017-price-sources",
  "0018-owner-unread",
  "0019-trades-by-first-seen",
  "0021-no-hole",
  "0021b-ends-and-scopes",
  "0024-emails",
  "0024b-contact",
  "0025-reasons",
  "0026-trades-by-change",
  "0027-former-states",
];
