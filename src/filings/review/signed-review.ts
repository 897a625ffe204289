/** Signs people's decisions and appends them to the decisions file. Publishes the filing at once, even while the service runs. */
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import type { Decision } from "../../domain/decision.ts";
import type { RawFiling } from "../../domain/printed-report.ts";
import { formatReason } from "../../domain/reason.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { FilingOutcome } from "../../store/publication.ts";
import type { Store } from "../../store/store.ts";
import { assemblePublicationJudge } from "../ingest/assemble.ts";
import { appendDecision, readDecisions } from "../ingest/decisions.ts";
import { findDifference } from "../ingest/difference.ts";
import { normaliseReport } from "../ingest/read-filing.ts";
import { loadReference } from "../ingest/reference.ts";
import { applyPageDecisions } from "../normalise/decisions/decided-pages.ts";
import { applyDecisions } from "../normalise/decisions/with-decisions.ts";
import { requireFiling } from "./filing-readings.ts";
import type { Publication, SettledDecision } from "./settled-decision.ts";

type Signature = Pick<Decision, "at" | "author" | "reason">;

/** @throws {ConfigError} if `reason` is blank. */
export function createSignature({ author, reason }: Omit<Signature, "at">, at: Date): Signature {
  if (reason.trim() === "") throw new ConfigError("Give a reason, e.g. what the page says.");
  return { at: `${at.toISOString().slice(0, 19)}Z`, author: author.trim(), reason: reason.trim() };
}

/** A filing and its reader's result, which is null if the filing has not been read. */
export interface Subject {
  readonly filing: FilingRow;
  readonly raw: RawFiling | null;
  /** `raw` after applying people's decisions about pages, which can renumber lines. Null if the filing has not been read. */
  readonly paged: RawFiling | null;
}

export type SignedReview = Awaited<ReturnType<typeof openReview>>;

export async function openReview(config: Config, store: Store, signature: Signature) {
  const loadDecisions = () => readDecisions(config.DECISIONS);
  const reference = await loadReference({ store, loadDecisions });
  const judge = assemblePublicationJudge(config, store);
  const log = createLogger("error");
  const parts = { store, log, now: () => new Date(), judge, onPublished: async () => {}, loadDecisions };

  const recordDecision = (decision: Decision) => appendDecision(config.DECISIONS, decision);

  /** Returns the filing's outcome with one more decision; null if the filing has not been read. */
  const previewOutcome = ({ filing, raw }: Subject, decision: Decision): FilingOutcome | null =>
    raw === null
      ? null
      : normaliseReport(filing, raw, { ...reference, decisions: reference.decisions.concat(decision) });

  async function publish(outcome: FilingOutcome | null): Promise<Publication> {
    if (outcome === null) return { result: "not_read" };
    const publication = { at: parts.now(), outcomes: [outcome], cause: "reviewed" };
    const { held } = await store.publications.publish(publication, judge("reviewed"));
    return held ? { result: "held", held } : readPublicationResult(store, outcome);
  }

  return {
    store,
    /** Reference data with the decisions made so far. */
    reference,
    parts,
    signature,
    /** @throws {ConfigError} if the ledger has no such filing. */
    async loadReviewedFiling(id: string): Promise<Subject> {
      const filing = await requireFiling(store, id);
      const raw = await store.filings.readStoredReport(id);
      if (raw === undefined) return { filing, raw: null, paged: null };
      return {
        filing,
        raw,
        paged: applyPageDecisions(raw, reference.decisions.findForFiling(id), filing.documentSha256),
      };
    },
    previewOutcome,
    keep: recordDecision,
    /** Appends the decision and publishes its filing again. */
    async settle(subject: Subject, decision: SettledDecision["decision"]): Promise<SettledDecision> {
      const outcome = previewOutcome(subject, decision);
      await recordDecision(decision);
      return { decision, publication: await publish(outcome), remaining: null };
    },
  };
}

/** Applies all decisions, and optionally one more, to the filing; null if the filing has not been read. */
export function applyAllDecisions(
  { reference }: SignedReview,
  { filing, raw }: Subject,
  additional?: Decision,
): RawFiling | null {
  const decisions = additional === undefined ? reference.decisions : reference.decisions.concat(additional);
  return raw && applyDecisions(raw, decisions.findForFiling(filing.id), filing.documentSha256);
}

/** Describes the filing's current state. A held publication leaves its filings unchanged until it is approved or dropped. */
async function readPublicationResult(store: Store, outcome: FilingOutcome): Promise<Publication> {
  const filing = await requireFiling(store, outcome.filingId);
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
