/**
 * The words of the texts of trades, and the trades that have each. A word is what stands between white space, such as `account-77` or `(Inc.)`; it is
 * found by what begins it, or begins a part of it, as `hasWord` says: `account-77` by `acc`, `77` and `-7`.
 */
import { mayBegin, searchText } from "../../domain/search-words.ts";
import { Codes, Uint32Column } from "../codes.ts";
import { CodeIndex, type CodeIndexParts } from "./code-index.ts";
import { bisect } from "./positions.ts";
import { sortPlaces, WORD_END } from "./sort-places.ts";

/** The parts of an index. */
export interface WordIndexParts {
  readonly text: string;
  readonly places: Uint32Array;
  readonly codes: Uint32Array;
  readonly trades: CodeIndexParts;
}

export class WordIndex {
  /** All different words, each followed by `WORD_END`. */
  readonly #text: string;
  /** Places of the text at which a word, or a part of one that is found by itself, begins; sorted by what stands there. */
  readonly #places: Uint32Array;
  /** Code of the word at each of the places. */
  readonly #codes: Uint32Array;
  /** Positions by the code of the word. */
  readonly trades: CodeIndex;

  constructor({ text, places, codes, trades }: WordIndexParts) {
    this.#text = text;
    this.#places = places;
    this.#codes = codes;
    this.trades = new CodeIndex(trades);
  }

  get parts(): WordIndexParts {
    return { text: this.#text, places: this.#places, codes: this.#codes, trades: this.trades.parts };
  }

  /** Codes of the words of which one is in every text that `word` finds; maybe twice. @param word as `searchWords` gives it. */
  withPrefix(word: string): Uint32Array {
    const { length } = this.#places;
    const from = bisect(length, (at) => this.#compare(at, word) < 0);
    const to = from + bisect(length - from, (at) => this.#compare(from + at, word) === 0);
    return this.#codes.subarray(from, to);
  }

  /** 0 where what stands at the place begins with the word, below 0 where it comes before it. */
  #compare(at: number, word: string): number {
    const place = this.#places[at] as number;
    for (let index = 0; index < word.length; index += 1) {
      const difference = this.#text.charCodeAt(place + index) - word.charCodeAt(index);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** Takes each different text of some columns once, and then makes the index. */
export class WordIndexWriter {
  readonly #words = new Codes<string>();
  readonly #columns: readonly TextWords[];

  /** @param columns number of columns, whose texts have codes of their own. */
  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => new TextWords(this.#words));
  }

  /** @param texts all different texts so far of each column, by code. */
  take(...texts: readonly (readonly string[])[]): void {
    texts.forEach((each, column) => {
      this.#columns[column]?.take(each);
    });
  }

  /** @param codes the code of the text of each position, by column. */
  *finish(length: number, ...codes: readonly (Uint16Array | Uint32Array)[]): Generator<void, WordIndex> {
    const words = this.#words.values;
    const starts = new Uint32Array(words.length);
    const found = new Uint32Column();
    let text = "";
    for (const [code, word] of words.entries()) {
      if (code % STEP === 0) yield;
      starts[code] = text.length;
      for (let at = 0; at < word.length; at += 1) if (mayBegin(word, at)) found.push(text.length + at);
      text += word + WORD_END;
    }
    const places = found.finish();
    yield* sortPlaces(text, places);
    const codeAt = new Uint32Array(places.length);
    for (const [at, place] of places.entries()) {
      if (at % STEP === 0) yield;
      codeAt[at] = bisect(starts.length, (code) => (starts[code] as number) <= place) - 1;
    }
    const trades = yield* CodeIndex.making(length, words.length, (position, visit) => {
      this.#columns.forEach((column, at) => {
        column.visit(codes[at]?.[position] as number, visit);
      });
    });
    return new WordIndex({ text, places, codes: codeAt, trades: trades.parts });
  }
}

/** Words between two steps. */
const STEP = 4096;

/** The codes of the words of each text of a column. */
class TextWords {
  readonly #words: Codes<string>;
  readonly #starts = new Uint32Column();
  readonly #codes = new Uint32Column();

  constructor(words: Codes<string>) {
    this.#words = words;
    this.#starts.push(0);
  }

  /** Takes those that are new. @param texts all so far, by code. */
  take(texts: readonly string[]): void {
    for (let code = this.#starts.length - 1; code < texts.length; code += 1) {
      for (const word of searchText(texts[code] ?? "").split(/\s+/u)) {
        if (word !== "") this.#codes.push(this.#words.of(word));
      }
      this.#starts.push(this.#codes.length);
    }
  }

  visit(text: number, visit: (word: number) => void): void {
    const end = this.#starts.at(text + 1);
    for (let at = this.#starts.at(text); at < end; at += 1) visit(this.#codes.at(at));
  }
}
