/** Suggests the politicians and securities whose names are closest to a search without results. */
import { distance } from "fastest-levenshtein";
import { getOrAdd } from "../base/get-or-add.ts";
import { foldSearchText, splitSearchWords } from "../domain/search-words.ts";
import type { Dataset } from "../publication/dataset/dataset.ts";
import { listPoliticians } from "./politician-list.ts";

interface PageSubject {
  readonly id: string;
  readonly name: string;
}

interface Nearest {
  readonly politicians: readonly PageSubject[];
  /** Securities; `id` is the symbol. */
  readonly tickers: readonly PageSubject[];
}

/** Maximum number of search words, letters per word, and suggestions of each kind. */
const MAX_WORDS = 4;
const MAX_LETTERS = 20;
const MAX_SUGGESTIONS = 5;
/** Maximum share of a word's letters that may differ: one letter in words of three to five letters, two in six to eight. */
const TOLERANCE = 0.34;

const indices = new WeakMap<Dataset, { readonly politicians: WordIndex; readonly tickers: WordIndex }>();

export function findNearestNames(dataset: Dataset, typed: string): Nearest {
  const index = getOrAdd(indices, dataset, () => ({
    politicians: new WordIndex(listPoliticians(dataset)),
    tickers: new WordIndex(listTickerSubjects(dataset)),
  }));
  const words = splitSearchWords(typed)
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_LETTERS));
  return { politicians: index.politicians.findSimilarNames(words), tickers: index.tickers.findSimilarNames(words) };
}

function listTickerSubjects(dataset: Dataset): readonly PageSubject[] {
  const { body } = dataset.listTickerPage({}, dataset.tradeCount, 0);
  const { tickers } = JSON.parse(body.toString("utf8")) as {
    readonly tickers: readonly { readonly ticker: string; readonly company: string }[];
  };
  return tickers.map(({ ticker, company }) => ({ id: ticker, name: company }));
}

/** Index of names by word: each distinct word is compared with a search word only once. */
class WordIndex {
  readonly #byWord = new Map<string, Set<PageSubject>>();

  constructor(all: readonly PageSubject[]) {
    for (const each of all) {
      for (const word of [foldSearchText(each.id), ...foldSearchText(each.name).split(/[^\p{L}\p{N}]+/u)]) {
        if (word !== "") getOrAdd(this.#byWord, word, () => new Set<PageSubject>()).add(each);
      }
    }
  }

  /** Finds names with similar words: the closest first, by the sum of the words' similarities. */
  findSimilarNames(words: readonly string[]): readonly PageSubject[] {
    const scores = new Map<PageSubject, number>();
    for (const word of words) {
      const best = new Map<PageSubject, number>();
      for (const [known, names] of this.#byWord) {
        const likeness = scoreSimilarity(word, known);
        if (likeness === 0) continue;
        for (const each of names) best.set(each, Math.max(likeness, best.get(each) ?? 0));
      }
      for (const [each, likeness] of best) scores.set(each, (scores.get(each) ?? 0) + likeness);
    }
    return [...scores]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_SUGGESTIONS)
      .map(([each]) => each);
  }
}

/** A Bioguide id. The ids of two people may differ in only one digit, so these must match exactly. */
const PERSON_ID = /^[a-z]\d{6}$/;

/** Returns 1 for the same word, and less for more differing letters. Returns 0 if their share is above `TOLERANCE`. */
function scoreSimilarity(typed: string, known: string): number {
  if (PERSON_ID.test(known)) return typed === known ? 1 : 0;
  const longer = Math.max(typed.length, known.length);
  if (Math.abs(typed.length - known.length) > longer * TOLERANCE) return 0;
  const share = distance(typed, known) / longer;
  return share > TOLERANCE ? 0 : 1 - share;
}
