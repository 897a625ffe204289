/**
 * Filters and sorts of the dataset in memory: `node --expose-gc bench/search.ts [TRADES]` (200,000 made trades unless told).
 * Prints for each combination the matching number and the median of 100 rows, beside what it may take: 50 us for the plain lists, 10 ms for
 * all others. Made to be hard on the search: 3,000 symbols, 20,000 companies, and a comment of its own for every third trade.
 */
import { addDays } from "../src/domain/dates.ts";
import { PARTIES } from "../src/domain/politician.ts";
import { searchWords } from "../src/domain/search-words.ts";
import { TRANSACTION_TYPES } from "../src/domain/trade.ts";
import { RECENT_FIRST, type TradeFilter, type TradeSort } from "../src/domain/trade-filter.ts";
import { datasetOf } from "../test/dataset/made-trades.ts";
import { day } from "../test/store/made.ts";
import { manyTrades } from "./many-trades.ts";

const PLAIN_US = 50;
const OTHER_US = 10_000;
const LIMIT = 100;

const count = Number(process.argv[2] ?? 200_000);
const made = manyTrades(count);
const before = heldMb();
const started = performance.now();
const dataset = await datasetOf(made.trades, made.members);
const seconds = (performance.now() - started) / 1000;
console.log(
  `${count.toLocaleString()} trades: built in ${seconds.toFixed(2)} s; ${(heldMb() - before).toFixed(0)} MB added, of which ${(jsonBytes() / 1e6).toFixed(0)} MB are the JSON that is served`,
);

const by = (text: string): TradeSort => ({
  by: text.replace("-", "") as TradeSort["by"],
  descending: text.startsWith("-"),
});
const symbol = "S7";
const id = made.members[5]?.id ?? "";
const plain: readonly (readonly [string, TradeFilter])[] = [
  ["no filter", {}],
  ["ticker", { ticker: [symbol] }],
  ["politician_id", { politicianId: [id] }],
  ["chamber", { chamber: "senate" }],
  ["party", { party: ["Independent"] }],
  ["chamber, party", { chamber: "house", party: ["Democrat"] }],
];
const from = day("2014-01-01");
const filters: readonly (readonly [string, TradeFilter])[] = [
  ["two tickers", { ticker: [symbol, "S8"] }],
  ["fifty tickers", { ticker: Array.from({ length: 50 }, (_, n) => `S${n}`) }],
  ["a hundred politicians", { politicianId: made.members.slice(0, 100).map((each) => each.id) }],
  ["two parties", { party: ["Democrat", "Republican"] }],
  ["state", { state: "TX" }],
  ["transaction_type", { transactionType: ["sale_full", "sale_partial"] }],
  ["asset_type", { assetType: ["Stock", "ETF"] }],
  ["owner", { owner: "spouse" }],
  ["min_amount", { minAmountUsd: 1001 }],
  ["min_amount, max_amount", { minAmountUsd: 15_001, maxAmountUsd: 250_000 }],
  ["disclosed span", { disclosedFrom: from, disclosedTo: addDays(from, 2000) }],
  ["traded span", { tradedFrom: from, tradedTo: addDays(from, 2000) }],
  ["late", { late: true }],
  ["q: a name", { words: searchWords("example 17") }],
  ["q: a common word", { words: searchWords("company") }],
  ["q: a rare word", { words: searchWords("account-77123") }],
  ["q: a letter", { words: searchWords("a") }],
  ["q: three common words", { words: searchWords("bought company example") }],
  ["q: what is nowhere", { words: searchWords("zzzz") }],
  ["chamber, q", { chamber: "senate", words: searchWords("adviser company") }],
  [
    "party, type, min_amount, late",
    { party: ["Democrat"], transactionType: ["purchase"], minAmountUsd: 15_001, late: false },
  ],
  [
    "all at once",
    {
      chamber: "house",
      party: [...PARTIES],
      state: "CA",
      transactionType: [...TRANSACTION_TYPES],
      assetType: ["Stock", "Corporate Bond"],
      owner: "self",
      minAmountUsd: 1,
      maxAmountUsd: 1e12,
      disclosedFrom: day("2012-01-01"),
      disclosedTo: day("2030-01-01"),
      tradedFrom: day("2012-01-01"),
      tradedTo: day("2030-01-01"),
      late: false,
      words: searchWords("company bought"),
    },
  ],
];

let missed = 0;
for (const [name, filter] of plain) measure(name, filter, RECENT_FIRST, 0, PLAIN_US);
for (const [name, filter] of plain) {
  const { total } = dataset.trades(filter, RECENT_FIRST, 1, 0);
  measure(`${name}, last page`, filter, RECENT_FIRST, Math.max(0, total - LIMIT), PLAIN_US);
}
for (const [name, filter] of filters) {
  if (filter.words) first(`${name}, the first time`, () => dataset.trades(filter, RECENT_FIRST, LIMIT, 0));
  measure(name, filter, RECENT_FIRST, 0, OTHER_US);
}
for (const sort of [
  "disclosure_date",
  "-transaction_date",
  "transaction_date",
  "-amount",
  "amount",
  "-reporting_gap",
  "reporting_gap",
]) {
  first(`sort ${sort}, the first time`, () => dataset.trades({}, by(sort), LIMIT, 0));
  measure(`sort ${sort}`, {}, by(sort), 0, OTHER_US);
  measure(`sort ${sort}, late, last page`, { late: true }, by(sort), count * 0.3, OTHER_US);
}
measure("sort -amount, all at once", filters.at(-1)?.[1] ?? {}, by("-amount"), 0, OTHER_US);
measure("sort -amount, q: a letter, deep", { words: searchWords("a") }, by("-amount"), count / 2, OTHER_US);
first("select all", () => dataset.select({}, RECENT_FIRST));
first("select late, by amount", () => dataset.select({ late: true }, by("-amount")));
first("summaries of all", () => {
  for (let position = 0; position < count; position += 1) dataset.summaryAt(position);
});
console.log(`held: ${(heldMb() - before).toFixed(0)} MB added with all lists and orders made`);
console.log(missed === 0 ? "every median is within its bound" : `${missed} medians are NOT within their bound`);

function measure(name: string, filter: TradeFilter, sort: TradeSort, skip: number, boundUs: number): void {
  const { total } = dataset.trades(filter, sort, LIMIT, skip);
  const times: number[] = [];
  const end = performance.now() + 400;
  for (let turn = 0; turn < 20 || (turn < 2000 && performance.now() < end); turn += 1) {
    const start = performance.now();
    dataset.trades(filter, sort, LIMIT, skip);
    times.push((performance.now() - start) * 1000);
  }
  times.sort((a, b) => a - b);
  const [median = 0, p99 = 0] = [times[times.length >> 1], times[Math.floor(times.length * 0.99)]];
  const within = median < boundUs;
  if (!within) missed += 1;
  const cells = [
    name.padEnd(40),
    String(total).padStart(9),
    `${median.toFixed(1)} us`.padStart(12),
    `${p99.toFixed(0)} us`.padStart(10),
  ];
  console.log(`${cells.join("  ")}  ${within ? "<" : "NOT <"} ${boundUs} us`);
}

function jsonBytes(): number {
  let bytes = 0;
  for (let position = 0; position < count; position += 1) bytes += dataset.tradeAt(position).length + 1;
  return bytes;
}

function first(name: string, work: () => unknown): void {
  const start = performance.now();
  work();
  console.log(
    `${name.padEnd(40)}  ${" ".repeat(9)}  ${((performance.now() - start) * 1000).toFixed(0).padStart(9)} us once`,
  );
}

/** Memory after a collection, in the heap and outside of it. */
function heldMb(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
