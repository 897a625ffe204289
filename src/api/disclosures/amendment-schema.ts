/** Fields of a trade that depend on the member's other filings: first disclosure, pending amendments, possible duplicates. */
import { z } from "zod";
import type { UnsettledAmendment } from "../../domain/amendments/settlement.ts";
import { FIRST_DISCLOSURE_SOURCES, type Trade } from "../../domain/trade.ts";

export const AmendmentFields = {
  filed_date: z.iso.date().meta({ description: "Day on which its own filing was filed." }),
  first_disclosed_date: z.iso
    .date()
    .nullable()
    .meta({ description: "Day of the first disclosure, following its amendments back; null if unknown." }),
  first_disclosed_source: z.enum(FIRST_DISCLOSURE_SOURCES).meta({
    description:
      "`filing`: its own filing. `original`: the one that is amended. `title`: the day that the title of a Senate amendment names, whose " +
      "original is not known. `unknown`: an amendment that does not say what it amends.",
  }),
  amendment_pending: z
    .object({
      reason: z.string().meta({ description: "Stable word: `none_fits`, `several_fit`, `original_not_found`." }),
      amends: z.array(z.string()).meta({ description: "Trades or filings that it may replace." }),
      amended_by: z.array(z.string()).meta({ description: "Trades, lines or filings that may replace it." }),
    })
    .nullable()
    .meta({ description: "An amendment for which it is not certain what it amends; null if none." }),
  possible_duplicate_of: z
    .array(z.string())
    .meta({ description: "Trades of other filings of the member that say the same." }),
};

export function toWireAmendment(trade: Trade): object {
  const { filedDate, firstDisclosed, amendmentPending, possibleDuplicateOf } = trade;
  return {
    filed_date: filedDate,
    first_disclosed_date: firstDisclosed.date,
    first_disclosed_source: firstDisclosed.source,
    amendment_pending: amendmentPending && {
      reason: amendmentPending.reason,
      amends: amendmentPending.amends,
      amended_by: amendmentPending.amendedBy,
    },
    possible_duplicate_of: possibleDuplicateOf,
  };
}

export const PendingOfFilingSchema = z
  .array(
    z.object({
      id: z.string().meta({ description: "The filing or line that amends." }),
      reason: z.string(),
      candidates: z.array(z.string()).meta({ description: "Trades or filings that it may be about." }),
    }),
  )
  .meta({ description: "Amendments in it, or possibly about it, for which it is not certain what they amend." });

export function toWirePendingAmendments(pending: readonly UnsettledAmendment[]): object[] {
  return pending.map(({ id, reason, candidates }) => ({ id, reason, candidates }));
}
