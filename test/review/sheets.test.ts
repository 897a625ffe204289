/** What a reviewer sees, for fictional reports of both chambers with pending amendments and filers. */
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { ReviewItem } from "../../src/domain/review.ts";
import { readDecisions } from "../../src/filings/ingest/decisions.ts";
import { getOriginalPath } from "../../src/filings/ingest/documents-folder.ts";
import { parseReviewId } from "../../src/filings/review/review-id.ts";
import { ReviewPictures } from "../../src/filings/review/review-pictures.ts";
import { buildReviewSheet } from "../../src/filings/review/review-sheet.ts";
import { loadView } from "../../src/filings/review/review-view.ts";
import { listWaitingItems } from "../../src/filings/review/waiting-items.ts";
import { openImportedPlace } from "../e2e/imported-place.ts";
import type { Workplace } from "../e2e/workplace.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";

const PNG = Buffer.from("\x89PNG", "latin1");

let upstream: Upstream;
let place: Workplace;
let pictures: ReviewPictures;
let items: readonly ReviewItem[];

before(async () => {
  upstream = await startUpstream({ material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }), port: 0 });
  place = await openImportedPlace(upstream.url);
  pictures = new ReviewPictures(place.config, place.store);
  items = await listWaitingItems(place.store, await readDecisions(place.config.DECISIONS));
});
after(async () => {
  await pictures?.close();
  await place?.close();
  await upstream?.stop();
});

const buildSheet = (id: string, find: string | null = null) => buildReviewSheet(place.config, place.store, id, find);
const loadItem = (id: string) => loadView(place.store, place.config.DECISIONS, parseReviewId(id));

test("an amendment shows its member, its line and its candidates, without those filed later or replaced", async () => {
  const amendments = items.filter(({ kind }) => kind === "amendment");
  assert.ok(amendments.length > 3);
  for (const item of amendments) {
    const { filing, amendment, version } = await buildSheet(item.id);
    assert.ok(filing.member !== null && amendment !== null, item.id);
    const own = item.id === item.filing ? null : item.id;
    if (own !== null)
      assert.deepEqual(
        amendment.own.map(({ id }) => id),
        [own],
      );
    const named = amendment.candidates.flatMap(({ id, filing, trades }) => [
      id,
      filing,
      ...trades.map((each) => each.id),
    ]);
    for (const candidate of item.candidates) assert.ok(named.includes(candidate), `${item.id}: ${candidate}`);
    const found = await buildSheet(item.id, "$");
    assert.equal(found.version, version, "a search does not change the version that a decision refers to");
    const all = [...amendment.candidates, ...amendment.others, ...(found.amendment?.others ?? [])];
    for (const each of all) {
      assert.notEqual(each.filing, item.filing);
      assert.ok((each.filed ?? "") <= (filing.filed ?? ""), `${each.id} is filed after ${item.id}`);
      const published = own === null ? undefined : await place.store.publications.findTrade(each.id);
      if (own !== null) assert.equal(published?.supersededBy, null, `${each.id} is replaced`);
    }
  }
});

test("finds the member's earlier trades by asset name, transaction date, id or amount", async () => {
  const searched: string[] = [];
  for (const { id } of items.filter(({ kind, id, filing }) => kind === "amendment" && id !== filing)) {
    const everything = (await buildSheet(id, "$")).amendment?.others ?? [];
    const [wanted] = everything.flatMap(({ trades }) => trades);
    if (wanted === undefined) continue;
    for (const find of [wanted.asset.toLowerCase(), wanted.transactionDate, wanted.id]) {
      const found = (await buildSheet(id, find)).amendment ?? assert.fail();
      assert.ok(
        found.others.some((each) => each.id === wanted.id),
        `${id}: ${find}`,
      );
      assert.ok(found.foundCount >= found.others.length);
      searched.push(find);
    }
    assert.deepEqual((await buildSheet(id, "nothingisnamedso")).amendment?.others, []);
  }
  assert.ok(searched.length > 3);
});

test("a row has a picture whether it is a trade, amends one or deletes one, even in a report that is a web page", async () => {
  const rows = items.filter(({ kind, id, filing }) => kind === "amendment" && id !== filing);
  const deleted = rows.find(({ text }) => text.endsWith("deleted.")) ?? assert.fail();
  const amended = rows.find(({ text }) => text.endsWith("amended.")) ?? assert.fail();
  const senate = (await place.store.filings.list({ source: "senate-efd", states: ["parsed"] }, { limit: 1, skip: 0 }))
    .filings[0];
  const [row] = await place.store.filings.listTrades(senate?.id ?? "");
  for (const id of [deleted.id, amended.id, row?.trade.id ?? assert.fail()]) {
    assert.notEqual((await buildSheet(id)).picture, null);
    const png = (await pictures.draw(await loadItem(id), false)) ?? assert.fail(id);
    assert.deepEqual(Buffer.from(png.subarray(0, 4)), PNG);
  }
});

test("reports a missing or damaged original instead of showing its picture", async () => {
  const { id, filing } =
    items.find(({ kind, text }) => kind === "amendment" && text.endsWith("amended.")) ?? assert.fail();
  const file = getOriginalPath(place.dataDir, (await place.store.filings.get(filing))?.documentSha256 ?? assert.fail());
  const bytes = await readFile(file);
  try {
    assert.equal(await pictures.findFault(await loadItem(id)), null);
    await writeFile(file, bytes.subarray(0, 500));
    assert.match((await pictures.findFault(await loadItem(id)))?.sentence ?? "", /is damaged/);
    await rm(file);
    assert.match((await pictures.findFault(await loadItem(id)))?.sentence ?? "", /is missing/);
    await assert.rejects(pictures.draw(await loadItem(id), false), { code: "original_missing" });
  } finally {
    await writeFile(file, bytes);
  }
});

test("searches for a filer among the chamber's members, and lists those in office on the filing day first", async () => {
  const { id, filing } = items.find(({ kind }) => kind === "filer") ?? assert.fail();
  const { source, filedDate } = (await place.store.filings.get(filing)) ?? assert.fail();
  const chamber = source === "senate-efd" ? "senate" : "house";
  for (const politician of await place.store.reference.listPoliticians()) {
    const { members } = await buildSheet(id, politician.names[0]?.last ?? "");
    const isOfChamber = politician.terms.some((term) => term.chamber === chamber);
    assert.equal(
      members.some((member) => member.id === politician.id),
      isOfChamber,
      politician.name,
    );
    const sits = politician.terms.some(
      ({ chamber: of, start, end }) => of === chamber && start <= (filedDate ?? "") && (filedDate ?? "") <= end,
    );
    if (isOfChamber) assert.equal(members.find((member) => member.id === politician.id)?.heldSeat, sits);
    const order = members.map(({ heldSeat }) => Number(heldSeat));
    assert.deepEqual(order, order.toSorted().reverse());
  }
});
