/**
 * Index of the words in trades' texts: for each word, the texts that contain it. A word is any text between white space, such as
 * `(Inc.)`. A prefix of a word, or of a part of it, finds the word (`hasWordWithPrefix`): `acc`, `77` and `-7` find `account-77`.
 */
import { foldSearchText, mayWordBeginAt } from "../../../domain/search-words.ts";
import { Codes, Uint32Column } from "../codes.ts";
import { Groups, type GroupsParts } from "./groups.ts";
import { bisect } from "./positions.ts";
import { sortTextPositions, WORD_END } from "./sort-places.ts";

export interface WordIndexParts {
  readonly text: string;
  readonly places: Uint32Array;
  readonly codes: Uint32Array;
  /** One entry per column. `count` is the number of texts. For each word code, `texts` lists the texts that contain the word. */
  readonly columns: readonly { readonly texts: GroupsParts; readonly count: number }[];
}

/** Maximum words per search: one bit each. */
export const MAX_WORDS = 30;

export class WordIndex {
  /** All distinct words, each followed by `WORD_END`. */
  readonly #text: string;
  /** Offsets in `#text` of words, and of parts of words that a search can find; sorted by the text that begins at each offset. */
  readonly #places: Uint32Array;
  /** Word code at each of the offsets. */
  readonly #codes: Uint32Array;
  readonly #columns: readonly { readonly texts: Groups; readonly count: number }[];
  readonly parts: WordIndexParts;

  constructor(parts: WordIndexParts) {
    this.parts = parts;
    this.#text = parts.text;
    this.#places = parts.places;
    this.#codes = parts.codes;
    this.#columns = parts.columns.map(({ texts, count }) => ({ texts: new Groups(texts), count }));
  }

  /**
   * Returns one array per column, indexed by text code: bit `n` of an element is set if word `n` matches a word of the text.
   * @param words at most `MAX_WORDS`, as returned by `splitSearchWords`.
   */
  computeWordMasks(words: readonly string[]): readonly Uint32Array[] {
    const columns = this.#columns.map(({ count }) => new Uint32Array(count));
    for (const [n, word] of words.entries()) this.#markWord(word, 1 << n, columns);
    return columns;
  }

  #markWord(word: string, bit: number, columns: readonly Uint32Array[]): void {
    const { length } = this.#places;
    const from = bisect(length, (at) => this.#comparePrefix(at, word) < 0);
    const to = from + bisect(length - from, (at) => this.#comparePrefix(from + at, word) === 0);
    for (const [column, { texts }] of this.#columns.entries()) {
      const marks = columns[column] as Uint32Array;
      // This loop avoids views of the groups. With views, a search for a single letter would take five times as long.
      const { starts, values } = texts.parts;
      for (let place = from; place < to; place += 1) {
        const code = this.#codes[place] as number;
        const end = starts[code + 1] as number;
        for (let at = starts[code] as number; at < end; at += 1) {
          const text = values[at] as number;
          marks[text] = (marks[text] as number) | bit;
        }
      }
    }
  }

  /** 0 if the text at the place begins with the word; negative if that text sorts before the word, positive if after it. */
  #comparePrefix(at: number, word: string): number {
    const place = this.#places[at] as number;
    for (let index = 0; index < word.length; index += 1) {
      const difference = this.#text.charCodeAt(place + index) - word.charCodeAt(index);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** Collects the words of each column's texts, reading each distinct text once. Then builds the index of these words. */
export class WordIndexWriter {
  readonly #words = new Codes<string>();
  readonly #columns: readonly TextWords[];

  /** @param columns number of columns. Each column has its own codes for its texts. */
  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => new TextWords(this.#words));
  }

  /** @param texts for each column, all distinct texts so far. The index of a text is the text's code. */
  addTexts(...texts: readonly (readonly string[])[]): void {
    texts.forEach((each, column) => {
      this.#columns[column]?.addTexts(each);
    });
  }

  *buildInSteps(): Generator<void, WordIndex> {
    const words = this.#words.values;
    const starts = new Uint32Array(words.length);
    const found = new Uint32Column();
    let text = "";
    for (const [code, word] of words.entries()) {
      if (code % STEP === 0) yield;
      starts[code] = text.length;
      for (let at = 0; at < word.length; at += 1) if (mayWordBeginAt(word, at)) found.push(text.length + at);
      text += word + WORD_END;
    }
    const places = found.values.slice();
    yield* sortTextPositions(text, places);
    const codeAt = new Uint32Array(places.length);
    for (const [at, place] of places.entries()) {
      if (at % STEP === 0) yield;
      codeAt[at] = bisect(starts.length, (code) => (starts[code] as number) <= place) - 1;
    }
    const columns = [];
    for (const column of this.#columns) {
      yield;
      columns.push({ texts: column.groupByWord(words.length).parts, count: column.count });
    }
    return new WordIndex({ text, places, codes: codeAt, columns });
  }
}

/** Number of words processed before the event loop gets a turn. */
const STEP = 4096;

/** Pairs of a text and one of its words, both as codes, for all texts of a column. */
class TextWords {
  readonly #words: Codes<string>;
  readonly #wordCodes = new Uint32Column();
  readonly #texts = new Uint32Column();
  #count = 0;

  constructor(words: Codes<string>) {
    this.#words = words;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds the new texts. @param texts all texts so far. The index of a text is the text's code. */
  addTexts(texts: readonly string[]): void {
    for (; this.#count < texts.length; this.#count += 1) {
      for (const word of foldSearchText(texts[this.#count] ?? "").split(/\s+/u)) {
        if (word === "") continue;
        this.#wordCodes.push(this.#words.getOrAddCode(word));
        this.#texts.push(this.#count);
      }
    }
  }

  groupByWord(words: number): Groups {
    return Groups.groupByCode(this.#wordCodes.values, words, this.#texts.values);
  }
}
