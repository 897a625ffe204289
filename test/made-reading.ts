/** Made-up readings of scanned pages, because reading a real page takes seconds. */
import type { PageReading, ScannedRow } from "../src/domain/scanned-page.ts";

/** Makes the reading of a page with one row for each amount, and with every field certain. */
export function makeReading(amounts: readonly string[]): Extract<PageReading, { seen: unknown }> {
  const rows = amounts.map((amount, at): ScannedRow => {
    const box = { left: 100, top: 300 + 40 * at, width: 900, height: 36 };
    const makeField = (reading: string) => ({ reading, confidence: 0.99, sure: true, box });
    return {
      box,
      handwritten: false,
      fields: {
        owner: makeField("SP"),
        asset: makeField(`Zzwid Corp ${at + 1} (ZZWID)`),
        transactionType: makeField("P"),
        transactionDate: makeField("01/05/2026"),
        notificationDate: makeField("01/06/2026"),
        amount: makeField(amount),
      },
    };
  });
  const skew = { level: 0, upright: 0, fan: 0 };
  const page = { turnDegrees: 0, skew, width: 1200, height: 1600, amendment: false } as const;
  return { seen: { kind: "transactions", form: "house", ...page, rows } };
}
