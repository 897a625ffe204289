/** Bundles of a throw-away data folder. */

import { type BundleSource, type WrittenBundle, writeBundle } from "../../src/bundle/write-bundle.ts";
import type { PageReading, ScannedRow } from "../../src/domain/scanned-page.ts";
import { readDecisions } from "../../src/ingest/decisions.ts";
import { sourceOf } from "../../src/sources/all.ts";
import { SCAN_READER } from "../../src/sources/scans/assemble.ts";
import type { FilingRow } from "../../src/store/filing-rows.ts";
import type { Workplace } from "../e2e/workplace.ts";

export const MADE_AT = new Date("2026-11-20T12:00:00Z");

export function bundleOf(
  { store, ingest, config }: Workplace,
  folder: string,
  more: Partial<BundleSource> = {},
): Promise<WrittenBundle> {
  return readDecisions(config.DECISIONS).then((decisions) =>
    writeBundle(
      {
        store,
        read: ingest.keeper.read,
        imageOf: async (source, written) => (await ingest.scans.pageImage(source, written))?.sha256,
        decisions: decisions.all,
        publisher: "https://first.example",
        madeBy: "congress-trades test",
        now: MADE_AT,
        ...more,
      },
      folder,
    ),
  );
}

/** A page with one row for each amount, sure in every field. */
export function madeReading(amounts: readonly string[]): PageReading {
  const rows = amounts.map((amount, at): ScannedRow => {
    const box = { left: 100, top: 300 + 40 * at, width: 900, height: 36 };
    const field = (reading: string) => ({ reading, confidence: 0.99, sure: true, box });
    return {
      box,
      handwritten: false,
      fields: {
        owner: field("SP"),
        asset: field(`Zzwid Corp ${at + 1} (ZZWID)`),
        transactionType: field("P"),
        transactionDate: field("01/05/2026"),
        notificationDate: field("01/06/2026"),
        amount: field(amount),
      },
    };
  });
  const skew = { level: 0, upright: 0, fan: 0 };
  return {
    seen: {
      kind: "transactions",
      form: "house",
      turnDegrees: 0,
      skew,
      width: 1200,
      height: 1600,
      amendment: false,
      rows,
    },
  };
}

interface HeldPage {
  /** The document that holds it. */
  readonly sha256: string;
  readonly page: number;
}

/** The pages of the scanned reports that wait. */
export async function waitingPages(place: Workplace): Promise<readonly HeldPage[]> {
  return pagesOf(place, await place.store.pageReadings.waiting());
}

/** The pages of all scanned reports. */
export async function scannedPages(place: Workplace): Promise<readonly HeldPage[]> {
  return pagesOf(place, await Array.fromAsync(place.store.filings.withDocument()));
}

async function pagesOf({ store, ingest }: Workplace, filings: readonly FilingRow[]): Promise<readonly HeldPage[]> {
  const pages: HeldPage[] = [];
  for (const filing of filings) {
    const raw = await store.filings.printedReport(filing.id);
    for (const { image, page } of raw?.kind !== "scan" && raw?.kind !== "paper"
      ? []
      : sourceOf(filing.source).pagesOf(raw)) {
      const sha256 =
        image === null ? filing.documentSha256 : (await ingest.scans.pageImage(filing.source, image))?.sha256;
      if (sha256) pages.push({ sha256, page });
    }
  }
  return pages;
}

/** Keeps a made reading of every page that waits, in place of the minutes that reading takes. */
export async function keepMadeReadings(
  place: Workplace,
  reading = madeReading(["$1,001 - $15,000"]),
  reader = SCAN_READER,
): Promise<void> {
  for (const { sha256, page } of await waitingPages(place)) {
    await place.store.pageReadings.keep(sha256, { page, reader, json: JSON.stringify(reading) });
  }
}
