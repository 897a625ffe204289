import type { Dataset } from "./dataset.ts";

/** Current symbol of the security that a symbol means, or its last one if it has ended; undefined if it was never traded. */
export function findTodaysSymbol(dataset: Pick<Dataset, "findTicker">, symbol: string): string | undefined {
  const body = dataset.findTicker(symbol);
  return body && (JSON.parse(body.toString("utf8")) as { readonly ticker: string }).ticker;
}
