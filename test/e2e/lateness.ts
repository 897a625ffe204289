/**
 * Determines when each trade in a folder of official documents was first disclosed, without the service's own readers or
 * rules: from the dates in the markup of Senate pages, and from those in the folder's list of House documents. Tests compare
 * the service's dates with these.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Trade } from "../../src/domain/trade.ts";
import { readCsv } from "../upstream/csv.ts";

/** First disclosure dates by trade id; null if the documents do not determine one. */
export type FirstDays = ReadonlyMap<string, string | null>;

interface Page {
  readonly id: string;
  readonly filer: string;
  /** The title's date. */
  readonly day: string;
  /** The amendment's number; 0 for an original. */
  readonly number: number;
  readonly filed: string;
  /** Cells of each row by its printed line number: day, owner, ticker, asset, type, amount. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
}

const MIN_MATCHING_CELLS = 4;
const DAY_MS = 86_400_000;

/** @returns days from transaction to first disclosure, and whether that is late; nulls if unknown, if a date is suspect, or if there is no deadline. */
export function computeLateness(
  trade: Trade,
  first: string | null,
): { readonly gap: number | null; readonly late: boolean | null } {
  if (first === null || trade.dateSuspect !== null) return { gap: null, late: null };
  const days = (from: string) => (Date.parse(first) - Date.parse(from)) / DAY_MS;
  const { transactionDate, notificationDate } = trade;
  const isNotified = notificationDate !== null && notificationDate >= transactionDate;
  const late = days(transactionDate) > 45 || (isNotified && days(notificationDate) > 30);
  return { gap: days(transactionDate), late: trade.lateExemption === null ? late : null };
}

/** First disclosure dates of Senate trades. */
export async function readSenateFirstDays(folder: string): Promise<FirstDays> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".html"));
  const pages = await Promise.all(
    files.map(async (name) => parsePage(path.basename(name, ".html"), await readFile(path.join(folder, name), "utf8"))),
  );
  const ordered = pages.toSorted((a, b) => (`${a.filed} ${a.number}` < `${b.filed} ${b.number}` ? -1 : 1));
  const days = new Map<string, string | null>();
  for (const page of ordered) {
    for (const [line, day] of findFirstDays(page, ordered, days)) days.set(buildTradeId(page, line), day);
  }
  return days;
}

function parsePage(id: string, html: string): Page {
  const title = extractText(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "");
  const body = /<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1] ?? "";
  const rows = [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = ""]) => extractText(cell)),
  );
  return {
    id,
    filer: extractText(/<h2 class="filedReport">([\s\S]*?)<\/h2>/.exec(html)?.[1] ?? "").replace(/ \(.*$/, ""),
    day: toIsoDate(/for (\d+\/\d+\/\d{4})/.exec(title)?.[1] ?? ""),
    number: Number(/\(Amendment (\d+)\)/.exec(title)?.[1] ?? 0),
    filed: toIsoDate(/Filed\s+(\d+\/\d+\/\d{4})/.exec(extractText(html))?.[1] ?? ""),
    rows: new Map(
      rows.map(([line, day = "", owner = "", ticker = "", asset = "", , type = "", amount = ""]) => [
        Number(line),
        [toIsoDate(day), owner, ticker, asset, type, amount],
      ]),
    ),
  };
}

function findFirstDays(page: Page, pages: readonly Page[], known: FirstDays): ReadonlyMap<number, string | null> {
  const own = new Map([...page.rows.keys()].map((line) => [line, page.filed]));
  if (page.number === 0) return own;
  const originals = pages
    .filter(({ filer, day, number }) => filer === page.filer && day === page.day && number < page.number)
    .map((original) => ({ original, alike: matchLines(original, page) }))
    .filter(({ original, alike }) => alike.size * 2 >= Math.min(original.rows.size, page.rows.size))
    .toSorted((a, b) => b.original.number - a.original.number || b.alike.size - a.alike.size);
  const [found] = originals;
  if (found === undefined) {
    return new Map(
      [...page.rows].map(([line, [traded = ""]]) => [
        line,
        page.day > page.filed || traded > page.day ? null : page.day,
      ]),
    );
  }
  const isAllMatched = found.alike.size === found.original.rows.size;
  return new Map(
    [...own].map(([line, filed]) => {
      const former = found.alike.get(line);
      if (former === undefined) return [line, isAllMatched ? filed : null];
      return [line, known.get(buildTradeId(found.original, former)) ?? null];
    }),
  );
}

/** The most similar original line for each line of the amendment, each used once. */
function matchLines(original: Page, amendment: Page): ReadonlyMap<number, number> {
  const pairs = [...amendment.rows].flatMap(([line, cells]) =>
    [...original.rows].map(([former, others]) => ({
      line,
      former,
      alike: cells.filter((cell, at) => cell === others[at]).length,
    })),
  );
  const found = new Map<number, number>();
  const taken = new Set<number>();
  for (const { line, former, alike } of pairs.toSorted((a, b) => b.alike - a.alike)) {
    if (alike < MIN_MATCHING_CELLS || found.has(line) || taken.has(former)) continue;
    found.set(line, former);
    taken.add(former);
  }
  return found;
}

/**
 * First disclosure dates of House trades: the filing date in the index, or else the date of the signature. An amended row has
 * the date of the same member's earlier rows that name the same asset, one name perhaps with more detail, and agree in at
 * least three of four other fields; null if there are none or they were not all filed on one day.
 * @param documents path of the folder's `documents.csv`.
 * @param trades as served. Amended ones are compared with earlier ones.
 */
export async function readHouseFirstDays(documents: string, trades: readonly Trade[]): Promise<FirstDays> {
  const listed = readCsv(await readFile(documents, "utf8"));
  const filed = new Map(
    listed.map((row) => [`h${row["doc_id"]}`, toIsoDate(row["filing_date_in_index"] || row["signed"] || "")]),
  );
  return new Map(
    trades.map((trade) => {
      const own = filed.get(trade.filingId) ?? null;
      if (!/^amended$/i.test(trade.filingStatus ?? "")) return [trade.id, own];
      const originals = trades.filter((other) => isOriginal(other, trade));
      const [day = null, ...others] = new Set(originals.map(({ filingId }) => filed.get(filingId) ?? null));
      return [trade.id, others.length === 0 ? day : null];
    }),
  );
}

function isOriginal(former: Trade, amended: Trade): boolean {
  if (former.politicianId !== amended.politicianId || former.filingId >= amended.filingId) return false;
  const [name, later] = [former.assetNameRaw, amended.assetNameRaw];
  if (!later.startsWith(name) && !name.startsWith(later)) return false;
  const getFields = ({ transactionDate, transactionType, amountRaw, owner }: Trade) => [
    transactionDate,
    transactionType,
    amountRaw,
    owner,
  ];
  const others = getFields(former);
  return getFields(amended).filter((fact, at) => fact === others[at]).length >= 3;
}

function buildTradeId({ id }: Page, line: number): string {
  return `txn_s${id.replaceAll("-", "")}_${String(line).padStart(2, "0")}`;
}

function extractText(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function toIsoDate(printed: string): string {
  const [, month = "", day = "", year = ""] = /^(\d+)\/(\d+)\/(\d{4})$/.exec(printed.trim()) ?? [];
  return year === "" ? "" : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
