/** The endpoints for files: exports of the current dataset, and the archive. */
import type { PremiumRoute } from "../../http/route.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { Downloads } from "../../publication/export/downloads.ts";
import type { TradeRecords } from "../disclosures/trade.ts";
import { createArchiveRoutes } from "./archive.ts";
import { createExportRoutes, type ExportRecords } from "./export.ts";
import { EXPORTS_AT_ONCE, ExportSlots } from "./export-slots.ts";

export function createDownloadRoutes(
  datasets: Datasets,
  { exports, archive }: Downloads,
  records: ExportRecords & Pick<TradeRecords, "readIndustries">,
  baseUrl: string,
): readonly PremiumRoute[] {
  const slots = new ExportSlots(EXPORTS_AT_ONCE);
  return [
    ...createExportRoutes({ datasets, records, exports, slots, baseUrl }),
    ...createArchiveRoutes(archive, baseUrl),
  ];
}
