/** A long list split into pages with links. */
import { type Html, html } from "./html.ts";

const ROWS = 100;

export interface ListPage<T> {
  readonly rows: readonly T[];
  readonly total: number;
  /** Links to the other pages of the list; empty if all rows fit on one page. */
  readonly pager: Html;
}

/** Page number from a parameter, starting at 1; an invalid number means the first page, and one past the end means the last. */
export function getRequestedPage(query: URLSearchParams, name: string, total: number): number {
  const requested = Number.parseInt(query.get(name) ?? "1", 10);
  return Math.max(1, Math.min(Number.isNaN(requested) ? 1 : requested, Math.ceil(total / ROWS)));
}

export function createListPage<T>(all: readonly T[], page: number, buildLink: (page: number) => string): ListPage<T> {
  const rows = all.slice((page - 1) * ROWS, page * ROWS);
  return { rows, total: all.length, pager: renderPager({ page, pageCount: Math.ceil(all.length / ROWS), buildLink }) };
}

interface Pages {
  /** Number of the current page, starting at 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly buildLink: (page: number) => string;
}

/** Renders links to the first, last and neighboring pages of a list. */
export function renderPager({ page, pageCount, buildLink }: Pages): Html {
  if (pageCount <= 1) return html``;
  const shown = [...new Set([1, page - 1, page, page + 1, pageCount])].filter((each) => each >= 1 && each <= pageCount);
  const links = shown.map((each, at) => {
    const gap = at > 0 && each - (shown[at - 1] ?? each) > 1 && html`<li class="gap" aria-hidden="true">…</li>`;
    const current = each === page && html` aria-current="page"`;
    return html`${gap}<li><a href="${buildLink(each)}"${current} aria-label="Page ${each}">${each}</a></li>`;
  });
  return html`<nav class="pager" aria-label="Pages">
${page > 1 && html`<a rel="prev" href="${buildLink(page - 1)}">Previous</a>`}<ul>${links}</ul>${page < pageCount && html`<a rel="next" href="${buildLink(page + 1)}">Next</a>`}
</nav>`;
}
