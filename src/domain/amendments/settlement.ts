/** The result of the amendment rules for one member: which trades supersede which, and which amendments a person must decide. */
import type { AmendmentPending, FirstDisclosure, Trade } from "../trade.ts";
import type { OpenRestatement } from "./restated.ts";

/** An amendment without a certain match: the trades it may concern stay unchanged until a person decides. */
export interface UnsettledAmendment {
  /** Id of the filing if the whole report amends another, else the id of the line (`txn_h20024542_01`). */
  readonly id: string;
  readonly filingId: string;
  /** `restated`: the amendment is a single line of a report that restates another report as a whole. */
  readonly kind: "report" | "amended" | "deleted" | "restated";
  readonly reason:
    | OpenRestatement["reason"]
    | "lines_in_review"
    | "partly_restated"
    | "none_fits"
    | "line_unreadable"
    | "deleted_before"
    | RefusedDecision;
  /** Ids of the filings or trades that this amendment may concern. */
  readonly candidates: readonly string[];
}

/** Why a decision is refused: the named trade or report is unknown, filed later, already replaced, or replaces this line. */
export type RefusedDecision = "decision_unknown" | "decision_not_earlier" | "decision_taken" | "decision_circular";

export interface Settlement {
  /** Maps a trade's id to the id of its replacement, or of the filing that deletes it. */
  readonly supersededBy: ReadonlyMap<string, string>;
  readonly supersedes: ReadonlyMap<string, string>;
  /** Ids of `Deleted` lines that are settled. The earlier trade is deleted, or a person decided that nothing is to be deleted. */
  readonly deletionsDone: ReadonlySet<string>;
  /** Maps the id of a rejected line to the id of the trade that corrects it. */
  readonly corrected: ReadonlyMap<string, string>;
  readonly unsettled: readonly UnsettledAmendment[];
  /** Maps a trade to the pending amendments that concern it, or may concern it. */
  readonly pending: ReadonlyMap<string, AmendmentPending>;
  getFirstDisclosure(trade: Trade): FirstDisclosure;
  /** Returns the id at the end of a trade's chain: the id of a current trade or of the filing that deletes the trade. */
  findChainEnd(id: string): string;
}
