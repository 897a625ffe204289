/**
 * A store of the size that the service is made for: 100,000 trades in 300 versions, two thirds of them an import and the others a day each, with
 * new reports, corrections, removals and amendments; scans that wait; a premium account with as many alerts and webhooks as it may have, its
 * events and deliveries; prices of 40 years. It is written through the store's own tables in nine seconds of processor time.
 */
import { issueKey } from "../../src/accounts/keys/issue-key.ts";
import { createSecret, createSecretBox } from "../../src/accounts/webhooks/secret.ts";
import { addDays } from "../../src/domain/dates.ts";
import { mayBeTradingDay } from "../../src/domain/exchange-calendar.ts";
import { MAJOR_GROUPS } from "../../src/domain/sic-major-groups.ts";
import { BENCHMARK, toCanonicalSymbol } from "../../src/domain/symbol.ts";
import type { Store } from "../../src/store/store.ts";
import { createExampleQuote } from "../market/example-prices.ts";
import { judging } from "../store/judged-by.ts";
import { day } from "../store/made.ts";
import { alertDraft, endpointDraft } from "../store/premium-made.ts";
import {
  amendmentOf,
  largeFiling,
  largeMembers,
  type MadeFiling,
  MEMBERS,
  memberId,
  SYMBOLS,
  waitingScan,
} from "./large-trades.ts";

export interface LargeStore {
  /** Names of the versions, oldest first. */
  readonly versions: readonly string[];
  readonly account: string;
  /** A key of the account, with every right. */
  readonly key: string;
  /** The filing with the most lines, and one of the last that waits. */
  readonly longestFiling: string;
  readonly waitingFiling: string;
}

/** Setting of a service over the store: the secrets of the webhooks are sealed with it. */
export const MASTER_KEY = "07".repeat(32);

/** Number of trades and of versions. */
export interface Size {
  readonly trades: number;
  readonly versions: number;
}

const USUAL_SIZE: Size = { trades: 100_000, versions: 300 };
const LINES = 20;
const LONGEST = 1000;
const SCANS = 600;
const SECURITIES = 12_000;
const PRICED = 60;
/** Limits of alerts and webhooks per account. */
const ALERTS = 100;
const WEBHOOKS = 10;
const DAY_MS = 86_400_000;

/** @param store an empty one; its newest version is from today. */
export async function fillLargeStore(store: Store, { trades, versions }: Size = USUAL_SIZE): Promise<LargeStore> {
  const filler = new Filler(store, { trades, versions });
  await filler.importAll();
  const { account, key } = await openAccount(store);
  await filler.publishDays();
  await writePrices(store);
  const { versions: names, longestFiling, waitingFiling } = filler;
  return { versions: names, account, key, longestFiling, waitingFiling };
}

class Filler {
  readonly versions: string[] = [];
  longestFiling = "";
  waitingFiling = "";
  readonly #store: Store;
  readonly #imported: number;
  readonly #days: number;
  readonly #filings: number;
  readonly #today = Date.now();
  readonly #published: MadeFiling[] = [];

  constructor(store: Store, { trades, versions }: Size) {
    this.#store = store;
    this.#days = Math.floor(versions / 3);
    this.#imported = versions - this.#days;
    // A day adds two reports and loses one line; an amendment's trades replace others.
    const ofDays = this.#days * (2 * LINES - 1) - Math.ceil(this.#days / 10) * LINES;
    const ofImport = trades - ofDays - LONGEST;
    this.#filings = Math.ceil(ofImport / LINES);
  }

  /** Everything listed when the service starts. */
  async importAll(): Promise<void> {
    const perVersion = this.#filings / this.#imported;
    for (let version = 0; version < this.#imported; version += 1) {
      const [from, to] = [Math.round(version * perVersion), Math.round((version + 1) * perVersion)];
      const made = Array.from({ length: to - from }, (_, at) => {
        const n = from + at;
        return largeFiling(n, this.#memberOf(n), LINES);
      });
      if (version === 0) made.push(...this.#longestAndScans());
      await this.#publish(version, made);
      this.#published.push(...made.filter(({ outcome }) => outcome.trades.length === LINES));
    }
    for (const source of ["house-clerk", "senate-efd"]) {
      await this.#store.sources.recordListingCompleted(source, this.#at(this.#imported));
    }
  }

  /** Days with new reports, two corrections, and a removed line; one report of every tenth day restates an earlier one. */
  async publishDays(): Promise<void> {
    for (let n = 0; n < this.#days; n += 1) {
      const at = this.#at(this.#imported + n);
      const filed = day(at.toISOString().slice(0, 10));
      const first = this.#filings + SCANS + 2 * n + 1;
      const member = 1 + (n % (MEMBERS - 1));
      const [restated, corrected, shortened] = [n * 43 + 7, n * 37, n * 41 + 20].map((each) => this.#earlier(each));
      if (restated === undefined || corrected === undefined || shortened === undefined) return;
      await this.#publish(this.#imported + n, [
        n % 10 === 0 ? amendmentOf(restated, first, filed) : largeFiling(first, member, LINES, filed),
        largeFiling(first + 1, member, LINES, filed),
        withComment(corrected, `Corrected on day ${n}`),
        withoutFirstLine(shortened),
      ]);
    }
  }

  #longestAndScans(): MadeFiling[] {
    const n = this.#filings;
    const longest = largeFiling(n, MEMBERS - 1, LONGEST);
    const scans = Array.from({ length: SCANS }, (_, at) => waitingScan(n + 1 + at, at % MEMBERS));
    this.longestFiling = longest.listing.id;
    this.waitingFiling = scans.at(-1)?.listing.id ?? "";
    return [longest, ...scans];
  }

  /** A publication is of few members, since with a filing all trades of its member are compared; the first has one in ten. */
  #memberOf(filing: number): number {
    const ofBusiest = this.#filings / 10;
    if (filing < ofBusiest) return 0;
    return 1 + Math.floor(((filing - ofBusiest) / (this.#filings - ofBusiest)) * (MEMBERS - 1));
  }

  /** A report of the import that is not of the busiest member. */
  #earlier(n: number): MadeFiling {
    const others = Math.ceil(this.#filings / 10);
    return this.#published[others + (n % (this.#published.length - others))] as MadeFiling;
  }

  async #publish(version: number, filings: readonly MadeFiling[]): Promise<void> {
    const at = this.#at(version);
    const { filings: ledger, publications, sources } = this.#store;
    await ledger.recordListings(
      filings.map(({ listing }) => listing),
      at,
    );
    const outcomes = filings.map(({ outcome }) => outcome);
    const reference =
      version === 0 ? { politicians: largeMembers(), securities: largeSecurities(), companies: largeCompanies() } : {};
    const { version: made } = await publications.publish(
      { at, outcomes, ...reference },
      version < this.#imported ? undefined : judging(sources),
    );
    this.versions.push(made?.version ?? "");
  }

  /** Noon of the day on which a version is published; the last one's was yesterday. */
  #at(version: number): Date {
    const back = this.#imported + this.#days - version;
    return new Date(Math.floor(this.#today / DAY_MS - back) * DAY_MS + DAY_MS / 2);
  }
}

function withComment({ listing, outcome }: MadeFiling, comment: string): MadeFiling {
  const trades = outcome.trades.map((each, at) => (at < 2 ? { ...each, comment } : each));
  return { listing, outcome: { ...outcome, trades } };
}

function withoutFirstLine({ listing, outcome }: MadeFiling): MadeFiling {
  return { listing, outcome: { ...outcome, trades: outcome.trades.slice(1) } };
}

function largeSecurities() {
  return Array.from({ length: SECURITIES }, (_, n) => ({
    symbol: `S${n}`,
    name: `Made Company ${n} Incorporated`,
    exchange: "NYSE",
    etf: false,
    cik: n,
  }));
}

/** As many different SIC codes as the SEC has. */
function largeCompanies() {
  const groups = [...MAJOR_GROUPS.keys()];
  return Array.from({ length: SYMBOLS }, (_, cik) => {
    const sic = `${groups[cik % groups.length]}${10 + (cik % 5)}`;
    return { cik, industry: { sic, description: `Made Industry ${sic}, Not Elsewhere Classified` } };
  });
}

/** Leaves room for one more alert and one more webhook. */
async function openAccount(store: Store): Promise<Pick<LargeStore, "account" | "key">> {
  const at = new Date();
  const { id: account } = await store.accounts.create("large", "premium", at);
  const box = createSecretBox(Buffer.from(MASTER_KEY, "hex"));
  const eventTypes = ["trade.created", "alert.triggered"] as const;
  const webhooks: string[] = [];
  for (let n = 1; n < WEBHOOKS; n += 1) {
    const draft = endpointDraft({ url: `https://large-${n}.example.org/hook`, eventTypes });
    webhooks.push((await store.endpoints.create(account, draft, box.seal(createSecret()), at)).id);
  }
  const tickers = Array.from({ length: SYMBOLS / ALERTS }, (_, n) => `S${n}`);
  for (let n = 1; n < ALERTS; n += 1) {
    const filter =
      n % 2 === 0 ? { ticker: tickers.map((each) => `${each}${n % 10}`) } : { politicianId: [memberId(n)] };
    await store.alerts.create(
      account,
      alertDraft({ name: `Alert ${n}`, filter, webhookIds: webhooks.slice(0, 1) }),
      at,
    );
  }
  const scopes = ["read", "webhooks", "keys", "review"] as const;
  const { key } = await issueKey(store.keys, account, { expiresAt: null, scopes }, at);
  return { account, key };
}

/** Daily bars of 40 years, and a quote, for some of the symbols. */
async function writePrices({ market }: Store): Promise<void> {
  const refreshedAt = new Date();
  const today = day(refreshedAt.toISOString().slice(0, 10));
  const days = Array.from({ length: 40 * 365 }, (_, back) => addDays(today, -1 - back)).filter(mayBeTradingDay);
  const bars = days.map((date, n) => {
    const close = 100 + (n % 17) / 4;
    return { date, open: close, high: close + 1.5, low: close - 1.25, close, volume: 1_000_000 + n };
  });
  for (const [n, name] of [BENCHMARK, ...Array.from({ length: PRICED }, (_, at) => `S${at}`)].entries()) {
    const symbol = toCanonicalSymbol(name);
    if (symbol === null) throw new RangeError(`${name} is no symbol`);
    const origin = { providers: ["yahoo"], adjustment: "splits" } as const;
    await market.writeBars(symbol, { bars, refreshedAt, companyName: `Made Company ${n}`, origin, dividends: null });
    const quote = createExampleQuote({ symbol, companyName: `Made Company ${n}`, price: 101, pricedAt: refreshedAt });
    await market.writeQuote(symbol, { quote, fetchedAt: refreshedAt });
  }
}
