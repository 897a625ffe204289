import type { ChangeReason } from "../../accounts/alerts/event-data.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { IngestParts } from "./parts.ts";
import { createPublisher, type PublishingParts } from "./publisher.ts";
import { normaliseReport } from "./read-filing.ts";
import { loadReference, type Reference } from "./reference.ts";

/**
 * Normalizes parsed filings again with the current members, tickers and listings, without opening a document: for example after a
 * member was sworn in or a security was listed. @param which `decided`: filings with reviewers' decisions.
 */
export async function renormaliseFilings(
  parts: PublishingParts,
  reference: Reference,
  signal: AbortSignal,
  reason: ChangeReason,
  { only = null, which = "all" }: { only?: FilingSourceId | null; which?: "all" | "unidentified" | "decided" } = {},
): Promise<void> {
  const publisher = createPublisher(parts, reason);
  for await (const { filing, raw } of which === "decided"
    ? loadDecidedFilings(parts, reference)
    : parts.store.filings.readFilings(which)) {
    signal.throwIfAborted();
    if (only !== null && filing.source !== only) continue;
    await publisher.add(normaliseReport(filing, raw, reference));
  }
  await publisher.flush();
}

/** Loads the filings that have decisions. Loads one filing at a time, since few filings have decisions. */
async function* loadDecidedFilings(
  { store: { filings } }: PublishingParts,
  { decisions }: Reference,
): AsyncGenerator<{ readonly filing: FilingRow; readonly raw: RawFiling }> {
  for (const id of decisions.filings) {
    const filing = await filings.get(id);
    const raw = await filings.readStoredReport(id);
    if (filing !== undefined && raw !== undefined) yield { filing, raw };
  }
}

/** Publishes which ids denote the same person. @returns true after a change. The caller must then normalize all filings again. */
export async function publishMemberIdentities({
  store,
  now,
  judge,
  loadDecisions,
}: PublishingParts & Pick<IngestParts, "loadDecisions">): Promise<boolean> {
  const { identities } = await loadDecisions();
  const publication = { at: now(), outcomes: [], identities: Object.fromEntries(identities) };
  const { changed } = await store.publications.publish(publication, judge("corrected"));
  return changed;
}

/** Normalizes again all filings that have decisions, since a decision may be newer than those that a run loaded at its start. */
export async function applyDecisions(
  parts: PublishingParts & Pick<IngestParts, "loadDecisions">,
  signal: AbortSignal,
): Promise<void> {
  if ((await parts.loadDecisions()).filings.length === 0) return;
  await renormaliseFilings(parts, await loadReference(parts), signal, "reviewed", { which: "decided" });
}
