/** The page of late disclosures over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startService } from "../contract/service.ts";

const HTML = { headers: { accept: "text/html" } };

test("who is late is listed with the rule, by person and year", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/late", HTML);
  assert.equal(status, 200);
  assert.match(text, /more than 30 days after the filer was told of it/);
  assert.match(text, /is judged by its first report/);
  assert.match(text, /<a href="\/politicians\/X000001">/);
  assert.match(text, /aria-sort="descending"><a href="\/late#members">Late reports/);
  assert.doesNotMatch(text, / style=|<script>|NaN|undefined|Infinity/);
});

test("it is sorted by link and filtered by year, chamber and party", async () => {
  await using service = await startService();
  const sorted = await service.ask("/late?sort=median", HTML);
  assert.match(sorted.text, /aria-sort="descending"><a href="\/late\?sort=median#members">Median days/);
  assert.match(
    (await service.ask("/late?chamber=senate&year=1999", HTML)).text,
    /No member disclosed a trade that matches/,
  );
  const form = await service.ask("/late?year=&chamber=house&party=", HTML);
  assert.deepEqual([form.status, form.headers["location"]], [308, "/late?chamber=house"]);
});

test("a filter that makes no sense is named", async () => {
  await using service = await startService();
  const { status, text } = await service.ask("/late?chamber=lords&year=%3Cb%3E", HTML);
  assert.equal(status, 400);
  assert.match(text, /“lords” is none of: senate, house\./);
  assert.match(text, /“&lt;b&gt;” cannot be read/);
});
