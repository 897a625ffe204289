/**
 * Compares published with received events, without knowing how they were sent. Given a folder, reads `published.ndjson` and
 * `arrived.ndjson` from it: `node test/chaos/check-history.ts FOLDER`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Arrival } from "./receiver.ts";

/** A trade that this endpoint must get. Recorded once the publication was acknowledged. */
export interface Published {
  readonly endpoint: string;
  readonly tradeId: string;
}

export interface Finding {
  /** Published trades, over all endpoints. */
  readonly published: number;
  readonly endpoints: number;
  readonly arrivals: number;
  /** Distinct events accepted, over all endpoints. */
  readonly taken: number;
  /** Published trades that an endpoint never accepted. */
  readonly lost: number;
  /** Repeats that an endpoint accepted, not counting one for each lost acknowledgement. */
  readonly duplicates: number;
  /** Endpoint and event of each duplicate. */
  readonly duplicated: readonly string[];
  readonly lostAcknowledgements: number;
  /** Share of duplicates among accepted events. */
  readonly duplicateShare: number;
  /** Missing sequence numbers, numbers with two events, events with two bodies or two numbers. */
  readonly sequenceFaults: number;
  /** Trades that an endpoint accepted but that were never published for it. */
  readonly unknown: number;
  readonly unverified: number;
}

export function checkHistory(published: readonly Published[], arrivals: readonly Arrival[]): Finding {
  const taken = arrivals.filter(({ answer }) => answer === "accepted" || answer === "acknowledgement_lost");
  const names = new Set([...published, ...arrivals].map(({ endpoint }) => endpoint));
  const highest = taken.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  const duplicated: string[] = [];
  let [lost, sequenceFaults, events, unknown, duplicates, lostAcknowledgements] = [0, 0, 0, 0, 0, 0];
  for (const name of names) {
    const own = taken.filter(({ endpoint }) => endpoint === name);
    const expected = new Set(published.flatMap(({ endpoint, tradeId }) => (endpoint === name ? tradeId : [])));
    const trades = new Set(own.flatMap(({ tradeId }) => tradeId ?? []));
    lost += [...expected].filter((id) => !trades.has(id)).length;
    unknown += [...trades].filter((id) => !expected.has(id)).length;
    sequenceFaults += countSequenceFaults(own, highest);
    for (const same of Map.groupBy(own, ({ id }) => id).values()) {
      events += 1;
      const unacknowledged = same.filter(({ answer }) => answer === "acknowledgement_lost").length;
      lostAcknowledgements += unacknowledged;
      const again = Math.max(0, same.length - 1 - unacknowledged);
      duplicates += again;
      duplicated.push(...Array.from({ length: again }, () => `${name} ${same[0]?.id}`));
    }
  }
  return {
    published: published.length,
    endpoints: names.size,
    arrivals: arrivals.length,
    taken: events,
    lost,
    duplicates,
    duplicated,
    lostAcknowledgements,
    duplicateShare: events === 0 ? 0 : duplicates / events,
    sequenceFaults,
    unknown,
    unverified: arrivals.filter(({ verified }) => !verified).length,
  };
}

/** Counts faults in a sequence that should run from 1 without gaps, with one event and one body per number. */
function countSequenceFaults(own: readonly Arrival[], highest: number): number {
  const ofSequence = Map.groupBy(own, ({ sequence }) => sequence);
  const ofId = Map.groupBy(own, ({ id }) => id);
  const missing = Array.from({ length: highest }, (_, index) => index + 1).filter((each) => !ofSequence.has(each));
  const several = [...ofSequence.values(), ...ofId.values()].filter(
    (same) => new Set(same.map(({ id, sequence, digest }) => `${id} ${sequence} ${digest}`)).size > 1,
  );
  return missing.length + several.length;
}

export function readJournal<T>(path: string): T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

if (import.meta.main) {
  const folder = process.argv[2] ?? ".";
  const finding = checkHistory(
    readJournal<Published>(join(folder, "published.ndjson")),
    readJournal<Arrival>(join(folder, "arrived.ndjson")),
  );
  console.log(JSON.stringify(finding, null, 2));
}
