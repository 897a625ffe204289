import type { Decision } from "../../domain/decision.ts";
import type { FilingState } from "../../domain/filing.ts";
import { formatReasonCode } from "../../domain/review-words.ts";
import type { HeldPublication } from "../../store/publication.ts";
import { formatHeldNotice } from "../ingest/publisher.ts";

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
  /** An earlier publication of the filing is held. Once that one is approved or dropped, the next run applies the decision. */
  | { readonly result: "behind_held" }
  /** The filing has not been read yet; the decision takes effect when the filing is read. */
  | { readonly result: "not_read" };

export interface SettledDecision {
  readonly decision: Exclude<Decision, { readonly subject: "identity" }>;
  readonly publication: Publication;
  /** Why the item still waits; null if it does not. */
  readonly remaining: { readonly reason: string; readonly candidates: readonly string[] } | null;
}

/** @param id of the item, as entered by the user. */
export function formatSettledDecision(id: string, { decision, publication, remaining }: SettledDecision): string {
  const lines = [formatPublication(decision.filing, publication)];
  if (remaining !== null) {
    const { reason, candidates } = remaining;
    const named = candidates.length === 0 ? "" : ` (${candidates.join(" ")})`;
    lines.push(`${id} still waits: ${formatReasonCode(reason)}${named}.`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

function formatPublication(filing: string, publication: Publication): string {
  switch (publication.result) {
    case "not_read":
      return `${filing} has not been read yet; the decision takes effect when it has been read.`;
    case "held":
      return formatHeldNotice(publication.held);
    case "behind_held":
      return `${filing} is in a publication that is held. The decision takes effect in the first run after you approve or drop that publication with \`approve\`.`;
    case "published": {
      const { state, reason, trades, rejectedLines } = publication;
      return `${filing} ${state}${reason === null ? "" : ` (${reason})`}, ${trades} trades, ${rejectedLines} rejected lines`;
    }
  }
}
