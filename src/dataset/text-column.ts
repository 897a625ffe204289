import { LRUCache } from "lru-cache";
import { nextWord, searchText } from "../domain/search-words.ts";

const SEPARATOR = "\n";
/** Words whose texts are known: a page of results asks for the same ones several times, and so does the next page. */
const WORDS = 32;

/** Not to be written to. */
interface WithWord {
  readonly count: number;
  /** 1 for each code whose text has the word. */
  readonly allowed: Uint8Array;
}

/** Different texts under their codes, as one string that is searched at once. */
export class TextColumn {
  readonly #text: string;
  readonly #starts: Uint32Array;
  readonly #known = new LRUCache<string, WithWord>({ max: WORDS });

  constructor(texts: readonly string[]) {
    const forms = texts.map(oneLine);
    this.#text = forms.join(SEPARATOR);
    this.#starts = new Uint32Array(texts.length);
    let start = 0;
    forms.forEach((form, code) => {
      this.#starts[code] = start;
      start += form.length + SEPARATOR.length;
    });
  }

  get length(): number {
    return this.#starts.length;
  }

  /** The codes whose text has a word that begins with `word`. @param word as `searchWords` gives it. */
  withWord(word: string): WithWord {
    let found = this.#known.get(word);
    if (found === undefined) {
      found = this.#find(word);
      this.#known.set(word, found);
    }
    return found;
  }

  #find(word: string): WithWord {
    const allowed = new Uint8Array(this.#starts.length);
    let count = 0;
    for (let at = nextWord(this.#text, word, 0), code = 0; at >= 0; at = nextWord(this.#text, word, at)) {
      code = this.#codeAt(at, code);
      allowed[code] = 1;
      count += 1;
      // The rest of a text that matches already need not be searched.
      const next = this.#starts[code + 1];
      if (next === undefined) break;
      at = next;
    }
    return { count, allowed };
  }

  /** The code of the text in which a place of the string lies; none before `from`. Gallops, since matches come in order. */
  #codeAt(at: number, from: number): number {
    const starts = this.#starts;
    let low = from;
    let step = 1;
    while (low + step < starts.length && (starts[low + step] as number) <= at) {
      low += step;
      step *= 2;
    }
    let high = Math.min(starts.length, low + step);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

function oneLine(text: string): string {
  return searchText(text).replaceAll(SEPARATOR, " ");
}
