/** Daily bars from a folder with one CSV file per symbol (`BRK.B.csv`, `BRK-B.csv`). The latest bar serves as the quote. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { SourceError } from "../../base/errors.ts";
import { ignoreMissingFile } from "../../base/ignore-missing.ts";
import type { Bar } from "../../domain/bar.ts";
import { type IsoDate, parseIsoDate } from "../../domain/dates.ts";
import { mayBeTradingDay } from "../../domain/exchange-calendar.ts";
import type { ProviderWith } from "../market.ts";
import { getNewYorkDay } from "../trading-day.ts";
import { MAX_INVALID_FRACTION, parseBar } from "./valid-bars.ts";

interface FileOptions {
  readonly folder: string;
  readonly getTime?: () => Date;
}

/** Ten times the size of a century of daily bars. */
const LARGEST_BYTES = 20_000_000;

export function createFileProvider({
  folder,
  getTime = () => new Date(),
}: FileOptions): ProviderWith<"fetchDailyBars"> {
  return {
    id: "file",
    // The operator's files may predate the latest split.
    splitPolicy: "unverified",
    budget: { perMinute: 6_000, perMinuteForUnlistedSymbols: 6_000 },

    async fetchDailyBars(symbol) {
      const names = [...new Set([symbol, symbol.replace(".", "-")])].map((spelling) => `${spelling}.csv`);
      const texts = await Promise.all(names.map((name) => readFileIfPresent(folder, name)));
      const found = names.flatMap((name, index) => {
        const text = texts[index];
        return text == null ? [] : [{ name, text }];
      });
      const [file, second] = found;
      if (file === undefined) return null;
      if (second !== undefined) {
        throw new SourceError("bad_answer", `Both ${file.name} and ${second.name} exist; remove one of them.`);
      }
      const { bars } = parseBarsFile(file.text, file.name, getNewYorkDay(getTime()));
      return { bars, companyName: null, splits: [], dropped: 0 };
    },
  };
}

/** Null if the file does not exist. @throws {SourceError} `bad_answer` if the file or the folder cannot be read. */
async function readFileIfPresent(folder: string, name: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error("it is no folder");
    const path = join(folder, name);
    const size = (await stat(path).catch(ignoreMissingFile(null)))?.size;
    if (size === undefined) return null;
    if (size > LARGEST_BYTES) throw new Error(`${name} is larger than ${LARGEST_BYTES} bytes`);
    return await readFile(path, "utf8");
  } catch (error) {
    throw new SourceError("bad_answer", `${name} in MARKET_FILES cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

const NEEDED = ["date", "open", "high", "low", "close"];
/** Names of accepted columns. Adjusted closes are accepted but ignored. */
const ALLOWED = new Set([...NEEDED, "volume", "adj close", "adj_close", "adjclose"]);

interface FileBars {
  /** Newest first. */
  readonly bars: readonly Bar[];
  /** Bad rows that were skipped, each as file, line and fault. */
  readonly leftOut: readonly string[];
}

interface Row {
  readonly line: number;
  readonly bar: Bar | null;
  readonly fault: string | null;
}

/**
 * Parses a CSV file with the header Date,Open,High,Low,Close and optionally Volume and Adj Close, in any order and case; volume is 0 if there is no
 * such column. A date may be followed by a time of day.
 * @param name file name, for errors.
 * @param skipsBadRows true to skip bad rows, up to a fifth of all rows, instead of refusing the file.
 * @throws {SourceError} `bad_answer` that names the file, the line and its fault.
 */
export function parseBarsFile(text: string, name: string, today: IsoDate, skipsBadRows = false): FileBars {
  const [header = "", ...lines] = text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split(/\r?\n/);
  const columns = splitCsvLine(header).map((column) => column.toLowerCase());
  const headerFault = explainRefusedHeader(columns);
  if (headerFault !== null) throw new SourceError("bad_answer", `${name}: ${headerFault}`);
  if (lines.length === 0) throw new SourceError("bad_answer", `${name} has no line below its header.`);
  const rows = rejectRepeatedDays(lines.map((line, index) => ({ line: index + 2, ...parseRow(line, columns, today) })));
  const leftOut = rows.flatMap(({ line, fault }) => (fault === null ? [] : [`${name}, line ${line}: ${fault}.`]));
  const [first] = leftOut;
  if (first !== undefined && !skipsBadRows) throw new SourceError("bad_answer", first);
  if (leftOut.length > lines.length * MAX_INVALID_FRACTION) {
    throw new SourceError(
      "bad_answer",
      `${name}: ${leftOut.length} of ${lines.length} rows are bad, and at most a fifth may be left out. ${first}`,
    );
  }
  const bars = rows.flatMap(({ bar }) => (bar === null ? [] : [bar]));
  return { bars: bars.sort((a, b) => (a.date < b.date ? 1 : -1)), leftOut };
}

function parseRow(line: string, columns: readonly string[], today: IsoDate): Pick<Row, "bar" | "fault"> {
  const rejectRow = (fault: string) => ({ bar: null, fault });
  const cells = splitCsvLine(line);
  if (cells.length !== columns.length) return rejectRow(`${cells.length} values under ${columns.length} columns`);
  const getCell = (column: string): string | undefined => cells[columns.indexOf(column)];
  const date = parseDay(getCell("date") ?? "");
  if (date === null) return rejectRow(`"${getCell("date")}" is not a day such as 2026-11-20`);
  if (!mayBeTradingDay(date)) return rejectRow(`the exchanges did not trade on ${date}`);
  const row = { open: getCell("open"), high: getCell("high"), low: getCell("low"), close: getCell("close") };
  const volume = columns.includes("volume") ? getCell("volume") : 0;
  const bar = parseBar({ date, ...row, volume }, today);
  return typeof bar === "string" ? rejectRow(bar) : { bar, fault: null };
}

/** Marks all rows of a repeated day as bad: nothing shows which row is right. */
function rejectRepeatedDays(rows: readonly Row[]): readonly Row[] {
  const byDate = Map.groupBy(rows, ({ bar }) => bar?.date);
  return rows.map((row) => {
    const lines = row.bar === null ? [] : (byDate.get(row.bar.date) ?? []).map(({ line }) => line);
    if (lines.length < 2) return row;
    return { ...row, bar: null, fault: `${row.bar?.date} appears twice, in lines ${lines.join(" and ")}` };
  });
}

function splitCsvLine(line: string): string[] {
  return line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

/** Says what is wrong with the header; null if nothing is. */
function explainRefusedHeader(columns: readonly string[]): string | null {
  const missing = NEEDED.filter((column) => !columns.includes(column));
  const unknown = columns.filter((column) => !ALLOWED.has(column));
  const allowed = "the header is Date,Open,High,Low,Close and perhaps Volume and Adj Close";
  if (missing.length > 0) return `no column ${missing.join(", ")}; ${allowed}.`;
  if (unknown.length > 0) return `unknown column "${unknown.join('", "')}"; ${allowed}.`;
  return new Set(columns).size < columns.length ? `a column appears twice; ${allowed}.` : null;
}

/** Parses the day of `2026-11-20` or `2026-11-20 00:00:00-05:00`. */
function parseDay(text: string): IsoDate | null {
  const [day = "", time, ...more] = text.split(/[ T]/);
  return more.length > 0 || (time !== undefined && !/^\d{2}:\d{2}/.test(time)) ? null : parseIsoDate(day);
}
