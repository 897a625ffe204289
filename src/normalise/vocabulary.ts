/** The short words of the two forms: who owns, what was done. */
import type { FilingSourceId } from "../domain/filing.ts";
import type { Owner, TransactionType } from "../domain/trade.ts";

const TRANSACTION_TYPES: ReadonlyMap<string, TransactionType> = new Map(
  Object.entries({
    p: "purchase",
    s: "sale_full",
    "s(partial)": "sale_partial",
    e: "exchange",
    purchase: "purchase",
    "sale(full)": "sale_full",
    "sale(partial)": "sale_partial",
    // The Senate's paper form has one column for all sales.
    sale: "sale_full",
    exchange: "exchange",
  } as const),
);

const HOUSE_OWNERS: ReadonlyMap<string, Owner> = new Map([
  ["", "self"],
  ["sp", "spouse"],
  ["jt", "joint"],
  ["dc", "dependent"],
]);
const SENATE_OWNERS: ReadonlyMap<string, Owner> = new Map(
  Object.entries({
    self: "self",
    spouse: "spouse",
    joint: "joint",
    child: "dependent",
    "dependent child": "dependent",
  } as const),
);

/** House `P`, `S`, `S (partial)`, `E`; Senate `Purchase`, `Sale (Full)`, `Sale (Partial)`, `Exchange`, on paper `Sale`; any other value is `other`. */
export function readTransactionType(printed: string): TransactionType {
  return TRANSACTION_TYPES.get(printed.replace(/\s+/g, "").toLowerCase()) ?? "other";
}

/** The House leaves the column blank for the filer's own assets; the Senate always prints a word. Null where the value is not one of the form's. */
export function readOwner(printed: string | null, source: FilingSourceId): Owner | null {
  const word = (printed ?? "").replace(/\s+/g, " ").trim().toLowerCase();
  return (source === "house-clerk" ? HOUSE_OWNERS : SENATE_OWNERS).get(word) ?? null;
}
