/** The demo's trades, picked at random according to each member's habits, before they are printed on a chamber's form. */
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import { BRACKETS } from "../fictional/assets.ts";
import type { RandomSource } from "../fictional/chance.ts";
import { ACCOUNTS, BONDS, COIN, COMPANIES, type DemoSecurity, PRIVATE_COMPANIES } from "./companies.ts";
import type { DemoPerson } from "./people.ts";

export type DemoAsset =
  | { readonly kind: "listed"; readonly security: DemoSecurity }
  | {
      readonly kind: "option";
      readonly security: DemoSecurity;
      readonly right: "Call" | "Put";
      readonly contracts: number;
      readonly strike: number;
      readonly expires: IsoDate;
    }
  | { readonly kind: "bond"; readonly bond: (typeof BONDS)[number] }
  | { readonly kind: "private"; readonly company: (typeof PRIVATE_COMPANIES)[number] }
  | { readonly kind: "coin"; readonly coin: typeof COIN };

export interface DemoTrade {
  readonly asset: DemoAsset;
  readonly owner: "self" | "spouse" | "joint" | "child";
  readonly type: "purchase" | "sale" | "partial sale" | "exchange";
  readonly traded: IsoDate;
  readonly notified: IsoDate;
  /** One of the amount ranges that are printed on the forms. */
  readonly amount: string;
  readonly account: string | null;
  readonly comment: string | null;
}

const COMMENTS = [
  "Made by the spouse's adviser without the filer's knowledge.",
  "Reported late because of a clerical error; the late filing fee was paid.",
  "Dividend reinvestment.",
  "Inherited shares; sold by the estate's executor.",
];

/** A trade in a listed security. @param lateReport true for a transaction date too long before the filing date. */
export function makeListedTrade(
  draw: RandomSource,
  person: DemoPerson,
  filed: IsoDate,
  lateReport: boolean,
): DemoTrade {
  const traded = pickTradeDay(draw, filed, lateReport);
  const type = draw.pick(["purchase", "purchase", "purchase", "sale", "sale", "partial sale"] as const);
  return {
    asset: { kind: "listed", security: pickSecurity(draw, person, traded) },
    owner: draw.pick(["self", "self", "spouse", "spouse", "joint", "joint", "child"]),
    type,
    traded,
    notified: pickNoticeDay(draw, traded, filed),
    amount: pickAmountBracket(draw, person),
    account: draw.drawBoolean(0.3) ? draw.pick(ACCOUNTS) : null,
    comment: draw.drawBoolean(0.07) ? draw.pick(COMMENTS) : null,
  };
}

export function makeOptionTrade(draw: RandomSource, person: DemoPerson, filed: IsoDate): DemoTrade {
  const stock = makeListedTrade(draw, person, filed, false);
  if (stock.asset.kind !== "listed") return stock;
  const { security } = stock.asset;
  const details = {
    contracts: draw.drawInteger(2, 90),
    strike: 5 * draw.drawInteger(4, 60),
    expires: addDays(filed, 250),
  };
  return {
    ...stock,
    type: "purchase",
    asset: { kind: "option", security, right: draw.pick(["Call", "Call", "Put"]), ...details },
  };
}

/** A trade in an asset without a symbol. */
export function makeUnlistedTrade(
  draw: RandomSource,
  person: DemoPerson,
  filed: IsoDate,
  kind: "bond" | "private" | "coin",
): DemoTrade {
  const asset: Record<typeof kind, () => DemoAsset> = {
    bond: () => ({ kind: "bond", bond: draw.pick(BONDS) }),
    private: () => ({ kind: "private", company: draw.pick(PRIVATE_COMPANIES) }),
    coin: () => ({ kind: "coin", coin: COIN }),
  };
  return { ...makeListedTrade(draw, person, filed, false), asset: asset[kind]() };
}

/** The next higher bracket, or the lowest after the highest; used for amendments that correct an amount. */
export function getNextBracket(amount: string): string {
  return BRACKETS[(BRACKETS.indexOf(amount) + 1) % BRACKETS.length] ?? amount;
}

function pickAmountBracket(draw: RandomSource, { habits }: DemoPerson): string {
  return BRACKETS[Math.floor(draw.drawNext() ** (0.5 + 0.8 * habits.modesty) * BRACKETS.length)] ?? "$1,001 - $15,000";
}

/** Two of three trades are in one of the member's preferred sectors. */
function pickSecurity(draw: RandomSource, { habits }: DemoPerson, traded: IsoDate): DemoSecurity {
  const sector = habits.favourites.length > 0 && draw.drawBoolean(0.66) ? draw.pick(habits.favourites) : null;
  return draw.pick(
    COMPANIES.filter(
      (each) => (sector === null || each.sector === sector) && (each.listedOn === undefined || each.listedOn <= traded),
    ),
  );
}

/** A weekday 3 to 40 days before the report, or 50 to 300 days before a late report. */
function pickTradeDay(draw: RandomSource, filed: IsoDate, late: boolean): IsoDate {
  let day = addDays(filed, -(late ? draw.drawInteger(50, 300) : draw.drawInteger(3, 40)));
  while ([0, 6].includes(new Date(day).getUTCDay())) day = addDays(day, -1);
  return day;
}

function pickNoticeDay(draw: RandomSource, traded: IsoDate, filed: IsoDate): IsoDate {
  const noticeDay = addDays(traded, draw.pick([0, 1, 2, 2, 9, 25]));
  return noticeDay < filed ? noticeDay : filed;
}
