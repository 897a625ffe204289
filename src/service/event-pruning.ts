import type { Logger } from "../log.ts";
import type { PremiumStore } from "../store/premium.ts";

/** Events are kept for so long. */
const EVENTS_KEPT_MS = 30 * 86_400_000;

/** Removes events and mails that are older than they are kept. */
export async function pruneEvents(
  { events, emails }: Pick<PremiumStore, "events" | "emails">,
  log: Logger,
): Promise<void> {
  try {
    const before = new Date(Date.now() - EVENTS_KEPT_MS);
    const pruned = await events.prune(before);
    const mails = await emails.prune(before);
    if (pruned + mails > 0) log.info({ pruned, mails }, "events and mails older than 30 days were removed");
  } catch (error) {
    log.error({ err: error }, "old events and mails could not be removed");
  }
}
