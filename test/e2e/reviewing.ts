/** Opens reviews signed by A. Editor, and lists pending items, for tests of decisions. */
import { readDecisions } from "../../src/filings/ingest/decisions.ts";
import { createSignature, openReview, type SignedReview } from "../../src/filings/review/signed-review.ts";
import { listWaitingItems } from "../../src/filings/review/waiting-items.ts";
import type { Workplace } from "./workplace.ts";

export const REASON = "The page says so.";

type Place = Pick<Workplace, "config" | "store">;

export function openSignedReview({ config, store }: Place, author = "A. Editor"): Promise<SignedReview> {
  return openReview(config, store, createSignature({ author, reason: REASON }, new Date()));
}

export async function listPendingItems({ config, store }: Place, filing?: string) {
  return listWaitingItems(store, await readDecisions(config.DECISIONS), filing);
}
