/** Compares two readings of one page, field by field: everything published, shown or used for a decision is a field of the reading. */
import type { PageReading } from "../../../domain/scanned-page.ts";

/** Confidences may differ this much for the same reader on two kinds of processor. */
const CONFIDENCE_TOLERANCE = 0.02;

/** @returns sentences such as `seen.rows[0].handwritten is false in the store, true when read again`; empty if both readings are equal. */
export function compareReadings(stored: PageReading, again: PageReading): readonly string[] {
  return [...listDifferences("", toPlainJson(stored), toPlainJson(again))];
}

/** Converts a reading to plain JSON, which omits undefined fields. */
function toPlainJson(reading: PageReading): unknown {
  return JSON.parse(JSON.stringify(reading));
}

function* listDifferences(place: string, stored: unknown, again: unknown): Generator<string> {
  if (isObject(stored) && isObject(again) && Array.isArray(stored) === Array.isArray(again)) {
    for (const name of new Set([...Object.keys(stored), ...Object.keys(again)])) {
      const at = Array.isArray(again) ? `${place}[${name}]` : place === "" ? name : `${place}.${name}`;
      yield* listDifferences(at, stored[name], again[name]);
    }
  } else if (stored !== again && !isSameConfidence(place, stored, again)) {
    yield `${place} is ${formatValue(stored)} in the store, ${formatValue(again)} when read again`;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isSameConfidence(place: string, stored: unknown, again: unknown): boolean {
  return (
    place.endsWith(".confidence") &&
    typeof stored === "number" &&
    typeof again === "number" &&
    Math.abs(stored - again) <= CONFIDENCE_TOLERANCE
  );
}

/** Maximum length of a value in a sentence. Longer values, such as a whole row that only one reading has, are truncated. */
const MAX_LETTERS = 120;

function formatValue(value: unknown): string {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  return text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text;
}
