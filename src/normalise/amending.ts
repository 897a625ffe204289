/** Reads what a filing amends: the Senate says it in its title, a paper form in a box, the House row by row. */
import type { AmendingLine, DecidedAmendment, StatedAmendments } from "../domain/amendments/report.ts";
import type { RawFiling, RawTransaction } from "../domain/printed-report.ts";
import type { Trade } from "../domain/trade.ts";

/**
 * Null where the filing amends nothing, and nobody decided that it does.
 * @param stated the amendment as the report or its listing says it, `Amendment 1`.
 * @param normalised gives the trades of the filing with these lines in it instead of its own.
 */
export function readAmending(
  raw: RawFiling,
  stated: string | null,
  normalised: (lines: readonly RawTransaction[]) => readonly Trade[],
  decided: readonly DecidedAmendment[] = [],
): StatedAmendments | null {
  const amending = raw.transactions.flatMap((line) => {
    const status = statusOf(line);
    return status === null ? [] : [{ line, status }];
  });
  if (stated === null && amending.length + decided.length === 0) return null;
  const deleted = amending.filter(({ status }) => status === "deleted").map(({ line }) => line);
  const trades = new Map(
    normalised(deleted.map((line) => ({ ...line, filingStatus: null }))).map((trade) => [trade.line, trade]),
  );
  return {
    report: stated === null ? null : { number: numberOf(stated) },
    lines: amending.map(
      ({ line, status }): AmendingLine => ({
        line: line.line,
        status,
        rowId: line.id,
        deleted: status === "deleted" ? (trades.get(line.line) ?? null) : null,
      }),
    ),
    decided,
  };
}

function statusOf({ filingStatus }: RawTransaction): AmendingLine["status"] | null {
  const status = filingStatus?.trim().toLowerCase();
  return status === "amended" || status === "deleted" ? status : null;
}

/** `Amendment 2`; paper reports print no number. */
function numberOf(stated: string): number | null {
  const digits = /\d+/.exec(stated)?.[0];
  return digits === undefined ? null : Number(digits);
}
