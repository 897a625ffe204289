/** Answers for the `{symbol}` of a price path. */
import { NotFoundError } from "../../errors.ts";
import { notFound } from "../http/failures.ts";
import type { PathParameters } from "../http/route.ts";

/** Asks the market; an unknown symbol is named as it was given, however long or strange. @throws {NotFoundError} */
export async function ofSymbol<T>(parameters: PathParameters, ask: (symbol: string) => Promise<T>): Promise<T> {
  const symbol = parameters["symbol"] ?? "";
  try {
    return await ask(symbol);
  } catch (error) {
    throw error instanceof NotFoundError ? notFound("symbol_not_found", symbol) : error;
  }
}
