/** A publication with what follows from it: measured, held when it is too large to be trusted, and judged in its transaction. */
import type { Transaction } from "kysely";
import type { Database } from "../database.ts";
import { inChunks } from "../pause.ts";
import type { HeldPublication, JudgePublication, Publication, PublicationResult } from "../publication.ts";
import { type Published, publish } from "../publish.ts";
import type { Schema } from "../schema.ts";
import { currentVersion } from "../versions.ts";
import { hold, withoutWaiting } from "./held-rows.ts";
import { isLiveAccount } from "./rows.ts";
import { createScope } from "./scope.ts";

/** A publication that would make more events is held. */
const MOST_EVENTS = 2000;
/** So is one that removes a larger part of the published trades. */
const LARGEST_PART_REMOVED = 0.01;
/**
 * A trade that a later filing supersedes is no loss of data; but so many at once are no amendments any more, if they are also a larger part
 * of the published trades than this. Amendments that replace line by line are longer than those that take lines back.
 */
const MOST_TAKEN_BACK = 100;
const LARGEST_PART_TAKEN_BACK = 0.01;
const MOST_REPLACED = 500;
const LARGEST_PART_REPLACED = 0.05;
const FILINGS_AT_ONCE = 500;

/** @param judge null: nothing follows, and nothing is held. */
export async function publishJudged(
  database: Database,
  publication: Publication,
  judge: JudgePublication | null,
): Promise<PublicationResult> {
  const { doubt = null } = publication;
  if (judge !== null && doubt !== null)
    return database.change((transaction) => holdNew(transaction, publication, doubt));
  try {
    return await database.change(async (transaction) =>
      publishWithin(transaction, await withoutWaiting(transaction, publication), judge, true),
    );
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return database.change((transaction) => holdNew(transaction, publication, error.reason));
  }
}

/** Holds what of the publication does not wait already, if there is anything. */
async function holdNew(
  transaction: Transaction<Schema>,
  publication: Publication,
  reason: string,
): Promise<PublicationResult> {
  const rest = await withoutWaiting(transaction, publication);
  const { outcomes, politicians = [], securities = [] } = rest;
  const isNew = outcomes.length + politicians.length + securities.length > 0;
  return notPublished(transaction, isNew ? await hold(transaction, rest, reason) : null);
}

/** @throws {TooLarge} when it must be held, so that its transaction is undone. */
export async function publishWithin(
  transaction: Transaction<Schema>,
  publication: Publication,
  judge: JudgePublication | null,
  mayHold: boolean,
): Promise<PublicationResult> {
  const { result, change } = await publish(transaction, publication);
  if (judge === null || change === null) return result;
  const announced = await announcedBy(transaction, change);
  if (mayHold) await checkSize(transaction, change, announced);
  const { scope, flush } = createScope(transaction, change.version);
  await judge({ ...change, announced }, scope);
  await flush();
  return result;
}

type Change = NonNullable<Published["change"]>;

/**
 * Trades of filings that their source listed first after it had listed all it has. An earlier year of which nothing was listed by then is
 * one that was not asked for: it is backfill too, when it is asked for later.
 */
async function announcedBy(transaction: Transaction<Schema>, change: Change): Promise<ReadonlySet<string>> {
  const trades = [...change.added, ...change.changed.map(({ trade }) => trade), ...change.removed];
  const all = new Set([
    ...trades.map(({ filingId }) => filingId),
    ...change.superseded.map(({ byFiling }) => byFiling),
  ]);
  const announced = new Set<string>();
  const isBackfill = backfilledYears(transaction);
  for (const filings of inChunks([...all], FILINGS_AT_ONCE)) {
    const rows = await transaction
      .selectFrom("filings as f")
      .innerJoin("sources as s", "s.source", "f.source")
      .select(["f.id", "f.source", "f.year", "s.listing_completed_at"])
      .where("f.id", "in", filings)
      .whereRef("f.first_listed_at", ">", "s.listing_completed_at")
      .execute();
    for (const { id, source, year, listing_completed_at: completedAt } of rows) {
      if (completedAt !== null && !(await isBackfill(source, year, completedAt))) announced.add(id);
    }
  }
  const told = new Set(trades.filter(({ filingId }) => announced.has(filingId)).map(({ id }) => id));
  for (const { former, byFiling, replacement } of change.superseded) {
    if (!announced.has(former.filingId) && !announced.has(byFiling)) continue;
    told.add(former.id);
    if (replacement !== null) told.add(replacement.id);
  }
  return told;
}

/** Whether a year lies before the source's first complete listing, which had nothing of it. Asked once a source and year. */
function backfilledYears(
  transaction: Transaction<Schema>,
): (source: string, year: number, completedAt: number) => Promise<boolean> {
  const known = new Map<string, boolean>();
  return async (source, year, completedAt) => {
    if (year >= new Date(completedAt).getUTCFullYear()) return false;
    const key = `${source} ${year}`;
    const answer = known.get(key) ?? !(await wasListedBy(transaction, source, year, completedAt));
    known.set(key, answer);
    return answer;
  };
}

async function wasListedBy(
  transaction: Transaction<Schema>,
  source: string,
  year: number,
  at: number,
): Promise<boolean> {
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

async function checkSize(
  transaction: Transaction<Schema>,
  { added, removed, superseded, version }: Change,
  announced: ReadonlySet<string>,
): Promise<void> {
  if (announced.size > MOST_EVENTS && (await isAnybodyTold(transaction, version.publishedAt))) {
    throw new TooLarge(
      `It would make ${announced.size} events, and more than ${MOST_EVENTS} are not sent without a person's approval.`,
    );
  }
  if (removed.length === 0) return;
  const { trades } = await transaction
    .selectFrom("trades")
    .select((count) => count.fn.countAll<number>().as("trades"))
    .where("superseded_by", "is", null)
    .executeTakeFirstOrThrow();
  const before = trades - added.length + removed.length;
  const takenBack = superseded.filter(({ by, byFiling }) => by === byFiling).length;
  const replaced = superseded.length - takenBack;
  const gone = removed.length - superseded.length;
  if (replaced > MOST_REPLACED && replaced > before * LARGEST_PART_REPLACED) {
    throw new TooLarge(
      `It would replace ${replaced} of ${before} published trades by amended ones, and more than ${MOST_REPLACED} that are more than 5 % are not replaced without a person's approval.`,
    );
  }
  if (takenBack > MOST_TAKEN_BACK && takenBack > before * LARGEST_PART_TAKEN_BACK) {
    throw new TooLarge(
      `Amendments in it would take back ${takenBack} of ${before} published trades, and more than ${MOST_TAKEN_BACK} that are more than 1 % are not taken back without a person's approval.`,
    );
  }
  if (gone > before * LARGEST_PART_REMOVED) {
    throw new TooLarge(
      `It would remove ${gone} of ${before} published trades, and more than 1 % are not removed without a person's approval.`,
    );
  }
}

/** Without a premium account there are no events, and a catch-up after a long pause needs nobody's approval. */
async function isAnybodyTold(transaction: Transaction<Schema>, at: Date): Promise<boolean> {
  const row = await transaction
    .selectFrom("accounts")
    .select("id")
    .where("plan", "=", "premium")
    .where(isLiveAccount("accounts", at))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

class TooLarge extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

async function notPublished(
  transaction: Transaction<Schema>,
  held: HeldPublication | null,
): Promise<PublicationResult> {
  return {
    version: await currentVersion(transaction),
    changed: false,
    tradesAdded: 0,
    tradesChanged: 0,
    tradesRemoved: 0,
    securitiesChanged: 0,
    held,
  };
}
