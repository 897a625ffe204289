/** The list of securities, most trades first, then the latest trade, then by symbol, as ready bytes. */
import { SearchedTexts } from "../../domain/searched-texts.ts";
import { canonicalSymbol, SymbolSpellings } from "../../domain/symbol.ts";
import { isOfIndustry } from "../../domain/trade-filter.ts";
import type { TickerFilter } from "./dataset.ts";
import { JsonList, type JsonListParts } from "./json-list.ts";

/** The parts of a list. */
export interface TickerListParts {
  readonly list: JsonListParts;
  /** The text of each value of `list` in which words are searched. */
  readonly texts: readonly string[];
  /** Industry code of each value of `list`; null where it is unknown. */
  readonly sics: readonly (string | null)[];
  /** Every symbol that finds a trade that counts under one. */
  readonly symbols: readonly string[];
  /** The detail of each of `symbols`. */
  readonly details: JsonListParts;
}

export class TickerList {
  readonly parts: TickerListParts;
  readonly list: JsonList;
  readonly #details: JsonList;
  readonly #indices: ReadonlyMap<string, number>;
  /** Made at the first search. */
  #texts: SearchedTexts | undefined;
  /** Made for the first symbol that is not found as it is written. */
  #spellings: SymbolSpellings | undefined;

  constructor(parts: TickerListParts) {
    this.parts = parts;
    this.list = new JsonList(parts.list);
    this.#details = new JsonList(parts.details);
    this.#indices = new Map(parts.symbols.map((symbol, index) => [symbol, index]));
  }

  /** Indices of the values of the industry that have all the words in symbol or company, or the same letters divided in another way: `facebook` for `Face Book`. */
  matching({ words = [], industry }: TickerFilter): Uint32Array {
    const { texts, sics } = this.parts;
    this.#texts ??= new SearchedTexts(texts);
    const withEach = words.map((word) => (this.#texts as SearchedTexts).withWord(word));
    const joined = this.#texts.withWordsJoined(words);
    const found: number[] = [];
    for (let index = 0; index < texts.length; index += 1) {
      const hasWords = withEach.every((marks) => marks[index] === 1) || joined[index] === 1;
      if (hasWords && isOfIndustry(industry, sics[index] ?? null)) found.push(index);
    }
    return Uint32Array.from(found);
  }

  /** The detail that sums up the trades found by the symbol. */
  detail(symbol: string): Buffer | undefined {
    const index = this.#indices.get(symbol);
    return index === undefined ? undefined : this.#details.slice(index, index + 1)[0];
  }
  /** The same for a symbol in any spelling that names only one. */
  detailOf(text: string): Buffer | undefined {
    const written = canonicalSymbol(text);
    const found = written === null ? undefined : this.detail(written);
    if (found !== undefined) return found;
    this.#spellings ??= new SymbolSpellings(this.parts.symbols);
    const meant = this.#spellings.find(text);
    return meant === null ? undefined : this.detail(meant);
  }
}
