import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "fast-png";
import { type Card, renderCardSvg } from "./card.ts";
import { drawPng } from "./png.ts";

const CARD: Card = {
  title: "Purchase of Sample Widgets Inc.",
  subtitle: "María Lanternby · House",
  party: "Democrat",
  facts: [{ label: "amount", value: "$1,001 - $15,000" }],
  range: { lowUsd: 1001, highUsd: 15_000 },
  notice: null,
};

test("draws a card in the Open Graph size, with identical bytes for identical content", async () => {
  const [one, other] = await Promise.all([drawPng(renderCardSvg(CARD)), drawPng(renderCardSvg(CARD))]);
  const { width, height } = decode(one);
  assert.deepEqual([width, height], [1200, 630]);
  assert.deepEqual(one, other);
});

test("filing text is not markup, control and direction characters are left out, and long titles are cut", async () => {
  const hostile = `</text><script>alert("1")</script>\u0000\u202e\ud800 ${"very long ".repeat(500)}`;
  const svg = renderCardSvg({ ...CARD, title: hostile, subtitle: hostile });
  assert.doesNotMatch(svg, /<script|\u0000|\u202e|\ud800/);
  assert.ok(svg.length < 4000);
  assert.ok((await drawPng(svg)).length > 1000);
});

test("marks every card with fictional data as fictional", () => {
  assert.match(renderCardSvg({ ...CARD, notice: "Made up." }), /FICTIONAL sample data/);
  assert.doesNotMatch(renderCardSvg(CARD), /FICTIONAL/);
});
