/** Ready pages of one edition of the site, bounded in bytes: a page is rendered once for as long as what it shows stays the same. */
import { LRUCache } from "lru-cache";
import type { Answer } from "../http/route.ts";
import type { Rendered } from "./page.ts";

/** Factor for the gzip and br forms that are cached beside each page, which take about a third of it together. */
const WITH_COMPRESSED = 4 / 3;

export interface PageAnswer extends Answer {
  readonly status?: Exclude<Rendered["status"], 200 | undefined>;
  /** One sentence, said to a program in place of a page that says what is wrong. */
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

  /** Lets go of all pages when the edition is another than before: nobody asks for those again. */
  turnTo(edition: string): void {
    if (edition === this.#edition) return;
    this.#edition = edition;
    this.#ready.clear();
    this.#underWay.clear();
  }

  /** The page if it is ready or being made. @param key its address, and what it shows beside the edition. */
  find(key: string): PageAnswer | Promise<PageAnswer> | undefined {
    return this.#ready.get(key) ?? this.#underWay.get(key);
  }

  /** Makes a page; those who ask meanwhile wait for the same. Only what was found is cached. */
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
