/** The result of a decision, as `review` shows it. */
import type { Decision } from "../../domain/decision.ts";
import type { FilingState } from "../../domain/filing.ts";
import type { HeldPublication } from "../../store/publication.ts";

export type Publication =
  | {
      readonly result: "published";
      readonly state: FilingState;
      /** Reason for the filing's state, or null. */
      readonly reason: string | null;
      readonly trades: number;
      readonly rejectedLines: number;
    }
  /** The change waits for `approve` itself. */
  | { readonly result: "held"; readonly held: HeldPublication }
  /** The filing waits in a publication that was held before; the decision counts in the next run after that. */
  | { readonly result: "behind_held" }
  /** The filing has not been read yet; the decision counts when it is. */
  | { readonly result: "not_read" };

/** A decision on a filing or a part of it. */
export interface SettledDecision {
  readonly decision: Exclude<Decision, { readonly subject: "identity" }>;
  readonly publication: Publication;
  /** The reason why the thing that was decided on still waits. */
  readonly stillWaits: { readonly reason: string; readonly candidates: readonly string[] } | null;
}
