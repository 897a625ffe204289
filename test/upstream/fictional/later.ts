/** Made-up sites on which filings appear while somebody looks: the newest reports are held back, and come one after another. */
import type { HouseIndexRow } from "../../../src/app/demo/sites/material.ts";
import type { FictionalMaterial } from "./material.ts";

export interface LaterFilings {
  readonly material: FictionalMaterial;
  /** The next report is on the House Clerk's site from now on, beside all that was; null when none is left. */
  appear(): Promise<HouseIndexRow | null>;
  /** The Clerk corrects the day on which a report was filed (`M/D/YYYY`), as the index sometimes does. */
  correctFilingDate(docId: string, filingDate: string): void;
}

/** @param count so many House reports, each with trades that can be read, are held back; the oldest of them appears first. */
export function withLaterFilings(material: FictionalMaterial, count: number): LaterFilings {
  const kept = material.truth
    .filter(({ source, state, rows }) => source === "house-clerk" && state === "parsed" && rows.length > 0)
    .toSorted((a, b) => Number(a.docId) - Number(b.docId))
    .slice(-count);
  const hidden = new Set(kept.map(({ docId }) => docId));
  const corrected = new Map<string, string>();

  const readIndex = async (year: number) => {
    const rows = await material.house.readIndex(year);
    return (
      rows
        ?.filter(({ docId }) => !hidden.has(docId))
        .map((row) => ({ ...row, filingDate: corrected.get(row.docId) ?? row.filingDate })) ?? null
    );
  };

  return {
    material: { ...material, house: { ...material.house, readIndex } },
    async appear() {
      const next = kept.find(({ docId }) => hidden.has(docId));
      if (next === undefined) return null;
      hidden.delete(next.docId);
      return (await readIndex(next.year))?.find(({ docId }) => docId === next.docId) ?? null;
    },
    correctFilingDate(docId, filingDate) {
      corrected.set(docId, filingDate);
    },
  };
}
