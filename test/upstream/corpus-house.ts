/**
 * The House of a folder of real documents: its indexes cut down to the PTRs that are there, with the rows of reports that
 * are newer than the index added as the printed report says, and a few rows of other kinds in every year.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { HouseIndexRow, Material } from "../../src/app/demo/sites/material.ts";
import { readCsv } from "./csv.ts";
import { readIfThere } from "./files.ts";

/** Rows of other kinds that a year keeps, so that an index is never empty. */
const OTHERS_A_YEAR = 20;

interface Holding {
  /** `2026/20034790` of every PTR in the folder. */
  readonly reports: ReadonlySet<string>;
  /** The same of documents of other kinds, with their file. */
  readonly others: ReadonlyMap<string, string>;
  readonly added: readonly HouseIndexRow[];
}

export async function corpusHouse(folder: string): Promise<Material["house"]> {
  const holding = await takeStock(folder);
  const kept = new Map<number, Promise<readonly HouseIndexRow[]>>();
  return {
    async readIndex(year) {
      if (year < 2012 || year > new Date().getUTCFullYear()) return null;
      if (!kept.has(year)) kept.set(year, rowsOf(folder, year, holding));
      return (await kept.get(year)) ?? null;
    },
    async readDocument(kind, year, docId) {
      const key = `${year}/${docId}`;
      if (kind === "ptr-pdfs") return readIfThere(join(folder, kind, `${key}.pdf`));
      const path = holding.others.get(key);
      return path === undefined ? null : readFile(path);
    },
  };
}

async function takeStock(folder: string): Promise<Holding> {
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
        addedRow(
          row["year"] ?? "",
          row["doc_id"] ?? "",
          row["filer_printed"] ?? "",
          row["state_district_printed"] ?? "",
          row["signed"] ?? "",
        ),
      ),
  };
}

/** A row for a report that the index does not have yet: name and district as printed on it, filed on the day of signature. */
function addedRow(year: string, docId: string, printed: string, stateDst: string, signed: string): HouseIndexRow {
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

async function rowsOf(folder: string, year: number, holding: Holding): Promise<readonly HouseIndexRow[]> {
  const zip = await readIfThere(join(folder, "financial-pdfs", `${year}FD.zip`));
  const all = zip ? indexRows(zip, year) : [];
  let others = 0;
  const kept = all.filter((row) => {
    const key = `${row.year}/${row.docId}`;
    if (isReport(row)) return holding.reports.has(key);
    if (holding.others.has(key)) return true;
    others += 1;
    return others <= OTHERS_A_YEAR;
  });
  const added = holding.added.filter((row) => row.year === String(year));
  return kept.length + added.length > 0 ? [...kept, ...added] : [madeUpRow(year)];
}

function isReport(row: HouseIndexRow): boolean {
  return row.filingType === "P" || row.disclosureType === "PTR";
}

function indexRows(zip: Uint8Array, year: number): HouseIndexRow[] {
  const text = unzipSync(zip, { filter: (entry) => entry.name === `${year}FD.txt` })[`${year}FD.txt`];
  if (!text) throw new Error(`${year}FD.zip has no ${year}FD.txt.`);
  const [header = "", ...lines] = strFromU8(text).split("\r\n");
  const names = header.replace(/^\uFEFF/, "").split("\t");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const cells = line.split("\t");
      const cell = (name: string): string => cells[names.indexOf(name)] ?? "";
      return {
        prefix: cell("Prefix"),
        last: cell("Last"),
        first: cell("First"),
        suffix: cell("Suffix"),
        filingType: cell("FilingType"),
        stateDst: cell("StateDst"),
        year: cell("Year"),
        filingDate: cell("FilingDate"),
        docId: cell("DocID"),
        ...(names.includes("DisclosureType") && {
          filingYear: cell("Filing Year"),
          disclosureType: cell("DisclosureType"),
        }),
      };
    });
}

/** A year that is later than the folder: the site would have such rows by then, but none is known. */
function madeUpRow(year: number): HouseIndexRow {
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
