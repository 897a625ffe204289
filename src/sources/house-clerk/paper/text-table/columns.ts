/** Assigns the columns of a text table by their headings. */
import { likeness, plain } from "../../../../imaging/text/likeness.ts";

/** A type of transaction with a column of its own, to be marked. */
export const MARKED_TYPES = ["P", "S", "S (partial)", "E"] as const;
export type MarkedType = (typeof MARKED_TYPES)[number];

/** The purpose of a column. `beside` is a question that no report asks; `statement` is a column of brokers' statements and lists. */
export type TextColumn =
  | MarkedType
  | "owner"
  | "asset"
  | "type"
  | "transactionDate"
  | "notificationDate"
  | "amount"
  | "beside"
  | "statement";

const HEADINGS: Readonly<Record<TextColumn, readonly string[]>> = {
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
  P: ["Purchase", "Buy"],
  S: ["Sale", "Sell"],
  "S (partial)": ["Partial Sale", "Sale (partial)"],
  E: ["Exchange"],
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

/** Least similarity of a heading that counts as read, and least lead over the next purpose. */
const ALIKE = 0.8;
const APART = 0.1;

/** The purpose of a heading; null where it cannot be read, or could be more than one. */
export function textColumnOf(heading: string): TextColumn | null {
  if (plain(heading) === "") return null;
  const kinds = (Object.keys(HEADINGS) as TextColumn[])
    .map((kind) => ({ kind, alike: Math.max(...HEADINGS[kind].map((words) => likeness(words, heading))) }))
    .toSorted((a, b) => b.alike - a.alike);
  const [best, rival] = kinds;
  return best && best.alike >= ALIKE && best.alike - (rival?.alike ?? 0) >= APART ? best.kind : null;
}

/** Indexes of the columns, from the left. */
export interface TextColumns {
  readonly owner: number | null;
  readonly asset: number;
  /** The column of the type's word, or the columns to be marked. */
  readonly type: number | readonly { readonly kind: MarkedType; readonly at: number }[];
  readonly transactionDate: number;
  readonly notificationDate: number | null;
  /** The column of the amount's words; null where there are columns to be marked, which have no index here. */
  readonly amount: number | null;
  /** Columns to the right of known ones whose headings cannot be read; their text may say more about the row. */
  readonly unknown: readonly number[];
}

/**
 * The columns of a report of transactions. It is null where one of them is missing or there twice, or where the table may be a broker's, which has
 * neither owners nor notification dates.
 * @param areAmountsMarked the amounts have columns of their own, which are not among `headings`.
 */
export function textColumns(headings: readonly (TextColumn | null)[], areAmountsMarked: boolean): TextColumns | null {
  const placesOf = (kind: TextColumn) => headings.flatMap((each, at) => (each === kind ? [at] : []));
  const only = (kind: TextColumn) => (placesOf(kind).length === 1 ? (placesOf(kind)[0] as number) : null);
  const [asset, transactionDate] = [only("asset"), only("transactionDate")];
  const amount = areAmountsMarked ? null : only("amount");
  const type = only("type") ?? markedTypes(headings);
  if (asset === null || transactionDate === null || type === null) return null;
  if (areAmountsMarked ? placesOf("amount").length > 0 : amount === null) return null;
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

/** The type columns to be marked: at least purchase and sale, each once, and no column of words beside them. */
function markedTypes(headings: readonly (TextColumn | null)[]): { kind: MarkedType; at: number }[] | null {
  const marked = MARKED_TYPES.flatMap((kind) => headings.flatMap((each, at) => (each === kind ? [{ kind, at }] : [])));
  const kinds = new Set(marked.map(({ kind }) => kind));
  return kinds.has("P") && kinds.has("S") && kinds.size === marked.length && !headings.includes("type")
    ? marked.toSorted((a, b) => a.at - b.at)
    : null;
}
