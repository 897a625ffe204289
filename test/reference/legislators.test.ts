import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { joinCommitteeSeats } from "../../src/filings/reference/legislators/committee-seats.ts";
import { createLegislatorsClient } from "../../src/filings/reference/legislators/legislators.ts";
import { readCommitteeMemberships } from "../../src/filings/reference/legislators/read-committee-members.ts";
import { readCommittees } from "../../src/filings/reference/legislators/read-committees.ts";
import { readLegislators } from "../../src/filings/reference/legislators/read-legislators.ts";
import type { PoliteClient } from "../../src/outbound/client.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";
import { read } from "../sources/read-here.ts";
import { createMemoryKeeper, createSite } from "../sources/stored.ts";
import { corpusLegislators } from "../upstream/corpus-legislators.ts";

const signal = new AbortController().signal;
const baseUrl = "https://record.example/congress";
const createMember = (bioguide: string) => ({
  id: { bioguide },
  name: { first: "Sample", last: "Member" },
  terms: [{ type: "sen", start: "2013-01-03", end: "2019-01-03", state: "ME", party: "Democrat" }],
});

const FILES = ["legislators-current", "legislators-historical", "committees-current", "committee-membership-current"];
const COMMITTEES = JSON.stringify([
  { type: "senate", name: "Samples", thomas_id: "SSZZ", subcommittees: [{ name: "Parts", thomas_id: "01" }] },
]);
const createSeat = (bioguide: string, title?: string) => ({
  name: "Sample",
  party: "majority",
  rank: 1,
  bioguide,
  title,
});
const MEMBERSHIP = JSON.stringify({
  SSZZ01: [createSeat("Z900001"), createSeat("Z900003")],
  SSZZ: [createSeat("Z900001", "Chairman")],
});

/** Creates a client for a site that serves the four files. @param contents in the order of `FILES`. */
function createClient(...contents: (string | number)[]) {
  const [current = 404, historical = 404, committees = COMMITTEES, membership = MEMBERSHIP] = contents;
  const pages = [current, historical, committees, membership];
  const http = createSite(Object.fromEntries(FILES.map((file, nth) => [`${baseUrl}/${file}.json`, pages[nth] ?? 404])));
  const keeper = createMemoryKeeper();
  return { http, keeper, record: createLegislatorsClient({ http, keeper, read, baseUrl }) };
}

test("stores and reads all files; a member in both the current and the historical file is in office", async () => {
  const current = JSON.stringify([createMember("Z900001"), createMember("Z900002")]);
  const historical = JSON.stringify([createMember("Z900002"), createMember("Z900003")]);
  const { keeper, record } = createClient(current, historical);
  const { politicians, currentIds, failures } = await record.fetch(signal);
  assert.deepEqual(failures, []);
  assert.deepEqual(currentIds, ["Z900001", "Z900002"]);
  assert.deepEqual(
    politicians.map(({ id, current }) => [id, current]),
    [
      ["Z900001", true],
      ["Z900002", true],
      ["Z900003", false],
    ],
  );
  assert.deepEqual(
    keeper.urls,
    FILES.map((file) => `${baseUrl}/${file}.json`),
  );
});

test("lists a current member's committee seats sorted by id, and no seats for a former member", async () => {
  const current = JSON.stringify([createMember("Z900001"), createMember("Z900002")]);
  const { politicians } = await createClient(current, JSON.stringify([createMember("Z900003")])).record.fetch(signal);
  assert.deepEqual(
    politicians.map(({ committees }) => committees),
    [
      [
        { id: "SSZZ", name: "Samples", chamber: "senate", parent: null, title: "Chairman" },
        { id: "SSZZ01", name: "Parts", chamber: "senate", parent: "Samples", title: null },
      ],
      [],
      [],
    ],
  );
});

test("reports a failed committee file and keeps all members", async () => {
  const good = [JSON.stringify([createMember("Z900001")]), JSON.stringify([createMember("Z900003")])];
  for (const [committees, membership, code, file, kept] of [
    [404, MEMBERSHIP, "missing_document", FILES[2], 2],
    [500, MEMBERSHIP, "unexpected_status", FILES[2], 2],
    [COMMITTEES, "<!DOCTYPE html><title>Down</title>", "unexpected_document", FILES[3], 3],
    [COMMITTEES, MEMBERSHIP.slice(0, 60), "unexpected_document", FILES[3], 3],
    ["[]", MEMBERSHIP, "json_empty", FILES[2], 3],
    [COMMITTEES, '{"SSZZ":[{"name":"Nobody"}]}', "json_unexpected_shape", FILES[3], 4],
  ] as const) {
    const { keeper, record } = createClient(...good, committees, membership);
    const { politicians, currentIds, failures } = await record.fetch(signal);
    assert.deepEqual([politicians.map(({ id }) => id), currentIds], [["Z900001", "Z900003"], ["Z900001"]]);
    assert.deepEqual(
      failures.map((failure) => failure.code),
      [code],
    );
    assert.match(failures[0]?.message ?? "", new RegExp(`${baseUrl}/${file}\\.json`));
    assert.ok(politicians.every((each) => each.committees.length === 0));
    assert.equal(keeper.urls.length, kept, `${code}: number of stored pages`);
  }
});

test("reports seats in an unlisted committee as a failure, and reads the other seats", async () => {
  const membership = JSON.stringify({
    SSYY: [createSeat("Z900001")],
    SSZZ: [createSeat("Z900001")],
    SSZZ99: [createSeat("Z900003")],
  });
  const [current, historical] = [JSON.stringify([createMember("Z900001")]), JSON.stringify([createMember("Z900003")])];
  const { record } = createClient(current, historical, COMMITTEES, membership);
  const { politicians, failures } = await record.fetch(signal);
  assert.deepEqual(
    politicians[0]?.committees.map(({ id }) => id),
    ["SSZZ"],
  );
  assert.match(failures[0]?.message ?? "", /SSYY, SSZZ99/);
  assert.equal(failures[0]?.code, "committee_unlisted");
});

test("an aborted fetch rejects with AbortError instead of reporting a failed committee file", async () => {
  const { http, keeper } = createClient(
    JSON.stringify([createMember("Z900001")]),
    JSON.stringify([createMember("Z900003")]),
  );
  const stop = new AbortController();
  const stopping: PoliteClient = {
    ...http,
    async request(request) {
      if (request.url.endsWith("committees-current.json")) {
        stop.abort();
        throw new SourceError("closed", "stopped");
      }
      return http.request(request);
    },
  };
  const record = createLegislatorsClient({ http: stopping, keeper, read, baseUrl });
  await assert.rejects(record.fetch(stop.signal), { name: "AbortError" });
});

test("a missing file, a web page, a partial file or an empty list is an error, and only complete JSON is stored", async () => {
  const good = JSON.stringify([createMember("Z900001")]);
  for (const [historical, code] of [
    [404, "missing_document"],
    ["<!DOCTYPE html><title>Down</title>", "unexpected_document"],
    [good.slice(0, 60), "unexpected_document"],
    ["[]", "json_empty"],
    ['[{"id":{}}]', "json_unexpected_shape"],
  ] as const) {
    const { keeper, record } = createClient(good, historical);
    await assert.rejects(record.fetch(signal), { code });
    assert.equal(keeper.urls.length, code.startsWith("json") ? 2 : 1);
  }
});

test("reads every member of the real files", { skip: skipWithoutCorpus }, async () => {
  const folder = join(corpusDir ?? "", "legislators");
  const current = readLegislators(readFileSync(join(folder, "legislators-current.json")), true);
  const former = readLegislators(await corpusLegislators(folder).readHistorical(), false);
  assert.deepEqual([current.length, former.length], [537, 601]);
  const vanDrew = current.find((each) => each.id === "V000133");
  assert.deepEqual(
    vanDrew?.terms[0]?.parties.map((span) => span.party),
    ["Democrat", "Republican"],
  );
  assert.ok(former.find((each) => each.id === "B001228")?.names.some((name) => name.last === "Bono"));
});

test("reads every committee seat of the real membership file, with committee names from the other file", {
  skip: skipWithoutCorpus,
}, async () => {
  const { readCommittees: committees, readCommitteeMembers: committeeMembers } = corpusLegislators(
    join(corpusDir ?? "", "legislators"),
  );
  const [list, membership] = [await committees(), await committeeMembers()];
  const { byMember, unlistedCommitteeIds } = joinCommitteeSeats(
    readCommittees(list),
    readCommitteeMemberships(membership),
  );
  assert.deepEqual(unlistedCommitteeIds, []);
  // The expected seats come directly from the files, without the readers.
  const printed = Object.entries(
    JSON.parse(String(membership)) as Record<string, { bioguide: string; title?: string }[]>,
  );
  const expected = printed.flatMap(([id, seats]) => seats.map((each) => `${each.bioguide} ${id} ${each.title ?? ""}`));
  const seats = [...byMember].flatMap(([bioguide, of]) =>
    of.map(({ id, title }) => `${bioguide} ${id} ${title ?? ""}`),
  );
  assert.deepEqual(seats.toSorted(), expected.toSorted());
  assert.equal(byMember.size, new Set(expected.map((each) => each.split(" ")[0])).size);
  const chairman = printed.find(([id]) => id === "SSAF")?.[1].find(({ title }) => title === "Chairman")?.bioguide;
  const agriculture = (JSON.parse(String(list)) as { thomas_id: string; name: string }[]).find(
    ({ thomas_id }) => thomas_id === "SSAF",
  )?.name;
  assert.deepEqual(
    byMember.get(chairman ?? "")?.find(({ id }) => id === "SSAF"),
    { id: "SSAF", name: agriculture, chamber: "senate", parent: null, title: "Chairman" },
  );
});
