/** Contents of the official sites. The stand-ins serve them, whether they come from a folder of real documents or are made up. */

/** One row of the Clerk's yearly index, as printed. Only the 2012 index has the last two fields. */
export interface HouseIndexRow {
  readonly prefix: string;
  readonly last: string;
  readonly first: string;
  readonly suffix: string;
  readonly filingType: string;
  readonly stateDst: string;
  readonly year: string;
  /** `M/D/YYYY`, or empty. */
  readonly filingDate: string;
  readonly docId: string;
  readonly filingYear?: string;
  readonly disclosureType?: string;
}

export type HouseFolder = "ptr-pdfs" | "financial-pdfs";

/** One row of the Senate's search results. `link` is the part of the URL between `/search/view/` and the id. */
export interface SenateSearchRow {
  readonly uuid: string;
  readonly link: "ptr" | "paper" | "annual" | "extension-notice/regular";
  readonly first: string;
  readonly last: string;
  readonly office: string;
  readonly title: string;
  /** `MM/DD/YYYY`. */
  readonly submitted: string;
}

export interface DailyPrice {
  /** `YYYY-MM-DD`, a trading day in New York. */
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly adjClose: number;
  readonly volume: number;
}

/** A security in Yahoo's format. `symbol` has a dash before the share class (`BRK-B`). `prices`: oldest first, never empty. */
export interface ListedSecurity {
  readonly symbol: string;
  readonly longName: string;
  readonly shortName: string;
  readonly exchange: string;
  readonly exchangeName: string;
  readonly quoteType: "EQUITY" | "ETF";
  readonly sharesOutstanding: number | null;
  readonly epsTrailingTwelveMonths: number | null;
  readonly prices: readonly DailyPrice[];
  /** Splits within the days of `prices`, oldest first; earlier prices are adjusted for them. */
  readonly splits?: readonly PriceSplit[];
  /** Cash dividends within the days of `prices`, oldest first, adjusted like the prices. */
  readonly dividends?: readonly PriceDividend[];
}

/** `dollars` per share; the share trades ex-dividend from the opening of that day. */
export interface PriceDividend {
  readonly date: string;
  readonly dollars: number;
}

/** From the opening of the day, `numerator` new shares replace `denominator` old shares. */
export interface PriceSplit {
  readonly date: string;
  readonly numerator: number;
  readonly denominator: number;
}

/** A company in the SEC's submissions; `sic` and its description are empty for a company without a code. */
export interface Company {
  readonly name: string;
  readonly sic: string;
  readonly sicDescription: string;
}

export interface Material {
  /** Description in the startup text. */
  readonly about: string;
  /** Sent as `Last-Modified` of everything that never changes. */
  readonly modifiedAt: Date;
  readonly house: {
    /** Null if the site has no index for the year. */
    readIndex(year: number): Promise<readonly HouseIndexRow[] | null>;
    readDocument(folder: HouseFolder, year: number, docId: string): Promise<Uint8Array | null>;
  };
  readonly senate: {
    listRows(): Promise<readonly SenateSearchRow[]>;
    readPage(row: SenateSearchRow): Promise<Uint8Array | null>;
    /** `path` after the media host's name, e.g. `media/2025/2/000/000/000000039.gif`. */
    readMedia(path: string): Promise<Uint8Array | null>;
  };
  readonly legislators: {
    readCurrent(): Promise<Uint8Array>;
    readHistorical(): Promise<Uint8Array>;
    readCommittees(): Promise<Uint8Array>;
    readCommitteeMembers(): Promise<Uint8Array>;
  };
  readonly tickers: {
    readSecTickers(): Promise<Uint8Array>;
    readNasdaqListed(): Promise<Uint8Array>;
    readOtherListed(): Promise<Uint8Array>;
  };
  /** Looks up a company's submissions by its Central Index Key (CIK) at the SEC; null if the site has no file for this key. */
  readonly companies: { findCompany(cik: number): Promise<Company | null> };
  readonly prices: { findSecurity(symbol: string): Promise<ListedSecurity | null> };
}
