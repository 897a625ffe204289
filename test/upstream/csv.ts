/** Parses comma-separated values with quotes (RFC 4180) into rows keyed by the names in the header line. */

export type CsvRow = Readonly<Record<string, string>>;

export function readCsv(text: string): CsvRow[] {
  const [header = [], ...rows] = parseRecords(text.replace(/^\uFEFF/, ""));
  return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])));
}

function parseRecords(text: string): string[][] {
  const all: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (record.length > 1 || record[0] !== "") all.push(record);
    record = [];
  }
  return all;
}
