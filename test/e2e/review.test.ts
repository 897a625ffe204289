/** Tests decisions of a person at the command line: published at once, announced to accounts, and the same after everything is read again. */
import assert from "node:assert/strict";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Material } from "../../src/demo/sites/material.ts";
import { startUpstream, type Upstream } from "../../src/demo/sites/server.ts";
import type { ReviewItem } from "../../src/domain/review.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { readScans } from "../../src/ingest/read-scans.ts";
import { reparse } from "../../src/ingest/reparse.ts";
import { SOURCE_IDS } from "../../src/sources/all.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { review } from "./review-cli.ts";
import { allTrades, openWorkplace, type Workplace } from "./workplace.ts";

const fictional = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
/** Material with only the paper reports of the Senate, and all of the House. */
const material: Material = {
  ...fictional,
  senate: {
    ...fictional.senate,
    rows: async () => (await fictional.senate.rows()).filter(({ link }) => link === "paper"),
  },
};
const { signal } = new AbortController();
const YEAR = "2026";

let upstream: Upstream;
let place: Workplace;
let account: string;

before(async () => {
  upstream = await startUpstream({ material, port: 0 });
  place = await openWorkplace(upstream.url, { OCR: "true", INGEST_SINCE_YEAR: YEAR });
  // What is settled is told to accounts, as of every filing that is listed after all were.
  for (const source of SOURCE_IDS) await place.store.sources.completedListing(source, new Date(0));
  await place.run();
  await readScans(place.ingest, signal);
  account = (await place.store.accounts.create("reader", "premium", new Date())).id;
});

after(async () => {
  await place?.close();
  await upstream?.stop();
});

function cli(...args: readonly string[]) {
  return review(upstream.url, place.dataDir, args, { INGEST_SINCE_YEAR: YEAR });
}

async function done(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await cli(...args, "--reason", "The page says so.");
  assert.deepEqual([code, err], [0, ""], args.join(" "));
  return out;
}

/** The `--json` output of a deciding command: one document and nothing else. */
async function answered(
  ...args: readonly string[]
): Promise<Record<string, unknown> & { readonly decision: Readonly<Record<string, unknown>> }> {
  return JSON.parse(await done(...args, "--json")) as Awaited<ReturnType<typeof answered>>;
}

function refused(expected: RegExp, ...args: readonly string[]): Promise<void> {
  return endsWith(1, expected, args);
}

/** Asserts that a command line is refused as misuse. */
function misused(expected: RegExp, ...args: readonly string[]): Promise<void> {
  return endsWith(2, expected, args);
}

async function endsWith(expectedCode: number, expected: RegExp, args: readonly string[]): Promise<void> {
  const before = await decisions();
  const { code, err } = await cli(...args);
  assert.equal(code, expectedCode, `${args.join(" ")}: ${err}`);
  assert.match(err, expected);
  assert.equal(await decisions(), before, "nothing is decided");
}

async function decisions(): Promise<string> {
  return readFile(path.join(place.dataDir, "decisions.ndjson"), "utf8").catch(() => "");
}

async function waiting(): Promise<readonly ReviewItem[]> {
  const { code, out } = await cli("list", "--json");
  assert.equal(code, 0);
  return JSON.parse(out) as ReviewItem[];
}

async function tradeOf(id: string): Promise<Trade | undefined> {
  return (await allTrades(place.store)).find((trade) => trade.id === id);
}

let told = 0;

/** Type, trade and reason of each event on a trade since the last time it was asked. */
async function events(): Promise<readonly (readonly unknown[])[]> {
  const all = await place.store.events.after(account, told, null, 1000);
  told = all.at(-1)?.sequence ?? told;
  const ofTrades = all.filter(({ type }) => type.startsWith("trade."));
  return ofTrades.map(({ body }) => {
    const { type, data } = JSON.parse(body) as {
      type: string;
      data: { trade?: { id: string }; trade_id?: string; reason?: string };
    };
    return [type, data.trade?.id ?? data.trade_id, data.reason];
  });
}

function first(items: readonly ReviewItem[], kind: ReviewItem["kind"], reason: string): ReviewItem {
  return (
    items.find((item) => item.kind === kind && item.reason === reason) ?? assert.fail(`no ${kind} ${reason} waits`)
  );
}

test("the list names all that waits, newest first, counts it, and can be narrowed", async () => {
  const items = await waiting();
  for (const [kind, reason] of [
    ["line", "uncertain"],
    ["line", "transaction_after_filing"],
    ["filer", "not_a_member"],
  ] as const) {
    const one = first(items, kind, reason);
    const filing = await place.store.filings.get(one.filing);
    assert.equal(one.filed, filing?.filedDate);
  }
  const days = items.map(({ filed }) => filed ?? "");
  assert.deepEqual(days, days.toSorted().reverse());
  const { out } = await cli("list", "--reason", "uncertain");
  const uncertain = items.filter(({ reason }) => reason === "uncertain");
  for (const { id } of uncertain) assert.match(out, new RegExp(`^${id}  `, "m"));
  assert.match(
    out,
    new RegExp(`^${uncertain.length} items? in \\d+ filings?: ${uncertain.length} line uncertain\\.$`, "m"),
  );
  assert.match(
    (await cli("list", "--filing", uncertain[0]?.filing ?? "")).out,
    new RegExp(`^${uncertain[0]?.id}`, "m"),
  );
  await refused(/Nothing waits for the reason "boredom"; the reasons are .*uncertain/, "list", "--reason", "boredom");
  await misused(/"8217343" is not an id/, "list", "--filing", "8217343");
});

test("one of them is shown with its readings, its place on the page and a picture of that", async () => {
  const { id, filing } = first(await waiting(), "line", "uncertain");
  const { out } = await cli("show", id);
  assert.match(out, new RegExp(`^filing +${filing}: `, "m"));
  assert.match(out, /^original +https:\/\/(efdsearch\.senate|disclosures-clerk\.house)\.gov\//m);
  assert.match(out, /^waits +line: uncertain$/m);
  assert.match(out, /^line +\d+ on page 1, \d+ x \d+ pixels at \d+, \d+ of the upright page/m);
  assert.match(out, /^ {2}(amount|transaction_date) .*\(\d\.\d\d\) {2}UNCERTAIN$/m);
  const [, picture = ""] = /^picture +(.*)$/m.exec(out) ?? [];
  assert.equal(picture, path.join(place.dataDir, "review", `${id}.png`));
  const png = await readFile(picture);
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.ok(png.readUInt32BE(16) > 1000 && png.readUInt32BE(20) < 600, "a row, not a page");
  const elsewhere = path.join(place.dataDir, "crop.png");
  await cli("show", id, "--crop", elsewhere);
  assert.deepEqual(await readFile(elsewhere), png);
  await refused(/The ledger has no filing "h1"/, "show", "txn_h1_01");
  await misused(/"p2" is not an id of `review list`/, "show", "p2");
});

describe("lines", () => {
  test("a line is corrected: its trade is published as reviewed, with the fields that were given and the best readings of the others", async () => {
    const { id } = first(await waiting(), "line", "uncertain");
    const named = ["correct", id, "--reason", "r"];
    await refused(/amount must be a bracket .* not "\$5 - \$7"\./, ...named, "--set", "amount=$5 - $7");
    await refused(/--set must be FIELD=VALUE .* not "colour=red"/, ...named, "--set", "colour=red");
    await misused(/required option '--set/, ...named);
    await misused(/required option '--reason/, "correct", id, "--set", "amount=$1,001 - $15,000");
    await refused(/--reason must say why/, "correct", id, "--set", "amount=$1,001 - $15,000", "--reason", " ");
    await refused(/--author must name/, ...named, "--set", "amount=$1,001 - $15,000", "--author", " ");
    const said = await done("correct", id, "--set", "amount=$15,001 - $50,000", "--set", "transaction_date=2025-01-02");
    assert.match(said, /^Saved in .*decisions\.ndjson\.$/m);
    const trade = await tradeOf(id);
    assert.equal(trade?.confidence, "reviewed");
    assert.deepEqual([trade.amountRaw, trade.transactionDate], ["$15,001 - $50,000", "2025-01-02"]);
    assert.ok(trade.assetNameRaw.length > 3 && trade.box !== null);
    assert.deepEqual(await events(), [["trade.created", id, undefined]]);
    assert.match(await decisions(), /"author":"A\. Editor","reason":"The page says so\."/);
  });

  test("the best readings of a line are accepted, and written down, but what was hardly read is said by a person; a filing of which nothing waits any more is read", async () => {
    const verdicts: unknown[] = [];
    for (;;) {
      const items = await waiting();
      const item = items.find(({ reason }) => reason === "uncertain");
      if (item === undefined) break;
      const accept = ["accept", item.id, "--author", "B. Editor", "--reason", "The page says so.", "--json"];
      const { code, out, err } = await cli(...accept);
      const hardly = /^amount was read as "(.*)" with a confidence of 0 %, too low to be accepted \(below 50 %\)/m;
      const [, amount = ""] = code === 0 ? [] : (hardly.exec(err) ?? assert.fail(err));
      const answer =
        code === 0
          ? (JSON.parse(out) as Awaited<ReturnType<typeof answered>>)
          : await answered("correct", item.id, "--set", `amount=${amount}`, "--author", "B. Editor");
      assert.equal((await tradeOf(item.id))?.confidence, "reviewed");
      const last = JSON.parse((await decisions()).trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
      assert.equal(last["author"], "B. Editor");
      verdicts.push(last["verdict"]);
      assert.equal(Object.keys(last["fields"] as object).length, 7);
      assert.deepEqual(answer.decision, last);
      const left = items.filter(({ filing, kind }) => filing === item.filing && kind !== "amendment").length - 1;
      assert.equal((await place.store.filings.get(item.filing))?.state, left === 0 ? "ocr" : "needs_review");
    }
    assert.ok(verdicts.includes("correct"), "one amount was hardly read");
  });

  test("a line that contradicts itself is not accepted as it stands, but corrected or rejected", async () => {
    const [one, other] = (await waiting()).filter(({ reason }) => reason === "transaction_after_filing");
    assert.ok(one && other);
    await refused(/would still be rejected, transaction_after_filing/, "accept", one.id, "--reason", "r");
    const { decision } = await answered("correct", one.id, "--set", "transaction_date=01/02/2025");
    assert.equal((decision["fields"] as { transactionDate: string }).transactionDate, "01/02/2025");
    const trade = await tradeOf(one.id);
    assert.deepEqual([trade?.transactionDate, trade?.confidence], ["2025-01-02", "reviewed"]);
    const answer = await answered("reject", other.id);
    assert.deepEqual([answer.decision["verdict"], answer["result"]], ["reject", "published"]);
    assert.equal(await tradeOf(other.id), undefined);
    const rejected = (await place.store.filings.rejectedLines(other.filing)).find(({ line }) =>
      other.id.endsWith(`0${line}`),
    );
    assert.deepEqual([rejected?.reason, rejected?.text], ["rejected_in_review", "The page says so."]);
    await events();
    const ids = (await waiting()).map(({ id }) => id);
    assert.ok(!ids.includes(one.id) && !ids.includes(other.id));
    // Somebody thought again: of two decisions the later stands.
    await done("reject", one.id);
    assert.equal(await tradeOf(one.id), undefined);
    assert.deepEqual(await events(), [["trade.removed", one.id, "reviewed"]]);
    await done("correct", one.id, "--set", "transaction_date=01/02/2025");
    assert.equal((await tradeOf(one.id))?.transactionDate, "2025-01-02");
  });

  test("a ticker is given only to what is filed without one", async () => {
    const trades = (await allTrades(place.store)).filter(({ chamber }) => chamber === "house");
    const filed = trades.find(({ tickerSource }) => tickerSource === "filed");
    // A coin is filed with its letters, although it has no ticker.
    const bare = trades.find(({ tickerSource, coin }) => tickerSource === "none" && coin === null);
    assert.ok(filed && bare);
    await refused(/was filed with the ticker/, "ticker", filed.id, "AAPL", "--reason", "r");
    await refused(
      /SYMBOL must be a symbol like AAPL or BRK\.B, or none, not "an apple"/,
      "ticker",
      bare.id,
      "an apple",
      "--reason",
      "r",
    );
    await events();
    await done("ticker", bare.id, "smpl");
    assert.deepEqual(await events(), [["trade.updated", bare.id, "reviewed"]]);
    const trade = await tradeOf(bare.id);
    assert.deepEqual([trade?.ticker, trade?.tickerSource], ["SMPL", "resolved"]);
    const { decision, ...answer } = await answered("ticker", bare.id, "none");
    assert.deepEqual(
      [decision["subject"], decision["ticker"], decision["reason"]],
      ["ticker", "", "The page says so."],
    );
    assert.deepEqual([answer["result"], answer["held"], answer["still_waits"]], ["published", null, null]);
    assert.equal((await tradeOf(bare.id))?.ticker, "");
    await refused(/lines, none of them with the number 99/, "accept", `txn_${bare.filingId}_99`, "--reason", "r");
    await refused(/is not a line/, "reject", bare.filingId, "--reason", "r");
  });
});

describe("filings", () => {
  test("a filer whom nobody could be singled out for is named, and his trades are published", async () => {
    const { filing } = first(await waiting(), "filer", "not_a_member");
    const members = await place.store.reference.politicians();
    const member = members.find(({ terms }) => terms.some(({ chamber }) => chamber === "house"));
    const senator = members.find(({ terms }) => terms.every(({ chamber }) => chamber === "senate"));
    assert.ok(member && senator);
    await refused(/no politician "Q000001"/, "filer", filing, "Q000001", "--reason", "r");
    await refused(/was filed in the house, where .* had no term/, "filer", filing, senator.id, "--reason", "r");
    await refused(/is not a filing/, "filer", `${filing}/p1`, member.id, "--reason", "r");
    await refused(
      /Nobody who ever sat in the house has the name "nobodyatall"/,
      "filer",
      filing,
      "nobodyatall",
      "--reason",
      "r",
    );
    await refused(/the name of \d+ members of the house; give the id of one: /, "filer", filing, "s", "--reason", "r");
    const answer = await answered("filer", filing, member.name.toUpperCase());
    assert.deepEqual(
      [answer.decision["politician"], answer["result"], answer["state"]],
      [member.id, "published", "parsed"],
    );
    const row = await place.store.filings.get(filing);
    assert.deepEqual([row?.state, row?.politicianId], ["parsed", member.id]);
    const trades = (await allTrades(place.store)).filter(({ filingId }) => filingId === filing);
    assert.ok(trades.length > 0 && trades.every(({ politicianId }) => politicianId === member.id));
  });

  test("an amendment is told what it supersedes, or that it is nothing", async () => {
    const open = (await waiting()).filter(({ kind }) => kind === "amendment");
    const [none, other] = open.filter(({ text }) => text.endsWith("amended."));
    assert.ok(none && other);
    assert.equal((await answered("amendment", none.id, "--supersedes", "none")).decision["supersedes"], null);
    const trades = await allTrades(place.store);
    const ofOther = await place.store.filings.get(other.filing);
    const later = trades.find(
      ({ politicianId, disclosureDate }) =>
        politicianId === ofOther?.politicianId && disclosureDate > (ofOther.filedDate ?? ""),
    );
    const stranger = trades.find(({ politicianId }) => politicianId !== ofOther?.politicianId);
    assert.ok(later && stranger);
    const named = ["amendment", other.id, "--reason", "r", "--supersedes"];
    await refused(/there is no trade "txn_h1_01"/, ...named, "txn_h1_01");
    await refused(/belongs to .*, but h\d+ to /, ...named, stranger.id);
    await refused(/must be another filing's trade/, ...named, other.id);
    await refused(/cannot supersede txn_h\d+_\d+: it was filed on a later day/, ...named, later.id);
    const whole = ["amendment", other.filing, "--reason", "r", "--supersedes", later.filingId];
    await refused(/cannot supersede h\d+: it was filed on a later day/, ...whole);
    const deleted = open.filter(({ text }) => text.endsWith("deleted."));
    const filings = await Promise.all(deleted.map(({ filing }) => place.store.filings.get(filing)));
    const former = trades.find(({ politicianId, disclosureDate }) =>
      filings.some((own) => own?.politicianId === politicianId && disclosureDate < (own.filedDate ?? "")),
    );
    const one = deleted.find((_, at) => filings[at]?.politicianId === former?.politicianId);
    assert.ok(former && one);
    await done("amendment", one.id, "--supersedes", former.id);
    assert.equal((await place.store.publications.trade(former.id))?.supersededBy, one.filing);
    const ids = (await waiting()).filter(({ kind }) => kind === "amendment").map(({ id }) => id);
    assert.deepEqual(
      ids,
      open.map(({ id }) => id).filter((id) => id !== none.id && id !== one.id),
    );
  });

  test("two ids of one person are served as one, until they are parted again", async () => {
    const before = await allTrades(place.store);
    const [from] = before.filter(({ chamber }) => chamber === "house");
    const to = before.find(({ politicianId }) => politicianId !== from?.politicianId);
    assert.ok(from && to);
    const pair = [from.politicianId, to.politicianId] as const;
    await refused(/no politician "nobody"/, "identity", "nobody", pair[1], "--reason", "r");
    assert.match(
      await done("identity", ...pair),
      new RegExp(`^${pair[0]} is served as ${pair[1]} from now on\\.$`, "m"),
    );
    await refused(/go round in a circle/, "identity", pair[1], pair[0], "--reason", "r");
    assert.equal((await tradeOf(from.id))?.politicianId, pair[1]);
    const { decision, changed, held } = await answered("identity", pair[0], pair[0]);
    assert.deepEqual(
      [decision["subject"], decision["from"], decision["to"], changed, held],
      ["identity", pair[0], pair[0], true, []],
    );
    assert.deepEqual(await allTrades(place.store), before);
  });

  test("a page that does not wait is not settled", async () => {
    const paper = (await allTrades(place.store)).find(({ box }) => box !== null);
    assert.ok(paper);
    await refused(/does not wait; no page of .* does/, "page", `${paper.filingId}/p1`, "--reason", "r");
    await refused(/is not a page/, "page", paper.filingId, "--reason", "r");
  });
});

test("a page that was not understood keeps its report waiting, until a person says that it has no transaction", async () => {
  const trades = (await allTrades(place.store)).filter(({ box, chamber }) => box !== null && chamber === "house");
  const last = (filing: string) => trades.findLast(({ filingId }) => filingId === filing)?.page;
  const filing = await place.store.filings.get(trades.find(({ filingId }) => last(filingId) === 1)?.filingId ?? "");
  assert.ok(filing?.documentSha256);
  const before = filing.state;
  const [, second] = await place.store.pageReadings.of(filing.documentSha256);
  assert.ok(second);
  const { seen } = JSON.parse(second.json) as { seen: object };
  const json = JSON.stringify({ seen: { ...seen, kind: "unknown", rows: [] } });
  await place.store.pageReadings.keep(filing.documentSha256, { ...second, json });
  await reparse(place.ingest, signal, { publish: true, scans: false });
  assert.equal((await place.store.filings.get(filing.id))?.state, "needs_review");
  const { id } = first(await waiting(), "page", "unknown_page");
  assert.equal(id, `${filing.id}/p2`);
  assert.match((await cli("show", id)).out, /^picture +.*-p2\.png$/m);
  assert.equal((await answered("page", id)).decision["page"], 2);
  assert.equal((await place.store.filings.get(filing.id))?.state, before);
  assert.ok(!(await waiting()).some((item) => item.id === id));
});

test("everything that was decided is the same after all originals are read again, and after a run", async () => {
  const before = await allTrades(place.store);
  const differences: unknown[] = [];
  const again = await reparse(place.ingest, signal, {
    publish: true,
    scans: false,
    onDifference: (difference) => differences.push(difference),
  });
  assert.deepEqual(differences, []);
  assert.equal(again.filings, 0);
  await place.run();
  assert.deepEqual(await allTrades(place.store), before);
  const kept = await decisions();
  await rm(path.join(place.dataDir, "decisions.ndjson"));
  const without = await reparse(place.ingest, signal, { publish: false, scans: false });
  assert.ok(without.filings > 0, "the decisions are in the file and nowhere else");
  await writeFile(path.join(place.dataDir, "decisions.ndjson"), kept);
});

test("a line of the file that is no decision stops every run, with its number", async () => {
  const kept = await decisions();
  await appendFile(path.join(place.dataDir, "decisions.ndjson"), '{"subject":"line","verdict":"perhaps"}\n');
  const expected = new RegExp(`Line ${kept.split("\n").length} of .*decisions\\.ndjson is no decision`);
  await assert.rejects(place.run(), expected);
  await assert.rejects(reparse(place.ingest, signal, { publish: false, scans: false }), expected);
  assert.match((await cli("list")).err, expected);
  await writeFile(path.join(place.dataDir, "decisions.ndjson"), kept);
});
