import { nextWord, searchText } from "../domain/search-words.ts";

const SEPARATOR = "\n";

/** Different texts under their codes, as one string that is searched at once. */
export class TextColumn {
  readonly #text: string;
  readonly #starts: Uint32Array;

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

  /** Marks with 1 the codes whose text has a word that begins with `word`, and counts them. @param word as `searchWords` gives it. */
  withWord(word: string): { readonly count: number; readonly allowed: Uint8Array } {
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
