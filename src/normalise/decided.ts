/** What persons settled about a filing, laid over what its reader saw. */
import type { DecidedField, FilingDecisions, LineDecision } from "../domain/decision.ts";
import type { RejectedLine } from "../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../sources/source.ts";

/** Parts the cell of an asset, `Sample, Inc. (SMPL) [ST]`. */
type SplitAsset = (cell: string) => {
  readonly name: string;
  readonly ticker: string | null;
  readonly code: string | null;
};

/**
 * Pure. Lines and pages that were decided on the document of this digest, and tickers, as decided; what was decided on another revision of
 * the document waits to be looked at anew.
 */
export function withDecisions(
  raw: RawFiling,
  decisions: FilingDecisions,
  document: string | null,
  splitAsset: SplitAsset,
): RawFiling {
  const transactions: RawTransaction[] = [];
  const rejected: RejectedLine[] = [];
  const onDocument = [...decisions.lines.values()].filter((decision) => decision.document === document);
  const decided = (line: RawTransaction | RejectedLine): LineDecision | null =>
    onDocument.findLast((decision) => isOn(decision, line)) ?? null;
  for (const line of raw.transactions) {
    const decision = decided(line);
    const ticker = decisions.tickers.get(line.line)?.ticker;
    const settled = decision === null ? line : settle(line, decision, splitAsset);
    if (decision?.verdict === "reject") rejected.push(refused(line, decision));
    else transactions.push(ticker === undefined ? settled : { ...settled, identifiedAs: ticker });
  }
  for (const line of raw.rejected) {
    const decision = decided(line);
    if (decision?.verdict === "correct") transactions.push(settle(blankLine(line.line), decision, splitAsset));
    else rejected.push(decision === null ? line : { ...line, reason: "rejected_in_review" });
  }
  const isEmpty = (page: number) =>
    raw.transactions.some((line) => line.page === page) && !transactions.some((line) => line.page === page);
  const scan = raw.scan && {
    ...raw.scan,
    pages: raw.scan.pages.map((page, at) =>
      decisions.pages.get(at + 1)?.document === document || isEmpty(at + 1)
        ? { ...page, kind: "nothing_to_report" as const, failure: null }
        : page,
    ),
  };
  transactions.sort((one, other) => one.line - other.line);
  return { ...raw, transactions, rejected, ...(scan === undefined ? {} : { scan }) };
}

/** Whether the decision is on this line: on the row at its place, where it names one, else on the line of its number. */
function isOn({ line: number, place }: LineDecision, line: RawTransaction | RejectedLine): boolean {
  if (place === undefined) return number === line.line;
  if (!("scan" in line) || line.scan === undefined || line.page !== place.page) return false;
  const { top, height } = line.scan.row.box;
  const middle = place.box.top + place.box.height / 2;
  return middle >= top && middle < top + height;
}

/** The line with the fields that were decided; those that were not stay as read. */
function settle(line: RawTransaction, { fields, verdict }: LineDecision, splitAsset: SplitAsset): RawTransaction {
  if (verdict === "reject") return line;
  const { asset, ticker } = fields;
  const uncertain = line.scan?.uncertain.filter((field) => fields[field] === undefined) ?? [];
  const { owner = line.owner, notificationDate = line.notificationDate } = fields;
  return {
    ...line,
    owner: blank(owner),
    ...(asset === undefined ? {} : named(line, splitAsset(asset), asset)),
    ...(ticker === undefined ? {} : { ticker: blank(ticker), tickers: replaced(line.tickers, blank(ticker)) }),
    transactionType: fields.transactionType ?? line.transactionType,
    transactionDate: fields.transactionDate ?? line.transactionDate,
    notificationDate: blank(notificationDate),
    amount: fields.amount ?? line.amount,
    ...(line.scan === undefined ? {} : { scan: { ...line.scan, uncertain } }),
    reviewed: true,
  };
}

/** The asset as decided, with the ticker and the class that its cell names, or those read before. */
function named(
  { ticker, assetTypeCode, assetParts }: RawTransaction,
  asset: ReturnType<SplitAsset>,
  assetCell: string,
): Partial<RawTransaction> {
  return {
    assetName: asset.name,
    assetCell,
    assetParts: replaced(assetParts, asset.name),
    ticker: asset.ticker ?? ticker,
    assetTypeCode: asset.code ?? assetTypeCode,
  };
}

/** With another first one: in an exchange the second is what was received. */
function replaced<T>(values: readonly T[], first: T): readonly T[] {
  return values.length === 0 ? values : [first, ...values.slice(1)];
}

function refused(line: RawTransaction, { reason }: LineDecision): RejectedLine {
  return { line: line.line, reason: "rejected_in_review", text: reason };
}

/** A line that the reader could not read at all, to be filled in by a person. */
function blankLine(line: number): RawTransaction {
  return {
    line,
    id: null,
    owner: null,
    assetName: "",
    assetCell: "",
    ticker: null,
    assetTypeCode: null,
    assetType: null,
    transactionType: "",
    transactionDate: "",
    notificationDate: null,
    amount: "",
    capGainsOver200: null,
    filingStatus: null,
    subholding: null,
    location: null,
    description: null,
    comment: null,
    page: null,
    tickers: [],
    assetParts: [],
    assetDetails: {},
  };
}

function blank(value: string | null): string | null {
  return value === null || value.trim() === "" ? null : value;
}

/** The fields that a person may set, as the line has them now. */
export function decidableFields(line: RawTransaction): Readonly<Record<DecidedField, string>> {
  const seen = (field: Exclude<DecidedField, "ticker">) => line.scan?.row.fields[field].reading ?? "";
  const fields = {
    owner: line.owner ?? "",
    asset: line.assetName,
    transactionType: line.transactionType,
    transactionDate: line.transactionDate,
    notificationDate: line.notificationDate ?? "",
    amount: line.amount,
  };
  const entries = Object.entries(fields) as [Exclude<DecidedField, "ticker">, string][];
  const best = Object.fromEntries(entries.map(([field, value]) => [field, value || seen(field)])) as typeof fields;
  return { ...best, ticker: line.ticker ?? "" };
}
