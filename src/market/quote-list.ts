import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import { NotFoundError, UnavailableError } from "../errors.ts";
import { createPause } from "../store/pause.ts";
import type { QuoteAnswer, QuotesAnswer } from "./market.ts";

interface Asking {
  /** Fetches what is not fresh with as few questions as possible. */
  prepare(symbols: readonly CanonicalSymbol[]): Promise<void>;
  quote(symbol: CanonicalSymbol): Promise<QuoteAnswer>;
}

/** Symbols asked for one by one at the same time. */
const AT_ONCE = 4;
/** Characters of what has no symbol's form that are echoed. */
const ECHOED = 64;

/** Quotes in the order asked, each security once; what is unknown or cannot be answered now stands apart and fails nobody else. */
export async function quotesOf(given: readonly string[], asking: Asking): Promise<QuotesAnswer> {
  const wanted: CanonicalSymbol[] = [];
  const notFound = new Set<string>();
  for (const text of given) {
    const symbol = canonicalSymbol(text);
    if (symbol === null) notFound.add(text.slice(0, ECHOED));
    else if (!wanted.includes(symbol)) wanted.push(symbol);
  }
  await asking.prepare(wanted);
  const answers = new Map<CanonicalSymbol, QuoteAnswer>();
  const unavailable = new Set<string>();
  const line = [...wanted];
  // The answers of a store on SQLite come without a turn of the event loop.
  const pause = createPause();
  const askAll = async () => {
    for (let symbol = line.shift(); symbol !== undefined; symbol = line.shift()) {
      await pause();
      try {
        answers.set(symbol, await asking.quote(symbol));
      } catch (error) {
        if (error instanceof NotFoundError) notFound.add(symbol);
        else if (error instanceof UnavailableError) unavailable.add(symbol);
        else throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askAll));
  return {
    quotes: [...new Map(wanted.flatMap((each) => entry(answers.get(each)))).values()],
    notFound: given.map((text) => canonicalSymbol(text) ?? text.slice(0, ECHOED)).filter(isFirstOf(notFound)),
    unavailable: wanted.filter((each) => unavailable.has(each)),
  };
}

/** Two symbols may lead to one security: the one that has been given up, and today's. */
function entry(answer: QuoteAnswer | undefined): [string, QuoteAnswer][] {
  return answer === undefined ? [] : [[answer.quote.symbol, answer]];
}

function isFirstOf(among: Set<string>): (each: string) => boolean {
  return (each) => among.delete(each);
}
