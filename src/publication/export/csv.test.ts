import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PUBLIC_FIELD_NAMES, type PublicTrade } from "../../domain/public-trade.ts";
import { formatCsvCell, formatCsvHeader, formatCsvLine } from "./csv.ts";

const TRADE = Object.fromEntries(PUBLIC_FIELD_NAMES.map((name) => [name, name])) as unknown as PublicTrade;

test("a cell that a spreadsheet would execute gets an apostrophe, unless raw", () => {
  for (const text of ["=cmd|'/c calc'!A1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "＝1+1", "＋1", "－1", "＠x"]) {
    assert.equal(formatCsvCell(text, false), `"'${text}"`);
    assert.equal(formatCsvCell(text, true), `"${text}"`);
  }
  for (const text of ["a=1", " =1", "1-1", "'=1", "", "\ufeff=1", ";", ","]) {
    assert.equal(formatCsvCell(text, false), `"${text}"`);
  }
});

test("null is empty without quotes, a quote is doubled, a lone surrogate becomes U+FFFD", () => {
  assert.equal(formatCsvCell(null, false), "");
  assert.equal(formatCsvCell("", false), '""');
  assert.equal(formatCsvCell('say "a", b', false), '"say ""a"", b"');
  assert.equal(formatCsvCell('="a"', false), `"'=""a"""`);
  assert.equal(Buffer.from(formatCsvCell("a\ud800b", false)).toString("utf8"), '"a\ufffdb"');
});

test("header and lines have the requested columns in order, and end in CRLF", () => {
  assert.equal(formatCsvHeader(["ticker", "id"]), "ticker,id\r\n");
  assert.equal(formatCsvLine({ ...TRADE, comment: null }, ["comment", "id", "ticker"], false), ',"id","ticker"\r\n');
  assert.equal(formatCsvLine(TRADE, PUBLIC_FIELD_NAMES, false).split(",").length, PUBLIC_FIELD_NAMES.length);
});

test("an RFC 4180 reader gets any text back unchanged", () => {
  const { length } = PUBLIC_FIELD_NAMES;
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.string({ unit: "binary" })), { minLength: length, maxLength: length }),
      (values) => {
        const trade = Object.fromEntries(PUBLIC_FIELD_NAMES.map((name, at) => [name, values[at] ?? null]));
        assert.deepEqual(readLine(formatCsvLine(trade as unknown as PublicTrade, PUBLIC_FIELD_NAMES, true)), values);
      },
    ),
  );
});

/** Parses one record; an empty cell without quotes is null. */
function readLine(line: string): (string | null)[] {
  assert.ok(line.endsWith("\r\n"));
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|)/gu)];
  assert.equal(cells.map(([cell]) => cell).join(""), `,${line.slice(0, -2)}`);
  return cells.map(([, quoted]) => quoted?.replaceAll('""', '"') ?? null);
}
