/** Publishes with a `Judgement`: `policy` may hold back the publication, and `judge` creates events in the same transaction. */
import { splitIntoChunks } from "../../base/pause.ts";
import { countServedTrades } from "../count-rows.ts";
import type { Database } from "../database.ts";
import type {
  HeldPublication,
  Judgement,
  ListedFiling,
  Publication,
  PublicationResult,
  PublicationSize,
} from "../publication.ts";
import { type Published, publish } from "../publish.ts";
import type { Writing } from "../schema.ts";
import { readCurrentVersion } from "../versions.ts";
import { filterOutHeldOutcomes, holdPublication, takeHeldPublication } from "./held-rows.ts";
import { buildLiveCondition } from "./rows.ts";
import { createPublicationScope } from "./scope.ts";

const FILINGS_AT_ONCE = 500;

/** @param judgement decides whether the publication is held for approval. If null, nothing is held and no event is written. */
export async function publishWithJudgement(
  database: Database,
  publication: Publication,
  judgement: Judgement | null,
): Promise<PublicationResult> {
  const { doubt = null } = publication;
  if (judgement !== null && doubt !== null)
    return database.change((transaction) => holdBack(transaction, publication, doubt));
  try {
    return await database.change(async (transaction) =>
      publishInTransaction(transaction, await filterOutHeldOutcomes(transaction, publication), judgement, true),
    );
  } catch (error) {
    if (!(error instanceof MustBeHeld)) throw error;
    return database.change((transaction) => holdBack(transaction, publication, error.message));
  }
}

/** Holds the publication for a person's approval, without outcomes that are held already. Holds nothing if no part is left. */
async function holdBack(transaction: Writing, publication: Publication, reason: string): Promise<PublicationResult> {
  const newParts = await filterOutHeldOutcomes(transaction, publication);
  const { outcomes, politicians = [], securities = [] } = newParts;
  const isNew = outcomes.length + politicians.length + securities.length > 0;
  return createUnpublishedResult(transaction, isNew ? await holdPublication(transaction, newParts, reason) : null);
}

/** @throws {MustBeHeld} if the publication must be held; this rolls back its transaction. */
async function publishInTransaction(
  transaction: Writing,
  publication: Publication,
  judgement: Judgement | null,
  mayHold: boolean,
): Promise<PublicationResult> {
  const { result, change } = await publish(transaction, publication);
  if (judgement === null || change === null) return result;
  const { policy, judge } = judgement;
  const filings = await readFilingsOfChange(transaction, change);
  const announced = policy.selectAnnouncedTrades(change, filings);
  const corrected = policy.selectCorrectedTrades(change, filings);
  if (mayHold) {
    const reason = policy.findHoldReason(
      await computePublicationSize(transaction, change, new Set([...announced, ...corrected]).size),
    );
    if (reason !== null) throw new MustBeHeld(reason);
  }
  const { scope, flush } = createPublicationScope(transaction, change.version);
  await judge({ ...change, announced, corrected }, scope);
  await flush();
  return result;
}

type Change = NonNullable<Published["change"]>;

/** Filings of the added, changed and removed trades, and filings that superseded trades. */
async function readFilingsOfChange(
  transaction: Writing,
  { added, changed, removed, superseded }: Change,
): Promise<readonly ListedFiling[]> {
  const ids = new Set([
    ...[...added, ...changed.map(({ trade }) => trade), ...removed].map(({ filingId }) => filingId),
    ...superseded.map(({ byFiling }) => byFiling),
  ]);
  const wasListedBy = createYearListingCheck(transaction);
  const listed: ListedFiling[] = [];
  for (const filings of splitIntoChunks([...ids], FILINGS_AT_ONCE)) {
    const rows = await transaction
      .selectFrom("filings as f")
      .leftJoin("sources as s", "s.source", "f.source")
      .select(["f.id", "f.source", "f.year", "f.first_listed_at", "s.listing_completed_at", "s.first_run_ended_at"])
      .where("f.id", "in", filings)
      .execute();
    for (const row of rows) {
      const { id, source, year, first_listed_at, listing_completed_at: completedAt } = row;
      listed.push({
        id,
        year,
        firstListedAt: new Date(first_listed_at),
        listingCompletedAt: completedAt === null ? null : new Date(completedAt),
        yearListedBefore: completedAt !== null && (await wasListedBy(source, year, completedAt)),
        isFirstImport: row.first_run_ended_at === null,
      });
    }
  }
  return listed;
}

/** Returns a test for whether a filing of a source and year was listed at or before a time. Caches answers by source and year. */
function createYearListingCheck(transaction: Writing): (source: string, year: number, at: number) => Promise<boolean> {
  const cache = new Map<string, boolean>();
  return async (source, year, at) => {
    const key = `${source} ${year}`;
    const answer = cache.get(key) ?? (await wasYearListed(transaction, source, year, at));
    cache.set(key, answer);
    return answer;
  };
}

async function wasYearListed(transaction: Writing, source: string, year: number, at: number): Promise<boolean> {
  const row = await transaction
    .selectFrom("filings")
    .select("id")
    .where("source", "=", source)
    .where("year", "=", year)
    .where("first_listed_at", "<=", at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function computePublicationSize(
  transaction: Writing,
  { added, removed, superseded, version }: Change,
  events: number,
): Promise<PublicationSize> {
  const withdrawn = superseded.filter(({ by, byFiling }) => by === byFiling).length;
  return {
    events,
    hasActivePremiumAccount: await hasActivePremiumAccount(transaction, version.publishedAt),
    publishedBefore: (await countServedTrades(transaction)) - added.length + removed.length,
    removed: removed.length - superseded.length,
    replaced: superseded.length - withdrawn,
    withdrawn,
  };
}

async function hasActivePremiumAccount(transaction: Writing, at: Date): Promise<boolean> {
  const row = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("plan", "=", "premium")
    .where(buildLiveCondition("accounts", at))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Thrown to roll back the transaction of a publication that must be held; the message is the reason. */
class MustBeHeld extends Error {}

async function createUnpublishedResult(transaction: Writing, held: HeldPublication | null): Promise<PublicationResult> {
  return {
    version: await readCurrentVersion(transaction),
    changed: false,
    tradesAdded: 0,
    tradesChanged: 0,
    tradesRemoved: 0,
    securitiesChanged: 0,
    held,
  };
}

export function createHeldPublicationQueries({ reading, change }: Database) {
  return {
    async list(): Promise<readonly HeldPublication[]> {
      const rows = await reading
        .selectFrom("held_publications")
        .select(["id", "held_at", "reason"])
        .orderBy("id")
        .execute();
      return rows.map(({ id, held_at, reason }) => ({ id, heldAt: new Date(held_at), reason }));
    },

    /** Publishes a held publication and its events. `createJudgement` gets the publication's `cause`. @throws {NotFoundError} */
    approve: (id: number, createJudgement: (cause: string | null) => Judgement): Promise<PublicationResult> =>
      change(async (transaction) => {
        const publication = await takeHeldPublication(transaction, id);
        const judgement = createJudgement(publication.cause ?? null);
        return publishInTransaction(transaction, { ...publication, at: new Date() }, judgement, false);
      }),

    /** Discards a held publication. The next run reads its filings again if `listPending` lists them. @throws {NotFoundError} */
    reject: (id: number): Promise<void> =>
      change(async (transaction) => {
        await takeHeldPublication(transaction, id);
      }),
  };
}
