/** Evidence for a trade: a picture of the part of the original with the trade's line, and the words of the line. */
import type { RawTransaction } from "./printed-report.ts";
import type { PageView } from "./scanned-page.ts";
import type { PageBox } from "./trade.ts";

/** Fields of a line in the forms' printed order. */
const EVIDENCE_FIELDS = [
  "id",
  "owner",
  "ticker",
  "asset",
  "asset_type",
  "transaction_type",
  "transaction_date",
  "notification_date",
  "amount",
  "capital_gains_over_200",
  "filing_status",
  "account",
  "location",
  "description",
  "comment",
] as const;
export type EvidenceField = (typeof EVIDENCE_FIELDS)[number];

// Source of a field's words. `printed`: text of the document. `read`: read from an image with certainty. `unsure`: the best
// reading of an image. `unread`: illegible in the image. `decided`: a person looked at the image.
const CERTAINTIES = ["printed", "read", "unsure", "unread", "decided"] as const;

export interface EvidenceWords {
  readonly field: EvidenceField;
  /** Text as printed; empty if illegible. */
  readonly text: string;
  readonly certainty: (typeof CERTAINTIES)[number];
}

/** A part of an upright page. Its position and size are fractions of the page's width and height, from the top left. */
export type PageFractions = PageBox;

/** Position of a line, or of a part of a line, on one page. A line that is cut by a page break has two positions. */
export interface EvidencePlace {
  /** Page of the document, from 1. */
  readonly page: number;
  /** Null if only the page is known, because a person entered the line by hand. */
  readonly box: PageFractions | null;
}

export interface DrawnLine {
  readonly png: Uint8Array;
  /** Size in device pixels, twice the size at which the picture should be displayed. */
  readonly width: number;
  readonly height: number;
  /** Empty for a web page, because it is not divided into numbered pages. */
  readonly places: readonly EvidencePlace[];
  readonly words: readonly EvidenceWords[];
  /** The line as an HTML table if the document is a web page, else null. */
  readonly html: string | null;
}

/** A line that is rendered from the document's own text. */
export interface PrintedLine {
  readonly kind: "printed";
  readonly docId: string;
  readonly line: number;
  /** Features that distinguish the line from others on or near its page; null if the whole report must be read to find it. */
  readonly nearby: NearbyLine | null;
}

/** Features of a line of a long report, as read earlier. They help to find the line again by reading only a few pages. */
export interface NearbyLine {
  /** Page on which the line begins, from 1. */
  readonly page: number;
  readonly words: readonly EvidenceWords[];
  /** Index of this line, from 0, among lines that have the same words and begin on `page`. `of` is the number of these lines. */
  readonly at: number;
  readonly of: number;
}

export interface ImagedLine extends PageView {
  readonly kind: "imaged";
  /** Page number in the whole document, from 1; `page` counts within the file that contains the page. */
  readonly documentPage: number;
  /** Top of the page's first row in pixels; the table's header is above it. Null if no row was found. */
  readonly firstRowTop: number | null;
  readonly words: readonly EvidenceWords[];
}

export type EvidenceLine = PrintedLine | ImagedLine;

export function listPrintedWords(line: RawTransaction): readonly EvidenceWords[] {
  const texts: Readonly<Record<EvidenceField, string | null>> = {
    id: line.id,
    owner: line.owner,
    ticker: line.tickers.length > 0 ? line.tickers.map((ticker) => ticker ?? "--").join(" / ") : line.ticker,
    asset: line.assetCell,
    asset_type: line.assetType ?? line.assetTypeCode,
    transaction_type: line.transactionType,
    transaction_date: line.transactionDate,
    notification_date: line.notificationDate,
    amount: line.amount,
    capital_gains_over_200: line.capGainsOver200 === null ? null : line.capGainsOver200 ? "ticked" : "not ticked",
    filing_status: line.filingStatus,
    account: line.subholding,
    location: line.location,
    description: line.description,
    comment: line.comment,
  };
  return EVIDENCE_FIELDS.flatMap((field) => {
    const text = texts[field];
    return text === null || text === "" ? [] : [{ field, text, certainty: "printed" as const }];
  });
}
