/** Decisions taken at /review are those of the command line: the same bytes in the same file, refused for the same reasons. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import type { ReviewItem } from "../../../src/domain/review.ts";
import type { Trade } from "../../../src/domain/trade.ts";
import { review } from "../../e2e/review-cli.ts";
import { allTrades } from "../../e2e/workplace.ts";
import { eventually } from "../../eventually.ts";
import { FILING, HARDLY_READ, lineId, openReviewPlace, type ReviewKey, type ReviewPlace } from "./review-place.ts";
import { hiddenIn, Visitor, type VisitorAnswer } from "./visitor.ts";

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
const withoutTime = (file: string) => file.replaceAll(/"at":"[^"]*"/g, '"at":""');

function cli(...args: readonly string[]) {
  const signed = ["--reason", WHY, "--author", own.author];
  return review(here.upstream.url, here.twin, [...args, ...signed]);
}

/** Decides at the page, and the same at the command line on the twin of the data; the files of decisions are equal then. */
async function both(
  id: string,
  form: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<VisitorAnswer> {
  const answer = await visitor.decide(id, { ...form, reason: WHY });
  assert.equal(answer.status, 303, answer.text);
  const { code, err, out } = await cli(...args, "--json");
  assert.deepEqual([code, err], [0, ""], args.join(" "));
  const [page, commands] = [await here.decisions(here.place.dataDir), await here.decisions(here.twin)];
  assert.equal(withoutTime(page), withoutTime(commands));
  const told = await visitor.get(answer.headers.get("location") ?? "");
  const { trades, rejected_lines: rejected } = JSON.parse(out) as Readonly<Record<string, number>>;
  const served = `${trades} trade${trades === 1 ? "" : "s"} served`;
  assert.ok(told.text.includes(rejected === 0 ? `${served}.` : `${served}, ${rejected} row`), `${served}, ${rejected}`);
  return told;
}

async function refused(id: string, form: Readonly<Record<string, string>>, expected: RegExp): Promise<VisitorAnswer> {
  const before = await here.decisions(here.place.dataDir);
  const answer = await visitor.decide(id, { reason: WHY, ...form });
  assert.equal(answer.status, 422, answer.text);
  assert.match(answer.text, expected);
  assert.equal(await here.decisions(here.place.dataDir), before, "nothing is decided");
  return answer;
}

async function served(): Promise<readonly Trade[]> {
  const trades = (await allTrades(here.place.store)).filter(({ filingId }) => filingId === FILING);
  return trades.toSorted((one, other) => one.line - other.line);
}

/** Fields of a row of a form, the first of several. */
const typedRow = (asset: string, more: Readonly<Record<string, string>> = {}) => {
  const row = {
    owner: "JT",
    asset,
    ticker: "",
    transactionType: "S (partial)",
    transactionDate: "01/09/2014",
    notificationDate: "01/12/2014",
    amount: "$15,001 - $50,000",
    ...more,
  };
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [`${field}.1`, value]));
};

test("the list counts what waits by reason, and is narrowed by it and by filing", async () => {
  const { out } = await review(here.upstream.url, here.twin, ["list", "--json"]);
  const items = JSON.parse(out) as readonly ReviewItem[];
  const { text } = await visitor.get("/review");
  assert.ok(text.includes(`${items.length} items in `));
  const uncertain = items.filter(({ reason }) => reason === "uncertain").length;
  assert.ok(text.includes(`Row: a field could not be read for sure <b>${uncertain}</b>`));
  const narrowed = await visitor.get("/review?kind=page");
  assert.ok(narrowed.text.includes(">Page 2</a>") && !narrowed.text.includes("Sample Alpha"));
  assert.match((await visitor.get("/review?filing=h1")).text, /Nothing like this waits/);
});

test("what cannot be is said beside its field, in the words of the command line, and nothing typed is lost", async () => {
  const wrong = { decide: "correct", amount: "$5 - $7", asset: "Typed asset", owner: "Uncle" };
  const { text } = await refused(lineId(1), wrong, /amount must be a bracket .*, not &quot;\$5 - \$7&quot;\./);
  assert.match(text, /id="field-owner-fault">owner must be SP, JT, DC or nothing, not &quot;Uncle&quot;\./);
  for (const typed of ["$5 - $7", "Typed asset", "Uncle", WHY]) assert.ok(text.includes(`value="${typed}"`), typed);
  await refused(lineId(1), { decide: "correct" }, /Nothing was changed: change a field/);
  await refused(lineId(1), { decide: "accept", reason: " " }, /The reason must say why/);
  await refused(lineId(1), { decide: "perhaps" }, /does not say what to decide/);
  const late = { decide: "correct", transactionDate: "01/01/2031" };
  await refused(lineId(1), late, /would still be rejected, transaction_after_filing/);
  await refused(lineId(1), { decide: "ticker", symbol: "an apple" }, /SYMBOL must be a symbol like AAPL/);
});

test("a row is accepted, corrected and rejected, and its security named, as at the command line", async () => {
  // Rows on the first page have their numbers whatever the later pages hold.
  const told = await both(lineId(1), { decide: "accept" }, "accept", lineId(1));
  assert.match(
    told.text,
    /Decided: <bdi>Invented Makebelieve: Sample Alpha<\/bdi>.*is published.*It no longer waits\./s,
  );
  assert.match(told.text, new RegExp(`Row 2 on page 1 of the report <code>${FILING}</code>`));
  const corrected = { decide: "correct", amount: "$15,001 - $50,000", owner: "" };
  await both(lineId(3), corrected, "correct", lineId(3), "--set", "amount=$15,001 - $50,000", "--set", "owner=");
  await both(lineId(4), { decide: "reject" }, "reject", lineId(4));
  await both(lineId(1), { decide: "ticker", symbol: "smpl" }, "ticker", lineId(1), "smpl");
  assert.deepEqual(
    (await served()).map(({ line, confidence, amountRaw, ticker }) => [line, confidence, amountRaw, ticker]),
    [
      [1, "reviewed", "$1,001 - $15,000", "SMPL"],
      [3, "reviewed", "$15,001 - $50,000", ""],
    ],
  );
  const again = await visitor.get(`/review/items/${lineId(4)}`);
  assert.match(again.text, /Earlier decisions.*by <bdi>A\. Editor, newsroom .*The page says so\./s);
  await both(lineId(4), { decide: "accept" }, "accept", lineId(4));
  await eventually("the service serves it", async () => (await fetch(`${here.serving.base}/trades/${lineId(4)}`)).ok);
});

test("of two who decide on one row the second is shown what has changed, with what was typed", async () => {
  const second = new Visitor(here.origin);
  await second.logIn((await here.key("weekend", ["review"])).key);
  const address = `/review/items/${lineId(5)}`;
  const form = {
    ...hiddenIn(await second.get(address)),
    decide: "correct",
    amount: "$50,001 - $100,000",
    reason: "mine",
  };
  const corrected = { decide: "correct", amount: "$15,001 - $50,000" };
  await both(lineId(5), corrected, "correct", lineId(5), "--set", "amount=$15,001 - $50,000");
  const answer = await second.post(address, form);
  assert.equal(answer.status, 409);
  assert.match(answer.text, /This has changed since you opened it, so nothing was decided/);
  assert.ok(answer.text.includes('value="$50,001 - $100,000"') && answer.text.includes('value="mine"'));
  assert.match(answer.text, /stands now: <bdi>\$15,001 - \$50,000<\/bdi>/);
  assert.match(answer.text, /Earlier decisions.*newsroom/s);
  assert.equal((await second.post(address, { ...form, ...hiddenIn(answer) })).status, 303);
  const last = JSON.parse((await here.decisions(here.place.dataDir)).trimEnd().split("\n").at(-1) ?? "");
  assert.match(last.author, /^A\. Editor, weekend /);
  // The twin has to have the same, for what is compared after it.
  const same = [
    "correct",
    lineId(5),
    "--set",
    "amount=$50,001 - $100,000",
    "--reason",
    "mine",
    "--author",
    last.author,
  ];
  assert.equal((await review(here.upstream.url, here.twin, same)).code, 0);
});

test("a row behind a page that waits goes on waiting when it is decided, and the page says why", async () => {
  const id = lineId(HARDLY_READ + 1);
  const told = await both(id, { decide: "accept" }, "accept", id);
  assert.match(told.text, /Sample Zeta.*It still waits: an earlier page of the report waits\./s);
});

test("rows of a page are typed in, or it has those that were read, or none", async () => {
  const page = (number: number) => `${FILING}/p${number}`;
  const more = await visitor.decide(page(2), { decide: "more_rows", rows: "3", ...typedRow("Half typed") });
  assert.equal(more.status, 200);
  assert.ok(more.text.includes('value="Half typed"') && more.text.includes('name="asset.11"'));
  const wrong = { decide: "page_rows", rows: "3", ...typedRow("Sample Typed", { amount: "much" }) };
  const { text } = await refused(page(2), wrong, /Line 1 of the form: amount must be a bracket/);
  assert.match(text, /id="fault-amount-1">amount must be a bracket/);
  assert.ok(text.includes('value="Sample Typed"'));
  await refused(page(2), { decide: "page_rows", rows: "3" }, /has no row; --empty says/);

  const row = Object.entries(typedRow("Sample Typed")).map(([field, value]) => [field.replace(".1", ""), value]);
  const named = row.map(([field = "", value]) => [
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  const file = path.join(here.twin, "rows.ndjson");
  await writeFile(file, `${JSON.stringify(Object.fromEntries(named))}\n`);
  const typed = { decide: "page_rows", rows: "3", ...typedRow("Sample Typed") };
  await both(page(2), typed, "page", page(2), "--rows", file);
  await both(page(3), { decide: "page_as_seen" }, "page", page(3));
  await both(page(4), { decide: "page_empty" }, "page", page(4), "--empty");
  const missed = { decide: "page_missed", rows: "3", ...typedRow("Sample Typed") };
  await both(page(2), missed, "page", page(2), "--missed", file);
  assert.equal((await served()).filter(({ assetNameRaw }) => assetNameRaw === "Sample Typed").length, 2);
});

test("a row with a field that was hardly read is settled only by choosing the field's value", async () => {
  const id = lineId(HARDLY_READ);
  const { text } = await visitor.get(`/review/items/${id}`);
  assert.match(text, /fill in the amount\./);
  assert.doesNotMatch(text, /Accept as read/);
  assert.match(text, /name="amount" value=""/);
  assert.match(text, /<option value="\$1,001 - \$15,000">as it was read<\/option>/);
  const sentence = /amount was read as .* with a confidence of 0 %, too low .* it must be a bracket of the form/;
  await refused(id, { decide: "accept" }, sentence);
  await refused(id, { decide: "correct", asset: "Sample Faint, Inc." }, sentence);
  const { code, err } = await cli("accept", id);
  assert.equal(code, 1);
  assert.match(err, sentence);
  assert.match(err, new RegExp(`review correct ${id} --set amount=VALUE`));
  const amount = "$1,001 - $15,000";
  await both(id, { decide: "correct", amount }, "correct", id, "--set", `amount=${amount}`);
  assert.equal((await served()).find(({ line }) => line === HARDLY_READ)?.amountRaw, amount);
});

test("a filer is chosen among members by name, and named again", async () => {
  const { out } = await review(here.upstream.url, here.twin, ["list", "--json"]);
  const items = JSON.parse(out) as readonly ReviewItem[];
  const filer = items.find(({ kind }) => kind === "filer") ?? assert.fail("no filer waits");
  const members = await here.place.store.reference.politicians();
  const [member, other] = members.filter(({ terms }) => terms.some(({ chamber }) => chamber === "house"));
  const senator = members.find(({ terms }) => terms.every(({ chamber }) => chamber === "senate"));
  assert.ok(member && other && senator);
  const searched = async (name: string) =>
    visitor.get(`/review/items/${filer.id}?${new URLSearchParams({ find: name })}`);
  const found = await searched(member.name.toLowerCase());
  assert.ok(found.text.includes(`value="${member.id}"`) && found.text.includes(`<bdi>${member.name}</bdi>`));
  assert.ok(!(await searched(senator.name)).text.includes(`value="${senator.id}"`), "of the other chamber");
  assert.match((await searched("nobodyiscalledso")).text, /None\. Search for another part of the name/);
  const form = { ...hiddenIn(found), decide: "filer", reason: WHY };
  const refusal = await visitor.post(`/review/items/${filer.id}`, { ...form, politician: "Q000001" });
  assert.equal(refusal.status, 422);
  assert.match(refusal.text, /no politician &quot;Q000001&quot;/);
  const none = await visitor.post(`/review/items/${filer.id}`, form);
  assert.match(none.text, /Choose the member who filed the report/);
  for (const { id, name } of [other, member]) {
    const { text } = await searched(name);
    assert.ok(text.includes("Who filed it?"), "it can be decided again");
    await both(filer.id, { decide: "filer", politician: id }, "filer", filer.id, id);
  }
});
