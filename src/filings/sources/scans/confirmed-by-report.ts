/** Accepts an uncertain asset name if another row of the report, on any page, has the same name. */
import { distance } from "fastest-levenshtein";
import type { ScannedField, ScannedRow } from "../../../domain/scanned-page.ts";
import { toLowerAlphanumeric } from "../../imaging/text/likeness.ts";

/** Minimum letters and digits of a name that another row can confirm. A shorter misread name may be another asset's name. */
const NAME_LETTERS = 6;

/** Pure. Updates the certainty of printed names; keeps the order. A name with a typical misreading is never certain. */
export function updateNameCertainty(rows: readonly ScannedRow[]): ScannedRow[] {
  const names = new Set(
    rows.flatMap(({ handwritten, fields: { asset } }) => (!handwritten && asset.sure ? (asset.reading ?? []) : [])),
  );
  const spellings = Map.groupBy(names, stripSeparators);
  return rows.map((row) => {
    const { asset } = row.fields;
    const isDoubted = hasLostPunctuation(asset, spellings) || hasTypicalMisreading(asset);
    const sure = !isDoubted && (asset.sure || isNameConfirmed(asset, names));
    return row.handwritten ? row : { ...row, fields: { ...row.fields, asset: { ...asset, sure } } };
  });
}

/** True if another row has the same name with more commas, periods or spaces. The page reader may miss these characters. */
function hasLostPunctuation({ reading }: ScannedField, spellings: ReadonlyMap<string, readonly string[]>): boolean {
  const others = reading === null ? [] : (spellings.get(stripSeparators(reading)) ?? []);
  return others.some((other) => other.length > (reading ?? "").length);
}

function stripSeparators(name: string): string {
  return name.replace(/[.,\s]/g, "");
}

// Matches a comma that is usually a misread period. For example, `EXAMPLE INC, CMN` is usually printed as `EXAMPLE INC. CMN`. The
// comma in `EXAMPLE & CO, INC.` is correct, so the pattern does not match.
const COMMA_FOR_POINT = /\b(?:inc|corp|ltd|llc|plc|co),(?!\s*inc\b)/i;
/** Two characters after a bond's maturity date, unless they are payment months half a year apart: `AO` is April and October. */
const NO_MONTHS = /\d\/\d{2,4} (?!(?:JJ|FA|MS|AO|MN|JD)\b)[A-Z0-9]{2}$/;
/** Poor print makes a `B` look like an `8`. */
const CLASS_EIGHT = /\b(?:class|cl)[ -]8\b/i;
/** Specks turn `CL B` into `CL. B`, and `W.W.` into `W.W,`. */
const POINT_OF_CLASS = /\bcl\. [a-z]\b/i;
const COMMA_OF_INITIALS = /\b\p{Lu}\.\p{Lu},/u;
/** A label of the House's electronic form, printed below an asset's name: a text that begins with a label is not a name. */
const LABEL = /^(?:location|description|comments?)\s?:/i;

function hasTypicalMisreading({ reading }: ScannedField): boolean {
  return [COMMA_FOR_POINT, NO_MONTHS, CLASS_EIGHT, POINT_OF_CLASS, COMMA_OF_INITIALS, LABEL].some((misread) =>
    misread.test(reading ?? ""),
  );
}

/** True if this name is certain in another row, and no certain name differs from it in one letter (`FUND I`, `FUND II`). */
function isNameConfirmed({ sure, reading, ofSeveralLines }: ScannedField, names: ReadonlySet<string>): boolean {
  if (sure || reading === null || ofSeveralLines || toLowerAlphanumeric(reading).length < NAME_LETTERS) return false;
  return names.has(reading) && ![...names].some((other) => distance(other, reading) === 1);
}
