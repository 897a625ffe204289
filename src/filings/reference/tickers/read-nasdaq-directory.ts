/** Reads the Nasdaq Trader symbol directories: `|`-separated text whose last line, `File Creation Time`, proves that it is complete. */
import { ParseError } from "../../../base/errors.ts";
import { parseShareClass } from "../../../domain/issuer-name.ts";
import type { Security } from "../../../domain/security.ts";
import { toCanonicalSymbol } from "../../../domain/symbol.ts";
import { extractIssuer } from "./issuer-names.ts";

/** Exchange codes in `otherlisted.txt`, as defined by Nasdaq Trader's description of the symbol directories. */
const EXCHANGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    A: "NYSE American",
    M: "NYSE Texas",
    N: "NYSE",
    P: "NYSE Arca",
    V: "IEX",
    Z: "Cboe BZX",
  }),
);

/** Reads `nasdaqlisted.txt`: securities listed on Nasdaq. Pure. @throws {ParseError} `directory_*`. */
export function readNasdaqListed(bytes: Uint8Array): Security[] {
  return parseSymbolDirectory("nasdaqlisted.txt", bytes, "Symbol", () => "Nasdaq");
}

/** Reads `otherlisted.txt`: securities listed on other US exchanges. Pure. @throws {ParseError} `directory_*`. */
export function readOtherListed(bytes: Uint8Array): Security[] {
  return parseSymbolDirectory("otherlisted.txt", bytes, "ACT Symbol", (row) => EXCHANGES.get(row("Exchange")) ?? null);
}

type Row = (column: string) => string;

/** Skips test issues, and symbols such as `ETI$` that `toCanonicalSymbol` rejects, which no filing or request can contain. */
function parseSymbolDirectory(
  file: string,
  bytes: Uint8Array,
  symbolColumn: string,
  findExchange: (row: Row) => string | null,
): Security[] {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  while (lines.at(-1)?.trim() === "") lines.pop();
  const header = (lines.shift() ?? "").replace(/^\uFEFF/, "").split("|");
  const required = [symbolColumn, "Security Name", "Test Issue", "ETF"];
  const missing = required.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new ParseError(
      "directory_unknown_columns",
      `${file}: no column ${missing.join(", ")} in "${excerptCells(header)}"`,
    );
  }
  if (!lines.at(-1)?.startsWith("File Creation Time")) {
    throw new ParseError("directory_truncated", `${file}: it does not end with its File Creation Time line`);
  }
  const bySymbol = new Map<string, Security>();
  for (const line of lines.slice(0, -1)) {
    const cells = line.split("|");
    if (cells.length !== header.length) {
      throw new ParseError(
        "directory_row",
        `${file}: ${cells.length} fields in "${excerptCells(cells)}"; ${header.length} are expected`,
      );
    }
    const getCell: Row = (column) => cells[header.indexOf(column)]?.trim() ?? "";
    const symbol = toCanonicalSymbol(getCell(symbolColumn));
    if (getCell("Test Issue") === "Y" || symbol === null || bySymbol.has(symbol)) continue;
    const etf = getCell("ETF") === "Y";
    const fullName = getCell("Security Name").replace(/\s+/g, " ");
    const name = etf ? fullName : extractIssuer(fullName);
    // Keeps the full name with its class letter, which distinguishes the issuer's share classes.
    const nameWithClass =
      parseShareClass(name) === null && parseShareClass(fullName) !== null ? { otherNames: [fullName] } : {};
    bySymbol.set(symbol, {
      symbol,
      name: name || symbol,
      ...nameWithClass,
      exchange: findExchange(getCell),
      etf,
      cik: null,
    });
  }
  if (bySymbol.size === 0) {
    throw new ParseError("directory_empty", `${file}: it lists no symbol; at least one is expected`);
  }
  return [...bySymbol.values()];
}

function excerptCells(cells: readonly string[]): string {
  return cells.join("|").slice(0, 80);
}
