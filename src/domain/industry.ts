/** Industries by the Standard Industrial Classification (SIC), under which the SEC files each issuer. */
import { MAJOR_GROUPS } from "./sic-major-groups.ts";
import type { Trade } from "./trade.ts";

/** The industry of an issuer, as the SEC names it. */
export interface Industry {
  /** Four digits: `3571`. */
  readonly sic: string;
  /** The SEC's own words for the code: `Electronic Computers`. */
  readonly description: string;
}

/** A division of the SIC manual: a letter, its title, and the first and last of its major groups. */
interface SicDivision {
  readonly letter: string;
  readonly title: string;
  readonly from: number;
  readonly to: number;
}

/** The divisions of the Standard Industrial Classification Manual of 1987, in its order and words. Group 99, which has no division of its own in many lists, stands with J. */
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

/** Names of industries: the letter of a division, or the first two, three or all four digits of their codes. */
export const INDUSTRY_NAME = /^([A-Ja-j]|\d{2,4})$/;

/** Undefined for a code in none of the ranges. @param code two to four digits. */
export function divisionOf(code: string): SicDivision | undefined {
  const group = Number(code.slice(0, 2));
  return SIC_DIVISIONS.find(({ from, to }) => group >= from && group <= to);
}

/** An industry with the letter of its division; null of a code in none. */
export interface DividedIndustry extends Industry {
  readonly division: string | null;
}

export function withDivision({ sic, description }: Industry): DividedIndustry {
  return { sic, description, division: divisionOf(sic)?.letter ?? null };
}

/** True if a code is among the industries of this name. @param name in the form of `INDUSTRY_NAME`, a letter in upper case. */
export function isIndustry(name: string, sic: string): boolean {
  return /\d/.test(name) ? sic.startsWith(name) : divisionOf(sic)?.letter === name;
}

/** The manual's title of a division or of a major group; undefined for every other name. */
export function titleOfGroup(name: string): string | undefined {
  return SIC_DIVISIONS.find(({ letter }) => letter === name)?.title ?? MAJOR_GROUPS.get(name);
}

/**
 * Classes of asset whose symbol names the company that they are a share of, or an option on. `Other`: forms of before 2018 state no class.
 * Funds, bonds and coins have no industry.
 */
const OF_A_COMPANY: ReadonlySet<string> = new Set([
  "Stock",
  "Stock Option",
  "REIT",
  "Restricted Stock Unit",
  "Stock Appreciation Right",
  "Other",
]);

/** The industry of the company that a trade is in; null where it is in none, or where its industry is not known. @param bySymbol industries by today's symbol. */
export function industryOf(
  { assetType, currentTicker }: Pick<Trade, "assetType" | "currentTicker">,
  bySymbol: ReadonlyMap<string, Industry>,
): Industry | null {
  return currentTicker === null || !OF_A_COMPANY.has(assetType) ? null : (bySymbol.get(currentTicker) ?? null);
}
