import assert from "node:assert/strict";
import { test } from "node:test";
import { priceDrawing } from "./price-drawing.ts";
import { checkedDayNumber } from "./price-line.ts";

const points = Array.from({ length: 100 }, (_, week) => ({
  day: checkedDayNumber("2024-01-01") + week * 7,
  close: 100 + week,
}));
const traded = (day: string) => ({
  position: 0,
  kind: "buys" as const,
  tradedDay: checkedDayNumber(day),
  disclosedDay: checkedDayNumber(day) + 30,
  person: 1,
});

test("the prices of the axis stand at both ends, and a mark lies in the half of the drawing that its day is in", () => {
  const trades = [traded("2024-02-01"), traded("2025-10-01")];
  const { body, marks, width } = priceDrawing({ symbol: "AAPL", points, trades, linkTo: () => "/" });
  const labels = [...String(body).matchAll(/>\$(\d+)<\/text>/g)].map(([, price]) => price);
  assert.ok(labels.length >= 6, labels.join(" "));
  for (const label of new Set(labels)) assert.equal(labels.filter((each) => each === label).length, 2, label);
  assert.deepEqual(
    marks.map(({ x }) => x > width / 2),
    [false, true],
  );
});
