/** The demo's sites: made-up members, reports, companies and prices, up to the current day. */
import { dayOf, type IsoDate } from "../../../domain/dates.ts";
import { fictionalCompanies } from "../fictional/industries.ts";
import { listedSecurity, nasdaqListed, otherListed, secTickers, yahooSymbol } from "../fictional/securities.ts";
import type { HouseIndexRow, Material } from "../sites/material.ts";
import { DEMO_COMMITTEES, demoCommitteeMembers } from "./committees.ts";
import { BENCHMARK, COMPANIES, WITHOUT_PRICES } from "./companies.ts";
import { documentBeside, type HouseDocument, houseDocument, otherFilings } from "./house.ts";
import { demoPeople, personRecord } from "./people.ts";
import { onlyReport, reportOnDemand, reportsOf } from "./reports.ts";
import { senateDocument } from "./senate.ts";

export interface Demonstration {
  readonly material: Material;
  readonly memberIds: readonly string[];
  /** Publishes the next report on the House Clerk's site, in addition to the earlier ones; null when none is left. */
  appear(): Promise<HouseIndexRow | null>;
}

/** Reports that are published only on request. */
const ON_DEMAND = 8;

/** @param now the newest report may be filed on this day; the newest price is from before it. */
export function demonstration(now: Date): Demonstration {
  const today = dayOf(now);
  const people = demoPeople(today);
  const house = [documentBeside(onlyReport(people, today)), ...reportsOf("house", people, today).map(houseDocument)];
  const onDemand = Array.from({ length: ON_DEMAND }, (_, at) => documentBeside(reportOnDemand(people, today, at)));
  const senate = reportsOf("senate", people, today).map(senateDocument);
  const images = new Map(senate.flatMap((each) => [...each.images]));
  const pages = new Map(senate.map(({ row, page }) => [row.uuid, page]));
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const records = (current: boolean) =>
    json(people.map(personRecord).filter((_, index) => people[index]?.current === current));
  return {
    material: {
      about: "fictional members, filings and prices",
      modifiedAt: new Date(`${today}T05:00:00Z`),
      house: houseMaterial(house, today),
      senate: {
        rows: async () => senate.map(({ row }) => row),
        page: async ({ uuid }) => {
          const page = pages.get(uuid) ?? null;
          return page === null ? null : Buffer.from(page);
        },
        media: async (path) => images.get(path)?.() ?? null,
      },
      legislators: {
        current: async () => records(true),
        historical: async () => records(false),
        committees: async () => json(DEMO_COMMITTEES),
        committeeMembers: async () => json(demoCommitteeMembers(people)),
      },
      tickers: {
        sec: async () => secTickers(COMPANIES),
        nasdaqListed: async () => nasdaqListed(today, COMPANIES),
        otherListed: async () => otherListed(today, COMPANIES),
      },
      companies: fictionalCompanies(COMPANIES),
      prices: { security: async (symbol) => priced(symbol, today) },
    },
    memberIds: people.map(({ id }) => id),
    async appear() {
      const next = onDemand.shift();
      if (next === undefined) return null;
      house.push(next);
      return next.row;
    },
  };
}

/** Every response with prices marks the company as made up. */
function priced(symbol: string, today: IsoDate) {
  const found = [BENCHMARK, ...COMPANIES].find(
    (each) => yahooSymbol(each.symbol) === symbol && each.symbol !== WITHOUT_PRICES,
  );
  return found ? listedSecurity({ ...found, company: `${found.company} (fictional)` }, today) : null;
}

function houseMaterial(documents: readonly HouseDocument[], today: IsoDate): Material["house"] {
  return {
    async index(year) {
      if (year < 2012 || year > Number(today.slice(0, 4))) return null;
      const rows = documents.filter(({ row }) => row.year === String(year)).map(({ row }) => row);
      return [...otherFilings(year, today), ...rows];
    },
    async document(folder, year, docId) {
      if (folder !== "ptr-pdfs") return null;
      const found = documents.find(({ row }) => row.year === String(year) && row.docId === docId);
      return found?.bytes?.() ?? null;
    },
  };
}
