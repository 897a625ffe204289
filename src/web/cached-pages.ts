/** Cache of rendered pages for one edition of the site, limited in bytes: a page is rendered once and reused until its content changes. */
import { LRUCache } from "lru-cache";
import type { Answer } from "../http/route.ts";
import type { Rendered } from "./page.ts";

/** Factor for the gzip and br versions cached with each page, which together take about a third of its size. */
const WITH_COMPRESSED = 4 / 3;

export interface PageAnswer extends Answer {
  readonly status?: Exclude<Rendered["status"], 200 | undefined>;
  /** A one-sentence error for a program, in place of an error page. */
  readonly detail: string;
}

export class CachedPages {
  readonly #ready: LRUCache<string, PageAnswer>;
  readonly #underWay = new Map<string, Promise<PageAnswer>>();
  #edition = "";

  constructor(maxBytes: number) {
    this.#ready = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }, key) => Math.ceil((body.length + 1) * WITH_COMPRESSED) + key.length,
    });
  }

  /** Clears the cache when the edition has changed: old pages are not requested again. */
  useEdition(edition: string): void {
    if (edition === this.#edition) return;
    this.#edition = edition;
    this.#ready.clear();
    this.#underWay.clear();
  }

  /** The page if it is cached or being rendered. @param key its URL and the result of `WebPage.readEdition`. */
  find(key: string): PageAnswer | Promise<PageAnswer> | undefined {
    return this.#ready.get(key) ?? this.#underWay.get(key);
  }

  /** Renders a page; concurrent requests for it wait for the same result. Only pages with status 200 are cached. */
  make(key: string, render: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const edition = this.#edition;
    const making = render()
      .then((answer) => {
        if (answer.status === undefined && edition === this.#edition) this.#ready.set(key, answer);
        return answer;
      })
      .finally(() => {
        if (edition === this.#edition) this.#underWay.delete(key);
      });
    this.#underWay.set(key, making);
    return making;
  }
}
