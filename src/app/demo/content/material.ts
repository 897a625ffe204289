/** Contents of the demo's sites: made-up members, reports, companies and prices, up to the current day. */
import { type IsoDate, toIsoDate } from "../../../domain/dates.ts";
import {
  createFictionalCompanyLookup,
  createListedSecurity,
  formatNasdaqListed,
  formatOtherListed,
  formatSecTickers,
  toYahooSymbolText,
} from "../fictional/securities.ts";
import type { HouseIndexRow, Material } from "../sites/material.ts";
import { createDemoMemberships, DEMO_COMMITTEES } from "./committees.ts";
import { BENCHMARK, COMPANIES, WITHOUT_PRICES } from "./companies.ts";
import { createHouseDocument, createOnDemandDocument, type HouseDocument, listOtherFilings } from "./house.ts";
import { createDemoPeople, toPersonRecord } from "./people.ts";
import { createDemoReports, createOneTradeReport, createReportOnDemand } from "./reports.ts";
import { createSenateDocument } from "./senate.ts";

export interface Demonstration {
  readonly material: Material;
  readonly memberIds: readonly string[];
  /** Publishes one more report on the House Clerk's site and returns its row of the index; null when no report is left. */
  publishNextReport(): Promise<HouseIndexRow | null>;
}

/** Number of reports that are published only on request. */
const ON_DEMAND = 8;

/** The newest report may be filed on the day of `now`; the newest price is from an earlier day. */
export function createDemonstration(now: Date): Demonstration {
  const today = toIsoDate(now);
  const people = createDemoPeople(today);
  const house = [
    createOnDemandDocument(createOneTradeReport(people, today)),
    ...createDemoReports("house", people, today).map(createHouseDocument),
  ];
  const onDemand = Array.from({ length: ON_DEMAND }, (_, at) =>
    createOnDemandDocument(createReportOnDemand(people, today, at)),
  );
  const senate = createDemoReports("senate", people, today).map(createSenateDocument);
  const images = new Map(senate.flatMap((each) => [...each.images]));
  const pages = new Map(senate.map(({ row, page }) => [row.uuid, page]));
  const toJsonBytes = (value: unknown) => Buffer.from(JSON.stringify(value));
  const serializePersonRecords = (current: boolean) =>
    toJsonBytes(people.map(toPersonRecord).filter((_, index) => people[index]?.current === current));
  return {
    material: {
      about: "fictional members, filings and prices",
      modifiedAt: new Date(`${today}T05:00:00Z`),
      house: createHouseMaterial(house, today),
      senate: {
        listRows: async () => senate.map(({ row }) => row),
        readPage: async ({ uuid }) => {
          const page = pages.get(uuid) ?? null;
          return page === null ? null : Buffer.from(page);
        },
        readMedia: async (path) => images.get(path)?.() ?? null,
      },
      legislators: {
        readCurrent: async () => serializePersonRecords(true),
        readHistorical: async () => serializePersonRecords(false),
        readCommittees: async () => toJsonBytes(DEMO_COMMITTEES),
        readCommitteeMembers: async () => toJsonBytes(createDemoMemberships(people)),
      },
      tickers: {
        readSecTickers: async () => formatSecTickers(COMPANIES),
        readNasdaqListed: async () => formatNasdaqListed(today, COMPANIES),
        readOtherListed: async () => formatOtherListed(today, COMPANIES),
      },
      companies: createFictionalCompanyLookup(COMPANIES),
      prices: { findSecurity: async (symbol) => findPricedSecurity(symbol, today) },
    },
    memberIds: people.map(({ id }) => id),
    async publishNextReport() {
      const next = onDemand.shift();
      if (next === undefined) return null;
      house.push(next);
      return next.row;
    },
  };
}

/** Adds "(fictional)" to the company name, so that every response with prices marks the company as made up. */
function findPricedSecurity(symbol: string, today: IsoDate) {
  const found = [BENCHMARK, ...COMPANIES].find(
    (each) => toYahooSymbolText(each.symbol) === symbol && each.symbol !== WITHOUT_PRICES,
  );
  return found ? createListedSecurity({ ...found, company: `${found.company} (fictional)` }, today) : null;
}

function createHouseMaterial(documents: readonly HouseDocument[], today: IsoDate): Material["house"] {
  return {
    /** As on the Clerk's site, a new year has no index before the first filing of that year. */
    async readIndex(year) {
      if (year < 2012 || year > Number(today.slice(0, 4))) return null;
      const reports = documents.filter(({ row }) => row.year === String(year)).map(({ row }) => row);
      const rows = [...listOtherFilings(year, today), ...reports];
      return rows.length > 0 ? rows : null;
    },
    async readDocument(folder, year, docId) {
      if (folder !== "ptr-pdfs") return null;
      const found = documents.find(({ row }) => row.year === String(year) && row.docId === docId);
      return found?.bytes?.() ?? null;
    },
  };
}
