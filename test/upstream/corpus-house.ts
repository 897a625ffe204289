/**
 * The House site for a folder of real documents. Its indexes keep only the PTRs that are in the folder and a few rows of other
 * kinds in every year. For reports newer than the index, it adds rows with the data printed on the report.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { HouseIndexRow, Material } from "../../src/app/demo/sites/material.ts";
import { readCsv } from "./csv.ts";
import { readFileIfExists } from "./files.ts";

/** Number of other rows that an index keeps per year besides those in the folder, so that no index is empty. */
const OTHERS_A_YEAR = 20;

interface HouseCorpus {
  /** Keys such as `2026/20034790` of all PTRs in the folder. */
  readonly reports: ReadonlySet<string>;
  /** The same keys of documents of other kinds, each with its file. */
  readonly others: ReadonlyMap<string, string>;
  readonly added: readonly HouseIndexRow[];
}

export async function loadCorpusHouse(folder: string): Promise<Material["house"]> {
  const corpus = await readHouseCorpus(folder);
  const kept = new Map<number, Promise<readonly HouseIndexRow[]>>();
  return {
    async readIndex(year) {
      if (year < 2012 || year > new Date().getUTCFullYear()) return null;
      if (!kept.has(year)) kept.set(year, readRows(folder, year, corpus));
      return (await kept.get(year)) ?? null;
    },
    async readDocument(kind, year, docId) {
      const key = `${year}/${docId}`;
      if (kind === "ptr-pdfs") return readFileIfExists(join(folder, kind, `${key}.pdf`));
      const path = corpus.others.get(key);
      return path === undefined ? null : readFile(path);
    },
  };
}

async function readHouseCorpus(folder: string): Promise<HouseCorpus> {
  const documents = readCsv(await readFile(join(folder, "documents.csv"), "utf8"));
  const others = new Map<string, string>();
  for (const entry of await readdir(join(folder, "other"), { recursive: true })) {
    const [, year, docId] = /(\d{4})_(\d+)\.pdf$/.exec(entry) ?? [];
    if (docId !== undefined) others.set(`${year}/${docId}`, join(folder, "other", entry));
  }
  return {
    reports: new Set(documents.map((row) => `${row["year"]}/${row["doc_id"]}`)),
    others,
    added: documents
      .filter((row) => row["in_index"] === "no")
      .map((row) =>
        createAddedRow(
          row["year"] ?? "",
          row["doc_id"] ?? "",
          row["filer_printed"] ?? "",
          row["state_district_printed"] ?? "",
          row["signed"] ?? "",
        ),
      ),
  };
}

/**
 * Creates a row for a report that is newer than the index: with the printed name and district, and with the signature date as
 * filing date.
 */
function createAddedRow(year: string, docId: string, printed: string, stateDst: string, signed: string): HouseIndexRow {
  const [, prefix = "", name = "", suffix = ""] =
    /^(Hon\.|Mr\.|Mrs\.|Ms\.)?\s*(.*?)\s*\b(Jr\.?|Sr\.?|I{2,3}|IV)?$/.exec(printed) ?? [];
  const words = name.split(" ");
  return {
    prefix,
    last: words.at(-1) ?? "",
    first: words.slice(0, -1).join(" "),
    suffix,
    filingType: "P",
    stateDst,
    year,
    filingDate: signed.replace(/^0/, "").replace("/0", "/"),
    docId,
  };
}

async function readRows(folder: string, year: number, corpus: HouseCorpus): Promise<readonly HouseIndexRow[]> {
  const zip = await readFileIfExists(join(folder, "financial-pdfs", `${year}FD.zip`));
  const all = zip ? readIndexRows(zip, year) : [];
  let others = 0;
  const kept = all.filter((row) => {
    const key = `${row.year}/${row.docId}`;
    if (isReport(row)) return corpus.reports.has(key);
    if (corpus.others.has(key)) return true;
    others += 1;
    return others <= OTHERS_A_YEAR;
  });
  const added = corpus.added.filter((row) => row.year === String(year));
  return kept.length + added.length > 0 ? [...kept, ...added] : [createPlaceholderRow(year)];
}

function isReport(row: HouseIndexRow): boolean {
  return row.filingType === "P" || row.disclosureType === "PTR";
}

function readIndexRows(zip: Uint8Array, year: number): HouseIndexRow[] {
  const text = unzipSync(zip, { filter: (entry) => entry.name === `${year}FD.txt` })[`${year}FD.txt`];
  if (!text) throw new Error(`${year}FD.zip has no ${year}FD.txt.`);
  const [header = "", ...lines] = strFromU8(text).split("\r\n");
  const names = header.replace(/^\uFEFF/, "").split("\t");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const cells = line.split("\t");
      const getCell = (name: string): string => cells[names.indexOf(name)] ?? "";
      return {
        prefix: getCell("Prefix"),
        last: getCell("Last"),
        first: getCell("First"),
        suffix: getCell("Suffix"),
        filingType: getCell("FilingType"),
        stateDst: getCell("StateDst"),
        year: getCell("Year"),
        filingDate: getCell("FilingDate"),
        docId: getCell("DocID"),
        ...(names.includes("DisclosureType") && {
          filingYear: getCell("Filing Year"),
          disclosureType: getCell("DisclosureType"),
        }),
      };
    });
}

/** Creates the only row of a year for which the folder has no rows, such as a later year. */
function createPlaceholderRow(year: number): HouseIndexRow {
  return {
    prefix: "",
    last: "Placeholder",
    first: "Fictional",
    suffix: "",
    filingType: "X",
    stateDst: "DC00",
    year: String(year),
    filingDate: `1/2/${year}`,
    docId: "39999999",
  };
}
