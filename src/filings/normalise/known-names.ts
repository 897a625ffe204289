/**
 * Identifies the asset whose name was read from an image by several OCR passes, letters of which may be wrong: it is the one known name that is
 * near, and no other is. Pure.
 *
 * Passes share their errors (`KKR` was read `KXR` in ten of ten), so that their agreement proves nothing; the distance to every other known name does.
 */
import { LEGAL_FORM, type NameCore, toNameCore } from "../../domain/name-core.ts";
import type { PassText } from "../../domain/scanned-page.ts";

/** A name of a listed security, or an asset's name in a filing that was not read from an image. */
export interface KnownName {
  readonly name: string;
  /** Empty where it has none. */
  readonly symbol: string;
}

/** Names that are equal but for blanks, signs, legal forms and words for the kind of share. */
interface Entry extends Pick<NameCore, "letters" | "words"> {
  readonly symbols: ReadonlySet<string>;
}

/** Cost of the misreadings of a letter, in nats: of any, of letters that print draws alike, of one that is lost or added, and of one of a pair. */
const COSTS = { any: 4.6, alike: 2, lost: 4, ofPair: 2 };
/** Greatest cost a letter, and least by which every other name costs more; both means over the better part of the passes. */
const MOST_A_LETTER = 0.3;
const LEAST_MARGIN = 5;
const BETTER_PART = 0.6;
/** The same of the first word alone, which tells one issuer from another: `ROBEX` is no `PAREX`. */
const MOST_IN_FIRST_WORD = 0.5;
/** Letters and digits that poor print draws alike. */
const ALIKE = ["IL1TJ", "O0QDCGU", "B8R3SE", "S5", "Z27", "EFPRB", "HNMWKX", "UVYW", "CGE6", "A4", "KXR", "AOR", "TFY"];
/** Fewer letters may be another's. */
const LEAST_LETTERS = 6;
const LEAST_EXACT = 5;

/** Passes that must agree, as shares of all: on a word that distinguishes, on digits, on the class of share; and that may say otherwise. */
const SAME_WORD = 0.6;
const LEAST_PASSES = 2;
const SAME_DIGITS = 0.75;
const SAME_CLASS = 0.6;
const OTHER_CLASS = 0.2;
const RIVAL_WORD = 1 / 3;

/** A coupon, a price or a maturity: digits that no distance is sure of. */
const PRICED =
  /[%$@]|\d[./]\d|\b(?:due|matur\w*|expir\w*|exp|puts?|calls?|notes?|bonds?|pfd|preferred|warrants?|rights?|units?)\b/i;
/** Words that tell funds and papers apart however long they are, and what may be a misread numeral: `IJ`, `TI`, `IS`. */
const TELLING =
  /^(?:LONG|SHORT|BULL|BEAR|ULTRA|INVERSE|UPSIDE|DOWNSIDE|GROWTH|VALUE|[IVX]+|[IVXJLTSY]{2,3}|JANUARY|FEBRUARY|MARCH|APRIL|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER)$/;

/** What some passes read. */
interface Read extends NameCore {
  readonly count: number;
  /** Of all passes. */
  readonly share: number;
}

export class KnownNames {
  readonly #entries: readonly Entry[];
  readonly #byPair = new Map<string, number[]>();
  readonly #words = new Set<string>();

  constructor(names: readonly KnownName[]) {
    const cores = names.flatMap(({ name, symbol }) => {
      const core = PRICED.test(name) || isCut(name) ? null : toNameCore(name);
      return core === null || core.letters === "" ? [] : [{ ...core, symbol }];
    });
    this.#entries = [...Map.groupBy(cores, ({ letters }) => letters).values()].flatMap((same) => createEntries(same));
    for (const [at, { letters, words }] of this.#entries.entries()) {
      for (const word of words) this.#words.add(word);
      for (const pair of listLetterPairs(letters)) {
        const entries = this.#byPair.get(pair);
        if (entries === undefined) this.#byPair.set(pair, [at]);
        else entries.push(at);
      }
    }
  }

  /**
   * The text of the pass that is nearest to the one name that it can be, exact where its letters are the name's; null where none or more than one
   * is near.
   */
  identify(passes: readonly PassText[]): { readonly text: string; readonly isExact: boolean } | null {
    if (passes.some(({ text }) => PRICED.test(text))) return null;
    const legible = passes.filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text));
    return (
      this.#identify(legible, legible) ??
      this.#identify(
        legible.map(({ text, count }) => ({ text: removeAccount(text), count })),
        legible,
      )
    );
  }

  #identify(passes: readonly PassText[], printed: readonly PassText[]) {
    const all = passes.reduce((sum, { count }) => sum + count, 0);
    const read: readonly Read[] = passes.map(({ text, count }) => ({ ...toNameCore(text), share: count / all, count }));
    const [first] = read;
    if (first === undefined) return null;
    if (!isClassClear(read)) return null;
    const near = this.#findNear(read).map((entry) => {
      const costs = read.map(({ letters, share }) => ({ cost: computeMisreadCost(letters, entry.letters), share }));
      return { entry, costs: costs.map(({ cost }) => cost), cost: averageBetterPart(costs) };
    });
    const [best, ...others] = near.toSorted((one, other) => one.cost - other.cost);
    if (best === undefined || best.entry.letters.length < (best.cost === 0 ? LEAST_EXACT : LEAST_LETTERS)) return null;
    if (best.cost > (all < LEAST_PASSES ? 0 : MOST_A_LETTER) * best.entry.letters.length) return null;
    if (
      others.some(({ entry, cost }) => !areShared(entry.symbols, best.entry.symbols) && cost - best.cost < LEAST_MARGIN)
    )
      return null;
    if (!isFirstWord(best.entry, read) || !this.#hasDistinctWords(best.entry, read)) return null;
    const least = Math.min(...best.costs);
    const nearest = printed.filter((_, at) => best.costs[at] === least).map(({ text }) => text);
    const clean = nearest.filter((text) => !hasOtherSigns(text, best.entry));
    return { text: findLongest(clean.length > 0 ? clean : nearest), isExact: least === 0 && clean.length > 0 };
  }

  /** Every word that tells the name from others is read as it stands, and no word that would tell another one. */
  #hasDistinctWords({ words }: Entry, texts: readonly Read[]): boolean {
    const read = texts.map((each) => ({ ...each, words: joinAs(words, each.words) }));
    const includesWord = (text: readonly string[], word: string) => text.includes(word);
    const digits = keepDigits(words);
    const sameDigits = read.filter((each) => keepDigits(each.words) === digits);
    if (sumShares(sameDigits) < SAME_DIGITS) return false;
    const least = Math.min(
      LEAST_PASSES,
      texts.reduce((sum, { count }) => sum + count, 0),
    );
    const areSame = words.filter(isHard).every((word) => {
      const same = read.filter((each) => includesWord(each.words, word));
      return sumShares(same) >= SAME_WORD && same.reduce((sum, { count }) => sum + count, 0) >= least;
    });
    const isRival = (word: string) =>
      !words.includes(word) && (this.#words.has(word) || /\d/.test(word) || TELLING.test(word));
    const rivals = new Set(read.flatMap((each) => each.words.filter(isRival)));
    return (
      areSame &&
      ![...rivals].some((word) => sumShares(read.filter((each) => includesWord(each.words, word))) >= RIVAL_WORD)
    );
  }

  /** The entries that share most pairs of letters with any of the texts, without those that are far from the first of them. */
  #findNear(read: readonly NameCore[]): readonly Entry[] {
    const found = new Set<Entry>();
    for (const letters of new Set(read.slice(0, MOST_TEXTS).map((each) => each.letters))) {
      const shared = new Uint16Array(this.#entries.length);
      const pairs = listLetterPairs(letters);
      for (const pair of pairs) for (const at of this.#byPair.get(pair) ?? []) shared[at] = (shared[at] as number) + 1;
      const like: { readonly entry: Entry; readonly count: number }[] = [];
      for (const [at, entry] of this.#entries.entries()) {
        const count = shared[at] as number;
        if (count > 0 && count >= LIKE * Math.max(pairs.size, entry.letters.length)) like.push({ entry, count });
      }
      for (const { entry } of like.toSorted((one, other) => other.count - one.count).slice(0, MOST_NEAR))
        found.add(entry);
    }
    const [{ letters = "" } = {}] = read;
    const costs = [...found].map((entry) => ({ entry, cost: computeMisreadCost(letters, entry.letters) }));
    const least = Math.min(...costs.map(({ cost }) => cost));
    return costs.filter(({ cost }) => cost <= least + FAR * LEAST_MARGIN).map(({ entry }) => entry);
  }
}

/** Share of the pairs of letters from which two names may be near, and the number of names that are looked at. */
const LIKE = 0.4;
const MOST_NEAR = 20;
/** Distinct texts, the most frequent first, by which they are found. */
const MOST_TEXTS = 3;
/** By so many margins one is farther than the nearest that no other pass brings it near. */
const FAR = 4;

/** Names with the same letters are one entry, but for those of different securities with other blanks between them, which are never told apart. */
function createEntries(same: readonly (NameCore & { readonly symbol: string })[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const [, spelt] of Map.groupBy(same, ({ words }) => words.join(" "))) {
    const [core] = spelt;
    if (core === undefined) continue;
    const { letters, words } = core;
    const symbols = new Set(spelt.flatMap(({ symbol }) => (symbol === "" ? [] : [symbol])));
    const known = entries.findIndex((entry) => symbols.size === 0 || areShared(entry.symbols, symbols));
    const { symbols: before = [], words: first = words } = entries[known] ?? {};
    const entry = { letters, words: first, symbols: new Set([...before, ...symbols]) };
    if (known < 0) entries.push(entry);
    else entries[known] = entry;
  }
  return entries;
}

function areShared(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((symbol) => other.has(symbol));
}

/** A list cuts long names at a fixed length: `iShares iBonds Oct 2025 Term T`. */
function isCut(name: string): boolean {
  return /\bTerm T\w?$|\S{3} \w$/.test(name) && name.length > 30 && toNameCore(name).shareClass === "";
}

/** The name without the account that it is held through: `Example L.P. (via HGI, LLC)`, `Brown Advisory - Example Inc`. */
function removeAccount(text: string): string {
  return text.replace(/\(via .*$/i, "").replace(/^[^-–]{6,} [-–] (?=.{6})/, "");
}

/** A class that is read in a part of the passes alone, or otherwise in some, or as a digit, is not clear. */
function isClassClear(read: readonly Read[]): boolean {
  const shares = [...Map.groupBy(read, ({ shareClass }) => shareClass)].map(
    ([letter, each]) => [letter, sumShares(each)] as const,
  );
  const named = shares.filter(([letter]) => letter !== "");
  if (named.length === 0) return true;
  const [[letter, share], ...others] = named.toSorted(([, one], [, other]) => other - one) as [
    (typeof shares)[number],
    ...typeof shares,
  ];
  return /[A-Z]/.test(letter) && share >= SAME_CLASS && others.every(([, other]) => other <= OTHER_CLASS);
}

/** Signs that no name has, a small stroke among capitals, a comma for the point of `INC.`, and digits that this name lacks: misread letters of its legal form, `8HS` for `SHS`. */
function hasOtherSigns(text: string, { words }: Entry): boolean {
  return (
    /[[\]{}|"“”‘]|\b(?:inc|corp|ltd|llc|plc|co),(?!\s*inc\b)/i.test(text) ||
    /[A-Z][il][A-Z]/.test(text) ||
    text.replace(/\D/g, "") !== words.join("").replace(/\D/g, "")
  );
}

/** Blanks are lost more often than invented. */
export function findLongest(texts: readonly string[]): string {
  return texts.reduce((one, other) => (other.length > one.length ? other : one), "");
}

/** The blank behind the first word may be lost. */
function isFirstWord({ words: [first = ""] }: Entry, read: readonly Read[]): boolean {
  const costs = read.map(({ words: [word = ""], letters, share }) => {
    const cost = Math.min(computeMisreadCost(word, first), computeMisreadCost(letters.slice(0, first.length), first));
    return { cost, share };
  });
  return averageBetterPart(costs) <= MOST_IN_FIRST_WORD * first.length;
}

/** The words read, where two of them are one of the name's by its blanks alone: `MC DONALDS`. */
function joinAs(words: readonly string[], read: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const word of read) {
    const whole = (joined.at(-1) ?? "") + word;
    if (joined.length > 0 && words.includes(whole)) joined[joined.length - 1] = whole;
    else joined.push(word);
  }
  return joined;
}

/** A word that tells one name from another: short, or with digits, or one that funds differ in. */
function isHard(word: string): boolean {
  return !LEGAL_FORM.test(word) && (word.length <= 4 || /\d/.test(word) || TELLING.test(word));
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

/** Mean over the better part of the passes: one that read nothing must not decide. */
function averageBetterPart(costs: readonly { readonly cost: number; readonly share: number }[]): number {
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

const ALIKE_PAIRS = new Set(
  ALIKE.flatMap((group) => [...group].flatMap((one) => [...group].map((other) => one + other))),
);

/** What it costs to misread the printed letters as those read. */
function computeMisreadCost(read: string, printed: string): number {
  let above = Array.from({ length: printed.length + 1 }, (_, at) => at * COSTS.lost);
  for (let i = 1; i <= read.length; i += 1) {
    const row = [i * COSTS.lost];
    for (let j = 1; j <= printed.length; j += 1) {
      const [one, other] = [read[i - 1] as string, printed[j - 1] as string];
      const swap = one === other ? 0 : ALIKE_PAIRS.has(one + other) ? COSTS.alike : COSTS.any;
      const added = one === read[i - 2] ? COSTS.ofPair : COSTS.lost;
      const lost = other === printed[j - 2] ? COSTS.ofPair : COSTS.lost;
      row.push(Math.min((above[j - 1] as number) + swap, (above[j] as number) + added, (row[j - 1] as number) + lost));
    }
    above = row;
  }
  return above.at(-1) as number;
}
