import assert from "node:assert/strict";
import { test } from "node:test";
import { readFilterBody } from "../../api/disclosures/filter-body.ts";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import { createLinks } from "../links.ts";
import { renderFeedLinks } from "./follow.ts";

const links = createLinks("https://api.example/congress/api/v1");

function renderFollow(filter: TradeFilter, query = {}): string {
  const text = String(renderFeedLinks({ links, what: "O'Example", feed: { path: "/trades", query }, filter }));
  return text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

test("the feeds and the alert use the current filters", () => {
  const filter: TradeFilter = { chamber: "house", party: ["Democrat"], minAmountUsd: 15001, words: ["o'hara"] };
  const text = renderFollow(filter, { chamber: "house", min_amount: 15001 });
  for (const ending of [".atom", ".rss", ".feed.json"]) {
    assert.ok(text.includes(`href="/congress/trades${ending}?chamber=house&min_amount=15001"`), ending);
  }
  const typed = /-d '(.*)'<\/code>/s.exec(text)?.[1] ?? "";
  const body = JSON.parse(typed.replaceAll("'\\''", "'"));
  assert.deepEqual(readFilterBody(body.filter), filter);
  assert.equal(body.name, "Follow O'Example");
  assert.match(text, /curl https:\/\/api\.example\/congress\/api\/v1\/premium\/alerts/);
});

test("offers no alert without a filter", () => {
  const text = renderFollow({});
  assert.match(text, /Choose one/);
  assert.doesNotMatch(text, /curl/);
});
