/** The result of a decision. */
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
  /** The change itself waits for `approve`. */
  | { readonly result: "held"; readonly held: HeldPublication }
  /** The filing waits in an earlier held publication; the decision takes effect in the next run after that. */
  | { readonly result: "behind_held" }
  /** The filing has not been read yet; the decision takes effect when it is. */
  | { readonly result: "not_read" };

/** A decision on a filing or a part of it. */
export interface SettledDecision {
  readonly decision: Exclude<Decision, { readonly subject: "identity" }>;
  readonly publication: Publication;
  /** Why the item still waits. */
  readonly stillWaits: { readonly reason: string; readonly candidates: readonly string[] } | null;
}
