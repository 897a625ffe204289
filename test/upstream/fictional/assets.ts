/** Assets that the members of the fictional sites trade: listed securities, and assets without a symbol. */
import { BRACKETS } from "../../../src/app/demo/fictional/assets.ts";
import type { RandomSource } from "../../../src/app/demo/fictional/chance.ts";
import type { FictionalSecurity } from "../../../src/app/demo/fictional/securities.ts";
import { addDays, type IsoDate } from "../../../src/domain/dates.ts";
import { SECURITIES } from "./securities.ts";

export const ACCOUNTS = [
  "Sample Family Trust",
  "Fictional Brokerage Account",
  "Imaginary Retirement Plan > Pretend Bank IRA",
];

export const BONDS = [
  {
    name: "Fictional River Port Authority Revenue Bond",
    rate: "4.125%",
    matures: "06/01/2038",
    code: "GS",
    type: "Municipal Security",
  },
  {
    name: "Nowhere County Pretend Water District General Obligation Bond",
    rate: "3.00%",
    matures: "12/01/2034",
    code: "GS",
    type: "Municipal Security",
  },
  {
    name: "Sample Widgets Inc. (fictional) Senior Notes",
    rate: "5.5%",
    matures: "03/15/2031",
    code: "CS",
    type: "Corporate Bond",
  },
] as const;

export const PRIVATE_COMPANIES = [
  { name: "Figment Orchards LLC (fictional)", place: "Nowhere, KS", about: "Grows apples that do not exist" },
  {
    name: "Thingamajig Partners Fund II, LP (fictional)",
    place: "Elsewhere, DE",
    about: "Invests in made-up companies",
  },
] as const;

/** Draws a bracket of amounts. As in real reports, low brackets are common and high ones are rare. */
export function drawBracket(draw: RandomSource): string {
  return BRACKETS[Math.floor(draw.drawNext() ** 2.2 * BRACKETS.length)] ?? "$1,001 - $15,000";
}

/** Draws a security that has been listed for at least five years. */
export function drawListedAsset(draw: RandomSource): FictionalSecurity {
  return draw.pick(SECURITIES.filter((security) => security.symbol !== "ZZNEW"));
}

/** Draws a weekday from 2 to 40 days before `filed`. */
export function drawTradingDay(draw: RandomSource, filed: IsoDate): IsoDate {
  let day = addDays(filed, -draw.drawInteger(2, 40));
  while ([0, 6].includes(new Date(day).getUTCDay())) day = addDays(day, -1);
  return day;
}
