import type { DrawnLine, EvidenceField } from "../../domain/evidence.ts";

export const FIELD_LABELS: Readonly<Record<EvidenceField, string>> = {
  id: "ID",
  owner: "Owner",
  ticker: "Ticker",
  asset: "Asset",
  asset_type: "Asset type",
  transaction_type: "Transaction type",
  transaction_date: "Transaction date",
  notification_date: "Notification date",
  amount: "Amount",
  capital_gains_over_200: "Capital gains over $200",
  filing_status: "Filing status",
  account: "Subholding of",
  location: "Location",
  description: "Description",
  comment: "Comments",
};

const MAX_CHARACTERS = 1000;

export function buildAlternativeText(line: number, { places, words }: Pick<DrawnLine, "places" | "words">): string {
  const pages = places.map(({ page }) => page);
  const where = pages.length === 0 ? "" : `, page${pages.length > 1 ? "s" : ""} ${pages.join(" and ")}`;
  const isMarked = places.length === 0 || places.some(({ box }) => box !== null);
  const what = isMarked
    ? `Line ${line} of the filed report${where}`
    : `The page of the filed report with line ${line}${where}`;
  const descriptions = words
    .filter(({ text }) => text !== "")
    .map(({ field, text }) => `${FIELD_LABELS[field]}: ${text}.`);
  const fullText = [`${what}.`, ...descriptions].join(" ");
  return fullText.length > MAX_CHARACTERS ? `${fullText.slice(0, MAX_CHARACTERS - 1)}…`.toWellFormed() : fullText;
}
