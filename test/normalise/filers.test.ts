/** Every filer of the real indexes and searches, against the real members' record. */
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

const at = (...path: string[]) => join(corpusDir ?? "", ...path);
const xml = new XMLParser({ parseTagValue: false, trimValues: true });

function reportsOf(year: number): IndexRow[] {
  const files = unzipSync(new Uint8Array(readFileSync(at("house", "financial-pdfs", `${year}FD.zip`))));
  const parsed = xml.parse(new TextDecoder().decode(files[`${year}FD.xml`])) as {
    FinancialDisclosure: { Member: IndexRow[] };
  };
  const rows = parsed.FinancialDisclosure.Member;
  return rows.filter((row) => (year === 2012 ? row.DisclosureType === "PTR" : row.FilingType === "P"));
}

async function members(): Promise<{ everybody: Politician[]; index: FilerIndex }> {
  const record = corpusLegislators(at("legislators"));
  const everybody = [
    ...readLegislators(await record.readCurrent(), true),
    ...readLegislators(await record.readHistorical(), false),
  ];
  return { everybody, index: createFilerIndex(everybody) };
}

/** The day of filing; null where the index has none, or the impossible one of 2013. */
function filedOn(row: IndexRow): IsoDate | null {
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
    on: filedOn(row),
    year: Number(row.Year),
  });

const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();

const strayIn = ({ source }: RawFiling) => getSource(source).vocabulary.stray;

test("8,258 of the 8,260 reports of 2013 to 2026 have one member", { skip: skipWithoutCorpus }, async () => {
  const { everybody, index } = await members();
  const rows = Array.from({ length: 14 }, (_, nth) => reportsOf(2013 + nth)).flat();
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
    const on = filedOn(row);
    const begun = found.terms.filter((term) => on === null || term.start <= on);
    assert.ok(
      begun.some((term) => term.chamber === "house" && term.state === state),
      `${row.DocID} ${found.name}`,
    );
    if (folded(found.names[0]?.last ?? "") !== folded(row.Last)) otherName.set(`${row.First} | ${row.Last}`, found.id);
    // Independent of names: whoever holds the printed seat on the day, where one member does.
    const seated = everybody.filter((politician) =>
      politician.terms.some(
        (term) =>
          term.state === state && term.district === district && on !== null && term.start <= on && on <= term.end,
      ),
    );
    if (seated.length === 1 && seated[0]?.id === found.id) holders += 1;
  }
  assert.deepEqual(nobody, ["Reisdorf MN01", "Henriquez PR00"]);
  // Read one by one: all others are members who had left, or whose district had just changed.
  assert.ok(holders >= 8150, `${holders} are the holder of the printed seat`);
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
  const { index } = await members();
  const rows = reportsOf(2012);
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

test("every House document of the folder is matched to its member, except those of two people who are not members", {
  skip: skipWithoutCorpus,
}, async () => {
  const { index } = await members();
  const rows = Array.from({ length: 15 }, (_, nth) => reportsOf(2012 + nth)).flat();
  const byId = new Map(rows.map((row) => [`${row.Year}/${row.DocID}`, row]));
  const nobody: string[] = [];
  let documents = 0;
  for (const line of readCsv(readFileSync(at("house", "documents.csv"), "utf8"))) {
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

test("every row of the Senate's search has its senator", { skip: skipWithoutCorpus }, async () => {
  const { index } = await members();
  const rows = readCsv(readFileSync(at("senate", "search-rows.csv"), "utf8"));
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
    assert.ok(folded(last).startsWith(folded(found.names[0]?.last ?? "-")), `${first} ${last} -> ${found.name}`);
    senators.set(folded(last), found.id);
  }
  assert.equal(senators.size, new Set(senators.values()).size);
});

test("matches 8,260 rows without scanning all members for each", { skip: skipWithoutCorpus }, async () => {
  const { everybody } = await members();
  let looked = 0;
  const watched = everybody.map((politician) => {
    const { terms } = politician;
    return Object.defineProperty({ ...politician }, "terms", {
      get: () => {
        looked += 1;
        return terms;
      },
    });
  });
  const index = createFilerIndex(watched);
  looked = 0;
  const rows = reportsOf(2024);
  for (const row of rows) matchRow(index, row);
  assert.ok(looked < rows.length * 10, `${looked} looks at a member for ${rows.length} rows`);
});

/** Listings with what their documents print. */
function printedReports(): { raw: RawFiling; row: IndexRow }[] {
  const rows = Array.from({ length: 15 }, (_, nth) => reportsOf(2012 + nth)).flat();
  const byId = new Map(rows.map((row) => [`${row.Year}/${row.DocID}`, row]));
  const blank = { signedDate: null, amendment: null, pages: null, transactions: [], rejected: [] };
  const house = readCsv(readFileSync(at("house", "documents.csv"), "utf8")).flatMap((line) => {
    const row = byId.get(`${line["year"]}/${line["doc_id"]}`);
    if (!row || !line["filer_printed"]) return [];
    const stateDistrict = line["state_district_printed"] || null;
    const raw = { ...blank, source: "house-clerk", kind: "text", filer: line["filer_printed"], stateDistrict } as const;
    return [{ row, raw: { ...raw, docId: row.DocID, filedDate: null } }];
  });
  const pages = new Map(
    readCsv(readFileSync(at("senate", "documents.csv"), "utf8")).map((page) => [page["uuid"], page]),
  );
  const senate = readCsv(readFileSync(at("senate", "search-rows.csv"), "utf8")).flatMap((line) => {
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
  const { index } = await members();
  const reports = printedReports().map(({ raw, row }) => {
    const listing = {
      filer: { prefix: row.Prefix, first: row.First, last: row.Last, suffix: row.Suffix },
      stateDistrict: row.StateDst || null,
      filedDate: filedOn(row),
      title: row.FilingType,
    };
    const chamber = getSource(raw.source).chamber;
    const seat = { stateDistrict: listing.stateDistrict, on: listing.filedDate, year: Number(row.Year) };
    const filer = index.findMember({ chamber, ...listing.filer, ...seat }) ?? assert.fail(`${row.First} ${row.Last}`);
    return { raw, listing, filer };
  });
  assert.equal(reports.length, 385 + 305);
  for (const { raw, listing, filer } of reports)
    assert.equal(findListingMismatch(raw, listing, filer, strayIn(raw)), null);
  for (const { raw, filer: own } of reports) {
    for (const { raw: other, listing, filer } of reports) {
      if (filer.id === own.id || raw.source !== other.source) continue;
      // The name alone decides.
      const dated = { ...raw, stateDistrict: null, filedDate: other.filedDate, title: other.title ?? "" };
      assert.ok(findListingMismatch(dated, listing, filer, strayIn(raw)), `${raw.filer} is not ${filer.name}`);
    }
  }
});
