/** The cell of an asset, `Sample, Inc. (SMPL) [ST]` -> its name, ticker and class code. */

import { isExchangeName } from "./symbol.ts";

export interface AssetCell {
  /** The cell without the class code and the ticker's bracket. */
  readonly name: string;
  readonly ticker: string | null;
  /** `ST`, `GS`, `5F`; null where the form prints none (before about mid-2018). */
  readonly code: string | null;
}

/** Two characters, as in the Clerk's list of asset-type abbreviations, at the end of the cell. */
const CODE = /\s*\[([A-Z0-9]{2})\]$/;
/** The last bracket, when it holds a symbol: class shares as `BRK.B`, preferred ones as `T$A`, coins as `CRYPTO:BTC`, some labelled by the filer or with their exchange (`NYSE: XYZ`); a line may end within it. A CUSIP has nine characters and is none. */
const TICKER =
  /\s*\(\s*(?:(?:[Ss]ymbol|SYMBOL|[Tt]icker|TICKER|(?:NYSE|N[Aa][Ss][Dd][Aa][Qq]|AMEX|OTC|TSXV?|CBOE)[A-Za-z ]*)\s*:\s*)?((?:CRYPTO:\s?)?[A-Z][A-Z0-9]{0,5}(?:[.$-]\s?[A-Z]{1,2})?)\s*\)$/;

/** The exchange, in a bracket of its own behind that of the ticker. */
const EXCHANGE = /(?<=\))\s*\(([A-Za-z]+)\)$/;

/** Pure. `"Welltower Inc. (HCN) [ST]"` -> name `Welltower Inc.`, ticker `HCN`, code `ST`. */
export function splitAsset(cell: string): AssetCell {
  const code = CODE.exec(cell);
  const named = code ? cell.slice(0, code.index) : cell;
  const exchange = EXCHANGE.exec(named);
  const before = exchange !== null && isExchangeName(exchange[1] ?? "") ? named.slice(0, exchange.index) : named;
  const bracket = TICKER.exec(before);
  const ticker = bracket === null || isExchangeName(bracket[1] ?? "") ? null : bracket;
  return {
    name: ticker ? named.slice(0, ticker.index) : named,
    ticker: ticker?.[1]?.replace(/\s/g, "") ?? null,
    code: code?.[1] ?? null,
  };
}
