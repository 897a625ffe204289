/** A stored reading beside a new one: every member that differs is found, wherever it stands. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageReading } from "../../src/domain/scanned-page.ts";
import { compareReadings } from "../../src/filings/ingest/verify/compare-readings.ts";
import { madeReading } from "../made-reading.ts";

const again = madeReading(["$1,001 - $15,000", "$15,001 - $50,000"]);

/** Every place of a reading that holds a value. */
function places(value: unknown, place: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [place];
  return Object.entries(value).flatMap(([name, each]) => places(each, [...place, name]));
}

function changed(place: readonly string[], change: (value: unknown) => unknown): PageReading {
  const copy = JSON.parse(JSON.stringify(again)) as Record<string, unknown>;
  let at = copy;
  for (const name of place.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = place.at(-1) ?? "";
  at[last] = change(at[last]);
  return copy as unknown as PageReading;
}

test("equal readings have no difference", () => {
  assert.deepEqual(compareReadings(structuredClone(again), again), []);
});

test("finds a change in any member, such as handwriting, a box or the page rotation", () => {
  const all = places(again);
  assert.ok(all.length > 90);
  for (const place of all) {
    const lied = changed(place, (value) => {
      if (typeof value === "number") return value - 0.5;
      return typeof value === "boolean" ? !value : `${value} `;
    });
    const found = compareReadings(lied, again);
    assert.equal(found.length, 1, place.join("."));
    assert.ok(found[0]?.startsWith(place.join(".").replaceAll(/\.(\d+)/g, "[$1]")), found[0]);
  }
});

test("finds an extra or missing member or row, and rows that are not a list", () => {
  const [row] = again.seen.rows;
  assert.ok(row);
  const holder = { ...again.seen, rows: [{ ...row, holder: "A trust" }, ...again.seen.rows.slice(1)] };
  assert.deepEqual(compareReadings({ seen: holder }, again), [
    'seen.rows[0].holder is "A trust" in the store, absent when read again',
  ]);
  assert.match(
    compareReadings({ seen: { ...again.seen, rows: [row] } }, again).join(),
    /^seen\.rows\[1\] is absent in/,
  );
  const list = { ...again.seen, rows: { ...again.seen.rows } } as unknown as typeof again.seen;
  assert.equal(compareReadings({ seen: list }, again).length, 1);
});

test("a page that could not be read differs from one that could", () => {
  const failure = { failure: "unknown_page: Nothing is known of it." };
  assert.deepEqual(compareReadings(failure, failure), []);
  assert.equal(compareReadings(failure, again).length, 2);
});

test("confidences may differ only as much as between two processors", () => {
  const place = ["seen", "rows", "0", "fields", "amount", "confidence"];
  assert.deepEqual(
    compareReadings(
      changed(place, () => 0.975),
      again,
    ),
    [],
  );
  assert.equal(
    compareReadings(
      changed(place, () => 0.96),
      again,
    ).length,
    1,
  );
});
