/**
 * Identifies an asset by the name that several OCR passes read from an image, possibly with wrong letters: one known name must be
 * close, and all others far. Pure. Agreement of the passes proves nothing, since they share their errors (`KKR` was read `KXR` in
 * ten of ten passes). The distance to all other known names is the proof.
 */
import { LEGAL_FORM, type NameCore, toNameCore } from "../../domain/name-core.ts";
import type { PassText } from "../../domain/scanned-page.ts";
import { correctMisreadCmn, hasRemark, removeRemarks } from "./broker-remarks.ts";
import { computeMisreadCost } from "./misread-cost.ts";

/** A name of a listed security, or of an asset in a filing. */
export interface KnownName {
  readonly name: string;
  /** Empty if the name has no symbol. */
  readonly symbol: string;
}

/** Names that are equal except for spaces, punctuation, legal forms and words for the type of share. */
interface Entry extends Pick<NameCore, "letters" | "words"> {
  readonly symbols: ReadonlySet<string>;
}

/** Maximum cost of a name per letter and in total, and minimum margin to other names; for costs, see `averageLowestCosts`. */
const MAX_COST_PER_LETTER = 0.4;
const MAX_COST = 10;
const MIN_MARGIN = 5;
const BETTER_PART = 0.6;
/** Maximum cost per letter of a name's first word, because the first word tells issuers apart. */
const MAX_IN_FIRST_WORD = 0.5;
/** Stricter maximum for the first word, used if no other word distinguishes the name from another name. */
const MAX_IN_KEY_WORD = 0.4;
/** Minimum number of letters of a name with `FORM`, and of a name without: a shorter name may be another asset's. */
const MIN_LETTERS = 3;
const MIN_ALONE = 5;
/** A legal form or share class after a short name. */
const FORM = /\s(?:inc|corp|co|ltd|plc|company|corporation|class[ -][a-z])\b/i;

/** Minimum fraction and minimum number of OCR passes that must read each distinguishing word of a name. */
const SAME_WORD = 0.6;
const MIN_PASSES = 2;
/** Minimum fraction of OCR passes that must read exactly the digits of a name. */
const SAME_DIGITS = 0.75;
/** Minimum fraction of OCR passes that must agree on the share class. */
const SAME_CLASS = 0.6;
/** Maximum fraction of OCR passes that may read another share class. */
const OTHER_CLASS = 0.2;
/** A name is rejected if at least this fraction of the OCR passes read a word that points to a different name. */
const RIVAL_WORD = 1 / 3;
/** A word in at least this many known names is frequent. The name of an unlisted asset may contain a frequent word, too. */
const MIN_NAMES_WITH_FREQUENT_WORD = 3;

/** Names that seem to have a coupon, price or maturity are not identified. A low misread cost does not prove the digits right. */
const PRICED =
  /[%$@]|\d[./]\d|\b(?:due|matur\w*|expir\w*|exp|puts?|calls?|notes?|bonds?|pfd|preferred|warrants?|rights?|units?)\b/i;
/** Words of any length that tell funds or securities apart. Includes possibly misread numerals: `IJ`, `TI`, `IS`, `UI`, `HI`. */
const DISTINGUISHING =
  /^(?:LONG|SHORT|BULL|BEAR|ULTRA|INVERSE|UPSIDE|DOWNSIDE|GROWTH|VALUE|[IVX]+|[IVXJLTSYUH]{2,3}|JANUARY|FEBRUARY|MARCH|APRIL|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER)$/;

const SYMBOL = /\((?<symbol>[A-Z]{1,5})\)/;
/** A class that is named twice: `NIKE CLASS-B CMN CLASS B`. */
const FIRST_CLASS = /\bcl(?:ass)?[ -]?[a-z0-9]\b(?=.* class [a-z0-9]\b)/i;
const CLASSES = /\b(?:class|cl|series)[ -]([a-z0-9])\b/gi;
/** A class letter read as a digit that it resembles. */
const CLASS_DIGIT = /\b(class|cl|series)([ -])[83]\b/i;
/** Brokers' abbreviations, in addition to those of the lists of securities. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  NATL: "NATIONAL",
  NAT: "NATIONAL",
  SVC: "SERVICES",
  SRVCS: "SERVICES",
  LABS: "LABORATORIES",
  INFO: "INFORMATION",
  RLTY: "REALTY",
  INVT: "INVESTMENT",
  TR: "TRUST",
  MFG: "MANUFACTURING",
  TRANS: "TRANSPORT",
  HLDGCO: "HOLDINGS",
  AND: "&",
};

interface Read extends NameCore, PassText {
  /** Share of all passes that read this text. */
  readonly share: number;
}

export class KnownNames {
  readonly #entries: readonly Entry[];
  readonly #byPair = new Map<string, number[]>();
  /** Number of names that contain each word. */
  readonly #words = new Map<string, number>();

  constructor(names: readonly KnownName[]) {
    const cores = names.flatMap(({ name, symbol }) => {
      const core =
        PRICED.test(removeRemarks(name)) || isTruncatedName(name) ? null : toCleanNameCore(removeRemarks(name));
      return core === null || core.letters === "" ? [] : [{ ...core, symbol }];
    });
    this.#entries = [...Map.groupBy(cores, ({ letters }) => letters).values()].flatMap((same) => createEntries(same));
    for (const [at, { letters, words }] of this.#entries.entries()) {
      for (const word of words) this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
      for (const pair of listLetterPairs(letters)) {
        const entries = this.#byPair.get(pair);
        if (entries === undefined) this.#byPair.set(pair, [at]);
        else entries.push(at);
      }
    }
  }

  /** If exactly one known name fits, returns the text closest to it; else null. `isExact` is true only if all letters agree. */
  identify(passes: readonly PassText[]): { readonly text: string; readonly isExact: boolean } | null {
    if (passes.some(({ text }) => PRICED.test(removeRemarks(text)))) return null;
    const legible = passes.filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text));
    const bare = legible.map(({ text, count }) => ({ text: stripAccountWords(text), count }));
    const symbol = SYMBOL.exec(legible[0]?.text ?? "")?.groups?.["symbol"];
    const whole = this.#identify(legible, legible);
    if (whole !== null) return whole;
    const unnamed = bare.map(({ text, count }) => ({ text: text.replace(SYMBOL, ""), count }));
    const found =
      this.#identify(bare, legible) ?? (symbol === undefined ? null : this.#identify(unnamed, legible, symbol));
    // The account's name or the symbol was removed before this lookup, so no known name confirms the removed part. An exact match
    // therefore requires that most passes read the same full text.
    return found && { ...found, isExact: found.isExact && isReadByMost(found.text, legible) };
  }

  /** @param symbol the printed symbol; the name found must be that of a security with this symbol. */
  #identify(passes: readonly PassText[], printed: readonly PassText[], symbol?: string) {
    const all = countPasses(passes);
    const read: readonly Read[] = passes.map((each) => ({
      ...toOcrNameCore(each.text),
      ...each,
      share: each.count / all,
    }));
    const [first] = read;
    if (first === undefined) return null;
    const shareClass = findShareClass(read);
    if (shareClass === null) return null;
    const near = this.#findNearEntries(read).map((entry) => {
      const costs = read.map(({ letters, share }) => ({ cost: computeMisreadCost(letters, entry.letters), share }));
      return { entry, costs: costs.map(({ cost }) => cost), cost: averageLowestCosts(costs) };
    });
    const [best, ...others] = near.toSorted((one, other) => one.cost - other.cost);
    if (best === undefined || best.entry.letters.length < MIN_LETTERS) return null;
    if (best.entry.letters.length < MIN_ALONE && !passes.some(({ text }) => FORM.test(text))) return null;
    const most = Math.min(MAX_COST, MAX_COST_PER_LETTER * (best.entry.letters.length - 2));
    if (best.cost > (all < MIN_PASSES ? 0 : most)) return null;
    if (
      others.some(
        ({ entry, cost }) => !haveCommonSymbol(entry.symbols, best.entry.symbols) && cost - best.cost < MIN_MARGIN,
      )
    )
      return null;
    if (symbol !== undefined && !best.entry.symbols.has(symbol)) return null;
    if (!this.#isFirstWordClose(best.entry, read) || !this.#areDistinguishingWordsRead(best.entry, read)) return null;
    if (this.#mayBeUnlisted(best.entry, read)) return null;
    const ofClass = printed.flatMap((each, at) =>
      mentionsOnlyClass(each.text, shareClass) ? [{ ...each, cost: best.costs[at] as number }] : [],
    );
    const least = Math.min(...ofClass.map(({ cost }) => cost));
    const nearest = ofClass.filter(({ cost }) => cost === least);
    const clean = nearest.filter(({ text }) => !hasImplausibleCharacters(text, best.entry));
    if (nearest.length === 0) return null;
    const text = findMostFrequentReading(clean.length > 0 ? clean : nearest);
    // Nothing verifies the letters of a remark.
    return { text, isExact: least === 0 && clean.length > 0 && !hasRemark(text) };
  }

  // True if enough OCR passes read every distinguishing word and the digits of the name. False if at least the fraction
  // `RIVAL_WORD` of the OCR passes read a word that points to a different name.
  #areDistinguishingWordsRead({ words }: Entry, texts: readonly Read[]): boolean {
    const read = texts.map((each) => ({ ...each, words: joinWordsLikeName(words, each.words) }));
    const countWord = (text: readonly string[], word: string) => text.filter((each) => each === word).length;
    const digits = keepDigits(words);
    const sameDigits = read.filter((each) => keepDigits(each.words) === digits);
    if (sumShares(sameDigits) < SAME_DIGITS) return false;
    const least = Math.min(MIN_PASSES, countPasses(texts));
    const areSame = words.filter(isDistinctiveToken).every((word) => {
      const same = read.filter((each) => countWord(each.words, word) >= countWord(words, word));
      return sumShares(same) >= SAME_WORD && countPasses(same) >= least;
    });
    const isRivalWord = (word: string) =>
      !words.includes(word) && (this.#words.has(word) || /\d/.test(word) || DISTINGUISHING.test(word));
    const rivals = new Set(read.flatMap((each) => each.words.filter(isRivalWord)));
    return (
      areSame && ![...rivals].some((word) => sumShares(read.filter((each) => each.words.includes(word))) >= RIVAL_WORD)
    );
  }

  // True if the filer may mean an unlisted asset. Two conditions must be met. First, no OCR pass read the word that distinguishes
  // the name. Second, the text read instead is at least as close to another word that at least `MIN_NAMES_WITH_FREQUENT_WORD`
  // names contain. `UNITED BANXSHARES` may be Bankshares instead of the listed Bancshares.
  #mayBeUnlisted(entry: Entry, read: readonly Read[]): boolean {
    const { words } = entry;
    const [{ words: texts }] = read as readonly [Read];
    return words.some((word, at) => {
      const misread = texts.length === words.length ? (texts[at] as string) : word;
      if (word === misread || read.some((each) => each.words.includes(word))) return false;
      const cost = computeMisreadCost(misread, word);
      const isNear = ([other, names]: readonly [string, number]) =>
        names >= MIN_NAMES_WITH_FREQUENT_WORD &&
        other !== word &&
        Math.abs(other.length - word.length) < 2 &&
        computeMisreadCost(misread, other) <= cost;
      return [...this.#words].some(isNear) && this.#isDistinguishingWord(entry, at);
    });
  }

  // True if another name has all words of this name but `words[at]`, and the cost of misreading one name as the other exceeds
  // `MIN_MARGIN`.
  #isDistinguishingWord({ letters, words, symbols }: Entry, at: number): boolean {
    const others = words.toSpliced(at, 1);
    return this.#entries.some(
      (entry) =>
        !haveCommonSymbol(entry.symbols, symbols) &&
        !entry.words.includes(words[at] ?? "") &&
        others.every((other) => entry.words.includes(other)) &&
        computeMisreadCost(entry.letters, letters) > MIN_MARGIN,
    );
  }

  // True if the first word of the texts is close to the first word of the name; `ROBEX` and `PAREX` are not close. The limit is
  // lower if only this word distinguishes the name.
  #isFirstWordClose(entry: Entry, read: readonly Read[]): boolean {
    const [first = ""] = entry.words;
    const costs = read.map(({ words: [word = ""], letters, share }) => {
      // The space after the first word may have been lost.
      const start = letters.slice(0, first.length);
      return { cost: Math.min(computeMisreadCost(word, first), computeMisreadCost(start, first)), share };
    });
    const cost = averageLowestCosts(costs) / first.length;
    return cost <= MAX_IN_FIRST_WORD && (cost <= MAX_IN_KEY_WORD || !this.#isDistinguishingWord(entry, 0));
  }

  // Finds the entries that share the most letter pairs with any of the `MAX_TEXTS` most frequent texts. Drops entries much
  // farther from the most frequent text than the closest entry is.
  #findNearEntries(read: readonly NameCore[]): readonly Entry[] {
    const found = new Set<Entry>();
    for (const letters of new Set(read.slice(0, MAX_TEXTS).map((each) => each.letters))) {
      const shared = new Uint16Array(this.#entries.length);
      const pairs = listLetterPairs(letters);
      for (const pair of pairs) for (const at of this.#byPair.get(pair) ?? []) shared[at] = (shared[at] as number) + 1;
      const like: { readonly entry: Entry; readonly count: number }[] = [];
      for (const [at, entry] of this.#entries.entries()) {
        const count = shared[at] as number;
        if (count > 0 && count >= MIN_COMMON * Math.max(pairs.size, entry.letters.length)) like.push({ entry, count });
      }
      for (const { entry } of like.toSorted((one, other) => other.count - one.count).slice(0, MAX_NEAR))
        found.add(entry);
    }
    const [{ letters = "" } = {}] = read;
    const costs = [...found].map((entry) => ({ entry, cost: computeMisreadCost(letters, entry.letters) }));
    const least = Math.min(...costs.map(({ cost }) => cost));
    return costs.filter(({ cost }) => cost <= least + MAX_COST_MARGINS * MIN_MARGIN).map(({ entry }) => entry);
  }
}

/** The core of a name, with brokers' abbreviations written out. `&` and `AND` become `&`, which counts as a letter. */
function toCleanNameCore(name: string): NameCore {
  const core = toNameCore(
    name
      .replace(/\bpub(?:l[il]|u)c [lu]\S{2,7}(?: comp\S*)?(?=\s|$)/i, "PLC")
      .replace(/\b(co|corp|inc)[/fjy]{0,2}the\b/i, "$1")
      .replace(/technlgy\b/i, "technology")
      .replace(/\bcorpor(?:at[i1]?)?(?= |$)/i, "CORP"),
  );
  const words = core.words.map((word) => ABBREVIATIONS[word] ?? word);
  return { ...core, words, letters: words.join("") };
}

function toOcrNameCore(text: string): NameCore {
  return toCleanNameCore(correctMisreadCmn(removeRemarks(text).replace(FIRST_CLASS, "").replace(CLASS_DIGIT, "$1$2B")));
}

/** Minimum fraction of pairs of adjacent letters that a text and a name must have in common before the two are compared. */
const MIN_COMMON = 0.4;
/** Maximum number of names found for one text. The names with the most letter pairs in common with the text are chosen. */
const MAX_NEAR = 20;
/** Maximum number of distinct texts used to find candidates: only the most frequent texts are used. */
const MAX_TEXTS = 3;
/** A name whose cost exceeds the lowest by over this many times `MIN_MARGIN` is dropped: other passes cannot make it the best. */
const MAX_COST_MARGINS = 4;

// Merges names that have the same letters into one entry, with one exception. Names that differ in both spacing and ticker get
// separate entries. These entries are equally close to every text, so no text is matched to any of these names.
function createEntries(same: readonly (NameCore & { readonly symbol: string })[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const [, spelt] of Map.groupBy(same, ({ words }) => words.join(" "))) {
    const [core] = spelt;
    if (core === undefined) continue;
    const { letters, words } = core;
    const symbols = new Set(spelt.flatMap(({ symbol }) => (symbol === "" ? [] : [symbol])));
    const known = entries.findIndex((entry) => symbols.size === 0 || haveCommonSymbol(entry.symbols, symbols));
    const { symbols: before = [], words: first = words } = entries[known] ?? {};
    const entry = { letters, words: first, symbols: new Set([...before, ...symbols]) };
    if (known < 0) entries.push(entry);
    else entries[known] = entry;
  }
  return entries;
}

function haveCommonSymbol(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((symbol) => other.has(symbol));
}

/** True if a list cut the name off at the list's maximum length for names: `iShares iBonds Oct 2025 Term T`. */
function isTruncatedName(name: string): boolean {
  return /\bTerm T\w?$|\S{3} \w$/.test(name) && name.length > 30 && toNameCore(name).shareClass === "";
}

/** Removes the name of the account that holds the asset: `Example L.P. (via HGI, LLC)`, `Brown Advisory - Example Inc`. */
function stripAccountWords(text: string): string {
  return text.replace(/\(via .*$/i, "").replace(/^[^-–]{6,} [-–] (?=.{6})/, "");
}

/** The share class that the passes read, empty if none; null if too few read it, too many read another, or it is a digit. */
function findShareClass(read: readonly Read[]): string | null {
  const shares = [...Map.groupBy(read, ({ shareClass }) => shareClass)].map(
    ([letter, each]) => [letter, sumShares(each)] as const,
  );
  const [most, ...others] = shares.filter(([letter]) => letter !== "").toSorted(([, one], [, other]) => other - one);
  if (most === undefined) return "";
  const [letter, share] = most;
  const isClear = /[A-Z]/.test(letter) && share >= SAME_CLASS && others.every(([, other]) => other <= OTHER_CLASS);
  return isClear ? letter : null;
}

/** True if the text names this share class and no other. A class read as a digit is ignored. */
function mentionsOnlyClass(text: string, shareClass: string): boolean {
  const named = [...text.matchAll(CLASSES)].map((each) => (each[1] ?? "").toUpperCase());
  if (shareClass === "" || named.length === 0) return toNameCore(text).shareClass === shareClass;
  return named.includes(shareClass) && named.every((each) => each === shareClass || /\d/.test(each));
}

// True if the text has a character that no name has, an unmatched parenthesis, `i` or `l` among capitals, or other digits than
// the known name (`8HS` for `SHS`). Also true for a misreading: `OMN` for `CMN`, `INC,` for `INC.`, `COFTHE` for `CO/THE`,
// `PUBUC` for `PUBLIC`, `PUBLIC UMITED` for `PUBLIC LIMITED`.
function hasImplausibleCharacters(text: string, { words }: Entry): boolean {
  return (
    /[[\]{}|"“”‘§¥¢£€~\\<>_=©®°«»]|\b(?:inc|corp|ltd|llc|plc|co),(?!\s*inc\b)/i.test(text) ||
    /[A-Z][il][A-Z]|\b(?:CO|CORP|INC)[fFJjYy]THE\b|\([^)]*$|^[^(]*\)|^[^\p{L}\p{N}(]/u.test(text) ||
    /\bpub(?:uc|\w{2}c (?:u|l(?!imi|td)))/i.test(text) ||
    correctMisreadCmn(text) !== text ||
    removeRemarks(text).replace(/\D/g, "") !== words.join("").replace(/\D/g, "")
  );
}

function isReadByMost(text: string, passes: readonly PassText[]): boolean {
  return 2 * countPasses(passes.filter((each) => each.text === text)) > countPasses(passes);
}

/** Returns the text that the most passes read; if its spaces, periods or commas differ between passes, the longest such text. */
export function findMostFrequentReading(texts: readonly PassText[]): string {
  const alike = [...Map.groupBy(texts, ({ text }) => text.replace(/[\s.,]/g, "")).values()];
  const [most = []] = alike.toSorted((one, other) => countPasses(other) - countPasses(one));
  return findLongest(most.map(({ text }) => text));
}

export function countPasses(passes: readonly PassText[]): number {
  return passes.reduce((sum, { count }) => sum + count, 0);
}

/** OCR loses spaces more often than it adds them, so the longest text is the best. */
function findLongest(texts: readonly string[]): string {
  return texts.reduce((one, other) => (other.length > one.length ? other : one), "");
}

/** Joins two words of the read text that are one word of the name: `MC DONALDS`. */
function joinWordsLikeName(words: readonly string[], read: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const word of read) {
    const whole = (joined.at(-1) ?? "") + word;
    if (joined.length > 0 && words.includes(whole)) joined[joined.length - 1] = whole;
    else joined.push(word);
  }
  return joined;
}

/** True for a word that distinguishes names: a short one, one with digits, or one of `DISTINGUISHING`. */
function isDistinctiveToken(word: string): boolean {
  return !LEGAL_FORM.test(word) && word !== "&" && (word.length <= 4 || /\d/.test(word) || DISTINGUISHING.test(word));
}

function keepDigits(words: readonly string[]): string {
  return words
    .filter((word) => /\d/.test(word))
    .join(" ")
    .replace(/[^\d ]/g, "");
}

function sumShares(read: readonly { readonly share: number }[]): number {
  return read.reduce((sum, { share }) => sum + share, 0);
}

/** Mean cost over the `BETTER_PART` of passes with the lowest costs, so that passes that read nothing are ignored. */
function averageLowestCosts(costs: readonly { readonly cost: number; readonly share: number }[]): number {
  let left = BETTER_PART;
  let sum = 0;
  for (const { cost, share } of costs.toSorted((one, other) => one.cost - other.cost)) {
    const part = Math.min(left, share);
    sum += cost * part;
    left -= part;
  }
  return sum / BETTER_PART;
}

function listLetterPairs(letters: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}
