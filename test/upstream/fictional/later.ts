/** Fictional sites on which new filings appear during a test: the newest reports are held back and then appear one by one. */
import type { HouseIndexRow } from "../../../src/app/demo/sites/material.ts";
import type { FictionalMaterial } from "./material.ts";

export interface LaterFilings {
  readonly material: FictionalMaterial;
  /** Makes the next report appear on the House Clerk's site. @returns its index row; null if no report is left. */
  appear(): Promise<HouseIndexRow | null>;
  /** Changes a report's filing date (`M/D/YYYY`) in the index, as the Clerk sometimes does. */
  correctFilingDate(docId: string, filingDate: string): void;
}

/** @param count number of House reports with readable trades to hold back. The oldest of them appears first. */
export function withLaterFilings(material: FictionalMaterial, count: number): LaterFilings {
  const heldBack = material.truth
    .filter(({ source, state, rows }) => source === "house-clerk" && state === "parsed" && rows.length > 0)
    .toSorted((a, b) => Number(a.docId) - Number(b.docId))
    .slice(-count);
  const hidden = new Set(heldBack.map(({ docId }) => docId));
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
      const next = heldBack.find(({ docId }) => hidden.has(docId));
      if (next === undefined) return null;
      hidden.delete(next.docId);
      return (await readIndex(next.year))?.find(({ docId }) => docId === next.docId) ?? null;
    },
    correctFilingDate(docId, filingDate) {
      corrected.set(docId, filingDate);
    },
  };
}
