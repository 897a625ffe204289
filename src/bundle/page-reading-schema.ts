/** The reading of a page as another instance has it: of the form of `PageReading`, member by member, before anything looks at it. */
import { z } from "zod";
import type { PageReading, ScannedRow } from "../domain/scanned-page.ts";
import { SCANNED_FIELDS } from "../domain/scanned-page.ts";

const number = z.number();
const text = z.string().max(5000);
const box = z.strictObject({ left: number, top: number, width: number, height: number });
const field = z.strictObject({
  reading: text.nullable(),
  confidence: number,
  sure: z.boolean(),
  ofSeveralLines: z.literal(true).optional(),
  asRead: text.optional(),
  box,
});
const fields = z.strictObject(Object.fromEntries(SCANNED_FIELDS.map((name) => [name, field])));
const row = z.strictObject({ box, handwritten: z.boolean(), holder: text.optional(), fields });
const page = z.strictObject({
  kind: z.enum(["transactions", "nothing_to_report", "cover", "letter", "other_form", "blank", "unknown"]),
  form: z.enum(["house", "senate", "own"]).nullable(),
  turnDegrees: z.literal([0, 90, 180, 270]),
  skew: z.strictObject({ level: number, upright: number, fan: number }),
  width: number,
  height: number,
  amendment: z.boolean().nullable(),
  rows: z.array(row).max(1000),
});

export const PageReadingSchema = z.union([
  z.strictObject({ seen: page }),
  z.strictObject({ failure: text }),
]) as unknown as z.ZodType<PageReading>;

/** Each field is sure, so that the row can be published without a person. */
function isSure({ fields: of }: ScannedRow): boolean {
  return SCANNED_FIELDS.every((name) => of[name].sure && of[name].ofSeveralLines === undefined);
}

export function sureRows(reading: PageReading): readonly ScannedRow[] {
  return "seen" in reading ? reading.seen.rows.filter(isSure) : [];
}
