/** Applies people's decisions to published data. */
import { normaliseAgain } from "./normalise-again.ts";
import type { IngestParts } from "./parts.ts";
import type { PublishingParts } from "./publisher.ts";
import { loadReference } from "./reference.ts";

/** Publishes which ids belong to one person. @returns true if that changes how anybody is served: then all filings are normalized again. */
export async function publishIdentities({
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

/** Normalizes the filings with new decisions again, even if a run that had loaded the earlier decisions was in progress. */
export async function applyDecisions(
  parts: PublishingParts & Pick<IngestParts, "loadDecisions">,
  signal: AbortSignal,
): Promise<void> {
  if ((await parts.loadDecisions()).filings.length === 0) return;
  await normaliseAgain(parts, await loadReference(parts), signal, "reviewed", { which: "decided" });
}
