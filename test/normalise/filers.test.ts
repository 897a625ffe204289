/** Tests matching every filer of the real indexes and searches with the real list of members. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { XMLParser } from "fast-xml-parser";
import { unzipSync } from "fflate";
import { type IsoDate, parseUsDate } from "../../src/domain/dates.ts";
import type { Politician } from "../../src/domain/politician.ts";
import type { RawFiling } from "../../src/domain/printed-report.ts";
import { createFilerIndex, type FilerIndex } from "../../src/filings/normalise/filer.ts";
import { findListingMismatch } from "../../src/filings/normalise/printed-filer.ts";
import { readLegislators } from "../../src/filings/reference/legislators/read-legislators.ts";
import { getSource } from "../../src/filings/sources/all.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";
import { corpusLegislators } from "../upstream/corpus-legislators.ts";
import { readCsv } from "../upstream/csv.ts";

interface IndexRow {
  readonly Prefix: string;
  readonly First: string;
  readonly Last: string;
  readonly Suffix: string;
  readonly FilingType: string;
  readonly DisclosureType?: string;
  readonly StateDst: string;
  readonly Year: string;
  readonly FilingDate: string;
  readonly DocID: string;
}

const resolvePath = (...path: string[]) => join(corpusDir ?? "", ...path);
const xml = new XMLParser({ parseTagValue: false, trimValues: true });

function readReports(year: number): IndexRow[] {
  const files = unzipSync(new Uint8Array(readFileSync(resolvePath("house", "financial-pdfs", `${year}FD.zip`))));
  const parsed = xml.parse(new TextDecoder().decode(files[`${year}FD.xml`])) as {
    FinancialDisclosure: { Member: IndexRow[] };
  };
  const rows = parsed.FinancialDisclosure.Member;
  return rows.filter((row) => (year === 2012 ? row.DisclosureType === "PTR" : row.FilingType === "P"));
}

async function readMembers(): Promise<{ everybody: Politician[]; index: FilerIndex }> {
  const record = corpusLegislators(resolvePath("legislators"));
  const everybody = [
    ...readLegislators(await record.readCurrent(), true),
    ...readLegislators(await record.readHistorical(), false),
  ];
  return { everybody, index: createFilerIndex(everybody) };
}

/** The day of filing; null if the index has none, or an impossible one, as in 2013. */
function parseFiledDate(row: IndexRow): IsoDate | null {
  const date = parseUsDate(row.FilingDate);
  return date !== null && date < "2027" ? date : null;
}

const matchRow = (index: FilerIndex, row: IndexRow) =>
  index.findMember({
    chamber: "house",
    prefix: row.Prefix,
    first: row.First,
    last: row.Last,
    suffix: row.Suffix,
    stateDistrict: row.StateDst,
    on: parseFiledDate(row),
    year: Number(row.Year),
  });

const foldName = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();

const getStrayRule = ({ source }: RawFiling) => getSource(source).vocabulary.stray;

test("8,258 of the 8,260 reports of 2013 to 2026 are matched to one member each", {
  skip: skipWithoutCorpus,
}, async () => {
  const { everybody, index } = await readMembers();
  const rows = Array.from({ length: 14 }, (_, nth) => readReports(2013 + nth)).flat();
  assert.equal(rows.length, 8260);
  const nobody: string[] = [];
  const otherName = new Map<string, string>();
  let holders = 0;
  for (const row of rows) {
    const found = matchRow(index, row);
    if (found === null) {
      nobody.push(`${row.Last} ${row.StateDst}`);
      continue;
    }
    const [state, district] = [row.StateDst.slice(0, 2), Number(row.StateDst.slice(2))];
    const on = parseFiledDate(row);
    const begun = found.terms.filter((term) => on === null || term.start <= on);
    assert.ok(
      begun.some((term) => term.chamber === "house" && term.state === state),
      `${row.DocID} ${found.name}`,
    );
    if (foldName(found.names[0]?.last ?? "") !== foldName(row.Last))
      otherName.set(`${row.First} | ${row.Last}`, found.id);
    // Independently of names, checks the member who holds the printed seat on that day, if exactly one does.
    const seated = everybody.filter((politician) =>
      politician.terms.some(
        (term) =>
          term.state === state && term.district === district && on !== null && term.start <= on && on <= term.end,
      ),
    );
    if (seated.length === 1 && seated[0]?.id === found.id) holders += 1;
  }
  assert.deepEqual(nobody, ["Reisdorf MN01", "Henriquez PR00"]);
  // The others were checked one by one: all are members who had left, or whose district had just changed.
  assert.ok(holders >= 8150, `${holders} filers hold the printed seat`);
  assert.deepEqual(
    [...otherName].sort(([a], [b]) => (a < b ? -1 : 1)),
    [
      ["Anna | Paulina Luna", "L000596"],
      ["April McClain | Delaney", "M001232"],
      ["Ashley | Hinson Arenholz", "H001091"],
      ["Cathy McMorris | Rodgers", "M001159"],
      ["Neal Patrick | Dunn MD, FACS", "D000628"],
      ["Neal Patrick | Dunn, MD, FACS", "D000628"],
    ],
  );
});

test("in 2012, when staff filed too, only members' reports are matched to a member", {
  skip: skipWithoutCorpus,
}, async () => {
  const { index } = await readMembers();
  const rows = readReports(2012);
  assert.equal(rows.length, 813);
  const titled = rows.filter((row) => row.Prefix === "HONORABLE");
  assert.equal(titled.length, 197);
  for (const row of titled) assert.ok(matchRow(index, row), `${row.First} ${row.Last} ${row.StateDst}`);
  const untitled = rows.filter((row) => row.Prefix !== "HONORABLE").map((row) => matchRow(index, row)?.name);
  assert.deepEqual(
    untitled.filter((name) => name !== undefined),
    ["Suzan K. DelBene"],
  );
});

test("every House document of the corpus is matched to its member, except those of two people who are not members", {
  skip: skipWithoutCorpus,
}, async () => {
  const { index } = await readMembers();
  const rows = Array.from({ length: 15 }, (_, nth) => readReports(2012 + nth)).flat();
  const byId = new Map(rows.map((row) => [`${row.Year}/${row.DocID}`, row]));
  const nobody: string[] = [];
  let documents = 0;
  for (const line of readCsv(readFileSync(resolvePath("house", "documents.csv"), "utf8"))) {
    documents += 1;
    const row = byId.get(`${line["year"]}/${line["doc_id"]}`);
    const printed = line["filer_printed"] ?? "";
    const words = printed.replace(/^Hon\. /, "").split(" ");
    const name = line["filer_in_index"] || words.join(" ");
    const found = row
      ? matchRow(index, row)
      : index.findMember({
          chamber: "house",
          prefix: "Hon.",
          first: name.split(" ").slice(0, -1).join(" "),
          last: name.split(" ").at(-1) ?? "",
          stateDistrict: line["state_district"] || line["state_district_printed"] || null,
          on: parseUsDate(line["signed"] || line["filing_date_in_index"] || ""),
          year: Number(line["year"]),
          printed,
        });
    if (found === null) nobody.push(`${line["doc_id"]} ${name}`);
  }
  assert.equal(documents, 581);
  assert.deepEqual(nobody.map((each) => each.split(" ").at(-1)).sort(), ["Henriquez", "Reisdorf"]);
});

test("every row of the Senate's search is matched to its senator", { skip: skipWithoutCorpus }, async () => {
  const { index } = await readMembers();
  const rows = readCsv(readFileSync(resolvePath("senate", "search-rows.csv"), "utf8"));
  assert.equal(rows.length, 308);
  const senators = new Map<string, string>();
  for (const row of rows) {
    const [first = "", last = ""] = [row["first"], row["last"]];
    const found = index.findMember({
      chamber: "senate",
      first,
      last,
      stateDistrict: null,
      on: parseUsDate(row["submitted"] ?? ""),
    });
    assert.ok(found, `${first} ${last}`);
    assert.ok(foldName(last).startsWith(foldName(found.names[0]?.last ?? "-")), `${first} ${last} -> ${found.name}`);
    senators.set(foldName(last), found.id);
  }
  assert.equal(senators.size, new Set(senators.values()).size);
});

test("matches 8,260 rows without scanning all members for each", { skip: skipWithoutCorpus }, async () => {
  const { everybody } = await readMembers();
  let reads = 0;
  const watched = everybody.map((politician) => {
    const { terms } = politician;
    return Object.defineProperty({ ...politician }, "terms", {
      get: () => {
        reads += 1;
        return terms;
      },
    });
  });
  const index = createFilerIndex(watched);
  reads = 0;
  const rows = readReports(2024);
  for (const row of rows) matchRow(index, row);
  assert.ok(reads < rows.length * 10, `a member's terms were read ${reads} times for ${rows.length} rows`);
});

/** Listings with the names and dates that their documents print. */
function readPrintedReports(): { raw: RawFiling; row: IndexRow }[] {
  const rows = Array.from({ length: 15 }, (_, nth) => readReports(2012 + nth)).flat();
  const byId = new Map(rows.map((row) => [`${row.Year}/${row.DocID}`, row]));
  const blank = { signedDate: null, amendment: null, pages: null, transactions: [], rejected: [] };
  const house = readCsv(readFileSync(resolvePath("house", "documents.csv"), "utf8")).flatMap((line) => {
    const row = byId.get(`${line["year"]}/${line["doc_id"]}`);
    if (!row || !line["filer_printed"]) return [];
    const stateDistrict = line["state_district_printed"] || null;
    const raw = { ...blank, source: "house-clerk", kind: "text", filer: line["filer_printed"], stateDistrict } as const;
    return [{ row, raw: { ...raw, docId: row.DocID, filedDate: null } }];
  });
  const pages = new Map(
    readCsv(readFileSync(resolvePath("senate", "documents.csv"), "utf8")).map((page) => [page["uuid"], page]),
  );
  const senate = readCsv(readFileSync(resolvePath("senate", "search-rows.csv"), "utf8")).flatMap((line) => {
    const page = pages.get(line["uuid"] ?? "");
    if (!page) return [];
    const filedDate = /\d+\/\d+\/\d+/.exec(page["filed"] ?? "")?.[0] ?? null;
    const raw = {
      ...blank,
      source: "senate-efd",
      kind: "html",
      filer: page["filer"] ?? "",
      stateDistrict: null,
    } as const;
    const [First, Last, FilingDate] = [line["first"] ?? "", line["last"] ?? "", line["submitted"] ?? ""];
    const row = {
      Prefix: "",
      Suffix: "",
      First,
      Last,
      FilingDate,
      StateDst: "",
      Year: "",
      FilingType: line["title"] ?? "",
      DocID: "",
    };
    return [{ row, raw: { ...raw, docId: line["uuid"] ?? "", title: page["title"] ?? "", filedDate } }];
  });
  return [...house, ...senate];
}

test("every document belongs to its listing's member, and to no other", { skip: skipWithoutCorpus }, async () => {
  const { index } = await readMembers();
  const reports = readPrintedReports().map(({ raw, row }) => {
    const listing = {
      filer: { prefix: row.Prefix, first: row.First, last: row.Last, suffix: row.Suffix },
      stateDistrict: row.StateDst || null,
      filedDate: parseFiledDate(row),
      title: row.FilingType,
    };
    const chamber = getSource(raw.source).chamber;
    const seat = { stateDistrict: listing.stateDistrict, on: listing.filedDate, year: Number(row.Year) };
    const filer = index.findMember({ chamber, ...listing.filer, ...seat }) ?? assert.fail(`${row.First} ${row.Last}`);
    return { raw, listing, filer };
  });
  assert.equal(reports.length, 385 + 305);
  for (const { raw, listing, filer } of reports)
    assert.equal(findListingMismatch(raw, listing, filer, getStrayRule(raw)), null);
  for (const { raw, filer: own } of reports) {
    for (const { raw: other, listing, filer } of reports) {
      if (filer.id === own.id || raw.source !== other.source) continue;
      // Only the name decides: the date and title are those of the other report, and there is no seat.
      const dated = { ...raw, stateDistrict: null, filedDate: other.filedDate, title: other.title ?? "" };
      assert.ok(findListingMismatch(dated, listing, filer, getStrayRule(raw)), `${raw.filer} is not ${filer.name}`);
    }
  }
});
