/**
 * Collects the names for which one OCR pass is enough: `node training/names/known.ts OUT DATABASE`. DATABASE is the SQLite database of
 * a service that has imported the ticker lists and the electronic reports. A name qualifies if its letters alone identify one security:
 * no other name is close, and it has no digit, class or numeral and does not end like the name of a series of private funds.
 * After a blank line come the other names, with digits, classes and numerals: a name close to one of them counts as misread.
 */
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { toNameCore } from "../../src/domain/name-core.ts";
import { type KnownName, KnownNames } from "../../src/filings/normalise/known-names.ts";

const [out = "", database = ""] = process.argv.slice(2);
const MIN_LENGTH = 5;
/** Words after which private funds have a numeral or a class, which is lost in print. */
const SERIES_END = /\b(?:FUND|FUNDS|FD|PARTNERS|PORTFOLIO|TRUST|SERIES|CLASS|[IVX]+)$/;

const store = new DatabaseSync(database, { readOnly: true });
const listed = store.prepare("select symbol, name, other_names from securities").all() as {
  symbol: string;
  name: string;
  other_names: string | null;
}[];
const reported = store
  .prepare(
    "select distinct coalesce(current_ticker, ticker) symbol, asset_name_raw name from trades where confidence = 'printed'",
  )
  .all() as unknown as KnownName[];
const names = [
  ...listed.flatMap(({ symbol, name, other_names: others }) =>
    [name, ...((others === null ? [] : JSON.parse(others)) as string[])].map((each) => ({ symbol, name: each })),
  ),
  ...reported.filter(({ symbol }) => symbol !== ""),
];
const known = new KnownNames(names);
const cores = new Map(names.map(({ name }) => [toNameCore(name).words.join(" "), name]));
const onePassNames = [...cores].flatMap(([core, name]) => {
  const isPlain =
    /^[A-Z ]+$/.test(core) && core.length >= MIN_LENGTH && !SERIES_END.test(core) && toNameCore(name).shareClass === "";
  return isPlain && known.identify([{ text: core, count: 2 }])?.isExact ? [core] : [];
});
const comparable = [...cores.keys()].filter((core) => core.length >= MIN_LENGTH && /^[A-Z0-9 ]+$/.test(core));
const otherNames = new Set(comparable).difference(new Set(onePassNames));
writeFileSync(
  out,
  gzipSync([onePassNames, [...otherNames]].map((each) => each.sort().join("\n")).join("\n\n"), { level: 9 }),
);
