/** Content of fictional sites: members, reports, companies and prices, which are the same on every machine on the same day. */
import type { PtrRow } from "../../../src/app/demo/fictional/ptr-form.ts";
import {
  createFictionalCompanyLookup,
  createListedSecurity,
  formatNasdaqListed,
  formatOtherListed,
  formatSecTickers,
  toYahooSymbolText,
} from "../../../src/app/demo/fictional/securities.ts";
import type { SenateRow } from "../../../src/app/demo/fictional/senate-report.ts";
import type { Material } from "../../../src/app/demo/sites/material.ts";
import { type IsoDate, toIsoDate } from "../../../src/domain/dates.ts";
import { COMMITTEES, createMemberships } from "./committees.ts";
import { createHouseFilings, createOtherRows, type HouseFiling } from "./house-filings.ts";
import { createFictionalMembers, toMemberRecord } from "./members.ts";
import { SECURITIES } from "./securities.ts";
import { createSenateFilings } from "./senate-filings.ts";
import type { TrueFiling } from "./truth.ts";

export interface FictionalMaterial extends Material {
  /** The contents of every report and the state that it should get. */
  readonly truth: readonly TrueFiling[];
  /**
   * Rows of each scanned or paper report by its id, from the top. The last row has two amount marks, unless it is a House form's
   * only row.
   */
  readonly paperRows: ReadonlyMap<string, readonly (SenateRow | PtrRow)[]>;
  readonly memberIds: readonly string[];
  /** Symbols in the format of filings. */
  readonly symbols: readonly string[];
}

/** @param today the newest report is filed on this day or earlier; the newest price is from an earlier day. */
export function fictionalMaterial({ today: now }: { readonly today: Date }): FictionalMaterial {
  const today = toIsoDate(now);
  const members = createFictionalMembers(today);
  const house = createHouseFilings(members, today);
  const senate = createSenateFilings(members, today);
  const images = new Map(senate.flatMap((filing) => [...filing.images].map(([path, draw]) => [path, memoize(draw)])));
  const createRecords = (current: boolean): Uint8Array =>
    Buffer.from(JSON.stringify(members.map(toMemberRecord).filter((_, index) => members[index]?.current === current)));
  return {
    about: "fictional members, filings and prices",
    modifiedAt: new Date(`${today}T05:00:00Z`),
    house: createHouseMaterial(house, today),
    senate: {
      listRows: async () => senate.map(({ row }) => row),
      readPage: async ({ uuid }) => {
        const page = senate.find(({ row }) => row.uuid === uuid)?.page ?? null;
        return page === null ? null : Buffer.from(page);
      },
      readMedia: async (path) => images.get(path)?.() ?? null,
    },
    legislators: {
      readCurrent: async () => createRecords(true),
      readHistorical: async () => createRecords(false),
      readCommittees: async () => Buffer.from(JSON.stringify(COMMITTEES)),
      readCommitteeMembers: async () => Buffer.from(JSON.stringify(createMemberships(members))),
    },
    tickers: {
      readSecTickers: async () => formatSecTickers(SECURITIES),
      readNasdaqListed: async () => formatNasdaqListed(today, SECURITIES),
      readOtherListed: async () => formatOtherListed(today, SECURITIES),
    },
    companies: createFictionalCompanyLookup(SECURITIES),
    prices: {
      async findSecurity(symbol) {
        const found = SECURITIES.find((each) => toYahooSymbolText(each.symbol) === symbol);
        return found ? createListedSecurity(found, today) : null;
      },
    },
    truth: [...house.map(({ truth }) => truth), ...senate.flatMap(({ truth }) => truth ?? [])],
    paperRows: new Map<string, readonly (SenateRow | PtrRow)[]>([
      ...house.map(({ row, paperRows }) => [row.docId, paperRows] as const),
      ...senate.map(({ row, paperRows }) => [row.uuid, paperRows] as const),
    ]),
    memberIds: members.map(({ id }) => id),
    symbols: SECURITIES.map(({ symbol }) => symbol),
  };
}

function createHouseMaterial(filings: readonly HouseFiling[], today: IsoDate): Material["house"] {
  const bytesById = new Map(
    filings.map(({ row, bytes }) => [`${row.year}/${row.docId}`, bytes === null ? null : memoize(bytes)]),
  );
  const lastYear = Number(today.slice(0, 4));
  return {
    /** Years after the last report have an index too: a service that runs today requests them. */
    async readIndex(year) {
      if (year < 2012 || year > Math.max(lastYear, new Date().getUTCFullYear())) return null;
      const rows = filings.filter(({ row }) => row.year === String(year)).map(({ row }) => row);
      return [...createOtherRows(year).filter((row) => year < lastYear || row.filingType === "X"), ...rows];
    },
    async readDocument(folder, year, docId) {
      const bytes = folder === "ptr-pdfs" ? bytesById.get(`${year}/${docId}`) : undefined;
      return bytes?.() ?? null;
    },
  };
}

/** Caches a document, because drawing a scan takes a tenth of a second and runs request the same documents repeatedly. */
function memoize(make: () => Uint8Array): () => Uint8Array {
  let made: Uint8Array | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
