/** Imports all real documents from a stand-in of the sites: the acceptance test of "every filing accounted for". */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { FilingSourceId } from "../../src/domain/filing.ts";
import { computeReportingGapDays, isLate } from "../../src/domain/lateness.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";
import { buildDataset } from "../dataset/build-dataset.ts";
import { corpusMaterial } from "../upstream/corpus-material.ts";
import { readCsv } from "../upstream/csv.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { listAmendingFilings } from "./amending-filings.ts";
import { copyImportedCorpus } from "./imported-place.ts";
import { computeLateness, readHouseFirstDays, readSenateFirstDays } from "./lateness.ts";
import { allTrades, openWorkplace, sum, type Workplace } from "./workplace.ts";

describe("an import of all real documents accounts for every filing", { skip: skipWithoutCorpus }, () => {
  let upstream: Upstream;
  let place: Workplace;

  before(async () => {
    upstream = await startUpstream({ material: await corpusMaterial(corpusDir as string), port: 0 });
    // With industries on, a second run would learn those of more companies and publish another version.
    place = await openWorkplace(upstream.url, { INDUSTRIES: "false" }, await copyImportedCorpus(upstream.url));
  });

  after(async () => {
    await place?.close();
    await upstream?.stop();
  });

  const readDocuments = async (chamber: "house" | "senate") =>
    readCsv(await readFile(path.join(corpusDir as string, chamber, "documents.csv"), "utf8"));
  const countCoverage = async (source: FilingSourceId) =>
    (await place.store.filings.computeCoverageRows()).filter((row) => row.source === source);

  test("every House document has a state, and as many rows are read as were counted in the documents", async () => {
    const rows = await countCoverage("house-clerk");
    const listed = await readDocuments("house");
    const countInState = (state: string) =>
      sum(
        rows.filter((row) => row.state === state),
        (row) => row.filings,
      );
    assert.equal(countInState("pending"), 0);
    assert.equal(countInState("unreadable"), 0);
    assert.equal(countInState("missing_document"), 0);
    assert.equal(countInState("not_a_member"), 2, "the filers for MN01 and PR00 are not members");
    assert.equal(
      countInState("needs_ocr") + countInState("not_a_member"),
      listed.filter(({ kind }) => kind === "scan").length,
    );
    assert.equal(sum(rows, (row) => row.filings) - countInState("not_a_ptr"), listed.length);
    assert.equal(
      sum(rows, (row) => row.rowsRead),
      sumColumn(listed, "transactions_counted"),
    );
  });

  test("every Senate page and paper filing has a state, and as many rows are read as are printed", async () => {
    const rows = await countCoverage("senate-efd");
    const listed = await readDocuments("senate");
    const states = Object.fromEntries(
      rows.map(({ state }) => [
        state,
        sum(
          rows.filter((row) => row.state === state),
          (row) => row.filings,
        ),
      ]),
    );
    assert.equal(states["needs_ocr"], 3);
    assert.equal(
      sum(rows, (row) => row.filings),
      listed.length + 3,
    );
    assert.equal(
      sum(rows, (row) => row.rowsRead),
      sumColumn(listed, "transactions"),
    );
    for (const state of ["pending", "unreadable", "missing_document", "not_a_member"])
      assert.equal(states[state] ?? 0, 0, state);
  });

  test("in each source and year, rows read = trades + superseded trades + rejected lines, and each rejected line has a reason", async () => {
    const rows = await place.store.filings.computeCoverageRows();
    for (const row of rows) assert.equal(row.rowsRead, row.trades + row.superseded + row.rejected, JSON.stringify(row));
    let rejected = 0;
    for await (const { filing } of place.store.filings.readFilings()) {
      for (const { reason, text } of await place.store.filings.listRejectedLines(filing.id)) {
        rejected += 1;
        assert.match(reason, /^[a-z][a-z0-9_]+$/);
        assert.notEqual(text, "");
      }
    }
    assert.equal(
      rejected,
      sum(rows, (row) => row.rejected),
    );
  });

  test("each filer is a known member who has served in the trade's chamber", async () => {
    const politicians = new Map((await place.store.reference.listPoliticians()).map((each) => [each.id, each]));
    for (const trade of await allTrades(place.store)) {
      const { terms } = politicians.get(trade.politicianId) ?? assert.fail(`${trade.politicianId} is not a member`);
      assert.ok(
        terms.some(({ chamber }) => chamber === trade.chamber),
        `${trade.id}: ${trade.politicianId} never sat in the ${trade.chamber}`,
      );
    }
  });

  test("lists more than 500 politicians", async () => {
    const { total } = (await buildDataset(place.store)).listPoliticianPage({}, 1, 0);
    assert.ok(total > 500, String(total));
  });

  test("lateness agrees with the dates printed in the originals, for every trade including amendments", async () => {
    const house = (await readDocuments("house")).map(({ doc_id }) => `h${doc_id}`);
    const trades: Trade[] = [];
    for (const filing of [...house, ...(await readDocuments("senate")).map(({ uuid }) => `s${uuid}`)]) {
      for (const { trade } of await place.store.filings.listTrades(filing)) trades.push(trade);
    }
    const days = new Map([
      ...(await readSenateFirstDays(path.join(corpusDir as string, "senate", "ptr"))),
      ...(await readHouseFirstDays(
        path.join(corpusDir as string, "house", "documents.csv"),
        trades.filter(({ chamber }) => chamber === "house"),
      )),
    ]);
    const differing = trades.flatMap((trade) => {
      const first = days.get(trade.id);
      assert.ok(first !== undefined, `${trade.id} is on no page`);
      const expected = { first, ...computeLateness(trade, first) };
      const served = { first: trade.firstDisclosed.date, gap: computeReportingGapDays(trade), late: isLate(trade) };
      return JSON.stringify(served) === JSON.stringify(expected) ? [] : [{ id: trade.id, served, expected }];
    });
    assert.deepEqual(differing, []);
    assert.ok(trades.length > 8000, String(trades.length));
    const listed = await allTrades(place.store);
    const countLate = (chamber: string) => listed.filter((trade) => trade.chamber === chamber && isLate(trade)).length;
    assert.deepEqual([countLate("senate"), countLate("house")], [197, 817]);
  });

  test("amendments supersede what they restate or correct, and no line counts twice", async () => {
    const amending = await listAmendingFilings(place);
    const superseding = amending.filter(({ superseded }) => superseded.length > 0);
    const groupByChamber = (filings: typeof amending) =>
      Object.entries(Object.groupBy(filings, ({ filingId }) => filingId[0] ?? ""));
    const countByChamber = (filings: typeof amending) =>
      groupByChamber(filings).map(([chamber, own]) => [chamber, own?.length]);
    assert.deepEqual(countByChamber(amending), [
      ["h", 5],
      ["s", 24],
    ]);
    assert.deepEqual(countByChamber(superseding), [
      ["h", 2],
      ["s", 9],
    ]);
    for (const filing of superseding)
      assert.deepEqual([filing.superseded.length, filing.unsettled], [1, []], filing.filingId);
    for (const { filingId, unsettled } of amending.filter((filing) => !superseding.includes(filing))) {
      const reasons = new Set(unsettled.map(({ reason }) => reason));
      assert.deepEqual(
        [...reasons],
        [filingId.startsWith("h") ? "none_fits" : "original_not_found"],
        "the original is not in the corpus",
      );
    }
    const lines = Map.groupBy(await allTrades(place.store), (trade) =>
      JSON.stringify([
        [trade.politicianId, trade.assetNameRaw, trade.option, trade.owner],
        [trade.transactionDate, trade.transactionType, trade.amount],
      ]),
    );
    for (const [line, trades] of lines) assert.equal(new Set(trades.map(({ filingId }) => filingId)).size, 1, line);
  });

  test("a second run changes nothing and downloads no document again", async () => {
    const before = await place.store.publications.readCurrent();
    const trades = JSON.stringify(await allTrades(place.store));
    upstream.clearLog();
    await place.run();
    assert.deepEqual(await place.store.publications.readCurrent(), before);
    assert.equal(JSON.stringify(await allTrades(place.store)), trades);
    const asked = upstream.listRequests();
    assert.deepEqual(
      asked.filter(({ path: asked }) => /ptr-pdfs|\/search\/view\/|\/media/.test(asked)),
      [],
    );
    const zips = asked.filter(({ path: asked }) => asked.endsWith("FD.zip"));
    assert.ok(zips.length >= 15);
    for (const { path: asked, status, conditional } of zips) {
      assert.ok(conditional, asked);
      assert.equal(status, 304, asked);
    }
  });
});

function sumColumn(rows: readonly Readonly<Record<string, string>>[], column: string): number {
  return rows.reduce((total, row) => total + Number(row[column] || 0), 0);
}
