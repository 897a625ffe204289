/** Normalizes the asset: ticker, company, class, option terms, and the asset received in an exchange. */
import { removeClassCode, splitAssetCell } from "../../domain/asset-cell.ts";
import { type IsoDate, parseUsDate } from "../../domain/dates.ts";
import { isOnlyFiledNameLeveraged, isSameIssuer, removeShareClass } from "../../domain/issuer-name.ts";
import type { RawTransaction } from "../../domain/printed-report.ts";
import { listSecurityNames } from "../../domain/security.ts";
import { isExchangeName, toCanonicalSymbol } from "../../domain/symbol.ts";
import type { AssetDetails, ReceivedAsset, Trade } from "../../domain/trade.ts";
import type { Vocabulary } from "../../domain/vocabulary.ts";
import type { AssetMaster } from "./asset-master.ts";
import { findCoin } from "./coins.ts";
import { findTodaysSymbol } from "./current-ticker.ts";
import { isWordLikeSymbol, readSymbolInName } from "./filed-symbol.ts";
import { identifyTicker } from "./identify.ts";
import { findDetail, isShortSale, readOption } from "./options.ts";
import { collapseSpaces, toNullIfUnstated } from "./stated.ts";
import { parseTransactionType } from "./vocabulary.ts";

type AssetFields = Pick<
  Trade,
  | "ticker"
  | "tickerSource"
  | "currentTicker"
  | "noCurrentTicker"
  | "endedOn"
  | "coin"
  | "company"
  | "assetType"
  | "assetTypeRaw"
  | "assetNameRaw"
  | "option"
  | "shortSale"
  | "assetDetails"
  | "received"
>;

/** Classes in which a name without a ticker may identify a listed security; never bonds, options, coins or unlisted assets. */
const LISTED_CLASSES: ReadonlySet<string> = new Set(["Stock", "ETF", "REIT"]);

/** Returns null if the line names no asset. `on` is the transaction date. */
export function readAsset(
  raw: RawTransaction,
  vocabulary: Vocabulary,
  on: IsoDate,
  master: AssetMaster,
): AssetFields | null {
  const assetTypeRaw = toNullIfUnstated(vocabulary.getPrintedClass(raw));
  const assetType = vocabulary.classifyAsset(assetTypeRaw);
  const line = removeFalseTicker(raw, assetTypeRaw === null ? null : assetType, master);
  const isExchange = parseTransactionType(line.transactionType) === "exchange";
  const [surrendered = line.assetName, received = null] = isExchange ? line.assetParts : [];
  const symbol = line.tickers.length > 0 ? (line.tickers[0] ?? null) : line.ticker;
  const filed = isExchangeName(symbol ?? "") ? null : symbol;
  const inCell = parseFiledTicker(filed);
  const assetNameRaw = collapseSpaces(line.assetName) || collapseSpaces(line.assetCell);
  const printedName = collapseSpaces(surrendered.replace(/\(Exchanged\)/gi, " ")) || assetNameRaw || inCell;
  if (printedName === "") return null;
  const lacksSymbol = toNullIfUnstated(filed) === null && raw.identifiedAs === undefined;
  const inName = lacksSymbol ? readSymbolInName(printedName, { assetType, isExchange }, master) : null;
  const asFiled = inCell || (inName?.ticker ?? "");
  const name = inName?.name ?? printedName;
  const option = readOption(raw, assetType);
  const common = {
    assetTypeRaw,
    assetNameRaw: assetNameRaw || printedName,
    option,
    shortSale: isShortSale(raw, option, assetType),
    assetDetails: readAssetDetails(raw.assetDetails),
    received:
      received === null && raw.tickers.length < 2 ? null : toReceivedAsset(isExchange, received, raw.tickers[1]),
  };
  const coin = findCoin(printedName, filed, assetType);
  if (coin !== null) {
    const { symbol: coinSymbol, name: company } = coin;
    const none = { ticker: "", tickerSource: "none" } as const;
    return {
      ...common,
      ...none,
      ...findTodaysSymbol("", "", on, master),
      coin: coinSymbol,
      company,
      assetType: "Cryptocurrency",
    };
  }
  const mayResolve =
    asFiled === "" && toNullIfUnstated(filed) === null && LISTED_CLASSES.has(assetType) && option === null;
  const identified = mayResolve ? identifyTicker(printedName, on, master, joinRowTexts(raw)) : "";
  const found = raw.identifiedAs ?? identified;
  const resolved = asFiled === "" ? parseFiledTicker(found) : "";
  const ticker = asFiled || resolved;
  const today = findTodaysSymbol(ticker, name, on, master);
  const named = name === "" ? today.currentTicker : ticker === identified ? ticker : null;
  const issuer = named === null ? undefined : master.lookup(named)?.name;
  return {
    ...common,
    ticker,
    tickerSource: asFiled === "" ? (resolved === "" ? "none" : "resolved") : "filed",
    ...today,
    coin: null,
    // If the line has only a symbol, or its name identified the security, the company is the listed issuer.
    company: issuer ?? findCompanyName(ticker, today.noCurrentTicker, name || printedName, master),
    assetType,
  };
}

/** Clears a ticker that is only a word: `DE` in `Sample Co (DE)`. The name keeps the word. @param assetType null if unstated. */
function removeFalseTicker(raw: RawTransaction, assetType: string | null, master: AssetMaster): RawTransaction {
  if (raw.ticker === null || raw.tickers.length > 0 || splitAssetCell(raw.assetCell).ticker !== raw.ticker) return raw;
  const isWord = isWordLikeSymbol(raw.ticker, { name: raw.assetName, assetType }, master);
  return isWord ? { ...raw, ticker: null, assetName: removeClassCode(raw.assetCell) } : raw;
}

/** Joins the asset's whole cell with the line's details, description, comment and subholding. */
function joinRowTexts({ assetCell, assetDetails, description, comment, subholding }: RawTransaction): string {
  const details = Object.entries(assetDetails).flat();
  return [assetCell, ...details, description, comment, subholding].filter((text) => text !== null).join("\n");
}

/** Placeholders that filers write instead of a symbol. `NA` is not one of them, since it is also a symbol. */
const NO_SYMBOL = /^(?:n\/a|none)$/i;

// Returns the filed symbol in canonical form. Empty if the text does not look like a U.S. symbol, for example `--`, a CUSIP, or a
// numeric symbol of a foreign exchange.
function parseFiledTicker(filed: string | null): string {
  const symbol = (filed ?? "").trim();
  return NO_SYMBOL.test(symbol) || isExchangeName(symbol) ? "" : (toCanonicalSymbol(symbol) ?? "");
}

// If the filed name is a name of the symbol's current holder, returns the holder's listed name. Symbols are reused: today's `FB`
// is not the company in a 2021 report. Otherwise returns the filed name, without words for the share class if there is a symbol.
// In the filed name, adds the space that a form omits after a parenthesis.
function findCompanyName(
  ticker: string,
  noCurrentTicker: Trade["noCurrentTicker"],
  filedName: string,
  master: AssetMaster,
): string {
  const name = filedName.replace(/\)(?=[A-Za-z])/g, ") ");
  if (ticker === "") return name;
  const issuer = removeShareClass(name);
  if (noCurrentTicker === "another_issuer") return issuer;
  const security = master.lookup(ticker);
  const isNameOfIssuer = (listed: string) =>
    (isSameIssuer(listed, filedName) || isSameIssuer(listed, issuer)) && !isOnlyFiledNameLeveraged(filedName, listed);
  return security !== undefined && listSecurityNames(security).some(isNameOfIssuer) ? security.name : issuer;
}

function toReceivedAsset(
  isExchange: boolean,
  name: string | null,
  ticker: string | null | undefined,
): ReceivedAsset | null {
  if (!isExchange) return null;
  const symbol = parseFiledTicker(ticker ?? null);
  return { ticker: symbol, name: collapseSpaces((name ?? "").replace(/\(Received\)/gi, " ")) || symbol };
}

/** `Aeronics, Inc. (Austin, TX)`: a private company with its location. */
const PLACE = /\((?<place>[^()]+)\)$/;

/** Labeled fields of an asset on the Senate's pages, except the terms of an option; null if the page has none. */
function readAssetDetails(fields: Readonly<Record<string, string>>): AssetDetails | null {
  const company = findDetail(fields, "company");
  const matures = findDetail(fields, "matures");
  const found: AssetDetails = {
    coupon: findDetail(fields, "rate/coupon"),
    maturity: matures === null ? null : (parseUsDate(matures) ?? matures),
    place: (company && PLACE.exec(company)?.groups?.["place"]) || null,
    description: findDetail(fields, "description"),
    platform: findDetail(fields, "exchange/platform"),
  };
  return Object.values(found).some((value) => value !== null) ? found : null;
}
