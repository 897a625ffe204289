/** Each field of a trade as printed and as published, and why the two differ. */
import { formatAmountRange } from "../../../domain/amount-range.ts";
import type { RawTransaction } from "../../../domain/printed-report.ts";
import type { ScannedField, ScannedFieldName } from "../../../domain/scanned-page.ts";
import type { DateSuspect, DirectionDoubt, Trade } from "../../../domain/trade.ts";
import { TYPE_NAMES } from "../../../domain/trade-headline.ts";
import { explainNoSymbol } from "../../parts/no-symbol.ts";
import { OWNER_NAMES } from "../../parts/trade-words.ts";

export interface ComparedField {
  readonly name: string;
  /** Text as read from the document; null if nothing is printed. */
  readonly printed: string | null;
  /** True if the form has no such field, so that the value is derived from other fields. */
  readonly isDerived?: true;
  /** Published value; null if nothing is published. */
  readonly served: string | null;
  /** Explains the difference to a reader; null if there is none to explain. */
  readonly note: string | null;
}

/** @param printed the report's line; null if a person typed it in. Omits fields without any value, except the main ones. */
export function listComparedFields(trade: Trade, printed: RawTransaction | null): readonly ComparedField[] {
  return [
    ...listMainFields(trade, printed),
    ...listFieldsOutsideTable(trade, printed).filter(hasAnyValue),
    ...listOptionFields(trade),
  ];
}

function listMainFields(trade: Trade, printed: RawTransaction | null): readonly ComparedField[] {
  const buildField = createFieldBuilder(trade, printed);
  return [
    buildField("Asset", printed?.assetCell || trade.assetNameRaw, trade.company, "asset", formatCompanyNote(trade)),
    buildField("Ticker", printed?.ticker ?? null, trade.ticker || null, null, formatTickerNote(trade)),
    buildField("Asset type", trade.assetTypeRaw, trade.assetType, null, null),
    buildField(
      "Transaction",
      printed?.transactionType ?? null,
      TYPE_NAMES[trade.transactionType],
      "transactionType",
      formatTransactionNote(trade),
    ),
    buildField("Amount", trade.amountRaw, formatAmountRange(trade.amount), "amount", formatAmountNote(trade)),
    buildField("Owner", printed?.owner ?? null, getOwnerName(trade), "owner", formatOwnerNote(trade, printed)),
    buildField(
      "Traded",
      printed?.transactionDate ?? null,
      trade.transactionDate,
      "transactionDate",
      formatDateNote(trade),
    ),
    buildField(
      "Member notified",
      printed?.notificationDate ?? null,
      trade.notificationDate,
      "notificationDate",
      formatNotificationNote(trade),
    ),
  ];
}

function listFieldsOutsideTable(trade: Trade, printed: RawTransaction | null): readonly ComparedField[] {
  const buildField = createFieldBuilder(trade, printed);
  const { assetDetails, received } = trade;
  const createPlainField = (name: string, text: string | null | undefined) =>
    buildField(name, text ?? null, text ?? null, null, null);
  return [
    createPlainField("Capital gains over $200", formatYesOrNo(trade.capGainsOver200)),
    createPlainField("Status of the row", trade.filingStatus),
    createPlainField("Account", trade.account),
    createPlainField("Location", trade.location),
    buildField("Description and comment", joinComments(printed), trade.comment, null, null),
    createPlainField("Coupon", assetDetails?.coupon),
    createPlainField("Matures", assetDetails?.maturity),
    createPlainField("Company location", assetDetails?.place),
    createPlainField("Line of business", assetDetails?.description),
    createPlainField("Platform", assetDetails?.platform),
    {
      name: "Coin",
      printed: null,
      isDerived: true,
      served: trade.coin,
      note: "A coin is not a security and has no ticker.",
    },
    buildField(
      "Received in exchange",
      printed?.assetParts[1] ?? null,
      received && [received.ticker, received.name].filter((text) => text !== "").join(" · "),
      null,
      null,
    ),
  ];
}

function listOptionFields({ option }: Trade): readonly ComparedField[] {
  if (option === null) return [];
  const terms = [option.type, option.strike && `strike ${option.strike}`, option.expiry && `expires ${option.expiry}`];
  const served = terms.filter((term) => term !== null && term !== "").join(", ");
  const note = "Terms that the filing does not state clearly, or states more than once, are left out.";
  return [{ name: "Option", printed: null, isDerived: true, served: served || null, note }];
}

/** Returns a function that builds a field. A field whose value was uncertain or corrected during OCR gets a note. */
function createFieldBuilder(trade: Trade, printed: RawTransaction | null) {
  return (
    name: string,
    onPaper: string | null,
    served: string | null,
    scanned: ScannedFieldName | null,
    note: string | null,
  ): ComparedField => {
    const scannedField = scanned === null ? undefined : printed?.scan?.row.fields[scanned];
    const text = scannedField === undefined ? onPaper : scannedField.reading;
    const notes = [note, scannedField && formatReadingNote(trade, scannedField, served)].filter(
      (each) => each !== null && each !== undefined,
    );
    return { name, printed: text?.trim() || null, served, note: notes.join(" ") || null };
  };
}

function formatReadingNote(
  trade: Trade,
  { sure, asRead, reading, spelled }: Pick<ScannedField, "sure" | "asRead" | "reading" | "spelled">,
  served: string | null,
) {
  if (!sure && trade.confidence === "reviewed") return "The reading was not certain; a person decided what is printed.";
  if (!sure && spelled !== undefined && served !== null) {
    return "The print is unclear; the date was determined from the filing date and the dates in the report's other rows.";
  }
  if (asRead !== undefined && asRead !== reading)
    return `First read as “${asRead}”; corrected from other rows of the report.`;
  return null;
}

function hasAnyValue({ printed, served }: ComparedField): boolean {
  return printed !== null || served !== null;
}

const DOUBTS: Readonly<Record<DirectionDoubt, string>> = {
  inverse_fund:
    "The fund gains when the index or share it tracks falls, so this counts as neither bullish nor bearish.",
  words_contradict_type:
    "The filer's words contradict the printed type, so this counts as neither bullish nor bearish.",
};

function formatTransactionNote({ shortSale, directionDoubt }: Trade): string | null {
  const notes = [
    ...(shortSale ? ["It opens or closes a short position."] : []),
    ...(directionDoubt === null ? [] : [DOUBTS[directionDoubt]]),
  ];
  return notes.length === 0 ? null : notes.join(" ");
}

function formatCompanyNote({ ticker, assetNameRaw, assetNameUnsure, company }: Trade): string | null {
  if (assetNameUnsure) return "The print is unclear: letters may be wrong.";
  return ticker !== "" && company !== assetNameRaw ? "Issuer name from the ticker lists." : null;
}

function formatTickerNote(trade: Trade): string | null {
  const { ticker, tickerSource, currentTicker, coin } = trade;
  if (coin !== null) return null;
  if (ticker === "") return "The filing gives no ticker, and none could be determined with certainty.";
  const source =
    tickerSource === "resolved" ? "The filing prints none; the name matches exactly one listed issuer." : "";
  if (currentTicker === ticker) return source || null;
  const now = currentTicker === null ? explainNoSymbol(trade) : `The security's ticker today is ${currentTicker}.`;
  return `${source} ${now}`.trim();
}

function formatAmountNote({ amount }: Trade): string | null {
  if (amount.highUsd === null) return "The bracket has no upper bound.";
  return amount.highUsd === amount.lowUsd ? "The filing states an exact amount instead of a bracket." : null;
}

function formatNotificationNote({ chamber, notificationDate, notificationUnread }: Trade): string | null {
  if (notificationUnread !== null) return notificationUnread;
  return chamber === "senate" && notificationDate === null ? "The Senate's form does not ask for this date." : null;
}

function getOwnerName({ owner }: Trade): string | null {
  return owner === null ? null : OWNER_NAMES[owner];
}

function formatOwnerNote({ owner, ownerUnread }: Trade, printed: RawTransaction | null): string | null {
  if (ownerUnread !== null) return ownerUnread;
  if (owner === null) return "The filing does not say.";
  const isBlank = printed !== null && (printed.owner ?? "").trim() === "";
  return owner === "self" && isBlank ? "The form leaves this blank for the filer's own assets." : null;
}

const SUSPECTS: Readonly<Record<DateSuspect, string>> = {
  transaction_year_alone:
    "Almost no row of the report has this year, and it is a year or more before the filing: probably a typo.",
  notification_before_transaction:
    "According to these dates, the member was notified before the trade, so one of the dates is probably a typo.",
  notification_after_filing:
    "According to these dates, the member was notified after the report was filed, so one of the dates is probably a typo.",
};

function formatDateNote({ dateSuspect }: Trade): string | null {
  return dateSuspect === null
    ? null
    : `${SUSPECTS[dateSuspect]} The date is served as printed, and lateness is not judged.`;
}

function joinComments(printed: RawTransaction | null): string | null {
  return [printed?.description, printed?.comment].filter((text) => (text ?? "") !== "").join("; ") || null;
}

function formatYesOrNo(value: boolean | null): string | null {
  if (value === null) return null;
  return value ? "Yes" : "No";
}
