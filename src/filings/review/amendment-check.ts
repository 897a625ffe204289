/** Checks a person's decision on an amendment by applying it to the member's current reports before anything is stored. */
import { ConfigError } from "../../base/errors.ts";
import type { StatedAmendments } from "../../domain/amendments/report.ts";
import { settleAmendments } from "../../domain/amendments/settle.ts";
import type { RefusedDecision, UnsettledAmendment } from "../../domain/amendments/settlement.ts";
import type { AmendmentDecision } from "../../domain/decision.ts";
import { buildTradeId } from "../../domain/filing.ts";
import type { SignedReview, Subject } from "./signed-review.ts";

const REFUSALS: Readonly<Record<RefusedDecision, string>> = {
  decision_unknown: "the latter is neither a line of another filing nor another report of the same chamber",
  decision_not_earlier: "the latter was filed on a later day, and a report replaces only what was filed earlier",
  decision_circular: "the latter already replaces the former, so the two would replace each other",
  decision_taken: "the latter has already been replaced or deleted",
};

/** @throws {ConfigError} saying why the decision is impossible. */
export async function rejectImpossibleAmendment(
  review: SignedReview,
  subject: Subject,
  decision: AmendmentDecision,
): Promise<void> {
  const { filing } = subject;
  const { line, supersedes } = decision;
  if (filing.politicianId === null || supersedes === null) return;
  const outcome = review.previewOutcome(subject, decision);
  const amending: StatedAmendments = outcome?.amending ?? { report: null, lines: [], decided: [{ line, supersedes }] };
  const stored = await review.store.amendments.loadReportsOf(filing.politicianId);
  const reports = stored.map((report) =>
    report.id === filing.id ? { ...report, amending, trades: outcome?.trades ?? report.trades } : report,
  );
  const id = line === null ? filing.id : buildTradeId(filing.id, line);
  const unsettled = settleAmendments(reports).unsettled.find((each) => each.id === id);
  if (unsettled === undefined || !isRefusedDecision(unsettled.reason)) return;
  const others = unsettled.candidates.filter((each) => each !== supersedes);
  const listed = others.length === 0 ? "" : ` (${others.join(" ")})`;
  throw new ConfigError(`${id} cannot supersede ${supersedes}: ${REFUSALS[unsettled.reason]}${listed}.`);
}

function isRefusedDecision(reason: UnsettledAmendment["reason"]): reason is RefusedDecision {
  return reason in REFUSALS;
}
