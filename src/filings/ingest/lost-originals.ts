import type { FilingSourceId } from "../../domain/filing.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { IngestParts } from "./parts.ts";

/** Finds parsed filings whose document, or one of its page images, is missing in the documents folder or damaged. */
export async function findLostOriginals(
  { store, keeper, scans }: Pick<IngestParts, "store" | "keeper" | "scans">,
  source: FilingSourceId,
): Promise<readonly FilingRow[]> {
  const lost: FilingRow[] = [];
  for await (const filing of store.filings.listWithDocument()) {
    if (filing.source !== source || filing.documentSha256 === null) continue;
    if (!(await keeper.hasIntactFile(filing.documentSha256))) lost.push(filing);
    else if (filing.kind === "paper" && (await lacksImages(filing))) lost.push(filing);
  }
  return lost;

  async function lacksImages({ id, source: sourceId }: FilingRow): Promise<boolean> {
    const report = await store.filings.readStoredReport(id);
    for (const image of report?.images ?? []) {
      if ((await scans.findPageImage(sourceId, image)) === undefined) return true;
    }
    return false;
  }
}
