import type { ChangeReason } from "../../accounts/alerts/event-data.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import { createPublisher, type PublishingParts } from "./publisher.ts";
import { outcomeOf } from "./read-filing.ts";
import type { Reference } from "./reference.ts";

/**
 * Normalises what was read before against the current members, tickers and listings, without opening a document:
 * a member sworn in yesterday, a security listed since, a filing date that the index has filled in.
 * @param which `decided`: filings with decisions of persons.
 */
export async function normaliseAgain(
  parts: PublishingParts,
  reference: Reference,
  signal: AbortSignal,
  reason: ChangeReason,
  { only = null, which = "all" }: { only?: FilingSourceId | null; which?: "all" | "unidentified" | "decided" } = {},
): Promise<void> {
  const publisher = createPublisher(parts, reason);
  for await (const { filing, raw } of which === "decided"
    ? decided(parts, reference)
    : parts.store.filings.readFilings(which)) {
    signal.throwIfAborted();
    if (only !== null && filing.source !== only) continue;
    await publisher.add(outcomeOf(filing, raw, reference));
  }
  await publisher.flush();
}

/** One by one: they are few. */
async function* decided(
  { store: { filings } }: PublishingParts,
  { decisions }: Reference,
): AsyncGenerator<{ readonly filing: FilingRow; readonly raw: RawFiling }> {
  for (const id of decisions.filings) {
    const filing = await filings.get(id);
    const raw = await filings.printedReport(id);
    if (filing !== undefined && raw !== undefined) yield { filing, raw };
  }
}
