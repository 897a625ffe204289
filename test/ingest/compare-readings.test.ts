/** Tests comparing a stored reading with a new one: every field that differs is found, wherever it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageReading } from "../../src/domain/scanned-page.ts";
import { compareReadings } from "../../src/filings/ingest/verify/compare-readings.ts";
import { makeReading } from "../made-reading.ts";

const again = makeReading(["$1,001 - $15,000", "$15,001 - $50,000"]);

/** The path of every value in a reading. */
function listPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, each]) => listPaths(each, [...path, name]));
}

function changeValue(path: readonly string[], change: (value: unknown) => unknown): PageReading {
  const copy = JSON.parse(JSON.stringify(again)) as Record<string, unknown>;
  let at = copy;
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = path.at(-1) ?? "";
  at[last] = change(at[last]);
  return copy as unknown as PageReading;
}

test("equal readings have no difference", () => {
  assert.deepEqual(compareReadings(structuredClone(again), again), []);
});

test("finds a change in any field, such as handwriting, a box or the page rotation", () => {
  const all = listPaths(again);
  assert.ok(all.length > 90);
  for (const path of all) {
    const altered = changeValue(path, (value) => {
      if (typeof value === "number") return value - 0.5;
      return typeof value === "boolean" ? !value : `${value} `;
    });
    const found = compareReadings(altered, again);
    assert.equal(found.length, 1, path.join("."));
    assert.ok(found[0]?.startsWith(path.join(".").replaceAll(/\.(\d+)/g, "[$1]")), found[0]);
  }
});

test("finds an extra or missing field or row, and a `rows` value that is not a list", () => {
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

test("an unreadable page differs from a readable page", () => {
  const failure = { failure: "unknown_page: Nothing is known of it." };
  assert.deepEqual(compareReadings(failure, failure), []);
  assert.equal(compareReadings(failure, again).length, 2);
});

test("allows confidences to differ as much as between two processor models, and no more", () => {
  const path = ["seen", "rows", "0", "fields", "amount", "confidence"];
  assert.deepEqual(
    compareReadings(
      changeValue(path, () => 0.975),
      again,
    ),
    [],
  );
  assert.equal(
    compareReadings(
      changeValue(path, () => 0.96),
      again,
    ).length,
    1,
  );
});
