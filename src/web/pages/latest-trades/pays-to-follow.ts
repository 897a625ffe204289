/** One row of the first page: what following all members' purchases minus their sales returned. */
import type { Overview } from "../../../prices/returns/overview.ts";
import { describeFigure } from "../../../prices/returns/return-words.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { describeBenchmarkGap } from "../../parts/missing-price-words.ts";
import { findFollowersFigure } from "../performance/overview-section.ts";

const RULE =
  "Mean return of purchases minus SPY’s, minus the same figure for sales, over three months (63 trading days) from the first close after each disclosure; each decision counts once; 90% interval";

/** The answer in words; null while it is being computed. */
function describeFollowing(overview: Overview | null): string | null {
  const figure = overview && findFollowersFigure(overview);
  if (overview === null || figure === null) return null;
  if (overview.pricesTo === null) return describeBenchmarkGap(overview.benchmarkGap);
  return describeFigure("difference", figure, "members and months");
}

export function renderPaysToFollow(links: Links, overview: Overview | null): Html {
  const words = describeFollowing(overview);
  const address = links.to("/performance");
  const answer =
    words === null
      ? html`<a href="${address}">Returns after all members’ trades, compared with SPY</a>`
      : html`<a href="${address}">Purchases minus sales by all members, three months after the disclosure</a>: ${words}.`;
  return html`<p class="news follower" title="${RULE}"><strong>Does it pay to follow?</strong> ${answer}</p>`;
}
