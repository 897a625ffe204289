/**
 * Mutates random reports, reads them and counts the verdicts. Takes each kind of mutation in turn; the same seed gives the same
 * mutations.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createRandomSource } from "../../../src/app/demo/fictional/chance.ts";
import type { RawFiling } from "../../../src/domain/printed-report.ts";
import { readHouseDocument } from "../../../src/filings/sources/house-clerk/read.ts";
import { readSenateDocument } from "../../../src/filings/sources/senate-efd/read.ts";
import { corpusDir } from "../../corpus.ts";
import { fictionalMaterial } from "../../upstream/fictional/material.ts";
import { HOUSE_MUTATIONS } from "./house.ts";
import { judgeReading, type Mutation, type Verdict } from "./judge.ts";
import { SENATE_MUTATIONS } from "./senate.ts";

export interface Report {
  readonly source: "house" | "senate";
  readonly docId: string;
  readonly bytes: Uint8Array;
}

export interface Tally {
  /** Counts by source and kind of mutation. */
  readonly counts: ReadonlyMap<string, Readonly<Partial<Record<Verdict, number>>>>;
  readonly mutated: number;
  /** Descriptions such as `house 20001234 "text dropped" #17: line 3 owner: ...`. */
  readonly wrong: readonly string[];
}

/** Creates the project's fictional reports. */
export async function madeReports(): Promise<Report[]> {
  const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
  const reports: Report[] = [];
  for (const year of [2025, 2026]) {
    for (const { docId, filingType } of (await material.house.readIndex(year)) ?? []) {
      const bytes = filingType === "P" ? await material.house.readDocument("ptr-pdfs", year, docId) : null;
      if (bytes !== null) reports.push({ source: "house", docId, bytes });
    }
  }
  for (const row of await material.senate.listRows()) {
    const page = row.link === "ptr" ? await material.senate.readPage(row) : null;
    if (page !== null) reports.push({ source: "senate", docId: row.uuid.toLowerCase(), bytes: page });
  }
  return reports;
}

/** Lists the recorded reports; none without the corpus. */
export function recordedReports(): Report[] {
  if (corpusDir === null) return [];
  const house = path.join(corpusDir, "house", "ptr-pdfs");
  const senate = path.join(corpusDir, "senate", "ptr");
  return [
    ...readdirSync(house).flatMap((year) =>
      readdirSync(path.join(house, year))
        .filter((name) => /^2\d{7}\.pdf$/.test(name))
        .map(
          (name): Report => ({
            source: "house",
            docId: name.slice(0, -4),
            bytes: readFileSync(path.join(house, year, name)),
          }),
        ),
    ),
    ...readdirSync(senate).map(
      (name): Report => ({ source: "senate", docId: name.slice(0, -5), bytes: readFileSync(path.join(senate, name)) }),
    ),
  ];
}

async function readReport({ source, docId }: Report, bytes: Uint8Array): Promise<RawFiling> {
  return source === "house" ? readHouseDocument(bytes, docId) : readSenateDocument(bytes, docId);
}

export async function runMutations(reports: readonly Report[], count: number, seed: number): Promise<Tally> {
  const counts = new Map<string, Partial<Record<Verdict, number>>>();
  const wrong: string[] = [];
  const usable = await keepReadable(reports);
  const kinds = [
    ...Object.keys(HOUSE_MUTATIONS).map((kind) => ({ source: "house" as const, kind })),
    ...Object.keys(SENATE_MUTATIONS).map((kind) => ({ source: "senate" as const, kind })),
  ];
  let mutated = 0;
  for (let number = 0; mutated < count; number++) {
    const draw = createRandomSource(`mutation ${seed} ${number}`);
    const { source, kind } = kinds[number % kinds.length] ?? draw.pick(kinds);
    const { report, filing } = draw.pick(usable.filter((each) => each.report.source === source));
    const mutation = mutateReport(report, kind, draw);
    if (mutation === null) continue;
    mutated += 1;
    const outcome = await readReport(report, mutation.bytes).catch((error: Error) => error);
    const { verdict, why } = judgeReading(filing, outcome, mutation);
    const key = `${source}: ${kind}`;
    const row = counts.get(key) ?? {};
    row[verdict] = (row[verdict] ?? 0) + 1;
    counts.set(key, row);
    if (verdict === "WRONG") wrong.push(`${source} ${report.docId} "${kind}" #${number}: ${why}`);
  }
  return { counts, mutated, wrong };
}

/** Keeps the reports that can be read and have transactions, with their readings. */
async function keepReadable(reports: readonly Report[]): Promise<{ report: Report; filing: RawFiling }[]> {
  const found: { report: Report; filing: RawFiling }[] = [];
  for (const report of reports) {
    const filing = await readReport(report, report.bytes).catch(() => null);
    if (filing !== null && filing.transactions.length > 0) found.push({ report, filing });
  }
  return found;
}

/** Mutates a report; null if this kind of mutation does not apply to the report. */
export function mutateReport(
  { source, bytes }: Report,
  kind: string,
  draw: ReturnType<typeof createRandomSource>,
): Mutation | null {
  if (source === "house") {
    const made = HOUSE_MUTATIONS[kind]?.(bytes, draw);
    return made ? { kind, ...made } : null;
  }
  const made = SENATE_MUTATIONS[kind]?.(Buffer.from(bytes).toString("utf8"), draw);
  return made ? { kind, bytes: Buffer.from(made.html), ...(made.printed && { printed: made.printed }) } : null;
}
