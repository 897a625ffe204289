/**
 * Fills a store of the size that the service is designed for: 100,000 trades in 300 versions, of which two thirds are an
 * import and the others one day each, with new reports, corrections, removals and amendments; pending scans; a premium account
 * with nearly as many alerts and webhooks as allowed, and their events and deliveries; and prices of 40 years. Everything is
 * written through the store's own tables, in nine seconds of processor time.
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
  buildMemberId,
  createAmendment,
  createFiling,
  createMembers,
  createPendingScan,
  type MadeFiling,
  MEMBERS,
  SYMBOLS,
} from "./large-trades.ts";

export interface LargeStore {
  /** Names of the versions, oldest first. */
  readonly versions: readonly string[];
  readonly account: string;
  /** A key of the account, with every right. */
  readonly key: string;
  /** The filing with the most lines, and the last of the scans that wait to be read. */
  readonly longestFiling: string;
  readonly waitingFiling: string;
}

/** Setting of a service on this store: the webhooks' secrets are encrypted with it. */
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
    const tradesOfDays = this.#days * (2 * LINES - 1) - Math.ceil(this.#days / 10) * LINES;
    const tradesOfImport = trades - tradesOfDays - LONGEST;
    this.#filings = Math.ceil(tradesOfImport / LINES);
  }

  /** Publishes everything listed when the service starts. */
  async importAll(): Promise<void> {
    const perVersion = this.#filings / this.#imported;
    for (let version = 0; version < this.#imported; version += 1) {
      const [from, to] = [Math.round(version * perVersion), Math.round((version + 1) * perVersion)];
      const made = Array.from({ length: to - from }, (_, at) => {
        const n = from + at;
        return createFiling(n, this.#getMember(n), LINES);
      });
      if (version === 0) made.push(...this.#createLongestAndScans());
      await this.#publish(version, made);
      this.#published.push(...made.filter(({ outcome }) => outcome.trades.length === LINES));
    }
    for (const source of ["house-clerk", "senate-efd"]) {
      await this.#store.sources.recordListingCompleted(source, this.#getPublicationTime(this.#imported));
    }
  }

  /** Publishes days with new reports, two corrections and a removed line; every tenth day, one report restates an earlier one. */
  async publishDays(): Promise<void> {
    for (let n = 0; n < this.#days; n += 1) {
      const at = this.#getPublicationTime(this.#imported + n);
      const filed = day(at.toISOString().slice(0, 10));
      const first = this.#filings + SCANS + 2 * n + 1;
      const member = 1 + (n % (MEMBERS - 1));
      const [restated, corrected, shortened] = [n * 43 + 7, n * 37, n * 41 + 20].map((each) => this.#getEarlier(each));
      if (restated === undefined || corrected === undefined || shortened === undefined) return;
      await this.#publish(this.#imported + n, [
        n % 10 === 0 ? createAmendment(restated, first, filed) : createFiling(first, member, LINES, filed),
        createFiling(first + 1, member, LINES, filed),
        withComment(corrected, `Corrected on day ${n}`),
        withoutFirstLine(shortened),
      ]);
    }
  }

  #createLongestAndScans(): MadeFiling[] {
    const n = this.#filings;
    const longest = createFiling(n, MEMBERS - 1, LONGEST);
    const scans = Array.from({ length: SCANS }, (_, at) => createPendingScan(n + 1 + at, at % MEMBERS));
    this.longestFiling = longest.listing.id;
    this.waitingFiling = scans.at(-1)?.listing.id ?? "";
    return [longest, ...scans];
  }

  /** Gives a publication few members, since all trades of a filing's member are compared. The first has one filing in ten. */
  #getMember(filing: number): number {
    const filingsOfBusiest = this.#filings / 10;
    if (filing < filingsOfBusiest) return 0;
    return 1 + Math.floor(((filing - filingsOfBusiest) / (this.#filings - filingsOfBusiest)) * (MEMBERS - 1));
  }

  /** An imported report of another than the busiest member. */
  #getEarlier(n: number): MadeFiling {
    const others = Math.ceil(this.#filings / 10);
    return this.#published[others + (n % (this.#published.length - others))] as MadeFiling;
  }

  async #publish(version: number, filings: readonly MadeFiling[]): Promise<void> {
    const at = this.#getPublicationTime(version);
    const { filings: ledger, publications, sources } = this.#store;
    await ledger.recordListings(
      filings.map(({ listing }) => listing),
      at,
    );
    const outcomes = filings.map(({ outcome }) => outcome);
    const reference =
      version === 0
        ? { politicians: createMembers(), securities: createSecurities(), companies: createCompanies() }
        : {};
    const { version: made } = await publications.publish(
      { at, outcomes, ...reference },
      version < this.#imported ? undefined : judging(sources),
    );
    this.versions.push(made?.version ?? "");
  }

  /** Noon of the day on which a version is published, which is yesterday for the last one. */
  #getPublicationTime(version: number): Date {
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

function createSecurities() {
  return Array.from({ length: SECURITIES }, (_, n) => ({
    symbol: `S${n}`,
    name: `Made Company ${n} Incorporated`,
    exchange: "NYSE",
    etf: false,
    cik: n,
  }));
}

/** As many different SIC codes as the SEC has. */
function createCompanies() {
  const groups = [...MAJOR_GROUPS.keys()];
  return Array.from({ length: SYMBOLS }, (_, cik) => {
    const sic = `${groups[cik % groups.length]}${10 + (cik % 5)}`;
    return { cik, industry: { sic, description: `Made Industry ${sic}, Not Elsewhere Classified` } };
  });
}

/** Opens a premium account with room for one more alert and one more webhook. */
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
      n % 2 === 0 ? { ticker: tickers.map((each) => `${each}${n % 10}`) } : { politicianId: [buildMemberId(n)] };
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
