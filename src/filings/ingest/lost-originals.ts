import type { FilingSourceId } from "../../domain/filing.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { IngestParts } from "./parts.ts";

/** Parsed filings whose document, or one of its page images, is missing in the documents folder or damaged. */
export async function lostOriginals(
  { store, keeper, scans }: Pick<IngestParts, "store" | "keeper" | "scans">,
  source: FilingSourceId,
): Promise<readonly FilingRow[]> {
  const lost: FilingRow[] = [];
  for await (const filing of store.filings.withDocument()) {
    if (filing.source !== source || filing.documentSha256 === null) continue;
    if (!(await keeper.holds(filing.documentSha256))) lost.push(filing);
    else if (filing.kind === "paper" && (await lacksImages(filing))) lost.push(filing);
  }
  return lost;

  async function lacksImages({ id, source: of }: FilingRow): Promise<boolean> {
    const report = await store.filings.printedReport(id);
    for (const image of report?.images ?? []) {
      if ((await scans.pageImage(of, image)) === undefined) return true;
    }
    return false;
  }
}
