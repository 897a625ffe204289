/**
 * Determines when each trade of a folder of official documents was first disclosed, only from the printed dates and without
 * the service's own readers or rules: Senate pages by their markup, House reports by the list of their texts. The service's
 * answers are measured against it.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Trade } from "../../src/domain/trade.ts";
import { readCsv } from "../upstream/csv.ts";

/** First disclosure dates by id; null if the documents leave it open. */
export type FirstDays = ReadonlyMap<string, string | null>;

interface Page {
  readonly id: string;
  readonly filer: string;
  /** The title's date, and the number of the amendment; 0 for none. */
  readonly day: string;
  readonly number: number;
  readonly filed: string;
  /** Rows by the printed number of the line: day, owner, ticker, asset, type, amount. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
}

const MIN_CELLS_ALIKE = 4;
const DAY_MS = 86_400_000;

/** @returns days from transaction to first disclosure, and whether that is late; nulls if unknown, if a date is suspect, or if there is no deadline. */
export function lateness(
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
export async function senateFirstDays(folder: string): Promise<FirstDays> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".html"));
  const pages = await Promise.all(
    files.map(async (name) => pageOf(path.basename(name, ".html"), await readFile(path.join(folder, name), "utf8"))),
  );
  const ordered = pages.toSorted((a, b) => (`${a.filed} ${a.number}` < `${b.filed} ${b.number}` ? -1 : 1));
  const days = new Map<string, string | null>();
  for (const page of ordered) {
    for (const [line, day] of firstDaysOf(page, ordered, days)) days.set(idOf(page, line), day);
  }
  return days;
}

function pageOf(id: string, html: string): Page {
  const title = textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "");
  const body = /<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1] ?? "";
  const rows = [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = ""]) => textOf(cell)),
  );
  return {
    id,
    filer: textOf(/<h2 class="filedReport">([\s\S]*?)<\/h2>/.exec(html)?.[1] ?? "").replace(/ \(.*$/, ""),
    day: isoOf(/for (\d+\/\d+\/\d{4})/.exec(title)?.[1] ?? ""),
    number: Number(/\(Amendment (\d+)\)/.exec(title)?.[1] ?? 0),
    filed: isoOf(/Filed\s+(\d+\/\d+\/\d{4})/.exec(textOf(html))?.[1] ?? ""),
    rows: new Map(
      rows.map(([line, day = "", owner = "", ticker = "", asset = "", , type = "", amount = ""]) => [
        Number(line),
        [isoOf(day), owner, ticker, asset, type, amount],
      ]),
    ),
  };
}

function firstDaysOf(page: Page, pages: readonly Page[], known: FirstDays): ReadonlyMap<number, string | null> {
  const own = new Map([...page.rows.keys()].map((line) => [line, page.filed]));
  if (page.number === 0) return own;
  const originals = pages
    .filter(({ filer, day, number }) => filer === page.filer && day === page.day && number < page.number)
    .map((original) => ({ original, alike: counterparts(original, page) }))
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
  const isNoneLeft = found.alike.size === found.original.rows.size;
  return new Map(
    [...own].map(([line, filed]) => {
      const former = found.alike.get(line);
      if (former === undefined) return [line, isNoneLeft ? filed : null];
      return [line, known.get(idOf(found.original, former)) ?? null];
    }),
  );
}

/** The most similar original line for each line of the amendment, each used once. */
function counterparts(original: Page, amendment: Page): ReadonlyMap<number, number> {
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
    if (alike < MIN_CELLS_ALIKE || found.has(line) || taken.has(former)) continue;
    found.set(line, former);
    taken.add(former);
  }
  return found;
}

/**
 * First days of the House's trades: the day that the index or the signature gives. An amended row has that of the earlier rows of its member that
 * name the same asset, perhaps in more detail, and agree in three of four other fields; where they were not filed on one day, it is open.
 * @param documents the folder's list of each report's text.
 * @param trades as served, whose rows are compared.
 */
export async function houseFirstDays(documents: string, trades: readonly Trade[]): Promise<FirstDays> {
  const listed = readCsv(await readFile(documents, "utf8"));
  const filed = new Map(
    listed.map((row) => [`h${row["doc_id"]}`, isoOf(row["filing_date_in_index"] || row["signed"] || "")]),
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
  const facts = ({ transactionDate, transactionType, amountRaw, owner }: Trade) => [
    transactionDate,
    transactionType,
    amountRaw,
    owner,
  ];
  const others = facts(former);
  return facts(amended).filter((fact, at) => fact === others[at]).length >= 3;
}

function idOf({ id }: Page, line: number): string {
  return `txn_s${id.replaceAll("-", "")}_${String(line).padStart(2, "0")}`;
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/&nbsp;/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function isoOf(printed: string): string {
  const [, month = "", day = "", year = ""] = /^(\d+)\/(\d+)\/(\d{4})$/.exec(printed.trim()) ?? [];
  return year === "" ? "" : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
