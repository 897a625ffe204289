/** Reads the SEC's `company_tickers_exchange.json`: `{ fields: ["cik", "name", "ticker", "exchange"], data: [[...], ...] }`. */
import { z } from "zod";
import { ParseError } from "../../../base/errors.ts";
import type { Security } from "../../../domain/security.ts";
import { toCanonicalSymbol } from "../../../domain/symbol.ts";
import { parseJson } from "../legislators/json-file.ts";
import { cleanSecName } from "./issuer-names.ts";

const Table = z.object({ fields: z.array(z.string()), data: z.array(z.array(z.unknown())) });
const Row = z.object({
  cik: z.int().positive(),
  name: z.string().trim().min(1),
  ticker: z.string().trim().min(1),
  exchange: z.string().trim().nullish(),
});
const COLUMNS = ["cik", "name", "ticker", "exchange"] as const;

/**
 * Every symbol once, in the SEC's order, with the issuer's name. Skips what `toCanonicalSymbol` rejects (`NE-WTA`, a warrant),
 * which no filing or request can contain. Pure. @throws {ParseError} `json_malformed`, `json_unexpected_shape`, `json_empty`.
 */
export function readSecTickers(bytes: Uint8Array): Security[] {
  const table = Table.safeParse(parseJson("SEC tickers", bytes));
  if (!table.success) throw createShapeError("it is not a table with fields and data", table.error);
  const at = COLUMNS.map((column) => table.data.fields.indexOf(column));
  if (at.includes(-1)) {
    throw createShapeError(`its columns are ${table.data.fields.join(", ")}; ${COLUMNS.join(", ")} are expected`);
  }
  const bySymbol = new Map<string, Security>();
  for (const [number, cells] of table.data.data.entries()) {
    const row = Row.safeParse(Object.fromEntries(COLUMNS.map((column, nth) => [column, cells[at[nth] ?? -1]])));
    if (!row.success)
      throw createShapeError(`row ${number}: invalid ${row.error.issues[0]?.path.join(".")}`, row.error);
    const symbol = toCanonicalSymbol(row.data.ticker);
    if (symbol === null || bySymbol.has(symbol)) continue;
    const { cik, name, exchange } = row.data;
    bySymbol.set(symbol, { symbol, name: cleanSecName(name), exchange: toExchangeName(exchange), etf: false, cik });
  }
  if (bySymbol.size === 0) {
    throw new ParseError("json_empty", "SEC tickers: the list holds no symbol; at least one is expected");
  }
  return [...bySymbol.values()];
}

function toExchangeName(name: string | null | undefined): string | null {
  if (!name) return null;
  return name === "NYS" ? "NYSE" : name === "CBOE" ? "Cboe" : name;
}

function createShapeError(what: string, cause?: Error): ParseError {
  return new ParseError("json_unexpected_shape", `SEC tickers: ${what}`, cause === undefined ? undefined : { cause });
}
