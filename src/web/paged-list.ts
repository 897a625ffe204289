/** A long list split into pages with links. */
import type { Html } from "./html.ts";
import { pager } from "./parts/pager.ts";

const ROWS = 100;

export interface ListPage<T> {
  readonly rows: readonly T[];
  readonly total: number;
  /** Empty if all rows fit on one page. */
  readonly pager: Html;
}

/** Page number from a parameter, starting at 1; an invalid one is the first, and beyond the last is the last. */
export function pageWanted(query: URLSearchParams, name: string, total: number): number {
  const asked = Number.parseInt(query.get(name) ?? "1", 10);
  return Math.max(1, Math.min(Number.isNaN(asked) ? 1 : asked, Math.ceil(total / ROWS)));
}

export function listPage<T>(all: readonly T[], page: number, linkTo: (page: number) => string): ListPage<T> {
  const rows = all.slice((page - 1) * ROWS, page * ROWS);
  return { rows, total: all.length, pager: pager({ page, pageCount: Math.ceil(all.length / ROWS), linkTo }) };
}
