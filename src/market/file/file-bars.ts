/** Daily bars of a CSV file: bulk history, or an operator's own feed. Refused as a whole when anything in it is in doubt. */
import type { Bar } from "../../domain/bar.ts";
import { type IsoDate, isoDate } from "../../domain/dates.ts";
import { SourceError } from "../../errors.ts";
import { mayHaveTraded } from "../calendar.ts";
import { validBars } from "../valid-bars.ts";

const NEEDED = ["date", "open", "high", "low", "close"];
/** A dividend-adjusted close is of no use here. */
const ALLOWED = new Set([...NEEDED, "volume", "adj close", "adj_close", "adjclose"]);

/**
 * Bars, newest first, of a file with the header Date,Open,High,Low,Close and perhaps Volume and Adj Close, in any order and
 * case; volume is 0 where there is no such column. A date may be followed by a time of day.
 * @param name of the file, for the error.
 * @throws {SourceError} `bad_answer` that names file, line and what is wrong with it.
 */
export function readBarsFile(text: string, name: string, today: IsoDate): readonly Bar[] {
  const [header = "", ...lines] = text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split(/\r?\n/);
  const columns = cellsOf(header).map((column) => column.toLowerCase());
  const refused = refusalOfHeader(columns);
  if (refused !== null) throw new SourceError("bad_answer", `${name}: ${refused}`);
  const days = new Set<IsoDate>();
  const bars = lines.map((line, index): Bar => {
    const wrong = (what: string) => new SourceError("bad_answer", `${name}, line ${index + 2}: ${what}`);
    const cells = cellsOf(line);
    if (cells.length !== columns.length) throw wrong(`${cells.length} values under ${columns.length} columns.`);
    const cell = (column: string): string | undefined => cells[columns.indexOf(column)];
    const date = dayOf(cell("date") ?? "");
    if (date === null) throw wrong(`"${cell("date")}" is not a day such as 2026-11-20.`);
    if (days.has(date)) throw wrong(`${date} is there twice.`);
    if (!mayHaveTraded(date)) throw wrong(`the exchanges did not trade on ${date}.`);
    days.add(date);
    const row = { open: cell("open"), high: cell("high"), low: cell("low"), close: cell("close") };
    const volume = columns.includes("volume") ? cell("volume") : 0;
    const [bar] = validBars([{ date, ...row, volume }], today).bars;
    if (bar === undefined) throw wrong(`${line.slice(0, 100)} is not a day of trading up to ${today}.`);
    return bar;
  });
  if (bars.length === 0) throw new SourceError("bad_answer", `${name} has no line below its header.`);
  return bars.sort((a, b) => (a.date < b.date ? 1 : -1));
}

function cellsOf(line: string): string[] {
  return line.split(",").map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

/** Reason for which it is not the header of daily bars; null when it is. */
function refusalOfHeader(columns: readonly string[]): string | null {
  const missing = NEEDED.filter((column) => !columns.includes(column));
  const unknown = columns.filter((column) => !ALLOWED.has(column));
  const allowed = "the header is Date,Open,High,Low,Close and perhaps Volume and Adj Close";
  if (missing.length > 0) return `no column ${missing.join(", ")}; ${allowed}.`;
  if (unknown.length > 0) return `unknown column "${unknown.join('", "')}"; ${allowed}.`;
  return new Set(columns).size < columns.length ? `a column is there twice; ${allowed}.` : null;
}

/** Parses the day of `2026-11-20` or `2026-11-20 00:00:00-05:00`. */
function dayOf(text: string): IsoDate | null {
  const [day = "", time, ...more] = text.split(/[ T]/);
  return more.length > 0 || (time !== undefined && !/^\d{2}:\d{2}/.test(time)) ? null : isoDate(day);
}
