/** Parses an asset cell: `Sample, Inc. (SMPL) [ST]` has a name, a ticker and a class code. */
import { classifyHouseCode, mayHaveTicker } from "./asset-class.ts";
import { findSymbolBracket } from "./symbol-bracket.ts";

export interface AssetCell {
  /** The cell without the class code and the ticker in brackets. */
  readonly name: string;
  readonly ticker: string | null;
  /** `ST`, `GS`, `5F`; null if the form prints none (before about mid-2018). */
  readonly code: string | null;
}

/** Two characters at the end of the cell, as in the Clerk's list of asset-type abbreviations. */
const CODE = /\s*\[([A-Z0-9]{2})\]$/;

/** Splits `Welltower Inc. (HCN) [ST]` into name, ticker `HCN` and code `ST`. The ticker is null if the class cannot have one. */
export function splitAssetCell(cell: string): AssetCell {
  const code = CODE.exec(cell)?.[1] ?? null;
  const named = removeClassCode(cell);
  const bracket = findSymbolBracket(named);
  const isTicker = bracket !== null && mayHaveTicker(classifyHouseCode(code), bracket.symbol);
  return isTicker ? { name: bracket.name, ticker: bracket.symbol, code } : { name: named, ticker: null, code };
}

export function removeClassCode(cell: string): string {
  return cell.replace(CODE, "");
}
