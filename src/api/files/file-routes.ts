/** The endpoints that give files: exports of the dataset in force, and the archive. */
import type { Datasets } from "../../dataset/dataset.ts";
import type { Downloads } from "../../export/downloads.ts";
import type { TradeRecords } from "../disclosures/trade.ts";
import type { PremiumRoute } from "../http/route.ts";
import { archiveRoutes } from "./archive.ts";
import { type ExportRecords, exportTrades } from "./export.ts";
import { EXPORTS_AT_ONCE, ExportSlots } from "./export-slots.ts";

export function downloadRoutes(
  datasets: Datasets,
  { exports, archive }: Downloads,
  records: ExportRecords & Pick<TradeRecords, "industries">,
  baseUrl: string,
): readonly PremiumRoute[] {
  const slots = new ExportSlots(EXPORTS_AT_ONCE);
  return [...exportTrades({ datasets, records, exports, slots, baseUrl }), ...archiveRoutes(archive, baseUrl)];
}
