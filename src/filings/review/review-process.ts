/** The child process for a service's reviews: it opens the store in parallel to the service, and applies one decision after another. */
import PQueue from "p-queue";
import type { Config } from "../../base/config.ts";
import { createLogger, outliveReaders } from "../../base/log.ts";
import { tellParent } from "../../base/parent-process.ts";
import type {
  IdentityAnswer,
  IdentityOrder,
  MergedIdentity,
  ReviewAnswer,
  ReviewFunctions,
  ReviewItem,
  ReviewList,
  ReviewOrder,
  ReviewSheet,
} from "../../domain/review.ts";
import { openConfiguredStore } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";
import { readDecisions } from "../ingest/decisions.ts";
import { listIdentities, takeIdentityOrder } from "./identities.ts";
import { readReviewId } from "./review-id.ts";
import type { ReviewJob, ReviewJobAnswer } from "./review-job.ts";
import { idsAround, listOf } from "./review-list.ts";
import { ReviewPictures } from "./review-pictures.ts";
import { sheetOf } from "./review-sheet.ts";
import { type ReviewView, viewOf } from "./review-view.ts";
import { takeOrder } from "./take-order.ts";
import { waitingItems } from "./waiting-items.ts";

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
    return { ...listOf(await this.#items(), filter, skip), held };
  }

  async show({ id, filter, find }: Parameters<ReviewFunctions["show"]>[0]): Promise<ReviewSheet> {
    const sheet = await sheetOf(this.#config, this.#store, id, find);
    const pictureFault = await this.#drawing.add(async () => this.#pictures.fault(await this.#view(id)));
    return { ...sheet, pictureFault, ...idsAround(await this.#items(), filter, id) };
  }

  decide(order: ReviewOrder): Promise<ReviewAnswer> {
    return this.#decisions.add(async () => {
      const { next } = idsAround(await this.#items(), order.filter, order.id);
      const answer = await takeOrder(this.#config, this.#store, order, new Date());
      this.#listed = null;
      return answer.outcome === "settled" ? { ...answer, next } : answer;
    });
  }

  identities(): Promise<readonly MergedIdentity[]> {
    return listIdentities(this.#config, this.#store);
  }

  settleIdentity(order: IdentityOrder): Promise<IdentityAnswer> {
    return this.#decisions.add(async () => {
      const answer = await takeIdentityOrder(this.#config, this.#store, order, new Date());
      this.#listed = null;
      return answer;
    });
  }

  picture({ id, whole, turn }: Parameters<ReviewFunctions["picture"]>[0]): Promise<Uint8Array | null> {
    return this.#drawing.add(async () => (await this.#pictures.picture(await this.#view(id), whole, turn)) ?? null);
  }

  #view(id: string): Promise<ReviewView> {
    return viewOf(this.#store, this.#config.DECISIONS, readReviewId(id));
  }

  #items(): Promise<readonly ReviewItem[]> {
    const now = performance.now();
    if (this.#listed === null || now - this.#listed.at > LISTED_MS) {
      const items = readDecisions(this.#config.DECISIONS).then((decisions) => waitingItems(this.#store, decisions));
      this.#listed = { at: now, items };
      items.catch(() => (this.#listed = null));
    }
    return this.#listed.items;
  }
}

let review: Promise<Review> | undefined;

async function open(config: Config): Promise<Review> {
  return new Review(config, await openConfiguredStore(config, createLogger("error")));
}

async function answer({ number, name, asked }: ReviewJob): Promise<ReviewJobAnswer> {
  try {
    if (review === undefined) throw new Error("The review was asked before it had its settings.");
    return { number, value: await (await review)[name](asked as never) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const code = "code" in error ? String(error.code) : "";
    return { number, error: { name: error.name, code, message: error.message } };
  }
}

outliveReaders(process.stderr);
process.on("message", (message: ReviewJob | { readonly config: Config }) => {
  if ("config" in message) {
    review = open(message.config);
    // The caller gets the error.
    review.catch(() => {});
  } else void answer(message).then(tellParent);
});
// The service ends this process. Ctrl+C and a service manager's stop reach the whole process group, but a decision in progress must finish.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));
