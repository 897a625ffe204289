/** What the columns of a table in words are for, by what they are headed. */
import { likeness, plain } from "../../text/likeness.ts";

/** `beside` says nothing that a report asks for; `statement` stands in the statements and lists of brokers, not in reports. */
export type WordedColumn =
  | "owner"
  | "asset"
  | "type"
  | "transactionDate"
  | "notificationDate"
  | "amount"
  | "beside"
  | "statement";

const HEADINGS: Readonly<Record<WordedColumn, readonly string[]>> = {
  owner: ["Owner", "SP DC JT", "JT SP DC", "SP/JT/DC", "Ownership", "Owner Code"],
  asset: [
    "Asset",
    "Asset Name",
    "Full Asset Name",
    "Name of Asset",
    "Asset Description",
    "Security",
    "Security Name",
    "Description",
  ],
  type: [
    "Type",
    "Transaction Type",
    "Type of Transaction",
    "Transaction",
    "Purchase/Sale",
    "Purchase or Sale",
    "Purchase, Sale or Exchange",
    "Buy/Sell",
    "P/S",
    "P, S, E",
  ],
  transactionDate: ["Date", "Transaction Date", "Date of Transaction", "Trade Date", "Date of Trade"],
  notificationDate: [
    "Notification Date",
    "Date Notified",
    "Date of Notification",
    "Notified",
    "Date Notified of Transaction",
    "Notification",
  ],
  amount: [
    "Amount",
    "Amount of Transaction",
    "Transaction Amount",
    "Amount Range",
    "Amount Code",
    "Value",
    "Value Range",
    "Value of Transaction",
    "Range",
  ],
  beside: [
    "ID",
    "No.",
    "#",
    "Ticker",
    "Ticker Symbol",
    "Symbol",
    "Account",
    "Account Name",
    "Cap. Gains > $200?",
    "Capital Gains over $200",
    "Capital Gain over $200?",
    "Asset Type",
    "Notes",
    "Comments",
    "Filing Status",
  ],
  statement: [
    "Quantity",
    "Qty",
    "Shares",
    "Units",
    "Price",
    "Unit Price",
    "Net Amount",
    "Principal",
    "Commission",
    "Fees",
    "Balance",
    "Settlement Date",
    "Settle Date",
    "Activity",
    "Activity Date",
    "Cost Basis",
    "Proceeds",
    "Gain/Loss",
  ],
};

/** A heading less like any of them is none that can be read, and so is one nearly as like to another. */
const ALIKE = 0.8;
const APART = 0.1;

/** Null where the heading cannot be read, or could be of more than one kind. */
export function wordedColumnOf(heading: string): WordedColumn | null {
  if (plain(heading) === "") return null;
  const kinds = (Object.keys(HEADINGS) as WordedColumn[])
    .map((kind) => ({ kind, alike: Math.max(...HEADINGS[kind].map((words) => likeness(words, heading))) }))
    .toSorted((a, b) => b.alike - a.alike);
  const [best, rival] = kinds;
  return best && best.alike >= ALIKE && best.alike - (rival?.alike ?? 0) >= APART ? best.kind : null;
}

/** Places of the columns, from the left. */
export interface WordedColumns {
  readonly owner: number | null;
  readonly asset: number;
  readonly type: number;
  readonly transactionDate: number;
  readonly notificationDate: number | null;
  readonly amount: number;
  /** Columns at the right of known ones with headings that say nothing: what stands in them may say more about the row. */
  readonly unknown: readonly number[];
}

const NEEDED = ["asset", "type", "transactionDate", "amount"] as const;

/**
 * The columns of a report of transactions; null where one of them is missing or there twice, or where the table may be a broker's: those know neither
 * owners nor days of notification.
 */
export function wordedColumns(headings: readonly (WordedColumn | null)[]): WordedColumns | null {
  const placesOf = (kind: WordedColumn) => headings.flatMap((each, at) => (each === kind ? [at] : []));
  const only = (kind: WordedColumn) => (placesOf(kind).length === 1 ? (placesOf(kind)[0] as number) : null);
  const [asset, type, transactionDate, amount] = NEEDED.map(only);
  if (asset == null || type == null || transactionDate == null || amount == null) return null;
  const [owners, notices] = [placesOf("owner"), placesOf("notificationDate")];
  if (owners.length + notices.length === 0 || owners.length > 1 || notices.length > 1) return null;
  if (placesOf("statement").length > 0) return null;
  const first = headings.findIndex((kind) => kind !== null);
  return {
    owner: only("owner"),
    asset,
    type,
    transactionDate,
    notificationDate: only("notificationDate"),
    amount,
    unknown: headings.flatMap((kind, at) => (kind === null && at > first ? [at] : [])),
  };
}
