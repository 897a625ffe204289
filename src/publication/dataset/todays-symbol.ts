import type { Dataset } from "./dataset.ts";

/** Current symbol of the security that a symbol means, or its last one if it has ended; undefined if it was never traded. */
export function todaysSymbol(dataset: Pick<Dataset, "tickerOf">, given: string): string | undefined {
  const body = dataset.tickerOf(given);
  return body && (JSON.parse(body.toString("utf8")) as { readonly ticker: string }).ticker;
}
