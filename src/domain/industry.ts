/** Industries by the Standard Industrial Classification (SIC), which the SEC assigns to issuers. */
import { MAJOR_GROUPS } from "./sic-major-groups.ts";
import type { Trade } from "./trade.ts";

/** An issuer's industry, as named by the SEC. */
export interface Industry {
  /** Four digits: `3571`. */
  readonly sic: string;
  /** The SEC's name for the code: `Electronic Computers`. */
  readonly description: string;
}

/** A division of the SIC manual: letter, title, and its first and last major group. */
interface SicDivision {
  readonly letter: string;
  readonly title: string;
  readonly from: number;
  readonly to: number;
}

/** Divisions of the SIC Manual of 1987, in its order and words. Major group 99, often left without a division, is in J. */
export const SIC_DIVISIONS: readonly SicDivision[] = [
  { letter: "A", title: "Agriculture, Forestry, and Fishing", from: 1, to: 9 },
  { letter: "B", title: "Mining", from: 10, to: 14 },
  { letter: "C", title: "Construction", from: 15, to: 17 },
  { letter: "D", title: "Manufacturing", from: 20, to: 39 },
  { letter: "E", title: "Transportation, Communications, Electric, Gas, and Sanitary Services", from: 40, to: 49 },
  { letter: "F", title: "Wholesale Trade", from: 50, to: 51 },
  { letter: "G", title: "Retail Trade", from: 52, to: 59 },
  { letter: "H", title: "Finance, Insurance, and Real Estate", from: 60, to: 67 },
  { letter: "I", title: "Services", from: 70, to: 89 },
  { letter: "J", title: "Public Administration", from: 91, to: 99 },
];

export const DIVISION_LETTERS = SIC_DIVISIONS.map(({ letter }) => letter);

/** Matches the name of an industry: the letter of a division, or the first two, three or all four digits of a code. */
export const INDUSTRY_NAME = /^([A-Ja-j]|\d{2,4})$/;

/** Finds the division of a code; undefined if the code is outside all divisions. @param code two to four digits. */
export function findDivision(code: string): SicDivision | undefined {
  const group = Number(code.slice(0, 2));
  return SIC_DIVISIONS.find(({ from, to }) => group >= from && group <= to);
}

/** An industry with the letter of its division; null for a code outside all divisions. */
export interface DividedIndustry extends Industry {
  readonly division: string | null;
}

export function addDivision({ sic, description }: Industry): DividedIndustry {
  return { sic, description, division: findDivision(sic)?.letter ?? null };
}

/** True if a code belongs to the industry with this name. @param name matches `INDUSTRY_NAME`; a letter must be in upper case. */
export function isInIndustry(name: string, sic: string): boolean {
  return /\d/.test(name) ? sic.startsWith(name) : findDivision(sic)?.letter === name;
}

/** The manual's title of a division or major group; undefined for any other name. */
export function findGroupTitle(name: string): string | undefined {
  return SIC_DIVISIONS.find(({ letter }) => letter === name)?.title ?? MAJOR_GROUPS.get(name);
}

// Asset classes whose symbol is that of a company: its shares, or options on its shares. Includes `Other`, since forms before
// 2018 state no class. Funds, bonds and coins have no industry.
const COMPANY_CLASSES: ReadonlySet<string> = new Set([
  "Stock",
  "Stock Option",
  "REIT",
  "Restricted Stock Unit",
  "Stock Appreciation Right",
  "Other",
]);

/** The industry of the company traded; null if there is none or it is unknown. @param bySymbol industries by current symbol. */
export function findIndustry(
  { assetType, currentTicker }: Pick<Trade, "assetType" | "currentTicker">,
  bySymbol: ReadonlyMap<string, Industry>,
): Industry | null {
  return currentTicker === null || !COMPANY_CLASSES.has(assetType) ? null : (bySymbol.get(currentTicker) ?? null);
}
