/** Formats the result of a decision in words. */
import { formatReasonCode } from "../../domain/review-words.ts";
import { formatHeldNotice } from "../ingest/publisher.ts";
import type { Publication, SettledDecision } from "./settled-decision.ts";

/** @param id of the item, as entered by the user. */
export function formatSettled(id: string, { decision, publication, stillWaits }: SettledDecision): string {
  const lines = [formatPublication(decision.filing, publication)];
  if (stillWaits !== null) {
    const { reason, candidates } = stillWaits;
    const named = candidates.length === 0 ? "" : ` (${candidates.join(" ")})`;
    lines.push(`${id} still waits: ${formatReasonCode(reason)}${named}.`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

function formatPublication(filing: string, publication: Publication): string {
  switch (publication.result) {
    case "not_read":
      return `${filing} has not been read yet; the decision takes effect when it is.`;
    case "held":
      return formatHeldNotice(publication.held);
    case "behind_held":
      return `${filing} waits in a publication that is held (\`approve\`); the decision takes effect in the next run after that.`;
    case "published": {
      const { state, reason, trades, rejectedLines } = publication;
      return `${filing} ${state}${reason === null ? "" : ` (${reason})`}, ${trades} trades, ${rejectedLines} rejected lines`;
    }
  }
}
