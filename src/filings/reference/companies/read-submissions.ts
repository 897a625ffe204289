/** Reads a company's industry from the SEC's submissions. */
import { z } from "zod";
import { ParseError } from "../../../base/errors.ts";
import type { Industry } from "../../../domain/industry.ts";
import { createShapeError, parseJson } from "../legislators/json-file.ts";

const FILE = "company submissions";

const text = z.string().trim().nullish();
const Submissions = z.object({
  cik: z.union([z.string().regex(/^\d{1,10}$/), z.int().min(1)]),
  sic: z
    .union([z.string().trim(), z.int()])
    .nullish()
    .transform((code) => String(code ?? ""))
    .pipe(z.string().regex(/^(\d{3,4})?$/)),
  sicDescription: text,
});

/**
 * Pure. Returns the company's industry. Null if the SEC gives the company no industry code. @throws {ParseError} `json_malformed`
 * if the file is not JSON. @throws {ParseError} `json_unexpected_shape` if a field is wrong, or if the file is about a company
 * other than `cik`. The message names the first wrong field or both companies.
 */
export function readIndustry(bytes: Uint8Array, cik: number): Industry | null {
  const read = Submissions.safeParse(parseJson(FILE, bytes));
  if (!read.success) throw createShapeError(FILE, "the file", read.error);
  const { sic, sicDescription } = read.data;
  if (Number(read.data.cik) !== cik) {
    throw new ParseError(
      "json_unexpected_shape",
      `${FILE}: the file belongs to company ${read.data.cik}, not to the requested company ${cik}`,
    );
  }
  return sic === "" ? null : { sic: sic.padStart(4, "0"), description: sicDescription || `SIC code ${sic}` };
}
