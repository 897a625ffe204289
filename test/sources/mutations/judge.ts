/** Decides whether the reading of a mutated document may pass: refused, rejected with a reason, or exactly right. */
import { ParseError } from "../../../src/base/errors.ts";
import type { RawFiling, RawTransaction } from "../../../src/domain/printed-report.ts";

/**
 * `refused`: a named error. `rejected`: every row is there, some as rejected lines. `same`: as the document was.
 * `as printed`: what the mutation wrote is what was read. `to OCR`: taken for a scan, which is told and read as one. Only `WRONG` is none of these.
 */
export type Verdict = "refused" | "rejected" | "same" | "as printed" | "to OCR" | "WRONG";

export interface Mutation {
  readonly kind: string;
  readonly bytes: Uint8Array;
  /** Returns whether a field may now read `now` instead of `before`, because that is printed there now. */
  readonly printed?: (before: unknown, now: unknown) => boolean;
}

export interface Judged {
  readonly verdict: Verdict;
  readonly why: string;
}

export function judged(original: RawFiling, outcome: RawFiling | Error, { printed = () => false }: Mutation): Judged {
  if (outcome instanceof Error) {
    if (outcome instanceof ParseError) return { verdict: "refused", why: outcome.code };
    return { verdict: "WRONG", why: `an error without a name: ${outcome.stack}` };
  }
  if (outcome.kind === "scan") return { verdict: "to OCR", why: "" };
  const wrong = (why: string): Judged => ({ verdict: "WRONG", why });
  if (outcome.kind !== original.kind) return wrong(`read as ${outcome.kind}`);
  const { transactions, rejected } = outcome;
  const all = original.transactions.length + original.rejected.length;
  if (transactions.length + rejected.length !== all)
    return wrong(`${transactions.length + rejected.length} of ${all} rows`);
  let changed = false;
  for (const field of ["filer", "stateDistrict", "signedDate", "filedDate", "amendment"] as const) {
    if (original[field] === outcome[field]) continue;
    if (!printed(original[field], outcome[field])) return wrong(`${field}: ${original[field]} -> ${outcome[field]}`);
    changed = true;
  }
  const before = new Map(original.transactions.map((row) => [row.line, row]));
  for (const row of transactions) {
    const one = before.get(row.line);
    if (!one) return wrong(`line ${row.line} was none`);
    for (const field of Object.keys(one) as (keyof RawTransaction)[]) {
      if (field === "page" || JSON.stringify(one[field]) === JSON.stringify(row[field])) continue;
      if (!printed(one[field], row[field])) {
        return wrong(`line ${row.line} ${field}: ${JSON.stringify(one[field])} -> ${JSON.stringify(row[field])}`);
      }
      changed = true;
    }
  }
  if (rejected.length > original.rejected.length) return { verdict: "rejected", why: rejected[0]?.reason ?? "" };
  return { verdict: changed ? "as printed" : "same", why: "" };
}
