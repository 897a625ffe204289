/** A long list on one page: a part of it, with links to the others. */
import type { Html } from "./html.ts";
import { pager } from "./parts/pager.ts";

const ROWS = 100;

export interface ListPage<T> {
  readonly rows: readonly T[];
  readonly total: number;
  /** Empty where all rows are on one page. */
  readonly pager: Html;
}

/** The number that a parameter asks for, from 1; what is no number of a page is the first, and beyond the last is the last. */
export function pageWanted(query: URLSearchParams, name: string, total: number): number {
  const asked = Number.parseInt(query.get(name) ?? "1", 10);
  return Math.max(1, Math.min(Number.isNaN(asked) ? 1 : asked, Math.ceil(total / ROWS)));
}

export function listPage<T>(all: readonly T[], page: number, linkTo: (page: number) => string): ListPage<T> {
  const rows = all.slice((page - 1) * ROWS, page * ROWS);
  return { rows, total: all.length, pager: pager({ page, pageCount: Math.ceil(all.length / ROWS), linkTo }) };
}
