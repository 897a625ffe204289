/** Ways to follow new trades: feeds of exactly the listed trades, and an alert with the same filters. */
import { toFilterJson } from "../../api/disclosures/trade-query.ts";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import { getDailyFeedLink } from "../feeds/daily-feeds.ts";
import { listPageFeeds } from "../feeds/feed-files.ts";
import { FEED_FORMATS } from "../feeds/formats.ts";
import { type Html, html } from "../html.ts";
import type { Links, Query } from "../links.ts";

interface FollowParts {
  readonly links: Links;
  /** Text that names the trades in the feeds (`these trades`), or the member whose trades these are (`Jane Example`). */
  readonly what: string;
  /** Path of the feeds, to which a format's extension is appended, and the filters that the feeds support. */
  readonly feed: { readonly path: string; readonly query: Query };
  /** Filters of the alert: those of the query and those of the page itself. */
  readonly filter: TradeFilter;
}

export function renderFeedLinks({ links, what, feed, filter }: FollowParts): Html {
  const feeds = listPageFeeds(feed.path, feed.query);
  return html`<div class="follow"><p><strong>Get new filings</strong> (<bdi>${what}</bdi>): ${FEED_FORMATS.map(({ name }, at) => html`${at > 0 && ", "}<a href="${links.to(feeds[at]?.path ?? "")}">${name}</a>`)}. The <a href="${links.to(getDailyFeedLink().path)}">daily feed</a> has one entry a day, with that day’s new trades of all members.</p>
${renderFollowByAlert(links, what, filter)}</div>
`;
}

function renderFollowByAlert(links: Links, what: string, filter: TradeFilter): Html {
  const wanted = toFilterJson(filter);
  const needs = html`<p>You need a premium key from the operator of this service. One API request creates an alert; its field <code>notification_email</code> is the address for e-mails. E-mail works if the operator has set up a mail server; you confirm your address with a code sent to it. For a webhook, first register your URL at <code>POST ${links.to("/api/v1/premium/webhooks")}</code>. If you want no e-mails, leave <code>notification_email</code> out. For one alert a day, add <code>"cadence":"daily","hour":7,"time_zone":"America/New_York"</code>. <a href="${links.to("/docs")}">API</a></p>`;
  if (Object.keys(wanted).length === 0) {
    return html`<details><summary>By e-mail or webhook</summary>${needs}<p>An alert needs at least one filter. Choose one, and the command that creates the alert appears here.</p></details>`;
  }
  return html`<details><summary>By e-mail or webhook</summary>${needs}<pre><code>${formatAlertCommand(links, what, wanted)}</code></pre></details>`;
}

/** Formats the request that creates the alert. The result is a shell command. */
function formatAlertCommand(links: Links, what: string, filter: object): string {
  const body = { name: `Follow ${what}`.slice(0, 200), filter, notification_email: "you@example.org" };
  const quoted = JSON.stringify(body).replaceAll("'", "'\\''");
  return [
    `curl ${links.toAbsolute("/api/v1/premium/alerts")} -H 'Authorization: Bearer KEY'`,
    `-H 'Content-Type: application/json' -d '${quoted}'`,
  ].join(" \\\n  ");
}
