import type { TransactionType } from "../../domain/trade.ts";

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

/** Parses a printed type; an unknown word is `other`. */
export function parseTransactionType(printed: string): TransactionType {
  return TRANSACTION_TYPES.get(printed.replace(/\s+/g, "").toLowerCase()) ?? "other";
}
