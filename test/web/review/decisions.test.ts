/**
 * Decisions with the forms of /review: what they write to the file, what they publish, and which are rejected with the input
 * kept.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Decision } from "../../../src/domain/decision.ts";
import type { Trade } from "../../../src/domain/trade.ts";
import { listPendingItems } from "../../e2e/reviewing.ts";
import { allTrades } from "../../e2e/workplace.ts";
import { eventually } from "../../eventually.ts";
import {
  BARELY_LEGIBLE_LINE,
  buildLineId,
  FILING,
  openReviewPlace,
  type ReviewKey,
  type ReviewPlace,
} from "./review-place.ts";
import { readHiddenFields, Visitor, type VisitorAnswer } from "./visitor.ts";

let here: ReviewPlace;
let own: ReviewKey;
let visitor: Visitor;

before(async () => {
  here = await openReviewPlace();
  own = await here.key("newsroom", ["review"]);
  visitor = new Visitor(here.origin);
  assert.equal((await visitor.logIn(own.key)).status, 303);
});
after(() => here?.close());

const WHY = "The page says so.";

/** Submits a decision, and checks that the file has it with the reviewer's name. @returns the page that confirms it. */
async function decide(
  id: string,
  form: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, unknown>>,
): Promise<VisitorAnswer> {
  const answer = await visitor.decide(id, { ...form, reason: WHY });
  assert.equal(answer.status, 303, answer.text);
  const decision = await lastDecision();
  assert.partialDeepStrictEqual(decision, { author: own.author, reason: WHY, ...expected });
  assert.match(decision.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const confirmation = await visitor.get(answer.headers.get("location") ?? "");
  const filing = "filing" in decision ? decision.filing : FILING;
  const trades = (await here.place.store.filings.listTrades(filing)).length;
  const rejected = (await here.place.store.filings.listRejectedLines(filing)).length;
  const served = `${trades} trade${trades === 1 ? "" : "s"} published`;
  assert.ok(
    confirmation.text.includes(rejected === 0 ? `${served}.` : `${served}, ${rejected} row`),
    `${served}, ${rejected}`,
  );
  return confirmation;
}

async function lastDecision(): Promise<Decision> {
  const lines = (await here.decisions(here.place.dataDir)).trimEnd().split("\n");
  return JSON.parse(lines.at(-1) ?? "") as Decision;
}

async function assertRejected(
  id: string,
  form: Readonly<Record<string, string>>,
  expected: RegExp,
): Promise<VisitorAnswer> {
  const before = await here.decisions(here.place.dataDir);
  const answer = await visitor.decide(id, { reason: WHY, ...form });
  assert.equal(answer.status, 422, answer.text);
  assert.match(answer.text, expected);
  assert.equal(await here.decisions(here.place.dataDir), before, "the decision was stored");
  return answer;
}

async function listServed(): Promise<readonly Trade[]> {
  const trades = (await allTrades(here.place.store)).filter(({ filingId }) => filingId === FILING);
  return trades.toSorted((one, other) => one.line - other.line);
}

const typedFields = {
  owner: "JT",
  ticker: "",
  transactionType: "S (partial)",
  transactionDate: "01/09/2014",
  notificationDate: "01/12/2014",
  amount: "$15,001 - $50,000",
};

/** Creates the form fields of the first of several rows. */
const createRowFields = (asset: string, more: Readonly<Record<string, string>> = {}) => {
  const row = { ...typedFields, asset, ...more };
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [`${field}.1`, value]));
};

test("the list counts pending items by reason, and has filters by reason and filing", async () => {
  const items = await listPendingItems(here.place);
  const { text } = await visitor.get("/review");
  assert.ok(text.includes(`${items.length} items in `));
  const uncertain = items.filter(({ reason }) => reason === "uncertain").length;
  assert.ok(text.includes(`Row: a field could not be read with certainty <b>${uncertain}</b>`));
  const narrowed = await visitor.get("/review?kind=page");
  assert.ok(narrowed.text.includes(">Page 2</a>") && !narrowed.text.includes("Sample Alpha"));
  assert.match((await visitor.get("/review?filing=h1")).text, /No waiting item matches this filter/);
});

test("shows the error of an invalid value next to its field, and keeps all input", async () => {
  const wrong = { decide: "correct", amount: "$5 - $7", asset: "Typed asset", owner: "Uncle" };
  const { text } = await assertRejected(
    buildLineId(1),
    wrong,
    /amount must be one of the form&#39;s amount ranges, .*, not &quot;\$5 - \$7&quot;\./,
  );
  assert.match(text, /id="field-owner-fault">owner must be SP, JT, DC or nothing, not &quot;Uncle&quot;\./);
  for (const typed of ["$5 - $7", "Typed asset", "Uncle", WHY]) assert.ok(text.includes(`value="${typed}"`), typed);
  await assertRejected(buildLineId(1), { decide: "correct" }, /Nothing was changed: change a field/);
  await assertRejected(buildLineId(1), { decide: "accept", reason: " " }, /Give a reason, e\.g\. what the page says/);
  await assertRejected(buildLineId(1), { decide: "perhaps" }, /The form contains no valid decision/);
  const late = { decide: "correct", transactionDate: "01/01/2031" };
  await assertRejected(buildLineId(1), late, /would still be rejected, transaction_after_filing/);
  await assertRejected(
    buildLineId(1),
    { decide: "ticker", symbol: "an apple" },
    /symbol must be &quot;none&quot; or be like AAPL or BRK\.B/,
  );
});

test("accepts, corrects and rejects rows, and sets the ticker of a row", async () => {
  // The numbers of the rows on the first page do not depend on the later pages.
  const amount = "$1,001 - $15,000";
  const accepted = { subject: "line", line: 1, verdict: "accept", fields: { asset: "Sample Alpha", amount } };
  const confirmation = await decide(buildLineId(1), { decide: "accept" }, accepted);
  assert.match(
    confirmation.text,
    /Decided: <bdi>Invented Makebelieve: Sample Alpha<\/bdi>.*is published.*The item no longer waits\./s,
  );
  assert.match(confirmation.text, new RegExp(`Row 2 on page 1 of the report <code>${FILING}</code>`));
  const corrected = { decide: "correct", amount: "$15,001 - $50,000", owner: "" };
  const fields = { owner: "", asset: "Sample Beta", amount: "$15,001 - $50,000" };
  await decide(buildLineId(3), corrected, { subject: "line", line: 3, verdict: "correct", fields });
  await decide(buildLineId(4), { decide: "reject" }, { subject: "line", line: 4, verdict: "reject", fields: {} });
  await decide(buildLineId(1), { decide: "ticker", symbol: "smpl" }, { subject: "ticker", line: 1, ticker: "SMPL" });
  assert.deepEqual(
    (await listServed()).map(({ line, confidence, amountRaw, ticker }) => [line, confidence, amountRaw, ticker]),
    [
      [1, "reviewed", "$1,001 - $15,000", "SMPL"],
      [3, "reviewed", "$15,001 - $50,000", ""],
    ],
  );
  const again = await visitor.get(`/review/items/${buildLineId(4)}`);
  assert.match(again.text, /Earlier decisions.*by <bdi>A\. Editor, newsroom .*The page says so\./s);
  await decide(buildLineId(4), { decide: "accept" }, { subject: "line", line: 4, verdict: "accept" });
  await eventually(
    "the service serves the accepted trade",
    async () => (await fetch(`${here.serving.base}/trades/${buildLineId(4)}`)).ok,
  );
});

test("if two people decide on the same row, the second person sees what changed and keeps the input", async () => {
  const second = new Visitor(here.origin);
  await second.logIn((await here.key("weekend", ["review"])).key);
  const address = `/review/items/${buildLineId(5)}`;
  const form = {
    ...readHiddenFields(await second.get(address)),
    decide: "correct",
    amount: "$50,001 - $100,000",
    reason: "mine",
  };
  const corrected = { decide: "correct", amount: "$15,001 - $50,000" };
  await decide(buildLineId(5), corrected, { line: 5, verdict: "correct", fields: { amount: "$15,001 - $50,000" } });
  const answer = await second.post(address, form);
  assert.equal(answer.status, 409);
  assert.match(answer.text, /This has changed since you opened it, so nothing was decided/);
  assert.ok(answer.text.includes('value="$50,001 - $100,000"') && answer.text.includes('value="mine"'));
  assert.match(answer.text, /current value: <bdi>\$15,001 - \$50,000<\/bdi>/);
  assert.match(answer.text, /Earlier decisions.*newsroom/s);
  assert.equal((await second.post(address, { ...form, ...readHiddenFields(answer) })).status, 303);
  assert.match((await lastDecision()).author, /^A\. Editor, weekend /);
});

test("an accepted row still waits while an earlier page of the report needs review, and the page says why", async () => {
  const id = buildLineId(BARELY_LEGIBLE_LINE + 1);
  const confirmation = await decide(id, { decide: "accept" }, { line: BARELY_LEGIBLE_LINE + 1, verdict: "accept" });
  assert.match(
    confirmation.text,
    /Sample Zeta.*The item still waits: an earlier page of the report still needs review\./s,
  );
});

test("a page's rows can be typed, accepted as read, or declared absent", async () => {
  const getPageId = (number: number) => `${FILING}/p${number}`;
  const more = await visitor.decide(getPageId(2), { decide: "more_rows", rows: "3", ...createRowFields("Half typed") });
  assert.equal(more.status, 200);
  assert.ok(more.text.includes('value="Half typed"') && more.text.includes('name="asset.11"'));
  const wrong = { decide: "page_rows", rows: "3", ...createRowFields("Sample Typed", { amount: "much" }) };
  const { text } = await assertRejected(
    getPageId(2),
    wrong,
    /Row 1: amount must be one of the form&#39;s amount ranges/,
  );
  assert.match(text, /id="fault-amount-1">amount must be one of the form&#39;s amount ranges/);
  assert.ok(text.includes('value="Sample Typed"'));
  await assertRejected(getPageId(2), { decide: "page_rows", rows: "3" }, /No row was typed in/);

  const { owner, transactionType, amount } = typedFields;
  const rows = [{ owner, asset: "Sample Typed", transactionType, amount }];
  const typed = { decide: "page_rows", rows: "3", ...createRowFields("Sample Typed") };
  await decide(getPageId(2), typed, { subject: "page", page: 2, rows });
  const read = { subject: "page", page: 3, seen: [{ left: 100, top: 300, width: 1500, height: 60 }] };
  await decide(getPageId(3), { decide: "page_complete" }, read);
  await decide(getPageId(4), { decide: "page_empty" }, { subject: "page", page: 4, rows: [] });
  const missed = { decide: "page_missed_rows", rows: "3", ...createRowFields("Sample Typed") };
  await decide(getPageId(2), missed, { subject: "missed", page: 2, rows });
  assert.equal((await listServed()).filter(({ assetNameRaw }) => assetNameRaw === "Sample Typed").length, 2);
});

test("a row with a barely legible field can be settled only by choosing the field's value", async () => {
  const id = buildLineId(BARELY_LEGIBLE_LINE);
  const { text } = await visitor.get(`/review/items/${id}`);
  assert.match(text, /fill in the amount\./);
  assert.doesNotMatch(text, /Accept as read/);
  assert.match(text, /name="amount" value=""/);
  assert.match(text, /<option value="\$1,001 - \$15,000">as it was read<\/option>/);
  const sentence =
    /amount was read as .* with a confidence of 0%, too low .* it must be one of the form&#39;s amount ranges/;
  await assertRejected(id, { decide: "accept" }, sentence);
  await assertRejected(id, { decide: "correct", asset: "Sample Faint, Inc." }, sentence);
  const amount = "$1,001 - $15,000";
  await decide(
    id,
    { decide: "correct", amount },
    { line: BARELY_LEGIBLE_LINE, verdict: "correct", fields: { amount } },
  );
  assert.equal((await listServed()).find(({ line }) => line === BARELY_LEGIBLE_LINE)?.amountRaw, amount);
});

test("a filer is chosen among members by name, and can be changed", async () => {
  const filer =
    (await listPendingItems(here.place)).find(({ kind }) => kind === "filer") ?? assert.fail("no filer is pending");
  const members = await here.place.store.reference.listPoliticians();
  const [member, other] = members.filter(({ terms }) => terms.some(({ chamber }) => chamber === "house"));
  const senator = members.find(({ terms }) => terms.every(({ chamber }) => chamber === "senate"));
  assert.ok(member && other && senator);
  const searchFiler = async (name: string) =>
    visitor.get(`/review/items/${filer.id}?${new URLSearchParams({ find: name })}`);
  const found = await searchFiler(member.name.toLowerCase());
  assert.ok(found.text.includes(`value="${member.id}"`) && found.text.includes(`<bdi>${member.name}</bdi>`));
  assert.ok(!(await searchFiler(senator.name)).text.includes(`value="${senator.id}"`), "of the other chamber");
  assert.match((await searchFiler("nobodyiscalledso")).text, /None\. Search for another part of the name/);
  const form = { ...readHiddenFields(found), decide: "filer", reason: WHY };
  const refusal = await visitor.post(`/review/items/${filer.id}`, { ...form, politician: "Q000001" });
  assert.equal(refusal.status, 422);
  assert.match(refusal.text, /no politician &quot;Q000001&quot;/);
  const none = await visitor.post(`/review/items/${filer.id}`, form);
  assert.match(none.text, /Choose the member who filed the report/);
  for (const { id, name } of [other, member]) {
    const { text } = await searchFiler(name);
    assert.ok(text.includes("Who filed it?"), "the filer can be decided again");
    await decide(filer.id, { decide: "filer", politician: id }, { subject: "filer", filing: filer.id, politician: id });
  }
});

test("a reviewer can merge two ids of one person and separate them again; impossible merges are rejected", async () => {
  const ADDRESS = "/review/identities";
  const trades = await allTrades(here.place.store);
  const [one] = trades;
  const other = trades.find(({ politicianId }) => politicianId !== one?.politicianId);
  assert.ok(one && other);
  const [from, to] = [one.politicianId, other.politicianId];
  const names = new Map((await here.place.store.reference.listPoliticians()).map(({ id, name }) => [id, name]));
  const submit = async (form: Readonly<Record<string, string>>) =>
    visitor.post(ADDRESS, { ...readHiddenFields(await visitor.get(ADDRESS)), reason: WHY, ...form });
  const before = await here.decisions(here.place.dataDir);
  for (const [form, expected] of [
    [{ from: "Q000001", to }, /The list of members of Congress has no politician &quot;Q000001&quot;/],
    [{ from, to: "nobody" }, /no politician &quot;nobody&quot;/],
    [{ from, to: " " }, /Enter both ids: the one to give up and the one to keep\./],
    [{ from, to: from }, /Enter two different ids/],
    [{ from, to, reason: " " }, /Give a reason/],
    [{ from, decide: "split" }, /is not merged with another id/],
  ] as const) {
    const answer = await submit({ decide: "merge", ...form });
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, expected);
    if (!("decide" in form)) assert.ok(answer.text.includes(`name="from" value="${form.from}"`), "the input is kept");
  }
  const stolen = await submit({ decide: "merge", from, to, token: "another" });
  assert.equal(stolen.status, 403);
  assert.equal(await here.decisions(here.place.dataDir), before, "the decision was stored");

  const merged = await submit({ decide: "merge", from, to });
  assert.equal(merged.status, 303, merged.text);
  assert.partialDeepStrictEqual(await lastDecision(), {
    subject: "identity",
    from,
    to,
    author: own.author,
    reason: WHY,
  });
  const confirmation = await visitor.get(merged.headers.get("location") ?? "");
  assert.ok(confirmation.text.includes(`${names.get(from)} (${from}) is now shown as ${names.get(to)} (${to}).`));
  assert.ok(confirmation.text.includes(`aria-label="split ${from}"`));
  const readPoliticianId = async () => (await here.place.store.publications.findTrade(one.id))?.trade.politicianId;
  assert.equal(await readPoliticianId(), to);
  assert.match((await submit({ decide: "merge", from: to, to: from })).text, /Merged ids must not form a circle/);

  const parted = await submit({ decide: "split", from });
  assert.equal(parted.status, 303, parted.text);
  assert.partialDeepStrictEqual(await lastDecision(), { subject: "identity", from, to: from });
  const list = (await visitor.get(parted.headers.get("location") ?? "")).text;
  assert.ok(list.includes("is shown as a separate member") && list.includes("No ids are merged."));
  assert.equal(await readPoliticianId(), from);
});
