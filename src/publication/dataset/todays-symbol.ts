import type { Dataset } from "./dataset.ts";

/** Today's symbol of the security that a symbol means, or its last one where it has ended; undefined where nobody traded it. */
export function todaysSymbol(dataset: Pick<Dataset, "tickerOf">, given: string): string | undefined {
  const body = dataset.tickerOf(given);
  return body && (JSON.parse(body.toString("utf8")) as { readonly ticker: string }).ticker;
}
