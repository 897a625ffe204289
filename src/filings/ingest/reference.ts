import { Activity, runWithStallTimeout } from "../../base/activity.ts";
import { SourceError } from "../../base/errors.ts";
import type { Decisions } from "../../domain/decision.ts";
import { mergeIdentities } from "../../domain/identity.ts";
import type { Politician } from "../../domain/politician.ts";
import { AssetMaster } from "../normalise/asset-master.ts";
import { createFilerIndex, type FilerIndex } from "../normalise/filer.ts";
import { toSourceErrorOrRethrow } from "./faults.ts";
import type { IngestParts } from "./parts.ts";
import { isMembersRecordIncomplete } from "./publication-policy.ts";
import { reportWaits } from "./report-waits.ts";
import { recordSourceOutcome } from "./source-outcome.ts";

/** Reference data used to normalize every line: members and listed securities. */
export interface Reference {
  readonly filers: FilerIndex;
  /** Politicians by id; a member with two ids is stored under the published id. */
  readonly politicians: ReadonlyMap<string, Politician>;
  readonly assets: AssetMaster;
  /** Number of known members; 0 before the list of members is first imported. */
  readonly members: number;
  /** Number of known securities; 0 before a ticker directory is first imported. */
  readonly securities: number;
  readonly decisions: Decisions;
}

/** @throws {ConfigError} if the decisions file is unreadable or has an invalid line. The error names that line. */
export async function loadReference({
  store,
  loadDecisions,
}: Pick<IngestParts, "store" | "loadDecisions">): Promise<Reference> {
  const [known, securities, firstFiled, filedNames, decisions] = await Promise.all([
    store.reference.listPoliticians(),
    store.reference.listSecurities(),
    store.reference.readFirstTradeDays(),
    store.reference.readFiledNames(),
    loadDecisions(),
  ]);
  const politicians = mergeIdentities(known, decisions.identities);
  return {
    filers: createFilerIndex(politicians),
    politicians: new Map(politicians.map((each) => [each.id, each])),
    assets: new AssetMaster(securities, firstFiled, filedNames),
    members: politicians.length,
    securities: securities.length,
    decisions,
  };
}

/**
 * Fetches the list of members and the ticker master and publishes changes in them. If a source fails, its stored data stays and
 * the failure is recorded. @returns whether anything changed.
 */
export async function updateReference(
  parts: Pick<IngestParts, "reference" | "store" | "log" | "now" | "judge" | "patienceMs">,
  signal: AbortSignal,
): Promise<boolean> {
  const { reference: sources, store, log, now, patienceMs } = parts;
  const judgement = parts.judge("reparsed");
  let changed = false;

  const updateAndRecord = async (source: string, work: (signal: AbortSignal) => Promise<void>) => {
    const activity = new Activity();
    const stopReporting = reportWaits(activity, source, log);
    try {
      await runWithStallTimeout(activity, patienceMs, signal, work);
      await recordSourceOutcome({ store, log, now }, source, null);
    } catch (error) {
      await recordSourceOutcome({ store, log, now }, source, toSourceErrorOrRethrow(error, source, log, signal));
    } finally {
      stopReporting();
    }
  };

  const updateMembers = async (signal: AbortSignal) => {
    const { politicians, currentIds, failures } = await sources.legislators.fetch(signal);
    const before = await store.reference.listPoliticians();
    requireCompleteRecord(before, currentIds);
    const result = await store.publications.publish(
      {
        at: now(),
        outcomes: [],
        politicians: failures.length > 0 ? keepKnownSeats(before, politicians) : politicians,
        currentPoliticianIds: currentIds,
      },
      judgement,
    );
    changed ||= result.changed;
    const [first] = failures;
    if (first) throw first;
  };

  const updateTickers = async (signal: AbortSignal) => {
    const { securities, failures } = await sources.tickers.fetch(signal);
    // If a list is missing, only symbols that are not stored yet are added. The names of stored symbols may have been chosen from
    // both lists (`mergeSecurities`). A single list could change these names.
    const known =
      failures.length > 0 ? new Set((await store.reference.listSecurities()).map(({ symbol }) => symbol)) : null;
    const { securitiesChanged } = await store.publications.publish(
      {
        at: now(),
        outcomes: [],
        securities: known === null ? securities : securities.filter(({ symbol }) => !known.has(symbol)),
      },
      judgement,
    );
    changed ||= securitiesChanged > 0;
    const [first] = failures;
    if (first) throw first;
  };

  const ends = await Promise.allSettled([
    updateAndRecord("legislators", updateMembers),
    updateAndRecord("tickers", updateTickers),
  ]);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return changed;
}

/** If committee seats could not be read completely, current members keep the known seats that the response omits. */
function keepKnownSeats(before: readonly Politician[], politicians: readonly Politician[]): readonly Politician[] {
  const known = new Map(before.map((each) => [each.id, each.committees]));
  return politicians.map((each) => {
    if (!each.current) return each;
    const seats = new Map([...(known.get(each.id) ?? []), ...each.committees].map((seat) => [seat.id, seat]));
    return { ...each, committees: [...seats.values()].sort((a, b) => (a.id < b.id ? -1 : 1)) };
  });
}

/** @throws {SourceError} `fewer_than_before` */
function requireCompleteRecord(before: readonly Politician[], currentIds: readonly string[]): void {
  const sitting = before.filter((politician) => politician.current).length;
  if (isMembersRecordIncomplete(sitting, currentIds.length)) {
    throw new SourceError(
      "fewer_than_before",
      `The downloaded list of members of Congress has ${currentIds.length} sitting members, down from ${sitting}. The list was not imported.`,
    );
  }
}
