/** Fields of a trade that depend on the member's other filings: first disclosure, pending amendments, possible duplicates. */
import { z } from "zod";
import type { UnsettledAmendment } from "../../domain/amendments/settlement.ts";
import { FIRST_DISCLOSURE_SOURCES, type Trade } from "../../domain/trade.ts";

export const AmendmentFields = {
  filed_date: z.iso.date().meta({ description: "Filing date of the filing with this trade." }),
  first_disclosed_date: z.iso
    .date()
    .nullable()
    .meta({ description: "Day of the first disclosure, traced back through amendments; null if unknown." }),
  first_disclosed_source: z.enum(FIRST_DISCLOSURE_SOURCES).meta({
    description:
      "`filing`: this trade's own filing. `original`: the filing that was amended. `title`: the day named in the title of a Senate amendment whose original is not known. `unknown`: an amendment, and the first disclosure is not known.",
  }),
  amendment_pending: z
    .object({
      reason: z.string().meta({
        description: "Stable reason code, such as `none_fits`, `several_fit` or `original_not_found`.",
      }),
      amends: z.array(z.string()).meta({ description: "Trades or filings that this trade might replace." }),
      amended_by: z
        .array(z.string())
        .meta({ description: "Trades, lines or filings that might replace or withdraw this trade." }),
    })
    .nullable()
    .meta({
      description:
        "Set if this trade is in an amendment whose target is not certain, or might be amended by one; else null.",
    }),
  possible_duplicate_of: z
    .array(z.string())
    .meta({ description: "Ids of identical trades in the member's other filings." }),
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
      id: z.string().meta({ description: "The amending filing or line." }),
      reason: z.string(),
      candidates: z.array(z.string()).meta({ description: "Trades or filings that it might amend." }),
    }),
  )
  .meta({ description: "Amendments with an uncertain target, in this filing or in filings that might amend it." });

export function toWirePendingAmendments(pending: readonly UnsettledAmendment[]): object[] {
  return pending.map(({ id, reason, candidates }) => ({ id, reason, candidates }));
}
