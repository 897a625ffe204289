/** Tests a person's decisions: published at once, announced to accounts, and unchanged after everything is read again. */
import assert from "node:assert/strict";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { ConfigError } from "../../src/base/errors.ts";
import type { ReviewItem } from "../../src/domain/review.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { readScans } from "../../src/filings/ingest/read-scans.ts";
import { reparse } from "../../src/filings/ingest/reparse.ts";
import { decideAmendment, decideFiler } from "../../src/filings/review/filing-decisions.ts";
import { decideIdentityMerge, listMergedIdentities } from "../../src/filings/review/identities.ts";
import { acceptLine, correctLine, rejectLine, setTicker } from "../../src/filings/review/line-decisions.ts";
import { acceptPageAsSeen } from "../../src/filings/review/page-decisions.ts";
import type { SignedReview } from "../../src/filings/review/signed-review.ts";
import { SOURCE_IDS } from "../../src/filings/sources/all.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { listPendingItems, openSignedReview, REASON } from "./reviewing.ts";
import { allTrades, openWorkplace, type Workplace } from "./workplace.ts";

const fictional = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
/** Material with only the paper reports of the Senate, and all of the House. */
const material: Material = {
  ...fictional,
  senate: {
    ...fictional.senate,
    listRows: async () => (await fictional.senate.listRows()).filter(({ link }) => link === "paper"),
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
  // With listings completed at this early date, all filings count as new, so decisions are announced to accounts.
  for (const source of SOURCE_IDS) await place.store.sources.recordListingCompleted(source, new Date(0));
  await place.run();
  await readScans(place.ingest, signal);
  account = (await place.store.accounts.create("reader", "premium", new Date())).id;
});

after(async () => {
  await place?.close();
  await upstream?.stop();
});

async function decide<T>(settle: (review: SignedReview) => Promise<T>, author?: string): Promise<T> {
  return settle(await openSignedReview(place, author));
}

async function assertRefused(expected: RegExp, settle: (review: SignedReview) => Promise<unknown>): Promise<void> {
  const before = await readDecisionsFile();
  await assert.rejects(decide(settle), (error) => error instanceof ConfigError && expected.test(error.message));
  assert.equal(await readDecisionsFile(), before, "no decision is stored");
}

async function readDecisionsFile(): Promise<string> {
  return readFile(path.join(place.dataDir, "decisions.ndjson"), "utf8").catch(() => "");
}

function listPending(): Promise<readonly ReviewItem[]> {
  return listPendingItems(place);
}

async function findTrade(id: string): Promise<Trade | undefined> {
  return (await allTrades(place.store)).find((trade) => trade.id === id);
}

let lastSequence = 0;

/** Type, trade and reason of each trade event since the last call. */
async function readNewEvents(): Promise<readonly (readonly unknown[])[]> {
  const all = await place.store.events.listAfter(account, lastSequence, null, 1000);
  lastSequence = all.at(-1)?.sequence ?? lastSequence;
  const tradeEvents = all.filter(({ type }) => type.startsWith("trade."));
  return tradeEvents.map(({ body }) => {
    const { type, data } = JSON.parse(body) as {
      type: string;
      data: { trade?: { id: string }; trade_id?: string; reason?: string };
    };
    return [type, data.trade?.id ?? data.trade_id, data.reason];
  });
}

function findFirst(items: readonly ReviewItem[], kind: ReviewItem["kind"], reason: string): ReviewItem {
  return (
    items.find((item) => item.kind === kind && item.reason === reason) ??
    assert.fail(`no pending ${kind} has the reason ${reason}`)
  );
}

test("lists all pending items, newest first", async () => {
  const items = await listPending();
  for (const [kind, reason] of [
    ["line", "uncertain"],
    ["line", "transaction_after_filing"],
    ["filer", "not_a_member"],
  ] as const) {
    const one = findFirst(items, kind, reason);
    const filing = await place.store.filings.get(one.filing);
    assert.equal(one.filed, filing?.filedDate);
  }
  const days = items.map(({ filed }) => filed ?? "");
  assert.deepEqual(days, days.toSorted().reverse());
});

describe("a person can correct, accept or reject a line, and set a trade's ticker", () => {
  test("a corrected line is published as reviewed, with the given fields and the best readings of the other fields", async () => {
    const { id } = findFirst(await listPending(), "line", "uncertain");
    await assertRefused(/amount must be one of the form's amount ranges, .* not "\$5 - \$7"\./, (review) =>
      correctLine(review, id, { amount: "$5 - $7" }),
    );
    await decide((review) => correctLine(review, id, { amount: "$15,001 - $50,000", transactionDate: "2025-01-02" }));
    const trade = await findTrade(id);
    assert.equal(trade?.confidence, "reviewed");
    assert.deepEqual([trade.amountRaw, trade.transactionDate], ["$15,001 - $50,000", "2025-01-02"]);
    assert.ok(trade.assetNameRaw.length > 3 && trade.box !== null);
    assert.deepEqual(await readNewEvents(), [["trade.created", id, undefined]]);
    assert.match(await readDecisionsFile(), /"author":"A\. Editor","reason":"The page says so\."/);
  });

  test("accepts the best readings of a line unless barely legible, and marks a filing read once nothing is pending", async () => {
    const verdicts: unknown[] = [];
    for (;;) {
      const items = await listPending();
      const item = items.find(({ reason }) => reason === "uncertain");
      if (item === undefined) break;
      const settle = async (review: SignedReview) => {
        try {
          return await acceptLine(review, item.id);
        } catch (error) {
          const tooUncertain =
            /^amount was read as "(.*)" with a confidence of 0%, too low to be accepted \(below 50%\)/m;
          const [, amount = ""] = tooUncertain.exec((error as Error).message) ?? assert.fail(String(error));
          return correctLine(review, item.id, { amount });
        }
      };
      const { decision } = await decide(settle, "B. Editor");
      assert.equal((await findTrade(item.id))?.confidence, "reviewed");
      const last = JSON.parse((await readDecisionsFile()).trimEnd().split("\n").at(-1) ?? "") as Record<
        string,
        unknown
      >;
      assert.equal(last["author"], "B. Editor");
      verdicts.push(last["verdict"]);
      assert.equal(Object.keys(last["fields"] as object).length, 7);
      assert.deepEqual(decision, last);
      const left = items.filter(({ filing, kind }) => filing === item.filing && kind !== "amendment").length - 1;
      assert.equal((await place.store.filings.get(item.filing))?.state, left === 0 ? "ocr" : "needs_review");
    }
    assert.ok(verdicts.includes("correct"), "one amount was barely legible");
  });

  test("a contradictory line cannot be accepted as it is, only corrected or rejected", async () => {
    const [one, other] = (await listPending()).filter(({ reason }) => reason === "transaction_after_filing");
    assert.ok(one && other);
    await assertRefused(/would still be rejected, transaction_after_filing/, (review) => acceptLine(review, one.id));
    const { decision } = await decide((review) => correctLine(review, one.id, { transactionDate: "01/02/2025" }));
    assert.equal(decision.subject === "line" && decision.fields.transactionDate, "01/02/2025");
    const trade = await findTrade(one.id);
    assert.deepEqual([trade?.transactionDate, trade?.confidence], ["2025-01-02", "reviewed"]);
    const { publication } = await decide((review) => rejectLine(review, other.id));
    assert.equal(publication.result, "published");
    assert.equal(await findTrade(other.id), undefined);
    const rejected = (await place.store.filings.listRejectedLines(other.filing)).find(({ line }) =>
      other.id.endsWith(`0${line}`),
    );
    assert.deepEqual([rejected?.reason, rejected?.text], ["rejected_in_review", REASON]);
    await readNewEvents();
    const ids = (await listPending()).map(({ id }) => id);
    assert.ok(!ids.includes(one.id) && !ids.includes(other.id));
    // A person changes a decision: the later one counts.
    await decide((review) => rejectLine(review, one.id));
    assert.equal(await findTrade(one.id), undefined);
    assert.deepEqual(await readNewEvents(), [["trade.removed", one.id, "reviewed"]]);
    await decide((review) => correctLine(review, one.id, { transactionDate: "01/02/2025" }));
    assert.equal((await findTrade(one.id))?.transactionDate, "2025-01-02");
  });

  test("a person can set a ticker only on a trade filed without one", async () => {
    const trades = (await allTrades(place.store)).filter(({ chamber }) => chamber === "house");
    const filed = trades.find(({ tickerSource }) => tickerSource === "filed");
    // A coin is filed with its symbol, although that is no ticker.
    const bare = trades.find(({ tickerSource, coin }) => tickerSource === "none" && coin === null);
    assert.ok(filed && bare);
    await assertRefused(/was filed with the ticker/, (review) => setTicker(review, filed.id, "AAPL"));
    const wrong = /symbol must be "none" or be like AAPL or BRK\.B, not "an apple"/;
    await assertRefused(wrong, (review) => setTicker(review, bare.id, "an apple"));
    await readNewEvents();
    await decide((review) => setTicker(review, bare.id, "smpl"));
    assert.deepEqual(await readNewEvents(), [["trade.updated", bare.id, "reviewed"]]);
    const trade = await findTrade(bare.id);
    assert.deepEqual([trade?.ticker, trade?.tickerSource], ["SMPL", "resolved"]);
    const { decision, publication, remaining: next } = await decide((review) => setTicker(review, bare.id, "none"));
    assert.deepEqual([decision.subject === "ticker" && decision.ticker, decision.reason], ["", REASON]);
    assert.deepEqual([publication.result, next], ["published", null]);
    assert.equal((await findTrade(bare.id))?.ticker, "");
    await assertRefused(/lines, none of them with the number 99/, (review) =>
      acceptLine(review, `txn_${bare.filingId}_99`),
    );
    await assertRefused(/is not a line/, (review) => rejectLine(review, bare.filingId));
  });
});

describe("a person can decide who filed a report, what an amendment supersedes, and which ids are one member", () => {
  test("after a person names an ambiguous filer, the trades are published", async () => {
    const { filing } = findFirst(await listPending(), "filer", "not_a_member");
    const members = await place.store.reference.listPoliticians();
    const member = members.find(({ terms }) => terms.some(({ chamber }) => chamber === "house"));
    const senator = members.find(({ terms }) => terms.every(({ chamber }) => chamber === "senate"));
    assert.ok(member && senator);
    const nameFiler = (politician: string) => (review: SignedReview) => decideFiler(review, filing, politician);
    await assertRefused(/no politician "Q000001"/, nameFiler("Q000001"));
    await assertRefused(/was filed in the house, where .* had no term/, nameFiler(senator.id));
    await assertRefused(/is not a filing/, (review) => decideFiler(review, `${filing}/p1`, member.id));
    const { decision, publication } = await decide(nameFiler(member.id));
    assert.equal(decision.subject === "filer" && decision.politician, member.id);
    assert.deepEqual(
      [publication.result, publication.result === "published" && publication.state],
      ["published", "parsed"],
    );
    const row = await place.store.filings.get(filing);
    assert.deepEqual([row?.state, row?.politicianId], ["parsed", member.id]);
    const trades = (await allTrades(place.store)).filter(({ filingId }) => filingId === filing);
    assert.ok(trades.length > 0 && trades.every(({ politicianId }) => politicianId === member.id));
  });

  test("a person says what an amendment supersedes, or that it supersedes nothing", async () => {
    const open = (await listPending()).filter(({ kind }) => kind === "amendment");
    const [none, other] = open.filter(({ text }) => text.endsWith("amended."));
    assert.ok(none && other);
    const { decision } = await decide((review) => decideAmendment(review, none.id, "none"));
    assert.equal(decision.subject === "amendment" && decision.supersedes, null);
    const trades = await allTrades(place.store);
    const otherFiling = await place.store.filings.get(other.filing);
    const later = trades.find(
      ({ politicianId, disclosureDate }) =>
        politicianId === otherFiling?.politicianId && disclosureDate > (otherFiling.filedDate ?? ""),
    );
    const stranger = trades.find(({ politicianId }) => politicianId !== otherFiling?.politicianId);
    assert.ok(later && stranger);
    const supersede = (supersedes: string) => (review: SignedReview) => decideAmendment(review, other.id, supersedes);
    await assertRefused(/there is no trade "txn_h1_01"/, supersede("txn_h1_01"));
    await assertRefused(/belongs to .*, but h\d+ to /, supersede(stranger.id));
    await assertRefused(/h\d+ can replace only another filing, or a trade of another filing/, supersede(other.id));
    await assertRefused(/cannot supersede txn_h\d+_\d+: the latter was filed on a later day/, supersede(later.id));
    const whole = (review: SignedReview) => decideAmendment(review, other.filing, later.filingId);
    await assertRefused(/cannot supersede h\d+: the latter was filed on a later day/, whole);
    const deleted = open.filter(({ text }) => text.endsWith("deleted."));
    const filings = await Promise.all(deleted.map(({ filing }) => place.store.filings.get(filing)));
    const former = trades.find(({ politicianId, disclosureDate }) =>
      filings.some((own) => own?.politicianId === politicianId && disclosureDate < (own.filedDate ?? "")),
    );
    const one = deleted.find((_, at) => filings[at]?.politicianId === former?.politicianId);
    assert.ok(former && one);
    await decide((review) => decideAmendment(review, one.id, former.id));
    assert.equal((await place.store.publications.findTrade(former.id))?.supersededBy, one.filing);
    const ids = (await listPending()).filter(({ kind }) => kind === "amendment").map(({ id }) => id);
    assert.deepEqual(
      ids,
      open.map(({ id }) => id).filter((id) => id !== none.id && id !== one.id),
    );
  });

  test("serves two ids of one person as one member, until the ids are separated again", async () => {
    const before = await allTrades(place.store);
    const [from] = before.filter(({ chamber }) => chamber === "house");
    const to = before.find(({ politicianId }) => politicianId !== from?.politicianId);
    assert.ok(from && to);
    const pair = [from.politicianId, to.politicianId] as const;
    const merge = (...[one, other]: readonly [string, string | null]) => {
      return (review: SignedReview) => decideIdentityMerge(review, one, other);
    };
    await assertRefused(/no politician "nobody"/, merge("nobody", pair[1]));
    await assertRefused(/Enter both ids/, merge(pair[0], ""));
    await assertRefused(/Enter two different ids/, merge(pair[0], pair[0]));
    await assertRefused(/is not merged with another id/, merge(pair[0], null));
    assert.match(
      await decide(merge(...pair)),
      new RegExp(`^.* \\(${pair[0]}\\) is now shown as .* \\(${pair[1]}\\)\\.$`),
    );
    await assertRefused(/must not form a circle/, merge(pair[1], pair[0]));
    await assertRefused(/is already shown as/, merge(...pair));
    assert.equal((await findTrade(from.id))?.politicianId, pair[1]);
    const [merged] = await listMergedIdentities(place.config, place.store);
    assert.deepEqual([merged?.from, merged?.to, merged?.author, merged?.reason], [...pair, "A. Editor", REASON]);
    assert.match(await decide(merge(pair[0], null)), /is shown as a separate member\.$/);
    assert.deepEqual(await listMergedIdentities(place.config, place.store), []);
    assert.deepEqual(await allTrades(place.store), before);
  });

  test("a page that is not pending cannot be settled", async () => {
    const paper = (await allTrades(place.store)).find(({ box }) => box !== null);
    assert.ok(paper);
    await assertRefused(/is not waiting for a decision; no page of .* is/, (review) =>
      acceptPageAsSeen(review, `${paper.filingId}/p1`),
    );
    await assertRefused(/is not a page/, (review) => acceptPageAsSeen(review, paper.filingId));
  });
});

test("an unreadable page keeps its report pending until a person says it has no transactions", async () => {
  const trades = (await allTrades(place.store)).filter(({ box, chamber }) => box !== null && chamber === "house");
  const last = (filing: string) => trades.findLast(({ filingId }) => filingId === filing)?.page;
  const filing = await place.store.filings.get(trades.find(({ filingId }) => last(filingId) === 1)?.filingId ?? "");
  assert.ok(filing?.documentSha256);
  const before = filing.state;
  const [, second] = await place.store.pageReadings.readStoredPages(filing.documentSha256);
  assert.ok(second);
  const { seen } = JSON.parse(second.json) as { seen: object };
  const json = JSON.stringify({ seen: { ...seen, kind: "unknown", rows: [] } });
  await place.store.pageReadings.save(filing.documentSha256, { ...second, json });
  await reparse(place.ingest, signal, { publish: true, scans: false });
  assert.equal((await place.store.filings.get(filing.id))?.state, "needs_review");
  const { id } = findFirst(await listPending(), "page", "unknown_page");
  assert.equal(id, `${filing.id}/p2`);
  const { decision } = await decide((review) => acceptPageAsSeen(review, id));
  assert.equal(decision.subject === "page" && decision.page, 2);
  assert.equal((await place.store.filings.get(filing.id))?.state, before);
  assert.ok(!(await listPending()).some((item) => item.id === id));
});

test("all decisions give the same result after rereading the originals, and after a run", async () => {
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
  const kept = await readDecisionsFile();
  await rm(path.join(place.dataDir, "decisions.ndjson"));
  const without = await reparse(place.ingest, signal, { publish: false, scans: false });
  assert.ok(without.filings > 0, "decisions are stored only in the file");
  await writeFile(path.join(place.dataDir, "decisions.ndjson"), kept);
});

test("an invalid line in the decisions file stops every run, and the error gives the line number", async () => {
  const kept = await readDecisionsFile();
  await appendFile(path.join(place.dataDir, "decisions.ndjson"), '{"subject":"line","verdict":"perhaps"}\n');
  const expected = new RegExp(`Line ${kept.split("\n").length} of .*decisions\\.ndjson is not a valid decision`);
  await assert.rejects(place.run(), expected);
  await assert.rejects(reparse(place.ingest, signal, { publish: false, scans: false }), expected);
  await assert.rejects(listPending(), expected);
  await writeFile(path.join(place.dataDir, "decisions.ndjson"), kept);
});
