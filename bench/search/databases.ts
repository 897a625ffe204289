/**
 * Runs the same queries in SQL, on tables with an index for each filter field and each order. Returns the total and the page as
 * JSON.
 */
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { computeReportingGapDays, isLate } from "../../src/domain/lateness.ts";
import { findSeat } from "../../src/domain/party.ts";
import type { Politician } from "../../src/domain/politician.ts";
import { PUBLIC_FIELDS } from "../../src/domain/public-trade.ts";
import type { Trade } from "../../src/domain/trade.ts";
import type { TradeFilter, TradeSort } from "../../src/domain/trade-filter.ts";
import { fillPostgres, fillSqlite, type Row } from "../http/comparison-data.ts";
import type { Question } from "./questions.ts";

export interface Answered {
  readonly total: number;
  readonly ids: readonly string[];
}

export interface Database {
  readonly name: string;
  answer(question: Question, limit: number): Promise<Answered>;
  close(): Promise<void>;
}

const FIELDS = Object.keys(PUBLIC_FIELDS).join(", ");
/** Order of the recent list, which also breaks ties. */
const RECENT = "disclosure_date desc, transaction_date desc, id desc";
/** SQL of the searched text, without hyphens, which PostgreSQL would read as minus signs. */
const SEARCHED = "replace(politician || ' ' || company || ' ' || ticker || ' ' || coalesce(comment, ''), '-', ' ')";
const COLUMNS: Readonly<Record<TradeSort["by"], string>> = {
  disclosure_date: "disclosure_date",
  transaction_date: "transaction_date",
  amount: "amount_low",
  reporting_gap: "gap",
};
const INDICES = [
  `create index recent on trades (${RECENT})`,
  ...["ticker", "politician_id", "chamber", "party", "state", "transaction_type", "asset_type", "owner", "late"].map(
    (column) => `create index by_${column} on trades (${column}, ${RECENT})`,
  ),
  ...["transaction_date", "amount_low", "gap"].flatMap((column) => [
    `create index by_${column} on trades (${column}, ${RECENT})`,
    `create index by_${column}_down on trades (${column} desc, ${RECENT})`,
  ]),
  "create index by_amount_high on trades (amount_high)",
];

/** Yields trades with the public columns and additional columns for filters and orders. */
export function* generateRows(trades: Iterable<Trade>, members: readonly Politician[]): Generator<Row> {
  const known = new Map(members.map((each) => [each.id, each]));
  const getName = (id: string) => known.get(id)?.name ?? "";
  const states = new Map(members.map((each) => [each.id, findSeat(each).state]));
  for (const trade of trades) {
    const fields = Object.entries(PUBLIC_FIELDS).map(([name, { value }]) => [name, value(trade, getName)]);
    yield {
      ...(Object.fromEntries(fields) as Row),
      owner: trade.owner,
      state: states.get(trade.politicianId) ?? "",
      amount_low: trade.amount.lowUsd,
      amount_high: trade.amount.highUsd ?? Number.MAX_SAFE_INTEGER,
      late: isLate(trade) ? 1 : 0,
      gap: computeReportingGapDays(trade) ?? 0,
    };
  }
}

export function openSqlite(file: string, rows: Iterable<Row>): Database {
  fillSqlite(file, { trades: rows }, [
    ...INDICES,
    "create virtual table words using fts5(politician, company, ticker, comment, content='trades')",
    "insert into words(words) values ('rebuild')",
  ]);
  const database = new DatabaseSync(file, { readOnly: true });
  // The whole database stays in memory.
  database.exec("pragma cache_size = -4000000");
  return {
    name: "SQLite",
    async answer(question, limit) {
      const { where, values } = buildCondition(
        question.filter,
        () => "?",
        (words) => [
          "rowid in (select rowid from words where words match ?)",
          words.map((word) => `"${word}"*`).join(" "),
        ],
      );
      const count = database.prepare(`select count(*) as total from trades ${where}`).get(...values);
      const page = database
        .prepare(`select ${FIELDS} from trades ${where} ${buildOrderAndPage(question, limit)}`)
        .all(...values);
      return toAnswered(Number(count?.["total"]), page as Row[]);
    },
    async close() {
      database.close();
    },
  };
}

export async function openPostgres(url: string, rows: Iterable<Row>): Promise<Database> {
  await fillPostgres(
    url,
    { trades: rows },
    {
      indices: [...INDICES, "create index by_words on trades using gin (words)", "vacuum trades"],
      // SQLite uses the same comparison.
      text: 'text collate "C"',
      extraColumns: `, words tsvector generated always as (to_tsvector('simple', ${SEARCHED})) stored`,
    },
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set work_mem = '256MB'");
  return {
    name: "PostgreSQL",
    async answer(question, limit) {
      const { where, values } = buildCondition(
        question.filter,
        (n) => `$${n}`,
        (words, place) => [`words @@ to_tsquery('simple', ${place})`, words.map((word) => `${word}:*`).join(" & ")],
      );
      const count = await client.query<{ total: string }>(`select count(*) as total from trades ${where}`, values);
      const page = await client.query<Row>(
        `select ${FIELDS} from trades ${where} ${buildOrderAndPage(question, limit)}`,
        values,
      );
      return toAnswered(Number(count.rows[0]?.total), page.rows);
    },
    close: () => client.end(),
  };
}

function toAnswered(total: number, rows: readonly Row[]): Answered {
  JSON.stringify({ trades: rows, total });
  return { total, ids: rows.map(({ id }) => String(id)) };
}

function buildOrderAndPage({ sort, skip }: Question, limit: number): string {
  const by =
    sort.by === "disclosure_date" && sort.descending ? "" : `${COLUMNS[sort.by]}${sort.descending ? " desc" : ""}, `;
  return `order by ${by}${RECENT} limit ${limit} offset ${skip}`;
}

/** @param place returns the placeholder of value number `n`. @param match returns the condition for words and its value. */
function buildCondition(
  filter: TradeFilter,
  place: (n: number) => string,
  match: (words: readonly string[], place: string) => readonly [string, string],
) {
  const values: (string | number)[] = [];
  const addValue = (value: string | number) => place(values.push(value));
  const addAmong = (column: string, some: readonly string[] | undefined) =>
    some && `${column} in (${some.map(addValue).join(", ")})`;
  const addComparison = (column: string, sign: string, value: string | number | undefined) =>
    value === undefined ? undefined : `${column} ${sign} ${addValue(value)}`;
  const conditions = [
    addAmong("ticker", filter.ticker),
    addAmong("politician_id", filter.politicianId),
    addComparison("chamber", "=", filter.chamber),
    addAmong("party", filter.party),
    addComparison("state", "=", filter.state),
    addAmong("transaction_type", filter.transactionType),
    addAmong("asset_type", filter.assetType),
    addComparison("owner", "=", filter.owner),
    addComparison("amount_low", ">=", filter.minAmountUsd),
    addComparison("amount_high", "<=", filter.maxAmountUsd),
    addComparison("disclosure_date", ">=", filter.disclosedFrom),
    addComparison("disclosure_date", "<=", filter.disclosedTo),
    addComparison("transaction_date", ">=", filter.tradedFrom),
    addComparison("transaction_date", "<=", filter.tradedTo),
    addComparison("late", "=", filter.late === undefined ? undefined : Number(filter.late)),
  ];
  if (filter.words !== undefined) {
    const [sql, value] = match(filter.words, place(values.length + 1));
    values.push(value);
    conditions.push(sql);
  }
  const all = conditions.filter((each) => each !== undefined);
  return { where: all.length === 0 ? "" : `where ${all.join(" and ")}`, values };
}
