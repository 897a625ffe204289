import assert from "node:assert/strict";
import { test } from "node:test";
import { parseIsoDate } from "./dates.ts";
import { findLateExemption } from "./late-exemption.ts";

const toDay = (text: string) => parseIsoDate(text) ?? assert.fail(text);

const exempt = (fields: Partial<Parameters<typeof findLateExemption>[0]>) =>
  findLateExemption({
    assetType: "Stock",
    assetTypeRaw: "ST",
    option: null,
    ticker: "EXMP",
    coin: null,
    account: null,
    assetNameRaw: "Example Corp.",
    assetDetails: null,
    comment: null,
    shortSale: false,
    transactionType: "purchase",
    transactionDate: toDay("2026-02-17"),
    listed: null,
    ...fields,
  });
const toListed = (name: string, etf: boolean) => ({ name, etf });
/** A row of a form that prints no class and no symbol. */
const scan = { assetType: "Other", assetTypeRaw: null, ticker: "" };
const bond = {
  assetType: "Corporate Bond",
  assetTypeRaw: "CS",
  ticker: "",
  assetNameRaw: "Sample Motors MTN 9/1/2030",
};
const option = { type: "Call", strike: null, expiry: null };

function assertAll(rows: readonly Parameters<typeof exempt>[0][], expected: ReturnType<typeof exempt>) {
  for (const row of rows) assert.equal(exempt(row), expected, JSON.stringify(row));
}

test("trades in mutual funds and ETFs are never called late, whatever class they are filed under", () => {
  assertAll(
    [
      { assetType: "ETF" },
      { assetType: "Mutual Fund", ticker: "" },
      { listed: toListed("Sample 500 ETF", true) },
      { listed: toListed("Sample Coin Trust ETF", false) },
      { assetType: "Other", ticker: "XMPLX" },
      { ...scan, assetNameRaw: "Example Core Bond ETF" },
      { ...scan, assetNameRaw: "Example Real Estate (EXREX)" },
      { ...scan, assetNameRaw: "EXGRX - EXAMPLE GROWTH I" },
      { ...scan, assetNameRaw: "EXAMPLE CONTRA", comment: "1044.562 SHARES OF EXCTX @ $18.98" },
      { ...scan, assetNameRaw: "Sample Liquidity TSTXX" },
      { ...scan, assetNameRaw: "Sample Money Market Fund - Premium Class" },
      { ...scan, comment: "Mutual fund" },
      { comment: "Held in a widely held, diversified investment fund over which I have no control." },
      { assetType: "Other", comment: "The fund is widely held and managed without my input." },
      { assetType: "Other", comment: "ETF; dividend reinvestment" },
    ],
    "widely_held_fund",
  );
});

test("an asset is exempt if its code or the filer's words say that it is an excepted investment fund", () => {
  assertAll(
    [
      { assetType: "Private Fund", assetTypeRaw: "HE", ticker: "", assetNameRaw: "Example Ventures Fund II, LP" },
      { assetType: "REIT", assetTypeRaw: "RF", ticker: "" },
      { assetType: "Other", comment: "Excepted investment fund" },
      { assetType: "Other", comment: "EIF" },
      { ...scan, assetNameRaw: "CREF Stock" },
    ],
    "excepted_investment_fund",
  );
});

test("lateness is not judged if the asset's name suggests a fund family or a share class, since the asset may be a fund", () => {
  assertAll(
    [
      { ...scan, assetNameRaw: "Vanguard Total Stock Market Index Fund Institutional" },
      { ...scan, assetNameRaw: "DFA EMERGING MARKETS CORE EQUITY PORTFOLIO" },
      { ...scan, assetNameRaw: "Harding Loevner Emerging Markets Institutional Class" },
      { ...scan, assetNameRaw: "Example Balanced Fund Class A" },
      { ...scan, assetNameRaw: "NORTHERN TAX-ADVGT ULTRA-SHRT FIXED INC" },
      { ...scan, assetNameRaw: "Goldman Sachs Small-Mid Cap Growth" },
      { ...scan, assetNameRaw: "Sample Debt Solutions BDC Class S" },
      { ...scan, assetNameRaw: "SMPUTX", comment: "Purchase of Equity - Unit Investment Trust." },
      {
        assetType: "Non-Public Stock",
        assetTypeRaw: "PS",
        ticker: "",
        assetNameRaw: "Sample Real Estate Trust Class U",
      },
      { ...bond, assetNameRaw: "Lord Abbett Ultra Short Bond CL I" },
      { assetNameRaw: "Example Tax-Managed Diversi", listed: toListed("Example Tax-Managed Income Fund", false) },
    ],
    "may_be_fund",
  );
});

test("trades in real property are never called late", () => {
  assertAll(
    [
      { assetType: "Real Property", assetTypeRaw: "RP" },
      { assetType: "Farm", assetTypeRaw: "FA" },
      { ...scan, assetNameRaw: "Rental property, Springfield" },
      { ...scan, assetNameRaw: "120 acres, Sample County" },
    ],
    "real_property",
  );
  assertAll([{ ...scan, assetNameRaw: "Sample Rental Property LLC" }, { assetNameRaw: "Camden Property Trust" }], null);
});

test("deposits, CDs, stablecoins and the guide's other exempt assets are not called late", () => {
  assertAll([{ assetType: "Bank Deposit", assetTypeRaw: "BA", ticker: "" }], "cash_account");
  assertAll(
    [
      { ...bond, assetNameRaw: "Sample Bank USA CD 4.5% 03/15/2027" },
      { ...scan, assetNameRaw: "SAMPLE BK CTF DEP 4.1% 2026" },
      { assetType: "Bank Deposit", assetTypeRaw: "BA", ticker: "", assetNameRaw: "Certificate of Deposit" },
      { ...scan, assetNameRaw: "Sample Bank", comment: "Purchased CD" },
    ],
    "certificate_of_deposit",
  );
  const coin = { assetType: "Cryptocurrency", assetTypeRaw: "CT", ticker: "" };
  assertAll(
    [
      { ...coin, coin: "USDC", assetNameRaw: "usdc" },
      { ...coin, coin: "USDT", assetNameRaw: "Tether" },
      { ...coin, coin: "DAI", assetNameRaw: "DAI" },
      { ...coin, assetNameRaw: "PayPal USD (PYUSD)" },
      { ...scan, assetNameRaw: "USD Coin" },
    ],
    "stablecoin",
  );
  assertAll([{ ...scan, account: "Thrift Savings Plan" }], "federal_retirement_plan");
  assertAll([{ assetType: "Blind Trust", assetTypeRaw: "EQ" }], "blind_trust");
  assertAll(
    [
      { ...coin, coin: "BTC", assetNameRaw: "Bitcoin" },
      { assetNameRaw: "Dai Holdings", ticker: "DAI" },
      { assetNameRaw: "CD Projekt S.A.", ticker: "" },
      { ...scan, assetNameRaw: "CD&R Value Building Partners" },
      { assetType: "Municipal Security", assetTypeRaw: null, ticker: "", assetNameRaw: "SAMPLE CMNTY CD 5% DUE 2031" },
    ],
    null,
  );
});

test("a bond that was called, redeemed or matured was not sold", () => {
  const sold = { ...bond, transactionType: "sale_full" as const };
  assertAll(
    [
      { ...sold, comment: "Note Called by the issuer. position closed" },
      { ...sold, comment: "note redeemed/called by issuer" },
      { ...sold, comment: "bond called away early" },
      { ...sold, comment: "PARTIAL CALL REDEMPTION" },
      { ...sold, comment: "Matured" },
      { ...sold, comment: "held to maturity" },
      { ...sold, comment: "Called by issuer before maturity" },
      { ...sold, assetNameRaw: "Sample Motors 5% (MATURED)" },
      { ...sold, transactionType: "exchange", comment: "redemption of municipal bond" },
      { ...scan, transactionType: "sale_full", assetNameRaw: "Sample Republic", comment: "bond matured" },
    ],
    "bond_called_or_matured",
  );
  assertAll(
    [
      { ...sold, comment: "sold before maturity" },
      { ...sold, comment: "Sold prior to call" },
      { ...sold, comment: "to be called next month" },
      { ...sold, comment: "I called my broker to sell" },
      { ...scan, transactionType: "sale_full", assetNameRaw: "Sample Bank 6% Pfd", comment: "Redeemed by the issuer" },
      { ...sold, comment: "Maturity Date: 9/1/2030" },
      { ...sold, assetNameRaw: "Sample City 5% CALLABLE 2030" },
      { ...sold, transactionType: "purchase", comment: "Proceeds of a bond that matured" },
      { transactionType: "sale_full", comment: "Called away; covered call was assigned" },
      { transactionType: "sale_full", assetNameRaw: "Uncalled Corp.", comment: "Now called Sample Holdings" },
      { transactionType: "sale_partial", ticker: "", comment: "redemption of incentive units" },
    ],
    null,
  );
});

test("a sale on the printed maturity date is a maturity, even if that date is on a weekend", () => {
  const sold = { ...bond, transactionType: "sale_full" as const, transactionDate: toDay("2026-02-17") };
  const toBond = (printed: string) => ({
    assetDetails: { coupon: "5%", maturity: printed, place: null, description: null, platform: null },
    assetNameRaw: "SAMPLE ST GO",
  });
  assertAll(
    [
      { ...sold, ...toBond("2026-02-17") },
      { ...sold, ...toBond("02/15/26") },
      { ...sold, assetNameRaw: "US TSY NOTE DUE 02/15/26" },
      { ...sold, assetNameRaw: "SAMPLE HWY JUN16 5.00% FEB17 2026" },
      { ...sold, assetNameRaw: "US Treasury Note 1.25% - Feb 15, 2026" },
      { ...sold, comment: "Rate: 6.3% Maturity Date: 2/17/26" },
    ],
    "bond_called_or_matured",
  );
  assertAll(
    [
      { ...sold, ...toBond("2026-02-18") },
      { ...sold, ...toBond("2026-02-13") },
      { ...sold, ...toBond("2026-02-17"), transactionType: "purchase" },
      { ...sold, comment: "Sold 2/17/26" },
      { transactionType: "sale_full", assetNameRaw: "Sample 2/17/2026 Corp." },
    ],
    null,
  );
});

test("stock splits, inheritances, transfers within the family and grants of options are not purchases", () => {
  assertAll(
    [
      { comment: "10-for-1 stock split" },
      { comment: "Shares received as a result of a 3:1 split" },
      { transactionType: "exchange", comment: "Reverse stock split" },
      { transactionType: "sale_full", comment: "Reverse split" },
    ],
    "stock_split",
  );
  assertAll(
    [
      { comment: "Stock inherited from deceased mother's estate. Transfer paperwork signed 4/21/2017." },
      { comment: "Inheritance" },
      { comment: "Not a purchase; bequest of an aunt" },
      { ...scan, assetNameRaw: "Example Corp. - inherited" },
    ],
    "inheritance",
  );
  assertAll(
    [
      { comment: "Gifted from Self to Spouse" },
      { transactionType: "sale_full", comment: "Transferred to dependent child" },
      { comment: "Gift from spouse" },
      { comment: "Transfer of shares from joint account to filer" },
    ],
    "transfer_within_family",
  );
  assertAll(
    [
      { assetType: "Stock Option", comment: "Employee stock options granted by the company", option },
      { assetType: "Stock Option", comment: "Annual grant of options to the board", option },
    ],
    "option_grant",
  );
});

test("similar words with another meaning do not change the verdict", () => {
  assertAll(
    [
      { comment: "Purchased 100 shares (post-split)" },
      { comment: "Strike adjusted for the 10:1 stock split" },
      { comment: "Bought after the 4:1 stock split" },
      { transactionType: "sale_full", comment: "This asset was acquired through the reverse stock split of June 3." },
      { transactionType: "sale_full", comment: "Split into 2 share classes; he kept the C shares." },
      { transactionType: "sale_full", comment: "Acquired as a result of a 9/21/16 inheritance" },
      { comment: "Part of the Inherited Beneficiary IRA" },
      { comment: "holding of inherited trust" },
      { comment: "Purchased with inheritance money" },
      { comment: "Held in real estate account" },
      { comment: "Gift to a charity" },
      { comment: "Gift from filer's mother" },
      {
        transactionType: "sale_partial",
        comment: "Stock transferred to spouses Charitable Remainder Trust and subsequently sold",
      },
      { comment: "Transferred IRA from one broker to another" },
      { comment: "Transfer from spouse's 401k to rollover IRA" },
      { comment: "Funds transferred from spouse" },
      { assetType: "Restricted Stock Unit", comment: "Spouse awarded RSUs as part of total comp package" },
      {
        assetType: "Stock Option",
        transactionType: "sale_full",
        comment: "This was a stock option granted in 2012",
        option,
      },
      { comment: "Exercised options granted in 2015" },
      { comment: "Federal Government grant." },
      { comment: "Shares were held at the transfer agent" },
    ],
    null,
  );
});

test("for an exchange, only the asset given up decides", () => {
  const exchange = { transactionType: "exchange" as const };
  assertAll(
    [
      { ...scan, ...exchange, assetNameRaw: "SAMPLE.COM INC EXCHANGED FOR EXAMPLE SELECT EQUITY ETF" },
      { ...scan, assetNameRaw: "SAMPLE.COM INC EXCHANGED FOR EXAMPLE SELECT EQUITY ETF" },
      { ...scan, assetNameRaw: "SAMPLE.COM INC (EXCH FOR EXAMPLE SELECT ETF)" },
      { ...exchange, assetNameRaw: "Sample Inc. (Exchanged) / Example Select Equity ETF (Received)" },
      {
        ...{
          ...exchange,
          assetType: "ETF",
          assetTypeRaw: "EF",
          ticker: "EXSE",
          listed: toListed("Example Select Equity ETF", true),
        },
        ...{
          assetNameRaw: "Example Select Equity ETF",
          comment: "Sample.com stock exchanged for Example Select Equity ETF shares",
        },
      },
    ],
    null,
  );
  assertAll(
    [
      { ...scan, ...exchange, assetNameRaw: "EXAMPLE SELECT EQUITY ETF EXCHANGED FOR SAMPLE.COM INC" },
      { ...exchange, assetNameRaw: "Example Equity ETF (Exchanged) / Sample Inc. (Received)" },
      {
        ...exchange,
        assetType: "ETF",
        assetTypeRaw: "EF",
        assetNameRaw: "Example Equity ETF",
        comment: "Share class exchange",
      },
    ],
    "widely_held_fund",
  );
});

test("lateness is judged for shares, bonds, options on funds, and assets whose names do not suggest a fund", () => {
  assertAll(
    [
      {},
      { assetType: "Government Security", assetNameRaw: "U.S. Treasury Note" },
      bond,
      { assetType: "Private Fund", assetTypeRaw: "HN", assetNameRaw: "Example Growth Fund Class I" },
      { ...scan, assetNameRaw: "Example Ventures Fund II, LP" },
      { ...scan, assetNameRaw: "Golden Example Fund I, LLC" },
      { ...scan, assetNameRaw: "Example Premier Access Fund", comment: "Pooled Investment Fund" },
      { assetType: "Exchange-Traded Note" },
      { listed: toListed("Sample 500 ETF", true), option },
      { listed: toListed("Sample 500 ETF", true), assetType: "Stock Option" },
      { assetType: "ETF", option },
      { listed: toListed("Sample 500 ETF", true), shortSale: true },
      { listed: toListed("Sample Oil 3x ETN due 2040", true) },
      { comment: "This is not a widely held fund." },
      { comment: "Managed account in a widely held fund strategy" },
      { comment: "Sale to exchange individual stocks for EIFs." },
      { comment: "Mutual fund sold to raise cash for this purchase" },
      { comment: "ETF provider; shares of the company" },
      { assetNameRaw: "Sample (ETF sponsor) common stock" },
      { comment: "I moved from single stocks into passive ETFs and mutual funds." },
      { assetNameRaw: "Betfair Group" },
      { ...scan, assetNameRaw: "IDEXX Laboratories, Inc." },
      { ...scan, assetNameRaw: "FEDEX" },
      { ...scan, assetNameRaw: "T. Rowe Price Group, Inc." },
      { ...scan, assetNameRaw: "BlackRock, Inc." },
      { ...scan, assetNameRaw: "Vanguard Natural Resources LLC" },
      { ...scan, assetNameRaw: "Schwab IRA - International Paper" },
      { ...scan, assetNameRaw: "Franklin County Ohio Revenue Bond" },
      { ...scan, assetNameRaw: "MORGAN STANLEY LINKED TO S&P 500 INDEX" },
      { ...scan, assetNameRaw: "Wheeler Real Estate Investment Trust" },
      { ...bond, assetNameRaw: "Goldman Sachs International Floating" },
      { assetNameRaw: "Sample Media Class A" },
    ],
    null,
  );
});
