/** The page of a politician over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeLedger } from "../contract/made-ledger.ts";
import { startService } from "../contract/service.ts";

const HTML = { headers: { accept: "text/html" } };
const PATH = "/politicians/X000001";

test("a politician's page has the lateness record, the sums as ranges, the trades and the reports", async () => {
  await using service = await startService();
  const { status, text } = await service.ask(PATH, HTML);
  assert.equal(status, 200);
  assert.match(text, /<h2>Bought and sold<\/h2>/);
  assert.match(
    text,
    /more than 30 days after the member was notified of it, or more than 45 days after the transaction/,
  );
  assert.match(
    text,
    /<svg viewBox="[^"]+" role="img" aria-labelledby="activity-title" aria-describedby="activity-desc">/,
  );
  assert.match(text, /href="\/trades\.csv\?politician_id=X000001" download/);
  assert.match(text, /href="\/filings\/h20990001"/);
  assert.doesNotMatch(text, / style=|<script>|NaN|undefined|Infinity/);
});

test("filters and paginates the trades, and links to a file with the same filter", async () => {
  await using service = await startService();
  const all = await service.ask(PATH, HTML);
  const bought = await service.ask(`${PATH}?transaction_type=purchase`, HTML);
  const readNumber = (text: string) =>
    Number(/<strong>([\d,]+)<\/strong>\s+trades?\./.exec(text)?.[1]?.replace(",", ""));
  assert.ok(readNumber(bought.text) > 0 && readNumber(bought.text) < readNumber(all.text));
  assert.match(bought.text, /\/trades\.json\?politician_id=X000001&amp;transaction_type=purchase/);
  const second = await service.ask(`${PATH}?page=2`, HTML);
  assert.match(second.text, /aria-current="page" aria-label="Page 2"/);
});

test("leaves empty form fields out of the URL, and ignores another member's id in the URL", async () => {
  await using service = await startService();
  const empty = await service.ask(`${PATH}?ticker=&transaction_type=purchase`, HTML);
  assert.equal(empty.status, 308);
  assert.equal(empty.headers["location"], `${PATH}?transaction_type=purchase`);
  assert.equal((await service.ask(`${PATH}?politician_id=Z000009`, HTML)).headers["location"], PATH);
});

test("shows an invalid filter's error next to its field, and keeps the typed value", async () => {
  await using service = await startService();
  const { status, text } = await service.ask(`${PATH}?traded_from=yesterday&ticker=AAPL`, HTML);
  assert.equal(status, 400);
  assert.match(text, /“yesterday” cannot be read/);
  assert.match(text, /value="AAPL"/);
});

test("a merged id and a lower-case id redirect to the page", async () => {
  await using service = await startService();
  assert.deepEqual(await fetchRedirect("/politicians/Y000001"), [308, PATH]);
  assert.deepEqual(await fetchRedirect("/politicians/x000001"), [308, PATH]);

  async function fetchRedirect(path: string) {
    const { status, headers } = await service.ask(path, HTML);
    return [status, headers["location"]];
  }
});

test("returns 404 for the id of an unknown politician, and escapes the id", async () => {
  await using service = await startService();
  const near = await service.ask("/politicians/Made-Uq", HTML);
  assert.equal(near.status, 404);
  assert.match(near.text, /No member has the id/);
  const hostile = await service.ask("/politicians/%3Cscript%3Ealert(1)%3C%2Fscript%3E", HTML);
  assert.equal(hostile.status, 404);
  assert.doesNotMatch(hostile.text, /<script>alert/);
  assert.equal((await service.ask(`/politicians/${"x".repeat(5000)}`, HTML)).status, 404);
});

test("if the store fails, the page says that the reports cannot be listed", async () => {
  const listFilings = async () => {
    throw new Error("the database is away");
  };
  await using service = await startService({ ledger: { ...makeLedger(), listFilings } });
  const { status, text } = await service.ask(PATH, HTML);
  assert.equal(status, 200);
  assert.match(text, /the list is not available right now/);
  assert.doesNotMatch(text, /the database is away/);
});
