/** Cache of rendered pages for one revision of the site, limited in bytes: a page is rendered once and reused until its content changes. */
import { LRUCache } from "lru-cache";
import type { Answer } from "../http/route.ts";
import type { Rendered } from "./page.ts";

/** Factor that adds the cached gzip and br versions to a page's size. Together they take about a third of the page's size. */
const COMPRESSED_SIZE_FACTOR = 4 / 3;

export interface PageAnswer extends Answer {
  readonly status?: Exclude<Rendered["status"], 200 | undefined>;
  /** One-sentence error message for programs, which get it instead of an error page. */
  readonly detail: string;
}

export class CachedPages {
  readonly #ready: LRUCache<string, PageAnswer>;
  readonly #underWay = new Map<string, Promise<PageAnswer>>();
  #revision = "";

  constructor(maxBytes: number) {
    this.#ready = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => Math.ceil((body.length + 1) * COMPRESSED_SIZE_FACTOR) + key.length,
    });
  }

  /** Sets the current revision. If the revision is new, clears the cache, since pages of the old one are not requested again. */
  setRevision(revision: string): void {
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#ready.clear();
    this.#underWay.clear();
  }

  /** Finds a page that is cached or being rendered. @param key the page's URL and the result of `WebPage.readRevision`. */
  find(key: string): PageAnswer | Promise<PageAnswer> | undefined {
    return this.#ready.get(key) ?? this.#underWay.get(key);
  }

  /** Renders a page; concurrent requests find the same pending result. Only pages with status 200 stay cached. */
  renderOnce(key: string, render: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const revision = this.#revision;
    const making = render()
      .then((answer) => {
        if (answer.status === undefined && revision === this.#revision) this.#ready.set(key, answer);
        return answer;
      })
      .finally(() => {
        if (revision === this.#revision) this.#underWay.delete(key);
      });
    this.#underWay.set(key, making);
    return making;
  }
}
