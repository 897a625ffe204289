/** Judges the reading of a mutated document, which must be refused, rejected with a reason, or exactly right. */
import { ParseError } from "../../../src/base/errors.ts";
import type { RawFiling, RawTransaction } from "../../../src/domain/printed-report.ts";

/**
 * `refused`: an error with a code. `rejected`: every row is present, some as rejected lines. `same`: equal to the original
 * reading. `as printed`: equal to what the mutation printed. `to OCR`: classified as a scan, which is reported and read by OCR.
 * `WRONG`: anything else.
 */
export type Verdict = "refused" | "rejected" | "same" | "as printed" | "to OCR" | "WRONG";

export interface Mutation {
  readonly kind: string;
  readonly bytes: Uint8Array;
  /** Whether a field may read `now` instead of `before`, because the mutation printed `now` there. */
  readonly printed?: (before: unknown, now: unknown) => boolean;
}

export interface Judged {
  readonly verdict: Verdict;
  readonly why: string;
}

export function judgeReading(
  original: RawFiling,
  outcome: RawFiling | Error,
  { printed = () => false }: Mutation,
): Judged {
  if (outcome instanceof Error) {
    if (outcome instanceof ParseError) return { verdict: "refused", why: outcome.code };
    return { verdict: "WRONG", why: `an error without a code: ${outcome.stack}` };
  }
  if (outcome.kind === "scan") return { verdict: "to OCR", why: "" };
  const createWrong = (why: string): Judged => ({ verdict: "WRONG", why });
  if (outcome.kind !== original.kind) return createWrong(`read as ${outcome.kind}`);
  const { transactions, rejected } = outcome;
  const all = original.transactions.length + original.rejected.length;
  if (transactions.length + rejected.length !== all)
    return createWrong(`${transactions.length + rejected.length} of ${all} rows`);
  let changed = false;
  for (const field of ["filer", "stateDistrict", "signedDate", "filedDate", "amendment"] as const) {
    if (original[field] === outcome[field]) continue;
    if (!printed(original[field], outcome[field]))
      return createWrong(`${field}: ${original[field]} -> ${outcome[field]}`);
    changed = true;
  }
  const before = new Map(original.transactions.map((row) => [row.line, row]));
  for (const row of transactions) {
    const one = before.get(row.line);
    if (!one) return createWrong(`line ${row.line} was not a transaction`);
    for (const field of Object.keys(one) as (keyof RawTransaction)[]) {
      if (field === "page" || JSON.stringify(one[field]) === JSON.stringify(row[field])) continue;
      if (!printed(one[field], row[field])) {
        return createWrong(`line ${row.line} ${field}: ${JSON.stringify(one[field])} -> ${JSON.stringify(row[field])}`);
      }
      changed = true;
    }
  }
  if (rejected.length > original.rejected.length) return { verdict: "rejected", why: rejected[0]?.reason ?? "" };
  return { verdict: changed ? "as printed" : "same", why: "" };
}
