/** Where decisions of `review` are signed, kept and published at once with their filing, beside a service that runs. */
import { userInfo } from "node:os";
import type { Config } from "../config.ts";
import type { Decision } from "../domain/decision.ts";
import type { RawFiling } from "../domain/printed-report.ts";
import { ConfigError } from "../errors.ts";
import { assembleJudge } from "../ingest/assemble.ts";
import { appendDecision, readDecisions } from "../ingest/decisions.ts";
import { differenceOf } from "../ingest/difference.ts";
import { heldNotice, type PublishingParts } from "../ingest/publisher.ts";
import { outcomeOf } from "../ingest/read-filing.ts";
import { loadReference, type Reference } from "../ingest/reference.ts";
import { createLogger } from "../log.ts";
import { withDecisions } from "../normalise/decided.ts";
import { withPages } from "../normalise/decided-pages.ts";
import type { PremiumStore } from "../store/premium.ts";
import type { FilingOutcome, FilingRow } from "../store/store.ts";
import { knownFiling } from "./review.ts";
import { withSharedStore } from "./shared-store.ts";

export interface Signature {
  readonly reason: string;
  readonly author?: string;
}

/** A filing with what its reader saw; null where it has not been read. */
export interface Subject {
  readonly filing: FilingRow;
  readonly raw: RawFiling | null;
  /** The same with the rows of its pages as persons settled them: the lines under the numbers that they have. */
  readonly paged: RawFiling | null;
}

export interface Desk {
  readonly store: PremiumStore;
  /** With the decisions made so far. */
  readonly reference: Reference;
  readonly parts: PublishingParts & { readonly decisions: () => Promise<Reference["decisions"]> };
  readonly signature: Pick<Decision, "at" | "author" | "reason">;
  /** @throws {ConfigError} when no index names it. */
  subject(filing: string): Promise<Subject>;
  /** What the filing would come to with one more decision; null where it has not been read. */
  outcomeWith(subject: Subject, decision: Decision): FilingOutcome | null;
  /** Appends the decision to the file. */
  keep(decision: Decision): Promise<void>;
  /** Appends the decision and publishes its filing again. */
  settle(subject: Subject, decision: Decision): Promise<void>;
}

/** Rejections of a line that are another matter than what it says. */
export const OTHER_MATTERS: readonly string[] = ["filer_not_a_member", "page_not_whole"];

/** @throws {ConfigError} without a reason, or when nobody signs. */
export async function atDesk(
  config: Config,
  signature: Signature,
  work: (desk: Desk) => Promise<void>,
): Promise<number> {
  const signedAs = signed(config, signature);
  return withSharedStore(config, async (store) => {
    await work(await openDesk(config, store, signedAs));
    return 0;
  });
}

async function openDesk(config: Config, store: PremiumStore, signature: Desk["signature"]): Promise<Desk> {
  const decisions = () => readDecisions(config.DECISIONS);
  const reference = await loadReference({ store, decisions });
  const judge = assembleJudge(config, store);
  const parts = {
    store,
    log: createLogger("error"),
    now: () => new Date(),
    judge,
    onPublished: async () => {},
    decisions,
  };

  const outcomeWith: Desk["outcomeWith"] = ({ filing, raw }, decision) =>
    raw === null ? null : outcomeOf(filing, raw, { ...reference, decisions: reference.decisions.with(decision) });

  async function keep(decision: Decision): Promise<void> {
    await appendDecision(config.DECISIONS, decision);
    process.stdout.write(`Kept in ${config.DECISIONS}.\n`);
  }

  return {
    store,
    reference,
    parts,
    signature,
    async subject(id) {
      const filing = await knownFiling(store, id);
      const json = await store.filings.rawJson(id);
      if (json === undefined) return { filing, raw: null, paged: null };
      const raw = JSON.parse(json) as RawFiling;
      return { filing, raw, paged: withPages(raw, reference.decisions.of(id), filing.documentSha256) };
    },
    outcomeWith,
    keep,
    async settle(subject, decision) {
      const outcome = outcomeWith(subject, decision);
      await keep(decision);
      if (outcome === null) {
        process.stdout.write(`${subject.filing.id} has not been read yet; the decision counts when it is.\n`);
        return;
      }
      const publication = { at: parts.now(), outcomes: [outcome], cause: "reviewed" };
      const { held } = await store.publications.publish(publication, judge("reviewed"));
      process.stdout.write(held ? `${heldNotice(held)}\n` : await became(store, outcome));
    },
  };
}

/** The filing with all that was decided on it, and perhaps one thing more; null where it has not been read. */
export function settledAt({ reference }: Desk, { filing, raw }: Subject, more?: Decision): RawFiling | null {
  const decisions = more === undefined ? reference.decisions : reference.decisions.with(more);
  return raw && withDecisions(raw, decisions.of(filing.id), filing.documentSha256);
}

/** What the filing is now. A filing that waits in a held publication is left as it is until that is settled. */
async function became(store: PremiumStore, outcome: FilingOutcome): Promise<string> {
  const filing = await knownFiling(store, outcome.filingId);
  const [trades, rejected] = [await store.filings.trades(filing.id), await store.filings.rejectedLines(filing.id)];
  const difference = differenceOf(filing, { trades, rejected }, outcome);
  if (difference !== null && difference.added.length + difference.removed.length + difference.changed.length > 0) {
    return `${filing.id} waits in a publication that is held (\`approve\`); the decision counts in the next run after that.\n`;
  }
  const why = filing.reason === null ? "" : ` (${filing.reason})`;
  return `${filing.id} ${filing.state}${why}, ${outcome.trades.length} trades, ${outcome.rejected.length} rejected lines\n`;
}

function signed(config: Config, { reason, author }: Signature): Desk["signature"] {
  if (reason.trim() === "") throw new ConfigError("--reason must say why, e.g. what stands on the page.");
  const by = (author ?? config.REVIEW_AUTHOR ?? systemUser()).trim();
  if (by === "") throw new ConfigError("--author must name who decides; REVIEW_AUTHOR sets it for all.");
  return { at: `${new Date().toISOString().slice(0, 19)}Z`, author: by, reason: reason.trim() };
}

/** Empty where the system has no name for who runs this, as in a container. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}
