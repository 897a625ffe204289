/**
 * Collects the names at which the reader of scans stops early: `node training/names/known.ts OUT DATABASE`. DATABASE is the SQLite database of a
 * service that has imported the ticker lists and the electronic reports. A name is kept where its letters alone identify one security: not
 * where another one is near, nor where it has a digit, a class or a numeral, or ends like the name of a series of private funds.
 * Behind a blank line are the other names, with digits, classes and numerals: a name near one of them is misread.
 */
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { toNameCore } from "../../src/domain/name-core.ts";
import { type KnownName, KnownNames } from "../../src/filings/normalise/known-names.ts";

const [out = "", database = ""] = process.argv.slice(2);
const SHORTEST = 5;
/** Words behind which private funds have a numeral or a class, which print loses. */
const OF_SERIES = /\b(?:FUND|FUNDS|FD|PARTNERS|PORTFOLIO|TRUST|SERIES|CLASS|[IVX]+)$/;

const store = new DatabaseSync(database, { readOnly: true });
const listed = store.prepare("select symbol, name, other_names from securities").all() as {
  symbol: string;
  name: string;
  other_names: string | null;
}[];
const filed = store
  .prepare(
    "select distinct coalesce(current_ticker, ticker) symbol, asset_name_raw name from trades where confidence = 'printed'",
  )
  .all() as unknown as KnownName[];
const names = [
  ...listed.flatMap(({ symbol, name, other_names: others }) =>
    [name, ...((others === null ? [] : JSON.parse(others)) as string[])].map((each) => ({ symbol, name: each })),
  ),
  ...filed.filter(({ symbol }) => symbol !== ""),
];
const known = new KnownNames(names);
const cores = new Map(names.map(({ name }) => [toNameCore(name).words.join(" "), name]));
const kept = [...cores].flatMap(([core, name]) => {
  const isPlain =
    /^[A-Z ]+$/.test(core) && core.length >= SHORTEST && !OF_SERIES.test(core) && toNameCore(name).shareClass === "";
  return isPlain && known.identify([{ text: core, count: 2 }])?.isExact ? [core] : [];
});
const others = [...cores.keys()].filter((core) => core.length >= SHORTEST && /^[A-Z0-9 ]+$/.test(core));
const near = new Set(others).difference(new Set(kept));
writeFileSync(out, gzipSync([kept, [...near]].map((each) => each.sort().join("\n")).join("\n\n"), { level: 9 }));
