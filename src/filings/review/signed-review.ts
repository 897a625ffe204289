/** A person's decisions: signed, appended to the decisions file and immediately published with their filing, while the service may be running. */

import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import type { Decision } from "../../domain/decision.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { formatReason } from "../../domain/reason.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import type { Store } from "../../store/store.ts";
import { assembleJudge } from "../ingest/assemble.ts";
import { appendDecision, readDecisions } from "../ingest/decisions.ts";
import { findDifference } from "../ingest/difference.ts";
import type { PublishingParts } from "../ingest/publisher.ts";
import { normaliseReport } from "../ingest/read-filing.ts";
import { loadReference, type Reference } from "../ingest/reference.ts";
import { applyPages } from "../normalise/decisions/decided-pages.ts";
import { applyDecisions } from "../normalise/decisions/with-decisions.ts";
import { getFiling } from "./known-filing.ts";
import type { Publication, SettledDecision } from "./settled-decision.ts";

/** Time, author and reason. */
export type Signature = Pick<Decision, "at" | "author" | "reason">;

/** @throws {ConfigError} without a reason. */
export function createSignature({ author, reason }: Omit<Signature, "at">, at: Date): Signature {
  if (reason.trim() === "") throw new ConfigError("Give a reason, e.g. what stands on the page.");
  return { at: `${at.toISOString().slice(0, 19)}Z`, author: author.trim(), reason: reason.trim() };
}

/** A filing with its reader's result; null if it has not been read. */
export interface Subject {
  readonly filing: FilingRow;
  readonly raw: RawFiling | null;
  /** The same with page rows as decided by people, so that lines have their current numbers. */
  readonly paged: RawFiling | null;
}

export interface SignedReview {
  readonly store: Store;
  /** Reference data with the decisions made so far. */
  readonly reference: Reference;
  readonly parts: PublishingParts & { readonly loadDecisions: () => Promise<Reference["decisions"]> };
  readonly signature: Signature;
  /** @throws {ConfigError} if the ledger has no such filing. */
  loadSubject(filing: string): Promise<Subject>;
  /** The filing's outcome with one more decision; null if it has not been read. */
  previewOutcome(subject: Subject, decision: Decision): FilingOutcome | null;
  /** Appends the decision to the file. */
  keep(decision: Decision): Promise<void>;
  /** Appends the decision and publishes its filing again. */
  settle(subject: Subject, decision: Exclude<Decision, { subject: "identity" }>): Promise<SettledDecision>;
}

export async function openReview(config: Config, store: Store, signature: Signature): Promise<SignedReview> {
  const loadDecisions = () => readDecisions(config.DECISIONS);
  const reference = await loadReference({ store, loadDecisions });
  const judge = assembleJudge(config, store);
  const log = createLogger("error");
  const parts = { store, log, now: () => new Date(), judge, onPublished: async () => {}, loadDecisions };

  const previewOutcome: SignedReview["previewOutcome"] = ({ filing, raw }, decision) =>
    raw === null
      ? null
      : normaliseReport(filing, raw, { ...reference, decisions: reference.decisions.append(decision) });

  const keep = (decision: Decision) => appendDecision(config.DECISIONS, decision);

  async function publish(outcome: FilingOutcome | null): Promise<Publication> {
    if (outcome === null) return { result: "not_read" };
    const publication = { at: parts.now(), outcomes: [outcome], cause: "reviewed" };
    const { held } = await store.publications.publish(publication, judge("reviewed"));
    return held ? { result: "held", held } : describePublication(store, outcome);
  }

  return {
    store,
    reference,
    parts,
    signature,
    async loadSubject(id) {
      const filing = await getFiling(store, id);
      const raw = await store.filings.readPrintedReport(id);
      if (raw === undefined) return { filing, raw: null, paged: null };
      return { filing, raw, paged: applyPages(raw, reference.decisions.findForFiling(id), filing.documentSha256) };
    },
    previewOutcome,
    keep,
    async settle(subject, decision) {
      const outcome = previewOutcome(subject, decision);
      await keep(decision);
      return { decision, publication: await publish(outcome), stillWaits: null };
    },
  };
}

/** The filing with all decisions, and optionally one more; null if it has not been read. */
export function applyAllDecisions(
  { reference }: SignedReview,
  { filing, raw }: Subject,
  more?: Decision,
): RawFiling | null {
  const decisions = more === undefined ? reference.decisions : reference.decisions.append(more);
  return raw && applyDecisions(raw, decisions.findForFiling(filing.id), filing.documentSha256);
}

/** The filing's current state. A filing in a held publication stays unchanged until that is decided. */
async function describePublication(store: Store, outcome: FilingOutcome): Promise<Publication> {
  const filing = await getFiling(store, outcome.filingId);
  const [trades, rejected] = [
    await store.filings.listTrades(filing.id),
    await store.filings.listRejectedLines(filing.id),
  ];
  const difference = findDifference(filing, { trades, rejected }, outcome);
  if (difference !== null && difference.added.length + difference.removed.length + difference.changed.length > 0) {
    return { result: "behind_held" };
  }
  const { state, reason } = filing;
  return {
    result: "published",
    state,
    reason: formatReason(reason),
    trades: outcome.trades.length,
    rejectedLines: outcome.rejected.length,
  };
}
