/** The list of securities as JSON bytes: most trades first, then the latest trade, then by symbol. */
import { SearchedTexts } from "../../domain/searched-texts.ts";
import { SymbolSpellings, toCanonicalSymbol } from "../../domain/symbol.ts";
import { matchesIndustry } from "../../domain/trade-filter.ts";
import type { Dataset, TickerFilter } from "./dataset.ts";
import { JsonList, type JsonListParts } from "./json-list.ts";

export interface TickerListParts {
  readonly list: JsonListParts;
  /** For each value of `list`, the text in which a search looks for words. */
  readonly texts: readonly string[];
  /** Industry code of each value of `list`; null if unknown. */
  readonly sics: readonly (string | null)[];
  /** Every symbol for which a search finds a trade that is in a security's totals. The security may have another symbol. */
  readonly symbols: readonly string[];
  readonly details: JsonListParts;
}

export class TickerList {
  readonly parts: TickerListParts;
  readonly list: JsonList;
  readonly #details: JsonList;
  readonly #indices: ReadonlyMap<string, number>;
  /** Created on the first search. */
  #texts: SearchedTexts | undefined;
  /** Created on the first lookup that does not find a symbol in the given spelling. */
  #spellings: SymbolSpellings | undefined;

  constructor(parts: TickerListParts) {
    this.parts = parts;
    this.list = new JsonList(parts.list);
    this.#details = new JsonList(parts.details);
    this.#indices = new Map(parts.symbols.map((symbol, index) => [symbol, index]));
  }

  /** Indices of the industry's securities whose symbol or company has all words, however spaced (`facebook`, `Face Book`). */
  findMatching({ words = [], industry }: TickerFilter): Uint32Array {
    const { texts, sics } = this.parts;
    this.#texts ??= new SearchedTexts(texts);
    const withEach = words.map((word) => (this.#texts as SearchedTexts).markTextsWithWord(word));
    const joined = this.#texts.markTextsWithJoinedWords(words);
    const found: number[] = [];
    for (let index = 0; index < texts.length; index += 1) {
      const hasWords = withEach.every((marks) => marks[index] === 1) || joined[index] === 1;
      if (hasWords && matchesIndustry(industry, sics[index] ?? null)) found.push(index);
    }
    return Uint32Array.from(found);
  }

  /** The symbol's totals as JSON, from the trades that a search for the symbol finds. Undefined if `symbols` lacks the symbol. */
  getDetail(symbol: string): Buffer | undefined {
    const index = this.#indices.get(symbol);
    return index === undefined ? undefined : this.#details.slice(index, index + 1)[0];
  }
  /** Like `getDetail`, for a symbol in any unambiguous spelling. */
  findDetail(text: string): Buffer | undefined {
    const written = toCanonicalSymbol(text);
    const found = written === null ? undefined : this.getDetail(written);
    if (found !== undefined) return found;
    this.#spellings ??= new SymbolSpellings(this.parts.symbols);
    const meant = this.#spellings.find(text);
    return meant === null ? undefined : this.getDetail(meant);
  }
}

/** Current or, if trading ended, last symbol of the security that `symbol` stands for; undefined if no member traded it. */
export function findLatestSymbol(dataset: Pick<Dataset, "findTicker">, symbol: string): string | undefined {
  const body = dataset.findTicker(symbol);
  return body && (JSON.parse(body.toString("utf8")) as { readonly ticker: string }).ticker;
}
