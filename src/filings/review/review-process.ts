/** The service's child process for reviews. Opens the service's store too, and applies decisions one at a time. */
import PQueue from "p-queue";
import type { Config } from "../../base/config.ts";
import { createLogger, ignoreOutputErrors } from "../../base/log.ts";
import { sendToParent } from "../../base/parent-process.ts";
import type {
  DecisionResult,
  EnteredDecision,
  IdentityAnswer,
  IdentityOrder,
  MergedIdentity,
  ReviewFunctions,
  ReviewItem,
  ReviewList,
  ReviewSheet,
} from "../../domain/review.ts";
import { openConfiguredStore } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";
import { readDecisions } from "../ingest/decisions.ts";
import { applyEnteredDecision } from "./entered-decision.ts";
import { listMergedIdentities, saveIdentityDecision } from "./identities.ts";
import { parseReviewId } from "./review-id.ts";
import type { ReviewJob, ReviewJobAnswer } from "./review-job.ts";
import { findAdjacentIds, paginate } from "./review-list.ts";
import { ReviewPictures } from "./review-pictures.ts";
import { buildReviewSheet } from "./review-sheet.ts";
import { loadView, type ReviewView } from "./review-view.ts";
import { listWaitingItems } from "./waiting-items.ts";

/** Milliseconds for which the list of waiting items is cached; a decision in this process clears it. */
const LISTED_MS = 5_000;

class Review implements ReviewFunctions {
  readonly #config: Config;
  readonly #store: Store;
  readonly #decisions = new PQueue({ concurrency: 1 });
  /** Drawing needs a process and a decoded page in memory, so pictures are drawn one at a time. */
  readonly #drawing = new PQueue({ concurrency: 1 });
  readonly #pictures: ReviewPictures;
  #listed: { readonly at: number; readonly items: Promise<readonly ReviewItem[]> } | null = null;

  constructor(config: Config, store: Store) {
    this.#config = config;
    this.#store = store;
    this.#pictures = new ReviewPictures(config, store);
  }

  async list({ filter, skip }: Parameters<ReviewFunctions["list"]>[0]): Promise<ReviewList> {
    const held = (await this.#store.held.list()).map(({ id, reason }) => ({ id, reason }));
    return { ...paginate(await this.#loadItems(), filter, skip), held };
  }

  async show({ id, filter, find }: Parameters<ReviewFunctions["show"]>[0]): Promise<ReviewSheet> {
    const sheet = await buildReviewSheet(this.#config, this.#store, id, find);
    const pictureFault = await this.#drawing.add(async () => this.#pictures.findFault(await this.#loadView(id)));
    return { ...sheet, pictureFault, ...findAdjacentIds(await this.#loadItems(), filter, id) };
  }

  decide(entered: EnteredDecision): Promise<DecisionResult> {
    return this.#decisions.add(async () => {
      const { next } = findAdjacentIds(await this.#loadItems(), entered.filter, entered.itemId);
      const answer = await applyEnteredDecision(this.#config, this.#store, entered, new Date());
      this.#listed = null;
      return answer.outcome === "saved" ? { ...answer, next } : answer;
    });
  }

  listMergedIdentities(): Promise<readonly MergedIdentity[]> {
    return listMergedIdentities(this.#config, this.#store);
  }

  decideIdentityMerge(entered: IdentityOrder): Promise<IdentityAnswer> {
    return this.#decisions.add(async () => {
      const answer = await saveIdentityDecision(this.#config, this.#store, entered, new Date());
      this.#listed = null;
      return answer;
    });
  }

  drawPicture({ id, whole, turn }: Parameters<ReviewFunctions["drawPicture"]>[0]): Promise<Uint8Array | null> {
    return this.#drawing.add(async () => (await this.#pictures.draw(await this.#loadView(id), whole, turn)) ?? null);
  }

  #loadView(id: string): Promise<ReviewView> {
    return loadView(this.#store, this.#config.DECISIONS, parseReviewId(id));
  }

  #loadItems(): Promise<readonly ReviewItem[]> {
    const now = performance.now();
    if (this.#listed === null || now - this.#listed.at > LISTED_MS) {
      const items = readDecisions(this.#config.DECISIONS).then((decisions) => listWaitingItems(this.#store, decisions));
      this.#listed = { at: now, items };
      items.catch(() => (this.#listed = null));
    }
    return this.#listed.items;
  }
}

let review: Promise<Review> | undefined;

async function runJob({ number, name, request }: ReviewJob): Promise<ReviewJobAnswer> {
  try {
    if (review === undefined) throw new Error("The review process received a request before its settings.");
    return { number, value: await (await review)[name](request as never) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const code = "code" in error ? String(error.code) : "";
    return { number, error: { name: error.name, code, message: error.message } };
  }
}

ignoreOutputErrors(process.stderr);
process.on("message", (message: ReviewJob | { readonly config: Config }) => {
  if ("config" in message) {
    const { config } = message;
    review = openConfiguredStore(config, createLogger("error")).then((store) => new Review(config, store));
    // Each caller gets the error, so ignore it here.
    review.catch(() => {});
  } else void runJob(message).then(sendToParent);
});
// Ctrl+C and service managers send these signals to the whole process group. They are ignored, since a decision in progress must
// finish. The service ends this process by disconnecting.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));
