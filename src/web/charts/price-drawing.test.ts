import assert from "node:assert/strict";
import { test } from "node:test";
import { toDayNumber } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { drawPrices } from "./price-drawing.ts";

const points = Array.from({ length: 100 }, (_, week) => ({
  day: toDayNumber("2024-01-01" as IsoDate) + week * 7,
  close: 100 + week,
}));
const createTrade = (day: string) => ({
  position: 0,
  kind: "buys" as const,
  tradedDay: toDayNumber(day as IsoDate),
  disclosedDay: toDayNumber(day as IsoDate) + 30,
  person: 1,
});

test("labels prices at both ends of the axis, and draws early marks on the left and late ones on the right", () => {
  const trades = [createTrade("2024-02-01"), createTrade("2025-10-01")];
  const { body, marks, width } = drawPrices({ symbol: "AAPL", points, trades, buildLink: () => "/" });
  const labels = [...String(body).matchAll(/>\$(\d+)<\/text>/g)].map(([, price]) => price);
  assert.ok(labels.length >= 6, labels.join(" "));
  for (const label of new Set(labels)) assert.equal(labels.filter((each) => each === label).length, 2, label);
  assert.deepEqual(
    marks.map(({ x }) => x > width / 2),
    [false, true],
  );
});

test("a mark touches the line at the day and price of its median trade, and a bar spans its trades", () => {
  const trades = ["2024-05-01", "2024-05-02", "2024-05-22"].map(createTrade);
  const { body, marks } = drawPrices({ symbol: "AAPL", points, trades, buildLink: () => "/" });
  const [mark, second] = marks;
  assert.equal(second, undefined);
  assert.equal(mark?.medianDay, toDayNumber("2024-05-02" as IsoDate));
  const text = String(body);
  const [, x, y] = /<polygon [^>]*translate\(([\d.]+) ([\d.]+)\)/.exec(text) ?? [];
  assert.equal(Number(x), Number(mark?.x.toFixed(1)));
  // The line has a point per week: that of 2024-04-29 is the 18th.
  const line = /class="price" d="M([^"]+)"/.exec(text)?.[1]?.split("L") ?? [];
  const price = Number(line[17]?.split(",")[1]);
  assert.ok(Math.abs(Number(y) - 5 - price) < 0.2, `${y} and ${price}`);
  const [, from, to] = /class="span" d="M([\d.]+) [\d.]+H([\d.]+)"/.exec(text) ?? [];
  assert.ok(Number(from) < Number(x) && Number(to) > Number(x), `${from} ${x} ${to}`);
});

test("uses a logarithmic scale, and says so, if prices span more than a factor of eight", () => {
  const drawRising = (most: number) => {
    const rising = points.map(({ day }, at) => ({ day, close: 2 * (most / 2) ** (at / 99) }));
    const { body } = drawPrices({ symbol: "NVDA", points: rising, trades: [], buildLink: () => "/" });
    return String(body);
  };
  assert.doesNotMatch(drawRising(15.9), /logarithmic/);
  const text = drawRising(200);
  assert.match(text, />US dollars per share, logarithmic scale</);
  const labels = [...text.matchAll(/y="([\d.]+)">\$(\d+)<\/text>/g)].map(([, y, price]) => [Number(price), Number(y)]);
  assert.deepEqual(
    labels.map(([price]) => price),
    [2, 5, 10, 20, 50, 100, 200],
  );
  const findHeight = (price: number) => labels.find(([each]) => each === price)?.[1] ?? 0;
  assert.ok(Math.abs(findHeight(10) - findHeight(20) - (findHeight(100) - findHeight(200))) < 0.3);
});

test("the touch areas of a purchase and a nearby sale at a lower price do not overlap", () => {
  const closes = new Map([
    [1, 115],
    [50, 200],
  ]);
  const jumping = points.map(({ day }, week) => ({ day, close: closes.get(week) ?? 100 }));
  const trades = [
    { ...createTrade("2024-01-09"), position: 0 },
    { ...createTrade("2024-01-16"), kind: "sells" as const },
  ];
  const { body } = drawPrices({ symbol: "AAPL", points: jumping, trades, buildLink: () => "/" });
  const rooms = [...String(body).matchAll(/class="room" d="M[\d.]+ ([\d.]+)h/g)].map(([, y]) => Number(y));
  assert.equal(rooms.length, 2);
  const [one = 0, other = 0] = rooms;
  assert.ok(Math.abs(one - other) >= 24, rooms.join(" "));
});
