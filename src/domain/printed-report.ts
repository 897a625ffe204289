/** A report as printed, before anything is cleaned or interpreted. */
import type { FilingSourceId, RejectedLine } from "./filing.ts";
import type { ScannedLine, ScannedReport } from "./scanned-page.ts";

/** A document as read, before normalization. Every printed line is either in `transactions` or in `rejected`, never in both. */
export interface RawFiling {
  readonly source: FilingSourceId;
  /** `text`: PDF with text. `scan`: PDF without. `html`: web page. `paper`: viewer page. `other`: no transaction report. */
  readonly kind: "text" | "scan" | "html" | "paper" | "other";
  readonly docId: string;
  /** The filer's name as printed. */
  readonly filer: string | null;
  readonly stateDistrict: string | null;
  /** The House signature date as printed, `MM/DD/YYYY`. */
  readonly signedDate: string | null;
  /** The Senate's "Filed" date as printed, `MM/DD/YYYY`. */
  readonly filedDate: string | null;
  /** The Senate's title of the report, `Periodic Transaction Report for 12/12/2018 (Amendment 1)`. */
  readonly title?: string;
  /** Amendment as printed in the title (`Amendment 1`); null for the House, which states it in the status of each row. */
  readonly amendment: string | null;
  readonly pages: number | null;
  /** URLs of a paper report's page images, as in its viewer page. */
  readonly images?: readonly string[];
  /** The lines of a House report's section on investment vehicles, as printed. */
  readonly vehicles?: readonly string[];
  readonly transactions: readonly RawTransaction[];
  readonly rejected: readonly RejectedLine[];
  /** The pages of a scan or paper report, once read. */
  readonly scan?: ScannedReport;
}

/** One line of the transaction table as printed, without cleaning or guessing. Fields that are blank or missing are null. */
export interface RawTransaction {
  /** House: printed order, from 1. Senate: the printed `#`. */
  readonly line: number;
  /** The House's row id of an amended or deleted row. */
  readonly id: string | null;
  readonly owner: string | null;
  /** The asset's name. Omits a ticker and a class code that follow the name in brackets. */
  readonly assetName: string;
  readonly assetCell: string;
  /** The printed ticker; if one asset was exchanged for another, the ticker of the asset given up. */
  readonly ticker: string | null;
  readonly assetTypeCode: string | null;
  /** The Senate's word for the class. */
  readonly assetType: string | null;
  readonly transactionType: string;
  readonly transactionDate: string;
  readonly notificationDate: string | null;
  readonly amount: string;
  readonly capGainsOver200: boolean | null;
  readonly filingStatus: string | null;
  readonly subholding: string | null;
  readonly location: string | null;
  readonly description: string | null;
  readonly comment: string | null;
  /** Page of the PDF, from 1. */
  readonly page: number | null;
  /**
   * Senate only: each ticker, each line of the asset cell, and the cell's labeled details (`Rate/Coupon`, `Matures`, `Option
   * Type`, `Strike price`, `Expires`, `Company`, `Description`, ...). An `Exchange` has two tickers and two lines.
   */
  readonly tickers: readonly (string | null)[];
  readonly assetParts: readonly string[];
  readonly assetDetails: Readonly<Record<string, string>>;
  /** How the line was read from an image. */
  readonly scan?: ScannedLine;
  /** Set if a person decided on the line. */
  readonly reviewed?: true;
  /** Set if a person typed this row in: its number among the typed-in rows of the page, from 1. */
  readonly typed?: number;
  /** Symbol that a person identified for a line without a symbol. Empty if the asset has none, or if none may be inferred. */
  readonly identifiedAs?: string;
  /** Set if the asset's name was read from an image with uncertain letters. */
  readonly assetNameUnsure?: true;
}

/** Creates a report with only `known` fields set. They come first: reports are compared as stored JSON, so order matters. */
export function createBlankFiling<K extends Pick<RawFiling, "source" | "docId">>(known: K) {
  return {
    ...known,
    filer: null,
    stateDistrict: null,
    signedDate: null,
    filedDate: null,
    amendment: null,
    pages: null,
    transactions: [],
    rejected: [],
  };
}

export function createBlankLine(line: number): RawTransaction {
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
