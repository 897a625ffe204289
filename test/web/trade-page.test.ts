/** The page of a trade over HTTP: its details, unknown ids, and a store that does not answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "../../src/base/errors.ts";
import { toDayNumber, toDayText } from "../../src/domain/bar-columns.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import { createBlankFiling, createBlankLine } from "../../src/domain/printed-report.ts";
import { listSessions } from "../../src/domain/sessions.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import type { Trade } from "../../src/domain/trade.ts";
import type { StoredCloses } from "../../src/prices/market.ts";
import { formatSignedPercent } from "../../src/prices/returns/return-words.ts";
import { makeRecords } from "../contract/made-dataset.ts";
import { HOUSE, makeLedger } from "../contract/made-ledger.ts";
import { makeMarket } from "../contract/made-market.ts";
import { json, startService } from "../contract/service.ts";
import { day } from "../store/made.ts";

const HTML = { headers: { accept: "text/html" } };
const TRADE = "txn_h20990001_01";

/** Creates the example ledger with the printed words of line 1 of the House report. */
function createLedger() {
  const report = createBlankFiling({ source: "house-clerk", kind: "text" as const, docId: "20990001" });
  const line = { ...createBlankLine(1), assetCell: "Apple <b>Inc.</b> (AAPL) [ST]", transactionType: "P" };
  return { ...makeLedger(), readPrinted: async () => ({ ...report, transactions: [line] }) };
}

/** Creates records with a trade of the House report in the example ledger. */
function createRecords() {
  const made = makeRecords();
  return {
    ...made,
    async findTrade(id: string) {
      const found = await made.findTrade("txn_h20999999_01");
      return found && id === TRADE
        ? { ...found, trade: { ...found.trade, id, filingId: HOUSE }, supersededBy: "h20990009" }
        : made.findTrade(id);
    },
  };
}

test("a trade's page has the printed words, the picture of the line, the digest and the outcome", async () => {
  await using service = await startService({ ledger: createLedger(), records: createRecords() });
  const { status, text, headers } = await service.ask(`/trades/${TRADE}`, HTML);
  assert.equal(status, 200);
  assert.match(String(headers["content-security-policy"]), /default-src 'none'/);
  assert.match(text, /Apple &lt;b&gt;Inc\.&lt;\/b&gt; \(AAPL\) \[ST\]/);
  assert.match(text, new RegExp(`<img src="/evidence/${TRADE}\\.png" alt="[^"]+">`));
  assert.match(text, /withdrawn/);
  assert.match(text, /SHA-256 [0-9a-f]{64}\./);
  assert.doesNotMatch(text, / style=|<script>/);
});

test("does not state an owner or an asset type as a fact if the scan does not show it", async () => {
  const scanned = {
    ...createRecords(),
    async findTrade(id: string) {
      const found = await createRecords().findTrade(id);
      const unread = { owner: null, ownerUnread: "It was not read.", assetType: "Other", assetTypeRaw: null };
      const unsure = { notificationDate: null, notificationUnread: "It is smudged.", assetNameUnsure: true };
      return found && { ...found, trade: { ...found.trade, ...unread, ...unsure, ticker: "", currentTicker: null } };
    },
  };
  await using service = await startService({ ledger: createLedger(), records: scanned });
  const { text } = await service.ask(`/trades/${TRADE}`, HTML);
  assert.match(text, /owner: not read/);
  assert.match(text, /The print is unclear: letters of the asset’s name may be wrong\.<\/figcaption>/);
  assert.match(text, /<dt>Member notified<\/dt><dd>date could not be read<\/dd>/);
  assert.match(text, /No price is shown: the filing does not say it is a listed share or fund\./);
});

test("if the price store fails, the page does not claim that no prices exist", async () => {
  const failToRead = async () => {
    throw new UnavailableError("service_unavailable", "The price store does not answer.", 5);
  };
  const market = { ...makeMarket(), isListed: () => true, readCloses: failToRead };
  const listed = {
    ...createRecords(),
    async findTrade(id: string) {
      const found = await createRecords().findTrade(id);
      return found && { ...found, trade: { ...found.trade, ticker: "AAPL", currentTicker: "AAPL" } };
    },
  };
  await using service = await startService({ ledger: createLedger(), records: listed, market });
  const page = await service.ask(`/trades/${TRADE}`, HTML);
  assert.equal(page.status, 200);
  assert.match(page.text, /No price is shown: the price store is not responding\./);
  const list = json(await service.ask("/api/v1/trades?limit=1&ticker=AAPL")) as { trades: { id: string }[] };
  assert.equal((await service.ask(`/api/v1/trades/prices?ids=${list.trades[0]?.id}`)).status, 503);
});

test("compares the share price since the trade and since the disclosure with SPY, with dates, and leaves out unknown values", async () => {
  const days = listSessions(toDayNumber(day("2026-01-02")), toDayNumber(day("2026-03-31")));
  const last = toDayText(days.at(-1) ?? 0);
  /** Creates closes that start at `first` and rise by a dollar per session. */
  const createRisingCloses = (
    first: number,
    without: readonly IsoDate[] = [],
  ): Pick<StoredCloses, "days" | "close"> => {
    const kept = [...days.keys()].filter((at) => !without.includes(toDayText(days[at] as number)));
    return {
      days: Int32Array.from(kept, (at) => days[at] as number),
      close: Float64Array.from(kept, (at) => first + at),
    };
  };
  const createStoredCloses = (series: Pick<StoredCloses, "days" | "close">, symbol: string): StoredCloses => ({
    ...series,
    symbol: symbol as CanonicalSymbol,
    ...{ dividends: null, ended: false, finalDay: last, origin: { providers: ["yahoo"], adjustment: "splits" } },
  });
  const [traded, disclosed, known] = ["2026-02-03", "2026-02-20", "2026-02-23"].map(day) as [IsoDate, IsoDate, IsoDate];
  const fetchSentence = async (
    given: Partial<Trade>,
    spyWithout: readonly IsoDate[] = [],
    shareWithout: readonly IsoDate[] = [],
  ) => {
    const readCloses = async (symbol: string) =>
      createStoredCloses(
        symbol === "SPY" ? createRisingCloses(400, spyWithout) : createRisingCloses(100, shareWithout),
        symbol,
      );
    const listed = {
      ...createRecords(),
      async findTrade(id: string) {
        const found = await createRecords().findTrade(id);
        const dates = { transactionDate: traded, disclosureDate: disclosed, transactionType: "purchase" as const };
        const named = { ticker: "AAPL", currentTicker: "AAPL", assetType: "Stock", ...dates, ...given };
        return found && { ...found, trade: { ...found.trade, ...named } };
      },
    };
    const market = { ...makeMarket(), isListed: () => true, readCloses };
    await using service = await startService({ ledger: createLedger(), records: listed, market });
    const { text } = await service.ask(`/trades/${TRADE}`, HTML);
    assert.doesNotMatch(text, /NaN|undefined|Infinity/);
    return /<p>(Since the trade: .*?)<\/p>/.exec(text)?.[1]?.replace(/<[^>]*>/g, "");
  };
  const formatChange = (from: IsoDate, first: number) => {
    const at = days.indexOf(toDayNumber(from));
    return formatSignedPercent((first + days.length - 1) / (first + at) - 1);
  };
  const formatDay = (each: IsoDate) =>
    new Date(each).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
  const whole = `Since the trade: ${formatChange(traded, 100)} (SPY ${formatChange(traded, 400)}), from ${formatDay(traded)} to ${formatDay(last)}. Since the disclosure: ${formatChange(known, 100)} (SPY ${formatChange(known, 400)}), from ${formatDay(known)} to ${formatDay(last)}.`;
  assert.equal(await fetchSentence({}), whole);
  assert.equal(
    await fetchSentence({ transactionType: "sale_full" }),
    `${whole} For a sale, a rise is a gain that the seller missed.`,
  );
  assert.match(
    (await fetchSentence({ transactionDate: day("2026-01-31") })) ?? "",
    /^Since the trade: [^.]*\.\d% \(SPY [^)]*\), from Feb 2, 2026 \(the next trading day\) to Mar 31, 2026\./,
    "a Saturday",
  );
  assert.match(
    (await fetchSentence({}, [traded])) ?? "",
    /^Since the trade: \+[\d.]+% \(no close of SPY is stored for one or both days\), from .* Since the disclosure: \+[\d.]+% \(SPY /,
  );
  assert.match(
    (await fetchSentence({}, [], [traded])) ?? "",
    /^Since the trade: no closing price is stored for that day\. Since the disclosure: \+/,
  );
  assert.match(
    (await fetchSentence({ disclosureDate: last })) ?? "",
    /Since the disclosure: not known yet, because there is no later closing price\.$/,
  );
  assert.match(
    (await fetchSentence({ dateSuspect: "notification_before_transaction" })) ?? "",
    /^Since the trade: not shown, because a printed date is doubtful\. Since the disclosure: \+/,
  );
  const option = { type: "Call", strike: "$190", expiry: "2026-06-19" } as const;
  assert.equal(await fetchSentence({ assetType: "Stock Option", option }), undefined);
});

test("the heading of an option trade's page names the option and its terms", async () => {
  const option = { type: "Call", strike: "$190", expiry: "2026-06-19" };
  const optional = {
    ...createRecords(),
    async findTrade(id: string) {
      const found = await createRecords().findTrade(id);
      return found && { ...found, trade: { ...found.trade, assetType: "Stock Option", option } };
    },
  };
  await using service = await startService({ ledger: createLedger(), records: optional });
  const { text } = await service.ask(`/trades/${TRADE}`, HTML);
  assert.match(text, /· owner: \w+ · call option, strike \$190, expires 2026-06-19<\/p>/);
  const what = '[^<"]* of call options on ';
  for (const form of [
    `<h1>${what}<bdi>`,
    `<title>[^<]*: ${what.toLowerCase()}`,
    `property="og:title" content="[^"]*: ${what}`,
  ]) {
    assert.match(text, new RegExp(form));
  }
  assert.match(text, new RegExp(`name="description" content="${what}`));
  assert.match(text, new RegExp(`id="citation">[^<]*, ${what}`));
});

test("the page of an unknown trade id shows what is known about its filing", async () => {
  await using service = await startService();
  const known = await service.ask("/trades/txn_h20990001_02", HTML);
  assert.equal(known.status, 404);
  assert.match(known.text, /The filer marked the row as deleted\./);
  const unknown = await service.ask("/trades/%3Cscript%3E", HTML);
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /&lt;script&gt;/);
  assert.match(unknown.text, /An id names the filing and the line/);
});

test("if the store fails, shows the public fields and says what is missing", async () => {
  const failToRead = async () => {
    throw new Error("the database is away");
  };
  await using service = await startService({ records: { ...makeRecords(), findTrade: failToRead } });
  const listed = await service.ask("/trades/txn_h20999999_01", HTML);
  assert.equal(listed.status, 503);
  assert.match(listed.text, /is not responding/);
  assert.match(listed.text, /\$1,001 - \$15,000|\$50,000,001\+/);
  assert.doesNotMatch(listed.text, /the database is away/);
  assert.equal((await service.ask("/trades/txn_h1_01", HTML)).status, 503);
});
