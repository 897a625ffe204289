/** The pages over HTTP, as requested by browsers and by programs. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Dataset } from "../../src/publication/dataset/dataset.ts";
import { readDrawingMs } from "../../src/web/pictures/png.ts";
import { makeDataset } from "../contract/made-dataset.ts";
import {
  type Answered,
  assertProblem,
  createFakeClock,
  json,
  RECENT,
  type Service,
  startService,
} from "../contract/service.ts";
import { buildTradeDataset } from "../dataset/made-trades.ts";
import { eventually } from "../eventually.ts";
import { politician, trade } from "../store/made.ts";

const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const service = await startService();
after(() => service.close());

const requestAsBrowser = (path: string, by: Service = service) => by.ask(path, { headers: BROWSER });

/** Starts a service with this dataset. */
const startServiceWith = (dataset: Dataset) =>
  startService({ datasets: { getCurrent: () => dataset, findCached: () => undefined } });

function assertPage(answer: Answered, status: number): void {
  assert.equal(answer.status, status, answer.text.slice(0, 500));
  assert.equal(answer.headers["content-type"], "text/html; charset=utf-8");
  assert.equal(answer.headers["content-security-policy"], POLICY);
  assert.match(answer.text, /^<!doctype html>\n<html lang="en">/);
  for (const forbidden of [/ style=/, / on[a-z]+=/, /<style/, /<script(?![^>]* src=| type="application\/ld\+json")/]) {
    assert.doesNotMatch(answer.text, forbidden);
  }
  assert.equal(answer.headers["x-ratelimit-limit"], undefined);
}

test("every page is complete, supports conditional requests, does not count toward the API's limit, and has no broken links", async () => {
  const files = new Set<string>();
  // The first page changes once the returns are computed.
  await eventually("the returns are computed", async () => /those they sold/.test((await requestAsBrowser("/")).text));
  for (const path of [
    "/",
    "/?page=2",
    "/?q=apple&party=Independent,Democrat",
    "/politicians",
    "/politicians?sort=-trades",
  ]) {
    const page = await requestAsBrowser(path);
    assertPage(page, 200);
    assert.equal(page.headers["cache-control"], "public, max-age=0, must-revalidate");
    assert.match(String(page.headers["cdn-cache-control"]), /^public, max-age=60, stale-while-revalidate=60/);
    const again = await service.ask(path, { headers: { "If-None-Match": String(page.headers["etag"]) } });
    assert.equal(again.status, 304);
    for (const [, file] of page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) files.add(String(file));
  }
  assert.ok(files.size >= 3);
  for (const file of files) {
    const asset = await service.ask(file);
    assert.equal(asset.status, 200, file);
    assert.match(String(asset.headers["cache-control"]), /immutable/);
  }
});

test("lists a filing with many rows as one entry, collapsed after ten rows, with a link to the filing's page", async () => {
  const rows = Array.from({ length: 45 }, (_, line) => trade("20990001", line + 1));
  await using many = await startServiceWith(
    await buildTradeDataset([...rows, trade("20990002", 1)], [politician("E000001")]),
  );
  const { text } = await requestAsBrowser("/", many);
  assert.equal(text.match(/<article class="filing">/g)?.length, 2);
  assert.match(text, /<summary>35 more trades: show the next 20<\/summary>/);
  assert.match(text, /href="\/filings\/h20990001">All 45 trades of this filing/);
  assert.equal(text.match(/<td class="what">/g)?.length, 31);
});

test("text from filings never becomes markup, and right-to-left characters do not affect other text", async () => {
  const company = `<script>alert(1)</script>"'&\u202e\u2067${"x".repeat(5000)}`;
  await using hostile = await startServiceWith(
    await buildTradeDataset(
      [trade("20990001", 1, { company })],
      [politician("E000001", { name: "<b>Ann</b> \u202eExample" })],
    ),
  );
  for (const path of ["/", "/politicians", `/?q=${encodeURIComponent("<script>")}`]) {
    const page = await requestAsBrowser(path, hostile);
    assertPage(page, 200);
    assert.doesNotMatch(page.text, /<script>|<b>/);
    assert.match(page.text, /&lt;b&gt;Ann|&lt;script&gt;/);
  }
  assert.match((await requestAsBrowser("/", hostile)).text, /<bdi class="company">&lt;script&gt;/);
});

test("shows an invalid filter's error next to its field, and keeps the typed value", async () => {
  const typed = "/?min_amount=abc&chamber=x&traded_from=31+May&q=some+words&ticker=AAPL";
  const page = await requestAsBrowser(typed);
  assertPage(page, 400);
  for (const shown of [
    'name="min_amount" type="text" value="abc"',
    'name="chamber" type="text" value="x"',
    'name="traded_from" type="text" value="31 May"',
    'value="some words"',
    'value="AAPL"',
    "“x” is not one of: senate, house.",
    'id="wrong-min_amount">“abc” cannot be read.',
  ]) {
    assert.ok(page.text.includes(shown), shown);
  }
  assertPage(await requestAsBrowser(`/?q=${"x".repeat(5000)}`), 400);
  assertPage(await requestAsBrowser("/?traded_from=2026-02-01&traded_to=2026-01-01"), 400);
  assertPage(await requestAsBrowser("/politicians?chamber=lords"), 400);
  assertProblem(await service.ask(typed), "invalid_parameter");
});

test("empty form fields redirect to the URL without them", async () => {
  const page = await requestAsBrowser("/?q=apple&chamber=&party=&ticker=");
  assert.equal(page.status, 308);
  assert.equal(page.headers["location"], "/?q=apple");
});

test("an empty result suggests similar names; a missing page is HTML for browsers and problem JSON for other clients", async () => {
  const page = await requestAsBrowser("/?q=exmaple+aple");
  assertPage(page, 200);
  assert.match(page.text, /Nothing found/);
  assert.match(page.text, /href="\/tickers\/AAPL"/);
  const named = await requestAsBrowser("/politicians?q=exampel");
  assertPage(named, 200);
  // The API has no such filter, and JSON without it would be a different list.
  assert.ok(!named.text.includes("politicians.json"));
  assert.ok(
    (await requestAsBrowser("/politicians?party=Democrat")).text.includes('href="/politicians.json?party=Democrat"'),
  );
  for (const path of ["/nope", "/assets/style.00000000.css", "/politicians/%3Cscript%3E/x"]) {
    const missing = await requestAsBrowser(path);
    assertPage(missing, 404);
    assert.equal(missing.headers["cache-control"], "no-store");
    assert.doesNotMatch(missing.text, /<script>/);
    assertProblem(await service.ask(path), "not_found");
  }
  assertProblem(await requestAsBrowser("/api/v1/nope"), "not_found");
});

test("newly rendered pages use up a caller's render time; cached pages and the API keep working", async () => {
  // This clock stands still, so render time is not replenished: the caller has 60 ms in total.
  await using bounded = await startService({ renderShare: 0.001, ...createFakeClock() });
  let opened = 0;
  let refused = await requestAsBrowser("/?page=1", bounded);
  while (refused.status === 200 && opened < 1000) {
    opened += 1;
    refused = await requestAsBrowser(`/?page=${opened + 1}`, bounded);
  }
  assertPage(refused, 429);
  assert.ok(opened > 1, "no page was rendered");
  assert.ok(Number(refused.headers["retry-after"]) >= 1);
  assert.match(refused.text, /used more than 0% of one processor&#39;s time/);
  assertPage(await requestAsBrowser("/?page=1", bounded), 200);
  assert.equal((await bounded.ask(RECENT)).status, 200);
  assertProblem(await bounded.ask("/?page=9999"), "rate_limit_exceeded");
});

test("the time that drawing a picture takes in its own thread counts toward a caller's render time", async () => {
  await using bounded = await startService({ renderShare: 0.001, ...createFakeClock() });
  const before = readDrawingMs();
  let [drawn, spentMs] = [0, 0];
  while ((await bounded.ask(`/og/site.png?v=${drawn}`)).status === 200) {
    assert.ok(spentMs <= 60, `picture ${drawn} was drawn after ${spentMs} ms of drawing`);
    drawn += 1;
    spentMs = readDrawingMs() - before;
  }
  assert.ok(spentMs > 0, "no picture was drawn, or its time was not measured");
});

test("before the first publication the page shows the import and polls its progress", async () => {
  await using empty = await startService({
    datasets: makeDataset("0", 0, 0),
    getImportState: () => ({
      isUnderWay: true,
      progress: [{ source: "house-clerk", done: 3, known: 1234 }],
      nextAttemptAt: null,
    }),
  });
  const page = await requestAsBrowser("/", empty);
  assertPage(page, 200);
  assert.match(page.text, /<section class="nothing" aria-live="polite" data-again="5">/);
  assert.match(page.text, /3 of 1,234 reports read/);
  assert.doesNotMatch((await requestAsBrowser("/politicians", empty)).text, /data-again/);
});

test("a page's JSON equals the API's response and counts as one request", async () => {
  await using counted = await startService({ limits: { freeQuota: 3 }, ...createFakeClock() });
  const list = await counted.ask("/trades.json?chamber=house&limit=2");
  assert.equal(list.headers["x-ratelimit-remaining"], "2");
  assert.deepEqual(json(list), json(await counted.ask("/api/v1/trades?chamber=house&limit=2")));
  assert.equal(json(await counted.ask("/politicians/X000001.json"))["id"], "X000001");
  assertProblem(await counted.ask("/trades.csv"), "rate_limit_exceeded");
});

test("a list as CSV has exactly the filtered rows, at most 5,000, and no cell that is executed as a formula", async () => {
  const rows = Array.from({ length: 5003 }, (_, n) =>
    trade("20990001", n + 1, { company: "=HYPERLINK(1)", chamber: n === 7 ? "senate" : "house" }),
  );
  await using files = await startServiceWith(await buildTradeDataset(rows, [politician("E000001")]));
  const csv = await files.ask("/trades.csv?chamber=house");
  assert.equal(csv.headers["content-type"], "text/csv; charset=utf-8");
  assert.equal(csv.headers["x-total-count"], "5002");
  const lines = csv.text.trimEnd().split("\r\n");
  assert.equal(lines.length, 5002);
  assert.match(
    lines.at(-1) ?? "",
    /^"The file ends with row 5000 of 5002\. The next rows: https:\/\/api\.example\/trades\.csv[^"]*",{12}$/,
    "the file itself says that rows are missing, because its reader does not see the headers",
  );
  assert.match(String(csv.headers["content-disposition"]), /-rows-1-to-5000-of-5002\.csv"/);
  const page = await files.ask("/trades.csv?limit=10");
  assert.equal(page.text.trimEnd().split("\r\n").length, 11, "a requested page of the list has no such line");
  assert.match(String(page.headers["content-disposition"]), /-rows-1-to-10-of-5003\.csv"/);
  assert.ok(lines[1]?.includes(`"'=HYPERLINK(1)"`), lines[1]);
  const next = /<https:\/\/api\.example(\/trades\.csv[^>]*)>; rel="next"/.exec(String(csv.headers["link"]))?.[1];
  const rest = await files.ask(String(next).replace(/version=[^&]*&/, ""));
  assert.equal(rest.text.trimEnd().split("\r\n").length, 3);
  assert.equal(rest.headers["link"], undefined);
  assert.match(String(rest.headers["content-disposition"]), /-rows-5001-to-5002-of-5002\.csv"/);
  const people = await files.ask("/politicians.csv?q=ann");
  assert.equal(
    people.text.split("\r\n")[1],
    '"E000001","Ann Example E000001","house","Democrat","CA",11,5003,"2026-01-20",true,0',
  );
  assertProblem(await files.ask("/trades.csv?chamber=x"), "invalid_parameter");
});
