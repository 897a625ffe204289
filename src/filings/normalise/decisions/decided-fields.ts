/** Applies a person's decisions on the fields of a line. */
import { type AssetCell, splitAssetCell } from "../../../domain/asset-cell.ts";
import type { DecidedField, EnteredRow } from "../../../domain/decision.ts";
import type { RawTransaction } from "../../../domain/printed-report.ts";

/** Returns the line with the decided fields replaced and the others unchanged. */
export function overrideRow(line: RawTransaction, fields: EnteredRow): RawTransaction {
  const { asset, ticker } = fields;
  const uncertain = line.scan?.uncertain.filter((field) => fields[field] === undefined) ?? [];
  const { owner = line.owner, notificationDate = line.notificationDate } = fields;
  return {
    ...line,
    owner: toNullIfBlank(owner),
    ...(asset === undefined ? {} : buildAssetFields(line, splitAssetCell(asset), asset)),
    ...(ticker === undefined
      ? {}
      : { ticker: toNullIfBlank(ticker), tickers: replaceFirst(line.tickers, toNullIfBlank(ticker)) }),
    transactionType: fields.transactionType ?? line.transactionType,
    transactionDate: fields.transactionDate ?? line.transactionDate,
    notificationDate: toNullIfBlank(notificationDate),
    amount: fields.amount ?? line.amount,
    ...(line.scan === undefined ? {} : { scan: { ...line.scan, uncertain } }),
    reviewed: true,
  };
}

/** Builds the fields of the asset that a person entered. If the entered text lacks a ticker or class, the line keeps its own. */
function buildAssetFields(
  { ticker, assetTypeCode, assetParts }: RawTransaction,
  asset: AssetCell,
  assetCell: string,
): Partial<RawTransaction> {
  return {
    assetName: asset.name,
    assetCell,
    assetParts: replaceFirst(assetParts, asset.name),
    ticker: asset.ticker ?? ticker,
    assetTypeCode: asset.code ?? assetTypeCode,
  };
}

/** Replaces the first value and keeps the others: the second value of an exchange belongs to the asset received. */
function replaceFirst<T>(values: readonly T[], first: T): readonly T[] {
  return values.length === 0 ? values : [first, ...values.slice(1)];
}

function toNullIfBlank(value: string | null): string | null {
  return value === null || value.trim() === "" ? null : value;
}

/** Returns the current values of the fields that a person may decide. */
export function getDecidableFields(line: RawTransaction): Readonly<Record<DecidedField, string>> {
  const getReading = (field: Exclude<DecidedField, "ticker">) => line.scan?.row.fields[field].reading ?? "";
  const fields = {
    owner: line.owner ?? "",
    asset: line.assetName,
    transactionType: line.transactionType,
    transactionDate: line.transactionDate,
    notificationDate: line.notificationDate ?? "",
    amount: line.amount,
  };
  const entries = Object.entries(fields) as [Exclude<DecidedField, "ticker">, string][];
  const best = Object.fromEntries(
    entries.map(([field, value]) => [field, value || getReading(field)]),
  ) as typeof fields;
  return { ...best, ticker: line.ticker ?? "" };
}
