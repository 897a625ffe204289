/** Links to the pages of a list near the current one. */
import { type Html, html } from "../html.ts";

interface Pages {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly buildLink: (page: number) => string;
}

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
