/** The result of the rules on amendments for one member: which trades supersede which, and what waits for a person. */
import type { AmendmentPending, FirstDisclosure, Trade } from "../trade.ts";
import type { OpenRestatement } from "./restated.ts";

/** An amendment that supersedes nothing for certain: what it may be about stays as it is, until a person decides. */
export interface UnsettledAmendment {
  /** The filing's id where the whole report amends, else the id of its line (`txn_h20024542_01`). */
  readonly id: string;
  readonly filingId: string;
  /** `restated`: a line of a report that restates another. */
  readonly kind: "report" | "amended" | "deleted" | "restated";
  readonly reason:
    | OpenRestatement["reason"]
    | "lines_in_review"
    | "partly_restated"
    | "none_fits"
    | "line_unreadable"
    | "deleted_before"
    | RefusedDecision;
  /** Ids of filings or trades that it may be about. */
  readonly candidates: readonly string[];
}

/** Reason for which a person's decision cannot be followed: it names nothing, or what was filed later, or what has another in its place, or what is in the line's own place. */
export type RefusedDecision = "decision_unknown" | "decision_not_earlier" | "decision_taken" | "decision_circular";

export interface Settlement {
  /** Maps a trade to the id of the trade in its place, or of the filing that takes it back. */
  readonly supersededBy: ReadonlyMap<string, string>;
  readonly supersedes: ReadonlyMap<string, string>;
  /** Line ids of deleted rows that have taken back what they were about. */
  readonly deletionsDone: ReadonlySet<string>;
  /** Maps the id of a rejected line to that of the trade that corrects it. */
  readonly corrected: ReadonlyMap<string, string>;
  readonly unsettled: readonly UnsettledAmendment[];
  /** Pending amendments that concern a trade, or may concern it, by trade. */
  readonly pending: ReadonlyMap<string, AmendmentPending>;
  firstDisclosureOf(trade: Trade): FirstDisclosure;
  /** The id at the end of a trade's chain: of a trade that is served, or of the filing that takes it back. */
  endOf(id: string): string;
}
