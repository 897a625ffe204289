/** A long list split into pages with links. */
import type { Html } from "./html.ts";
import { renderPager } from "./parts/pager.ts";

const ROWS = 100;

export interface ListPage<T> {
  readonly rows: readonly T[];
  readonly total: number;
  /** Empty if all rows fit on one page. */
  readonly pager: Html;
}

/** Page number from a parameter, starting at 1; an invalid one is the first, and beyond the last is the last. */
export function getRequestedPage(query: URLSearchParams, name: string, total: number): number {
  const requested = Number.parseInt(query.get(name) ?? "1", 10);
  return Math.max(1, Math.min(Number.isNaN(requested) ? 1 : requested, Math.ceil(total / ROWS)));
}

export function createListPage<T>(all: readonly T[], page: number, buildLink: (page: number) => string): ListPage<T> {
  const rows = all.slice((page - 1) * ROWS, page * ROWS);
  return { rows, total: all.length, pager: renderPager({ page, pageCount: Math.ceil(all.length / ROWS), buildLink }) };
}
