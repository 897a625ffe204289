/** Applies a publication in its transaction, and creates a new dataset version if any served data changes. */
import { zstdCompressSync } from "node:zlib";
import { createPause, splitIntoChunks } from "../base/pause.ts";
import type { IsoDate } from "../domain/dates.ts";
import { buildTradeId } from "../domain/filing.ts";
import { replaceAmendments, settleMemberAmendments } from "./amendments.ts";
import { areSameIndustries, readServedIndustries, upsertCompanies } from "./companies.ts";
import { markPossibleDuplicates } from "./duplicate-marks.ts";
import { updateFilingStates } from "./filing-states.ts";
import { PreviousStates } from "./previous-states.ts";
import type { FilingOutcome, Publication, PublicationResult, UnjudgedChange } from "./publication.ts";
import { setCurrentMembers, setMergedIds, upsertPoliticians, upsertSecurities } from "./reference.ts";
import type { RejectedLineRecord, TradeRecord, Writing } from "./schema.ts";
import { toDbText } from "./text.ts";
import { TradeChanges } from "./trade-changes.ts";
import {
  createEmptyAmendmentColumns,
  hasSameContent,
  pickAmendmentColumns,
  type TradeContent,
  toDisclosureColumns,
  toTradeContent,
} from "./trade-rows.ts";
import { buildExcludedValues, upsert } from "./upsert.ts";
import { createNextVersion, readCurrentSerial, readCurrentVersion } from "./versions.ts";

const FILINGS_AT_ONCE = 50;
const ROWS_AT_ONCE = 100;

type Pause = () => Promise<void>;

export interface Published {
  readonly result: PublicationResult;
  /** Null if no served data changed. */
  readonly change: UnjudgedChange | null;
}

/** @throws {RangeError} for an unknown filing, a trade of another filing, or a repeated filing or trade id. */
export async function publish(transaction: Writing, publication: Publication): Promise<Published> {
  checkOutcomes(publication.outcomes);
  const pause = createPause();
  const previousStates = new PreviousStates();
  let membersChanged = await upsertPoliticians(transaction, publication.politicians ?? [], previousStates);
  if (publication.currentPoliticianIds !== undefined) {
    membersChanged += await setCurrentMembers(transaction, publication.currentPoliticianIds, previousStates);
  }
  if (publication.identities !== undefined) {
    membersChanged += await setMergedIds(transaction, publication.identities, previousStates);
  }
  const { securities = [], companies = [] } = publication;
  const industries = securities.length + companies.length > 0 ? await readServedIndustries(transaction) : null;
  const securitiesChanged = await upsertSecurities(transaction, securities);
  await upsertCompanies(transaction, companies, publication.at);
  const industriesChanged =
    industries !== null && !areSameIndustries(industries, await readServedIndustries(transaction));
  const changes = new TradeChanges();
  const filers = new Set<string>();
  let filersChanged = 0;
  for (const outcomes of splitIntoChunks(publication.outcomes, FILINGS_AT_ONCE)) {
    filersChanged += await updateFilings(transaction, outcomes, { filers, previousStates, pause });
    await replaceTrades(transaction, outcomes, publication.at, changes, pause);
    await replaceRejectedLines(transaction, outcomes, pause);
    await replaceContents(transaction, outcomes, pause);
    await replaceAmendments(transaction, outcomes);
  }
  const settled = await settleMemberAmendments(transaction, [...filers], changes, publication.at);
  await markPossibleDuplicates(transaction, [...filers].toSorted(), changes, publication.at);
  const touched = new Set([...publication.outcomes.map(({ filingId }) => filingId), ...settled.filings]);
  const statesChanged = await updateFilingStates(transaction, [...touched], settled.deletions, previousStates);
  const { added, removed, rewritten, unlisted, ...listed } = changes.summarize();
  const changed =
    industriesChanged ||
    membersChanged + added.length + rewritten + unlisted + removed.length + filersChanged + statesChanged > 0;
  if (changed) {
    for (const { id, before } of changes.listWrittenRows()) previousStates.record("trade", id, before);
    await previousStates.write(transaction, await readCurrentSerial(transaction));
  }
  const version = changed
    ? await createNextVersion(transaction, publication.at)
    : await readCurrentVersion(transaction);
  const result: PublicationResult = {
    version,
    changed,
    tradesAdded: added.length,
    tradesChanged: rewritten,
    tradesRemoved: removed.length,
    securitiesChanged,
    held: null,
  };
  const change = changed && version !== undefined ? { version, added, removed, ...listed } : null;
  return { result, change };
}

function checkOutcomes(outcomes: readonly FilingOutcome[]): void {
  const filings = new Set<string>();
  const trades = new Set<string>();
  for (const { filingId, trades: outcomeTrades } of outcomes) {
    if (filings.has(filingId)) {
      throw new RangeError(`a publication must have exactly one outcome per filing, but ${filingId} has two`);
    }
    filings.add(filingId);
    const prefix = buildTradeId(filingId, 0).slice(0, -"00".length);
    for (const trade of outcomeTrades) {
      if (trade.filingId !== filingId || !trade.id.startsWith(prefix)) {
        throw new RangeError(
          `the outcome of ${filingId} may contain only that filing's trades, but ${trade.id} belongs to ${trade.filingId}`,
        );
      }
      if (trades.has(trade.id)) throw new RangeError(`a trade's id must be unique, but ${trade.id} occurs twice`);
      trades.add(trade.id);
    }
  }
}

/**
 * Updates filings, but not their states, which depend on other filings. Adds the filings' previous and new filers to `filers`.
 * @returns number of filings whose filer changed.
 */
async function updateFilings(
  transaction: Writing,
  outcomes: readonly FilingOutcome[],
  {
    filers,
    previousStates,
    pause,
  }: { readonly filers: Set<string>; readonly previousStates: PreviousStates; readonly pause: Pause },
): Promise<number> {
  const ids = outcomes.map((outcome) => outcome.filingId);
  const stored = await transaction
    .selectFrom("filings")
    .select([
      "id",
      "state",
      "read_state",
      "reason_code",
      "reason_detail",
      "politician_id",
      "rows_read",
      "document_sha256",
    ])
    .where("id", "in", ids)
    .execute();
  const storedById = new Map(stored.map((row) => [row.id, row]));
  let changed = 0;
  for (const outcome of outcomes) {
    const old = storedById.get(outcome.filingId);
    if (old === undefined)
      throw new RangeError(`an outcome's filing must be in the ledger, but ${outcome.filingId} is not in it`);
    const settled = {
      read_state: outcome.state,
      reason_code: toDbText(outcome.reason?.code ?? null),
      reason_detail: toDbText(outcome.reason?.detail ?? null),
      politician_id: outcome.politicianId,
      rows_read: outcome.trades.length + outcome.rejected.length,
      document_sha256: outcome.documentSha256 ?? old.document_sha256,
    };
    for (const filer of [old.politician_id, settled.politician_id]) if (filer !== null) filers.add(filer);
    if (old.politician_id !== settled.politician_id) {
      changed += 1;
      previousStates.record("filing", outcome.filingId, { politician_id: old.politician_id, state: old.state });
    }
    const columns = Object.keys(settled) as (keyof typeof settled)[];
    if (columns.every((column) => old[column] === settled[column])) continue;
    await transaction.updateTable("filings").set(settled).where("id", "=", outcome.filingId).execute();
    await pause();
  }
  return changed;
}

async function replaceTrades(
  transaction: Writing,
  outcomes: readonly FilingOutcome[],
  at: Date,
  changes: TradeChanges,
  pause: Pause,
): Promise<void> {
  const stored = await transaction
    .selectFrom("trades")
    .selectAll()
    .where(
      "filing_id",
      "in",
      outcomes.map((outcome) => outcome.filingId),
    )
    .execute();
  const storedById = new Map<string, TradeRecord>(stored.map((row) => [row.id, row]));
  const rows: TradeRecord[] = [];
  for (const content of outcomes.flatMap((outcome) => outcome.trades.map(toTradeContent))) {
    const old = storedById.get(content.id);
    storedById.delete(content.id);
    if (old !== undefined && hasSameContent(old, content)) continue;
    const isFiledDateNew = old !== undefined && old.filed_date !== content.filed_date;
    const row = {
      ...content,
      ...(old === undefined ? createEmptyAmendmentColumns(content) : pickAmendmentColumns(old)),
      ...(isFiledDateNew &&
        toDisclosureColumns({ date: content.filed_date as IsoDate, source: "filing" }, content.filed_date)),
      first_seen_at: old?.first_seen_at ?? at.getTime(),
      updated_at: at.getTime(),
    };
    rows.push(row);
    changes.recordRow(old ?? null, row);
  }
  for (const row of storedById.values()) changes.recordRow(row, null);
  await pause();
  for (const ids of splitIntoChunks([...storedById.keys()], ROWS_AT_ONCE)) {
    await transaction.deleteFrom("trades").where("id", "in", ids).execute();
    await pause();
  }
  for (const chunk of splitIntoChunks(rows, ROWS_AT_ONCE)) {
    await upsertTrades(transaction, chunk);
    await pause();
  }
}

const NEVER_REPLACED: readonly string[] = ["id", "filing_id", "first_seen_at"];

async function upsertTrades(transaction: Writing, rows: readonly TradeRecord[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = (Object.keys(first) as (keyof TradeContent)[]).filter((column) => !NEVER_REPLACED.includes(column));
  await transaction
    .insertInto("trades")
    .values([...rows])
    .onConflict((conflict) => conflict.column("id").doUpdateSet(buildExcludedValues(...columns)))
    .execute();
}

async function replaceRejectedLines(
  transaction: Writing,
  outcomes: readonly FilingOutcome[],
  pause: Pause,
): Promise<void> {
  await transaction
    .deleteFrom("rejected_lines")
    .where(
      "filing_id",
      "in",
      outcomes.map((outcome) => outcome.filingId),
    )
    .execute();
  const rows: RejectedLineRecord[] = outcomes.flatMap(({ filingId, rejected }) =>
    rejected.map(({ line, reason, text }, position) => ({
      filing_id: filingId,
      position,
      line,
      reason: toDbText(reason),
      text: toDbText(text),
      corrected_by: null,
    })),
  );
  for (const chunk of splitIntoChunks(rows, ROWS_AT_ONCE)) {
    await transaction
      .insertInto("rejected_lines")
      .values([...chunk])
      .execute();
    await pause();
  }
}

/** Stores each document's report (`rawJson`) if the report changed. Filings that are only normalized again keep their report. */
async function replaceContents(transaction: Writing, outcomes: readonly FilingOutcome[], pause: Pause): Promise<void> {
  const ids = outcomes.map((outcome) => outcome.filingId);
  const stored = await transaction.selectFrom("filing_contents").selectAll().where("filing_id", "in", ids).execute();
  const storedById = new Map(stored.map((row) => [row.filing_id, row.raw]));
  for (const { filingId, rawJson } of outcomes) {
    const old = storedById.get(filingId);
    if (rawJson === null) {
      if (old !== undefined) {
        await transaction.deleteFrom("filing_contents").where("filing_id", "=", filingId).execute();
      }
      continue;
    }
    const raw = zstdCompressSync(rawJson);
    if (old !== undefined && raw.equals(old)) continue;
    await upsert(transaction, "filing_contents", { filing_id: filingId }, { raw });
    await pause();
  }
}
