import type { PublicationCause } from "../../accounts/alerts/event-data.ts";
import { processActivity } from "../../base/activity.ts";
import type { FilingOutcome, HeldPublication } from "../../store/publication.ts";
import type { IngestParts } from "./parts.ts";
import { Quarantine } from "./quarantine.ts";

// A publication starts after `MAX_OUTCOMES` outcomes or after a waiting time, whichever comes first. The waiting time begins with
// `FIRST_AFTER_MS` in each run, and doubles after each publication until `LONGEST_WAIT_MS` is reached.
const MAX_OUTCOMES = 250;
const FIRST_AFTER_MS = 2_000;
const LONGEST_WAIT_MS = 20_000;

export type Publisher = ReturnType<typeof createPublisher>;

export type PublishingParts = Pick<IngestParts, "store" | "log" | "now" | "judge" | "onPublished">;

/**
 * Queues outcomes and publishes them in batches, so that a first import shows results early. One transaction publishes a batch
 * and its events. If a run is killed, the next run parses unpublished outcomes again. A publication held for approval is logged,
 * and the run goes on. While too many of a run's documents are unreadable, the publications of this run are held. If many could
 * not be read, but too few have been processed to judge, outcomes stay queued. @param cause why published trades change.
 */
export function createPublisher({ store, log, now, judge, onPublished }: PublishingParts, cause: PublicationCause) {
  const judgement = judge(cause);
  const quarantine = new Quarantine();
  let waiting = new Map<string, FilingOutcome>();
  let since = performance.now();
  let patienceMs = FIRST_AFTER_MS;
  let publishing: Promise<void> = Promise.resolve();

  async function publish(outcomes: readonly FilingOutcome[], doubt: string | null): Promise<void> {
    const holdReason = doubt === null ? null : await addFirstPublicationHint(doubt, store);
    const result = await store.publications.publish({ at: now(), outcomes, doubt: holdReason, cause }, judgement);
    const { version, held, tradesAdded, tradesChanged, tradesRemoved } = result;
    if (held) log.warn({ held: held.id }, formatHeldNotice(held));
    if (!result.changed) return;
    log.info({ version: version?.version, tradesAdded, tradesChanged, tradesRemoved }, "published");
    await onPublished();
  }

  function flush(): Promise<void> {
    const outcomes = [...waiting.values()];
    waiting = new Map();
    since = performance.now();
    patienceMs = Math.min(patienceMs * 2, LONGEST_WAIT_MS);
    if (outcomes.length > 0) {
      const doubt = quarantine.findHoldReason();
      publishing = publishing.then(() => publish(outcomes, doubt));
    }
    return publishing;
  }

  async function addBatch(outcomes: readonly FilingOutcome[]): Promise<void> {
    processActivity.recordProgress();
    for (const outcome of outcomes) {
      waiting.set(outcome.filingId, outcome);
      quarantine.countOutcome(outcome);
    }
    if (quarantine.isUndecided()) return;
    if (waiting.size >= MAX_OUTCOMES || performance.now() - since >= patienceMs) await flush();
  }

  return {
    /** Adds an outcome, replacing an earlier one of the same filing; resolves when there is room for the next. */
    add: (outcome: FilingOutcome) => addBatch([outcome]),
    /** Adds outcomes that must be published together. */
    addBatch,
    flush,
    /** Resolves when no publication is in progress, whether it succeeded or failed, so that the store may be closed. */
    waitUntilSettled: () => publishing.catch(() => {}),
  };
}

/** If nothing is published yet, adds a hint to the warning: nothing is served until the operator approves the publication. */
async function addFirstPublicationHint(
  doubt: string,
  { publications }: Pick<PublishingParts["store"], "publications">,
): Promise<string> {
  if ((await publications.countTrades()) > 0) return doubt;
  return `${doubt} Nothing has been published yet, so the lists stay empty until you approve it. \`coverage\` shows the reasons. If most documents were read, approving publishes those and leaves the others for later runs. If hardly any were read, the sites have changed their forms: install a newer release and run \`reparse\`.`;
}

export function formatHeldNotice({ id, reason }: HeldPublication): string {
  return `Publication ${id} is held: ${reason} Review it, then run \`approve ${id}\` or \`approve ${id} --reject\`.`;
}
