/** The error page for browsers, for a bad request or a failure of the service. */
import type { ProblemPage } from "../http/api-context.ts";
import { PROBLEMS, type Problem, type ProblemCode } from "../http/problems.ts";
import { html } from "./html.ts";
import { type Frame, renderLayout } from "./layout.ts";
import { PAGE_HEADERS } from "./security-policy.ts";

/** Advice for readers in addition to the problem's own message. */
const ADVICE: { readonly [Code in ProblemCode]?: string } = {
  not_found: "The address may be mistyped, or the page is gone. Search below, or start with the latest trades.",
  rate_limit_exceeded: "Wait a moment and reload the page. Pages opened a short time ago usually still load.",
  service_unavailable: "Wait a moment and reload the page.",
  internal_error: "The failure has been logged. Reload the page, or start with the latest trades.",
};

export function renderProblemPage(frame: Frame, problem: Problem): ProblemPage {
  const { title, status } = PROBLEMS[problem.code];
  const { links } = frame;
  const main = html`<h1>${title}</h1>
<p>${problem.detail}</p>
<p>${ADVICE[problem.code] ?? ""}</p>
<form class="search" action="${links.toLatestTrades()}" role="search">
<label for="q">Search people, tickers, companies or any words</label>
<input id="q" name="q" type="search" maxlength="200"><button>Search</button>
</form>
<p><a href="${links.toLatestTrades()}">Latest trades</a> · <a href="${links.toPoliticians()}">Politicians</a></p>`;
  const body = renderLayout(frame, {
    title: `${title} (${status})`,
    description: problem.detail,
    canonical: null,
    main,
  });
  return { body: Buffer.from(body), headers: PAGE_HEADERS };
}
