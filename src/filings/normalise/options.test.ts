import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyInstrument, findDirection } from "../../domain/direction.ts";
import { createBlankLine, type RawTransaction } from "../../domain/printed-report.ts";
import { doWordsContradictType, isShortSale, readOption } from "./options.ts";

const toLine = (
  description: string | null,
  assetName = "Example Corp.",
  comment: string | null = null,
): RawTransaction => ({
  ...createBlankLine(1),
  assetName,
  assetCell: assetName,
  assetTypeCode: "OP",
  transactionType: "P",
  transactionDate: "01/02/2025",
  amount: "$1,001 - $15,000",
  description,
  comment,
});
const read = (text: string | null, assetType = "Stock Option", name?: string) =>
  readOption(toLine(text, name), assetType);

test("reads the kind, strike and expiry of a House option from the filer's words", () => {
  for (const [text, ...terms] of [
    [
      "Purchased 200 call options with a strike price of $50 and an expiration date of 3/19/27.",
      "Call",
      "$50",
      "2027-03-19",
    ],
    ["Call options; Strike price $325; Expires 06/18/2026", "Call", "$325", "2026-06-18"],
    ["Put option, strike price $215, exp. Feb. 21, 2025.", "Put", "$215", "2025-02-21"],
    ["CALL BERKSHIRE CL B NEW $300 EXP 01/17/25 CLASS B", "Call", "$300", "2025-01-17"],
    ["EXP 01/17/25 CLASS B C 300.00", "Call", "$300.00", "2025-01-17"],
    ["C 380.00", "Call", "$380.00", null],
    ["P 1,250.00", "Put", "$1,250.00", null],
    [
      "Sold 130 call options purchased 12/20/21 with a strike price of $2,100 and an expiration date of 1/20/23.",
      "Call",
      "$2,100",
      "2023-01-20",
    ],
    ["bought at market", null, null, null],
    [null, null, null, null],
  ] as const) {
    assert.deepEqual(Object.values(read(text) ?? {}), terms, String(text));
  }
});

test("leaves an option term empty if the text gives two different values or an impossible date", () => {
  assert.deepEqual(read("Call spread: strike price $100, strike price $120, expires 1/16/2026"), {
    type: "Call",
    strike: null,
    expiry: "2026-01-16",
  });
  assert.equal(read("call and put options, expires 13/45/2026")?.type, null);
  assert.equal(read("call, expires 13/45/2026")?.expiry, null, "not a calendar date");
});

test("reads a line as an option if the asset says so, but not a bond, a capital call or shares from an exercise", () => {
  assert.equal(read("CALL ISHARES RUSSELL 2000 $175 EXP 09/19/25", "Other", "IWM Option")?.strike, "$175");
  assert.equal(read("Exercised 50 call options at a strike price of $80", "Stock", "NVIDIA Corporation"), null);
  assert.equal(read(null, "Government Security", "PA ST UNIV 5.0% 09/01/2035 PAR CALL"), null);
  assert.equal(read("Capital call", "Other", "Fund II, LP capital call"), null);
});

test("treats an asset named as a put, call or option as an option, even if classed as stock, ETF, future or other", () => {
  for (const [name, assetType, ...terms] of [
    ["EXMP PUT", "Stock", "Put", null, null],
    ["EX M CALL", "Stock", "Call", null, null],
    ["Example Corp. call options", "Stock", "Call", null, null],
    ["PUT (EXMP) Example Corp", "Other", "Put", null, null],
    ["CALL/EXMP FLEX EURO PM 192.5 EXP 03/03/2023", "Other", "Call", "$192.5", "2023-03-03"],
    ["Call (SPX) New S&P 500 JUN 21 24 $4700", "Other", "Call", "$4700", "2024-06-21"],
    ["CALL SEP 23 CBT SOYBEANS", "Futures Contract", "Call", null, null],
    ["Put Dec 22 CBT Corn", "Futures Contract", "Put", null, null],
    ["EXMP 240119C00150000", "Stock", "Call", "$150", "2024-01-19"],
    ["EXMP240119P47.5", "ETF", "Put", "$47.5", "2024-01-19"],
    ["EXMP 01/19/24 C150", "Stock", "Call", "$150", "2024-01-19"],
    ["Example Trust Jan 19 2024 $400 Puts", "ETF", "Put", "$400", "2024-01-19"],
    ["Example Corp strike $12 exp 6/20/2025 put", "REIT", "Put", "$12", "2025-06-20"],
    ["EXMP Option", "Stock", null, null, null],
    ["EXMP LEAP", "Stock", null, null, null],
    ["EXMP C 150 1/19/24", "Stock", "Call", "$150", "2024-01-19"],
    ["Example Jan 19 2024 150 Call", "Stock", "Call", "$150", "2024-01-19"],
    ["CALL EXAMPLE CORP", "Stock", "Call", null, null],
    ["PUT EXAMPLE 500 INDEX 3800", "Other", "Put", null, null],
    ["Example Corp. call/put spread options", "Stock", null, null, null],
  ] as const) {
    assert.deepEqual(Object.values(read(null, assetType, name) ?? {}), terms, name);
  }
});

test("reads a row as an option if the comment says so, but not if shares came from exercising an option", () => {
  for (const [text, ...terms] of [
    ["Sold 10 put contracts in EXMP at the $65 strike", "Put", "$65", null],
    ["covered calls written, expires 1/16/2026", "Call", null, "2026-01-16"],
    ["Bought puts", "Put", null, null],
    ["PUT EXAMPLE CORP $175 EXP 09/19/25", "Put", "$175", "2025-09-19"],
    ["Call options expired worthless", "Call", null, null],
    ["LEAPS", null, null, null],
    ["EXMP 240119C00150000", "Call", "$150", "2024-01-19"],
    ["EXMP 01/19/24 C150", "Call", "$150", "2024-01-19"],
    ["puts", "Put", null, null],
    ["Stock options", null, null, null],
    ["Sold call", "Call", null, null],
    ["Wrote covered call", "Call", null, null],
    ["options expired worthless", null, null, null],
    ["Put strike $50 expires 1/16/26", "Put", "$50", "2026-01-16"],
    ["Long $100 call, short $120 call", "Call", null, null],
    ["Sold 5 contracts at $65 strike", null, "$65", null],
    ["Sold 10 puts; not exercised", "Put", null, null],
    ["Long put, strike price of $200, expiring June 2024", "Put", "$200", null],
    ["Sold to open 5 EXMP puts", "Put", null, null],
    ["Protective puts", "Put", null, null],
    ["Bear put spread", "Put", null, null],
    ["STO 5 EXMP 150 P 1/20/23", "Put", "$150", "2023-01-20"],
    ["Options on Example stock", null, null, null],
    ["Warrants", "Warrant", null, null],
    ["Rights offering", "Right", null, null],
  ] as const) {
    assert.deepEqual(Object.values(read(text, "Stock") ?? {}), terms, text);
  }
  for (const text of [
    "Exercised 50 call options purchased 1/14/25 (5,000 shares) at a strike price of $150.",
    "Exercised stock option",
    "Assigned from put contracts at the $65 strike",
    "Shares were called away by a call contract",
    "I put this in my IRA; I will call my broker, right away",
    "Capital call of $1,005",
    "Per margin call sold put in cash",
    "bought put of broker's advice",
    "Transfer agent contracts the registry; sold 200 shares",
  ]) {
    assert.equal(read(text, "Stock"), null, text);
  }
});

test("reads an unclear comment on options as an option without terms or direction, but not words in another sense", () => {
  for (const text of [
    "This was a put",
    "Example stock option, call, 150, Jan 23",
    "Collar: puts against calls",
    "Sold 500 warrants",
    "Bought Example contracts",
    "Received subscription rights",
  ]) {
    const option = read(text, "Stock");
    assert.deepEqual(Object.values(option ?? {}), [null, null, null], text);
    assert.equal(
      findDirection({
        transactionType: "purchase",
        assetType: "Stock",
        option,
        shortSale: false,
        directionDoubt: null,
      }),
      null,
      text,
    );
  }
  assert.deepEqual(Object.values(read(null, "Futures Contract", "E-mini Example put 4000") ?? {}), [null, null, null]);
  for (const text of [
    "Put the shares in trust",
    "Broker will call; sold on first call",
    "Sold shares after a conference call with the issuer",
    "Buy to open",
    "Sold shares of a company with government contracts",
    "Proceeds were put toward taxes",
    "Shares purchased, right after the earnings call",
  ]) {
    assert.equal(read(text, "Stock"), null, text);
  }
});

test("a security whose name contains an option word stays a security", () => {
  for (const [name, assetType] of [
    ["Putnam Large Cap Value ETF", "ETF"],
    ["Callon Petroleum Company", "Stock"],
    ["Call Corp. Common Stock", "Stock"],
    ["Option Care Health, Inc. - Common Stock", "Stock"],
    ["Global X Nasdaq 100 Covered Call ETF", "ETF"],
    ["Example Premium Covered Call Income Fund", "Other"],
    ["Example Enhanced Call Trust", "Stock"],
    ["Example Put-Write Strategy ETF", "ETF"],
    ["EXAMPLE CORP NOTE CALL MAKE WHOLE 4.7% 11/15/2035", "Corporate Bond"],
    ["Example St Go Call 12/1/27 4% due 12/1/47", "Government Security"],
    ["HOOVER ALA GO WTS 2020", "Other"],
    ["Example Life annuity contract", "Other"],
    ["Wright Medical Group", "Stock"],
    ["Bright Horizons", "Stock"],
    ["Example mineral rights", "Mineral And Energy Rights"],
    ["Mini S&P futures contract", "Futures Contract"],
  ] as const) {
    assert.equal(read(null, assetType, name), null, name);
  }
});

test("a warrant, a right or an unspecified contract is an option without a direction, not a share", () => {
  for (const [name, type] of [
    ["Example Corp. Warrants", "Warrant"],
    ["EXAMPLE WTS EXP 01/15/2027", "Warrant"],
    ["Example Corp WT", "Warrant"],
    ["EXAMPLE ACQUISITION CORP/WS", "Warrant"],
    ["Example Inc. contingent value right", "Right"],
    ["Example Corp Subscription Rights 2026", "Right"],
    ["EXMP forward contract", null],
  ] as const) {
    const option = read(null, "Stock", name) ?? assert.fail(name);
    assert.equal(option.type, type, name);
    const facts = {
      transactionType: "purchase",
      assetType: "Stock",
      option,
      shortSale: false,
      directionDoubt: null,
    } as const;
    assert.equal(findDirection(facts), null, name);
    assert.equal(classifyInstrument(facts), "option", name);
  }
});

test("takes an option term from the filer's text if the Senate's fields lack that term", () => {
  const raw = { ...toLine("strike price $50"), assetDetails: { "Option Type:": "Put", "Expires:": "01/16/2026" } };
  assert.deepEqual(readOption(raw, "Stock Option"), { type: "Put", strike: "$50", expiry: "2026-01-16" });
});

test("detects short sales and their covers from the filer's words or the Senate's option type", () => {
  const option = { type: "Short Sale", strike: null, expiry: null };
  for (const text of [
    "short sale",
    "covered short",
    "short cover",
    "Sold short",
    "buy to cover short position",
    "Bought to cover.",
  ]) {
    assert.equal(isShortSale(toLine(text), null, "Stock"), true, text);
  }
  for (const text of [
    null,
    "Sold short-term bonds",
    "short duration",
    "sold short term treasuries",
    "Sold to cover taxes",
  ]) {
    assert.equal(isShortSale(toLine(text), null, "Stock"), false, String(text));
  }
  assert.equal(isShortSale(toLine(null), option, "Stock Option"), true);
});

test("reads a Senate option even if only one of type, strike and expiry is labeled", () => {
  const readLabeled = (assetDetails: Record<string, string>) =>
    readOption({ ...toLine(null), assetDetails }, "Stock Option");
  assert.deepEqual(readLabeled({ "Option Type": "Put" }), { type: "Put", strike: null, expiry: null });
  assert.deepEqual(readLabeled({ "Strike price": "$50" }), { type: null, strike: "$50", expiry: null });
  assert.deepEqual(readLabeled({ Expires: "01/16/2026" }), { type: null, strike: null, expiry: "2026-01-16" });
});

test("does not read a number in a name as a strike, or a letter in a name as call or put", () => {
  for (const name of [
    "Example Bank Note linked to S&P 500 due 12/15/2026",
    "Sample 6% Note linked to the S&P 500 due 9/30/27",
    "SPDR S P 500 ETF 12/15/26",
    "Vanguard S & P 500 ETF $400",
    "Class P 100 Units",
    "Example Fund Class P 100 Units 12/31/2030",
    "Wells Fargo C 5",
    "WELLS FARGO & CO C 5 12/15/2030",
    "Citigroup Series P 5 $25.00",
    "JPM Series P 5.75% 12/15/49",
  ]) {
    assert.equal(read(null, "Other", name), null, name);
  }
  for (const [name, text, ...terms] of [
    ["S&P 500 Index option", null, null, null, null],
    ["Example S&P 500 Trust", "Purchased 5 call options", "Call", null, null],
    ["Example S&P 500 Trust", "Sold 5 SPY 9/18/26 $600 puts to open", "Put", "$600", "2026-09-18"],
    ["Example S&P 500 Trust", "Sold 5 SPY 9/18 $600 puts", "Put", "$600", null],
    ["Example Corp", "bought SPY Jan 2027 $600 calls", "Call", "$600", null],
    ["Class P 100 Units", null, null, null, null],
    ["Wells Fargo C 5", null, null, null, null],
    ["Example Corp", "SPY 600P", "Put", "$600", null],
    ["Example Corp", "EXMP C 150", "Call", "$150", null],
    ["Example Corp", "option P 47.50", "Put", "$47.50", null],
  ] as const) {
    const option = readOption(toLine(text, name), "Stock Option");
    assert.deepEqual(Object.values(option ?? {}), terms, `${name} ${text}`);
  }
});

test("a premium and a number of contracts are not a strike", () => {
  for (const name of [
    "Example Corp put at $11.80",
    "Example put option for $11.80",
    "5 Example puts",
    "EXMP 5 put contracts",
  ]) {
    assert.deepEqual(read(null, "Stock", name), { type: "Put", strike: null, expiry: null }, name);
  }
  assert.equal(read(null, "Stock", "Example Jan 19 2024 150 Calls")?.strike, "$150");
});

test("an option is not a short sale, even if the filer's words describe a short sale", () => {
  const option = { type: "Put", strike: "$50", expiry: null };
  assert.equal(isShortSale(toLine("buying to cover short position"), option, "Stock Option"), false);
  assert.equal(isShortSale(toLine("short sale"), { type: null, strike: null, expiry: null }, "Stock Option"), false);
  assert.equal(isShortSale(toLine("Sold short 5 puts"), option, "Stock"), false);
});

test("reports words that contradict the printed type, but not words that agree or add to it", () => {
  const option = { type: "Call", strike: null, expiry: null };
  const contradicts = (text: string, side: 1 | -1, facts: Partial<Parameters<typeof doWordsContradictType>[2]> = {}) =>
    doWordsContradictType(toLine(text), side, { option, shortSale: false, ...facts });
  for (const [text, side] of [
    ["Buy to close covered call", -1],
    ["Bought 5 call options, strike price $50", -1],
    ["Purchased to close 5 EXMP $192.50 calls", -1],
    ["BTC 5 EXMP 50 calls", -1],
    ["Sold to open 5 calls", 1],
    ["Sold covered call", 1],
    ["Call options expired worthless", -1],
    ["Assigned", 1],
    ["Exercised 50 call options", -1],
  ] as const) {
    assert.equal(contradicts(text, side), true, text);
  }
  for (const [text, side] of [
    ["Buy to close covered call", 1],
    ["buying to cover", 1],
    ["Sold 130 call options purchased 12/20/21", -1],
    ["Purchased 50 call options; sold 20 puts", 1],
    ["Call options; strike price $50; expires 6/18/2026", -1],
    ["Sold 10 puts; not exercised", -1],
    ["Option received as part of compensation", -1],
  ] as const) {
    assert.equal(contradicts(text, side), false, text);
  }
  assert.equal(contradicts("Purchase 9/10/25 less than $1,000", -1, { option: null }), false, "shares are not checked");
  const short = { option: null, shortSale: true };
  assert.equal(contradicts("covered short", -1, short), true);
  assert.equal(contradicts("Sold short", 1, short), true);
  assert.equal(contradicts("covered short", 1, short), false);
  assert.equal(contradicts("short sale", -1, short), false);
});
