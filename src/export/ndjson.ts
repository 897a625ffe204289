/** One JSON object a line, LF after each. */

import type { PublicFieldName } from "../domain/public-trade.ts";
import { isEveryColumn, readTrade } from "./columns.ts";

/** @returns the line of one trade, given as the dataset's JSON; that JSON is the line where every column is wanted. */
export function ndjsonLine(columns: readonly PublicFieldName[]): (json: Buffer) => Buffer | string {
  if (isEveryColumn(columns)) return (json) => json;
  return (json) => {
    const trade = readTrade(json);
    return JSON.stringify(Object.fromEntries(columns.map((column) => [column, trade[column]])));
  };
}
