/** Made readings of scanned pages, in place of the seconds that reading each takes. */
import type { PageReading, ScannedRow } from "../src/domain/scanned-page.ts";

/** A page with one row for each amount, sure in every field. */
export function madeReading(amounts: readonly string[]): Extract<PageReading, { seen: unknown }> {
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
  const page = { turnDegrees: 0, skew, width: 1200, height: 1600, amendment: false } as const;
  return { seen: { kind: "transactions", form: "house", ...page, rows } };
}
