/** The cell of an asset, `Sample, Inc. (SMPL) [ST]` -> its name, ticker and class code. */

import { classOfHouseCode, mayHaveTicker } from "./asset-class.ts";
import { findSymbolBracket } from "./symbol-bracket.ts";

export interface AssetCell {
  /** The cell without the class code and the ticker's bracket. */
  readonly name: string;
  readonly ticker: string | null;
  /** `ST`, `GS`, `5F`; null where the form prints none (before about mid-2018). */
  readonly code: string | null;
}

/** Two characters, as in the Clerk's list of asset-type abbreviations, at the end of the cell. */
const CODE = /\s*\[([A-Z0-9]{2})\]$/;

/** Pure. `"Welltower Inc. (HCN) [ST]"` -> name `Welltower Inc.`, ticker `HCN`, code `ST`. A class that cannot have a ticker has none. */
export function splitAsset(cell: string): AssetCell {
  const code = CODE.exec(cell)?.[1] ?? null;
  const named = withoutCode(cell);
  const bracket = findSymbolBracket(named);
  const isTicker = bracket !== null && mayHaveTicker(classOfHouseCode(code), bracket.symbol);
  return isTicker ? { name: bracket.name, ticker: bracket.symbol, code } : { name: named, ticker: null, code };
}

/** The cell without its class code. */
export function withoutCode(cell: string): string {
  return cell.replace(CODE, "");
}
