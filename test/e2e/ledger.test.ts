/** Tests the ledger end to end: blocked sites, documents saved by hand, publications that are held, and a complete reread. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { toWireCoverage } from "../../src/api/disclosures/coverage-schema.ts";
import type { Original } from "../../src/api/disclosures/filing.ts";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { createSearchAnswer } from "../../src/app/demo/sites/senate-search.ts";
import { createLedger } from "../../src/app/service/ledger.ts";
import { ParseError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { ReadBytes } from "../../src/domain/bytes-reader.ts";
import type { FilingDifference } from "../../src/filings/ingest/difference.ts";
import { type ImportedFile, importSavedDocuments } from "../../src/filings/ingest/import.ts";
import { reparse } from "../../src/filings/ingest/reparse.ts";
import { toOfficialUrl } from "../../src/filings/sources/all.ts";
import { loadCoverage } from "../../src/publication/dataset/coverage.ts";
import { openDatabase } from "../../src/store/open.ts";
import { ALL_ON } from "../sources/all-on.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { openImportedPlace } from "./imported-place.ts";
import { allTrades, openWorkplace, serviceEnvironment, temporaryFolder, type Workplace } from "./workplace.ts";

const { signal } = new AbortController();
const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });

/** Documents of another filing than listed: they become unreadable if downloaded, and are refused if saved by hand. */
const wrong = material.truth.filter(({ state }) => state === "unreadable");

async function loadCheckedCoverage({ store }: Workplace) {
  const coverage = await loadCoverage(store, ALL_ON);
  for (const each of [...coverage.years, coverage.totals]) {
    assert.equal(
      each.known,
      Object.values(each.states).reduce((a, b) => a + b),
    );
    assert.equal(each.rows_read, each.trades + each.superseded + each.rejected);
  }
  for (const { known, index } of coverage.years) {
    if (index)
      assert.deepEqual([index.filings + index.duplicates, index.filings + index.not_listed], [index.rows, known]);
  }
  return coverage;
}

describe("imports documents saved by hand while the sites block the service", () => {
  let upstream: Upstream;
  let fetched: Workplace;
  let place: Workplace;
  let folder: string;

  const importAll = async (...paths: string[]) => {
    const files: ImportedFile[] = [];
    await importSavedDocuments(place.ingest, place.config, paths.length > 0 ? paths : [folder], signal, (file) =>
      files.push(file),
    );
    return files;
  };
  const getFile = (files: readonly ImportedFile[], name: string) =>
    files.find(({ file }) => file.endsWith(name)) ?? assert.fail(`${name} was skipped`);

  before(async () => {
    upstream = await startUpstream({ material, port: 0 });
    fetched = await openImportedPlace(upstream.url);
    folder = await temporaryFolder();
    await saveDocuments(material, upstream.url, folder);
    upstream.force(/^\/(house|senate)\//, "forbidden");
    place = await openWorkplace(upstream.url);
  });

  after(async () => {
    await fetched?.close();
    await place?.close();
    await upstream?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("records a site that refuses requests as blocked, not as empty", async () => {
    await place.run();
    const { sources, totals } = await loadCheckedCoverage(place);
    for (const source of ["house-clerk", "senate-efd"]) {
      const status = sources.find((each) => each.source === source);
      assert.equal(status?.status, "blocked");
      assert.match(String(status?.last_error), /403/);
    }
    assert.equal(totals.known, 0);
  });

  test("imported documents give the same data as downloaded documents", async () => {
    upstream.clearLog();
    const files = await importAll();
    const refused = files.flatMap((file) => (file.kind === "refused" ? [file.reason] : []));
    assert.equal(refused.length, wrong.length);
    for (const reason of refused) assert.match(reason, /^pdf_wrong_document/);
    assert.deepEqual(upstream.listRequests(), [], "no request was sent");
    assert.deepEqual(await allTrades(place.store), await allTrades(fetched.store));
    const ours = await loadCheckedCoverage(place);
    const theirs = await loadCheckedCoverage(fetched);
    const getCounts = ({ totals }: typeof ours) => [
      totals.trades,
      totals.superseded,
      totals.rejected,
      totals.states.parsed,
    ];
    assert.deepEqual(getCounts(ours), getCounts(theirs));
    for (const { docId } of wrong) assert.equal((await place.store.filings.get(`h${docId}`))?.state, "pending");
    for await (const filing of place.store.filings.listWithDocument()) {
      const other = await fetched.store.filings.get(filing.id);
      assert.equal(filing.documentSha256, other?.documentSha256, filing.id);
      assert.equal(toOfficialUrl(filing), toOfficialUrl(other ?? assert.fail()));
    }
  });

  test("the ledger returns each filing with its lines, and the original byte for byte", async () => {
    const { ledger, coverage } = createLedger(place.config, place.store);
    await coverage.refresh();
    assert.deepEqual(ledger.getCoverage(), await loadCoverage(place.store, ALL_ON));

    const [id, file] = await findReport(place, folder);
    const record = (await ledger.findFiling(id)) ?? assert.fail();
    assert.deepEqual([record.document?.seen?.kind, record.document?.seen?.images], ["text", 0]);
    assert.ok(record.trades.length > 0);
    assert.equal(record.filing.rowsRead, record.trades.length + record.rejected.length);
    const bytes = await readFile(file);
    const original = (await ledger.findOriginal(id, null)) ?? assert.fail();
    assert.deepEqual(await readBytes(original, 0, original.byteLength), bytes);
    assert.deepEqual(await readBytes(original, 5, 8), bytes.subarray(5, 8));
    assert.equal(await ledger.findOriginal(id, 1), undefined);

    const paper = (await material.senate.listRows()).find(({ link }) => link === "paper") ?? assert.fail();
    const paperId = `s${paper.uuid}`;
    const images = (await ledger.findFiling(paperId))?.document?.seen?.images ?? 0;
    assert.ok(images > 0);
    const image = (await ledger.findOriginal(paperId, images)) ?? assert.fail();
    assert.equal(image.mediaType, "image/gif");
    assert.match((await readBytes(image, 0, image.byteLength)).toString("latin1"), /^GIF8/);
    assert.equal(await ledger.findOriginal(paperId, images + 1), undefined);

    const missing = material.truth.find(
      ({ state, source }) => state === "missing_document" && source === "house-clerk",
    );
    const missingId = `h${missing?.docId}`;
    assert.equal((await ledger.findFiling(missingId))?.document, null);
    assert.equal(await ledger.findOriginal(missingId, null), undefined);
    assert.equal(await ledger.findFiling("h1"), undefined);
  });

  test("importing again changes nothing", async () => {
    const version = await place.store.publications.readCurrent();
    const files = await importAll();
    const documents = files.filter(({ file }) => /\.(pdf|html)$/.test(file));
    assert.equal(documents.filter(({ kind }) => kind === "known").length, documents.length - wrong.length);
    assert.deepEqual(await place.store.publications.readCurrent(), version);
  });

  test("different bytes for a known filing become a new revision, and the old bytes are kept", async () => {
    const [id, file] = await findReport(place, folder);
    const before = await place.store.filings.get(id);
    const bytes = await readFile(file);
    bytes.write(bytes[7] === 0x34 ? "5" : "4", 7, "latin1"); // another %PDF-1.x
    const other = path.join(await subfolder(folder, "again"), path.basename(file));
    await writeFile(other, bytes);
    const [imported] = await importAll(other);
    assert.deepEqual(imported?.kind === "read" && [imported.outcome.state, imported.outcome.reason], ["parsed", null]);
    const now = await place.store.filings.get(id);
    assert.notEqual(now?.documentSha256, before?.documentSha256);
    assert.deepEqual(Buffer.from(await place.ingest.keeper.read(now?.documentSha256 ?? "")), bytes);
    assert.ok((await place.ingest.keeper.read(before?.documentSha256 ?? "")).length > 0);
    assert.deepEqual(
      await allTrades(place.store),
      await allTrades(fetched.store),
      "the same lines are the same trades",
    );
    await rm(path.dirname(other), { recursive: true });
  });

  test("refuses each unusable file with a reason, and continues with the other files", async () => {
    const odd = await subfolder(folder, "odd");
    const [, report] = await findReport(place, folder);
    const pdf = await readFile(report);
    const uuid = "00000000-0000-4000-8000-0000000000ff";
    await Promise.all(
      Object.entries({
        "99999999.pdf": pdf,
        "notes.pdf": pdf,
        "archive.zip": Buffer.from("PK\x03\x04"),
        "2025FD.zip": Buffer.from("PK\x03\x04 cut"),
        "empty.pdf": Buffer.alloc(0),
        "word.docx": Buffer.from("whatever"),
        "page.html": Buffer.from("<!doctype html><title>eFD: Home</title></html>"),
        [`${uuid}.html`]: Buffer.from("<!doctype html><html><title>eFD: View Report</title><main></main></html>"),
        "search.json": Buffer.from("{}"),
      }).map(([name, bytes]) => writeFile(path.join(odd, name), bytes)),
    );
    const files = await importAll(odd);
    for (const [name, reason] of [
      ["99999999.pdf", /pdf_wrong_document/],
      ["notes.pdf", /does not begin with a House Clerk DocID/],
      ["archive.zip", /does not begin like that of a House Clerk index/],
      ["2025FD.zip", /truncated/],
      ["empty.pdf", /empty/],
      ["word.docx", /neither/],
      ["page.html", /UUID/],
      [`${uuid}.html`, /not_listed/],
      ["search.json", /search_unknown_shape/],
    ] as const) {
      const file = getFile(files, name);
      assert.match(file.kind === "refused" ? file.reason : file.kind, reason, name);
    }
    await rm(odd, { recursive: true });
  });

  test("refuses another senator's page if saved by hand, and marks the filing unreadable if downloaded", async () => {
    const rows = (await material.senate.listRows()).filter(({ link, uuid }) => link === "ptr" && hasTrades(uuid));
    const [own] = rows;
    const other = rows.find(({ last }) => last !== own?.last);
    assert.ok(own && other);
    const before = await allTrades(place.store);
    const wrongPage = (await material.senate.readPage(other)) ?? assert.fail();
    const file = path.join(await subfolder(folder, "stray"), `${own.uuid}.html`);
    await writeFile(file, wrongPage);
    const [imported] = await importAll(file);
    assert.match(
      imported?.kind === "refused" ? imported.reason : "",
      new RegExp(`^html_wrong_document: .*${other.last}.* names .*${own.last}`, "i"),
    );
    assert.deepEqual(await allTrades(place.store), before);
    await rm(path.dirname(file), { recursive: true });

    const readPage: Material["senate"]["readPage"] = async (row) =>
      row.uuid === own.uuid ? wrongPage : material.senate.readPage(row);
    const site = await startUpstream({ material: { ...material, senate: { ...material.senate, readPage } }, port: 0 });
    const visitor = await openWorkplace(site.url);
    try {
      await visitor.run();
      const { held } = visitor.store;
      // Some of these few documents already belong to another filing; with this one it is more than 2%, so publications are held.
      for (const each of await held.list()) await held.approve(each.id, () => visitor.ingest.judge("amended"));
      const id = `s${own.uuid.toLowerCase()}`;
      const filing = await visitor.store.filings.get(id);
      assert.equal(filing?.state, "unreadable");
      assert.equal(filing.reason?.code, "html_wrong_document");
      assert.deepEqual(await visitor.store.filings.listTrades(id), []);
    } finally {
      await visitor.close();
      await site.stop();
    }
  });

  test("imports an unlisted report only if the report's own text identifies the filing", async () => {
    const lone = await openWorkplace(upstream.url);
    try {
      await lone.run();
      const rows = await material.senate.listRows();
      const ptr = rows.find(({ link, uuid }) => link === "ptr" && hasTrades(uuid)) ?? assert.fail();
      const files: ImportedFile[] = [];
      const page = path.join(folder, "senate", `${ptr.uuid}.html`);
      const [, pdf] = await findReport(place, folder);
      await importSavedDocuments(lone.ingest, lone.config, [page, pdf], signal, (file) => files.push(file));
      const findFile = (file: string) => files.find((each) => each.file === file);
      assert.equal(findFile(page)?.kind, "read");
      const refused = findFile(pdf);
      assert.match(refused?.kind === "refused" ? refused.reason : "", /not_listed: .*import the index of its year/);
      const own = (await allTrades(fetched.store)).filter(({ filingId }) => filingId === `s${ptr.uuid.toLowerCase()}`);
      assert.ok(own.length > 0);
      // Repeats in other reports are unknown while this is the only report.
      const alone = own.map((trade) => ({ ...trade, possibleDuplicateOf: [], isRepeat: false }));
      assert.deepEqual(await allTrades(lone.store), alone);
    } finally {
      await lone.close();
    }
  });
});

describe("a run with too many unreadable documents waits for the operator's approval", () => {
  test("holds every publication with a reason until approved, and the counts add up afterwards", async () => {
    const fetched = new Set<string>();
    const broken: Material = {
      ...material,
      house: {
        ...material.house,
        readDocument: async (folder, year, docId) => {
          const bytes = await material.house.readDocument(folder, year, docId);
          const before = [...fetched.add(docId)].indexOf(docId);
          // The first ten of a run are broken too: good ones before the limit is reached would be published.
          return bytes && (before < 10 || before % 3 === 0) ? Buffer.from("%PDF-1.7\nwhat is this\n%%EOF\n") : bytes;
        },
      },
    };
    const upstream = await startUpstream({ material: broken, port: 0 });
    const place = await openWorkplace(upstream.url, { SENATE_EFD_ACCEPT_TERMS: "false" });
    try {
      await place.run();
      const { store } = place;
      const held = await store.held.list();
      assert.ok(held.length > 0);
      for (const { reason } of held)
        assert.match(reason, /could not be read\. With more than 2% unreadable, publishing needs a person's approval/);
      assert.equal(await store.publications.countTrades(), 0);
      const before = await loadCheckedCoverage(place);
      assert.equal(before.totals.states.unreadable, 0);
      assert.equal(before.held_publications.length, held.length);
      await place.run();
      assert.deepEqual(await store.held.list(), held, "another run neither repeats nor drops them");
      const environment = serviceEnvironment(upstream.url, place.dataDir, { SENATE_EFD_ACCEPT_TERMS: "false" });
      const houseOnly = ALL_ON.map((body) => ({ ...body, isOff: body.chamber === "senate" }));
      const approved = runCli(environment, "approve", "all");
      assert.equal(approved.status, 0, approved.stderr);
      assert.equal(approved.stdout.match(/is published/g)?.length, held.length);
      assert.match(runCli(environment, "approve").stdout, /No publication is held/);
      const { totals, years } = await loadCheckedCoverage(place);
      assert.ok(totals.trades > 0);
      assert.ok(totals.states.unreadable > 10);
      assert.equal(totals.states.pending, 0);
      const reasons = years.flatMap(({ reasons }) => Object.keys(reasons.filings));
      assert.ok(reasons.some((reason) => reason.startsWith("pdf_")));
      assert.deepEqual(
        JSON.parse(runCli(environment, "coverage", "--json").stdout),
        toWireCoverage(await loadCoverage(store, houseOnly), "http://localhost:0/api/v1"),
      );
      const table = runCli(environment, "coverage").stdout;
      assert.match(table, new RegExp(`^total +${totals.known} +0 +0 +${totals.known} `, "m"));
      assert.match(table, /^house-clerk 2026: \d+ filings pdf_/m);
    } finally {
      await place.close();
      await upstream.stop();
    }
  });
});

describe("a reread of all originals shows every difference, and publishes only if told to", () => {
  let upstream: Upstream;
  let place: Workplace;

  before(async () => {
    upstream = await startUpstream({ material, port: 0 });
    place = await openImportedPlace(upstream.url);
    await upstream.stop();
  });

  after(() => place?.close());

  const rereadAll = async (publish: boolean, read: ReadBytes = place.ingest.read) => {
    const differences: FilingDifference[] = [];
    const unread: string[] = [];
    const tally = await reparse({ ...place.ingest, read }, signal, {
      publish,
      scans: false,
      onDifference: (difference) => differences.push(difference),
      onUnread: (id) => unread.push(id),
    });
    return { tally, differences, unread };
  };
  const readState = async () =>
    JSON.stringify([await allTrades(place.store), (await loadCheckedCoverage(place)).years]);

  test("offline, two rereads find no difference and publish nothing", async () => {
    const before = await readState();
    const version = await place.store.publications.readCurrent();
    for (const publish of [false, true, true]) {
      const { tally, differences } = await rereadAll(publish);
      assert.deepEqual(differences, []);
      assert.equal(tally.filings, 0);
    }
    assert.equal(await readState(), before);
    assert.deepEqual(await place.store.publications.readCurrent(), version);
  });

  test("shows and repairs every line and link that was changed directly in the store", async () => {
    const before = await readState();
    const { dataDir, config } = place;
    const log = createLogger("silent");
    const database = await openDatabase({ dataDir, databaseUrl: config.DATABASE_URL, log });
    try {
      const [rejected] = await database.writing
        .updateTable("rejected_lines")
        .set({ reason: "other", text: "Other" })
        .where("filing_id", "=", (from) =>
          from.selectFrom("rejected_lines").select(({ fn }) => fn.min("filing_id").as("id")),
        )
        .where("line", "=", (from) =>
          from
            .selectFrom("rejected_lines as other")
            .select(({ fn }) => fn.min("other.line").as("line"))
            .whereRef("other.filing_id", "=", "rejected_lines.filing_id"),
        )
        .returning(["filing_id", "line"])
        .execute();
      const [linked] = await database.writing
        .updateTable("trades")
        .set({ superseded_by: null })
        .where("id", "=", (from) =>
          from
            .selectFrom("trades")
            .select(({ fn }) => fn.min("id").as("id"))
            .where("superseded_by", "is not", null),
        )
        .returning("id")
        .execute();
      assert.ok(rejected && linked);
      for (const publish of [false, true]) {
        const { tally, differences } = await rereadAll(publish);
        assert.equal(tally.filings, 2);
        const line: FilingDifference["filing"][number] | undefined = differences.find(
          ({ filingId }) => filingId === rejected.filing_id,
        )?.filing[0];
        assert.equal(line?.field, "rejected_line");
        assert.deepEqual(line.from, { line: rejected.line, reason: "other", text: "Other" });
        const trade: FilingDifference["changed"][number] | undefined = differences
          .flatMap(({ changed }) => changed)
          .find(({ id }) => id === linked.id);
        assert.deepEqual(
          trade?.fields.map(({ field, from }) => [field, from]),
          [["superseded_by", null]],
        );
      }
      assert.equal(await readState(), before);
      assert.deepEqual((await rereadAll(false)).differences, []);
    } finally {
      await database.close();
    }
  });

  test("shows each field that a changed reader reads differently, and keeps trade ids when publishing the changes", async () => {
    const before = await readState();
    const ids = (await allTrades(place.store)).map(({ id }) => id);
    const [first] = (await allTrades(place.store)).filter(({ filingId }) => filingId.startsWith("h"));
    const docId = first?.filingId.slice(1);
    const changedReader = (async (reader, bytes, input) => {
      const raw = await place.ingest.read(reader, bytes, input);
      if (reader.name !== "house-document" || (input as { docId: string }).docId !== docId) return raw;
      const document = structuredClone(raw) as unknown as { transactions: { line: number; description: string }[] };
      for (const line of document.transactions) line.description = "Read otherwise";
      return document;
    }) as ReadBytes;
    const { tally, differences } = await rereadAll(false, changedReader);
    assert.equal(tally.filings, 1);
    assert.equal(tally.added + tally.removed, 0);
    assert.ok(tally.changed > 0);
    const [change] = differences.flatMap(({ changed }) => changed);
    assert.equal(change?.fields.find(({ field }) => field === "comment")?.to, "Read otherwise");
    assert.equal(await readState(), before, "nothing was published");

    const timedOutReader = (async (reader, bytes, input) => {
      if ((input as { docId: string }).docId === docId) throw new ParseError("reader_timeout", "It took too long.");
      return place.ingest.read(reader, bytes, input);
    }) as ReadBytes;
    const broken = await rereadAll(true, timedOutReader);
    assert.deepEqual(broken.differences, []);
    assert.equal(broken.unread.length, 1);
    assert.equal(await readState(), before, "a reader that timed out removes nothing");

    await rereadAll(true, changedReader);
    assert.notEqual(await readState(), before);
    assert.deepEqual(
      (await allTrades(place.store)).map(({ id }) => id),
      ids,
    );
    await rereadAll(true);
    assert.equal(await readState(), before);
  });
});

/** Saves everything that the sites show, under the names that a person's browser would give. */
async function saveDocuments(from: Material, url: string, folder: string): Promise<void> {
  const house = await subfolder(folder, "house");
  for (const year of [2024, 2025, 2026]) {
    const answer = await fetch(`${url}/house/public_disc/financial-pdfs/${year}FD.zip`);
    await writeFile(path.join(house, `${year}FD.zip`), await answer.bytes());
    for (const { docId, filingType } of (await from.house.readIndex(year)) ?? []) {
      const bytes = filingType === "P" ? await from.house.readDocument("ptr-pdfs", year, docId) : null;
      if (bytes) await writeFile(path.join(house, `${docId}.pdf`), bytes);
    }
  }
  const senate = await subfolder(folder, "senate");
  const rows = (await from.senate.listRows()).filter(({ title }) => title.startsWith("Periodic"));
  const form = new URLSearchParams({ length: "100" });
  for (let at = 0; at < rows.length; at += 50) {
    const answer = createSearchAnswer(rows.slice(at, at + 50), form);
    await writeFile(path.join(senate, `search-${at}.json`), JSON.stringify(answer));
  }
  for (const row of rows) {
    const page = await from.senate.readPage(row);
    if (!page) continue;
    if (row.link === "ptr") {
      await writeFile(path.join(senate, `${row.uuid}.html`), page);
      continue;
    }
    const own = await subfolder(senate, row.uuid);
    await writeFile(path.join(own, "index.html"), page);
    for (const [, image = ""] of Buffer.from(page)
      .toString()
      .matchAll(/src="https:\/\/[^/"]+\/(media\/[^"]+\.gif)"/g)) {
      const bytes = await from.senate.readMedia(image);
      if (bytes) await writeFile(path.join(own, path.basename(image)), bytes);
    }
  }
}

function runCli(environment: Record<string, string>, ...words: string[]) {
  const options = { env: { ...process.env, ...environment }, encoding: "utf8" } as const;
  return spawnSync(process.execPath, ["src/app/cli/main.ts", ...words], options);
}

async function readBytes(original: Original, start: number, end: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(original.read(start, end)));
}

async function subfolder(folder: string, name: string): Promise<string> {
  const made = path.join(folder, name);
  await mkdir(made, { recursive: true });
  return made;
}

function hasTrades(uuid: string): boolean {
  return material.truth.some(({ docId, state, rows }) => docId === uuid && state === "parsed" && rows.length > 0);
}

/** Finds a House report with trades: its id, and the path of the file saved by hand. */
async function findReport(place: Workplace, folder: string): Promise<readonly [id: string, file: string]> {
  const trade = (await allTrades(place.store)).find(({ filingId }) => filingId.startsWith("h")) ?? assert.fail();
  return [trade.filingId, path.join(folder, "house", `${trade.filingId.slice(1)}.pdf`)];
}
