/** A reviewer in tests of decisions, signing as A. Editor, on a place's store. */
import { readDecisions } from "../../src/filings/ingest/decisions.ts";
import { createSignature, openReview, type SignedReview } from "../../src/filings/review/signed-review.ts";
import { listWaitingItems } from "../../src/filings/review/waiting-items.ts";
import type { Workplace } from "./workplace.ts";

export const WHY = "The page says so.";

type Place = Pick<Workplace, "config" | "store">;

export function signedReview({ config, store }: Place, author = "A. Editor"): Promise<SignedReview> {
  return openReview(config, store, createSignature({ author, reason: WHY }, new Date()));
}

export async function waitingAt({ config, store }: Place, filing?: string) {
  return listWaitingItems(store, await readDecisions(config.DECISIONS), filing);
}
