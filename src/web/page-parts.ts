/** Dependencies of the website's pages. Each page takes the dependencies that it needs, with `Pick`. */
import type { Returns } from "../prices/returns/returns.ts";
import type { DataManifest } from "../publication/export/data-files/data-files.ts";
import type { Links } from "./links.ts";
import type { PagePrices } from "./pages/trade/prices-section.ts";
import type { PriceHistories } from "./price-histories.ts";
import type { Records } from "./records.ts";
import type { SiteState } from "./site-state.ts";

export interface PageParts {
  readonly links: Links;
  readonly state: SiteState;
  readonly records: Records;
  readonly returns: Returns;
  readonly prices: PriceHistories;
  readonly market: PagePrices;
  /** The latest archived versions, newest first. */
  readonly listVersions: (limit: number) => Promise<readonly ArchivedVersion[]>;
  /** The newest version's data files; undefined before the first build. */
  readonly getDataFiles: () => DataManifest | undefined;
}

export interface ArchivedVersion {
  readonly dataset_version: string;
  readonly published_at: string;
  /** Number of trades in the version. */
  readonly rows: number;
}
