/** `review list`: prints everything pending review, newest filing first, with links to the review pages. */
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { pluralize } from "../../domain/count-words.ts";
import type { ReviewItem } from "../../domain/review.ts";
import { formatReasonCode } from "../../domain/review-words.ts";
import { readDecisions } from "../../filings/ingest/decisions.ts";
import { parseReviewId } from "../../filings/review/review-id.ts";
import { listWaitingItems } from "../../filings/review/waiting-items.ts";
import { createLinks } from "../../web/links.ts";
import { getServiceUrl, type PrintOptions, print, withSharedStore } from "./shared-store.ts";

interface ListOptions extends PrintOptions {
  readonly filing?: string;
  readonly reason?: string;
}

interface LinkedItem extends ReviewItem {
  /** URL of the item's review page. */
  readonly url: string;
}

export async function printReviewList(config: Config, { filing, reason, ...printed }: ListOptions): Promise<void> {
  const filingId = filing === undefined ? null : parseReviewId(filing).filing;
  return withSharedStore(config, async (store) => {
    const all = await listWaitingItems(store, await readDecisions(config.DECISIONS));
    const reasons = [...new Set(all.map((item) => item.reason))].sort();
    if (reason !== undefined && !reasons.includes(reason)) {
      throw new ConfigError(
        `Nothing to review for the reason "${reason}"; ${reasons.length === 0 ? "the queue is empty" : `reasons in the queue: ${reasons.join(", ")}`}.`,
      );
    }
    const links = createLinks(getServiceUrl(config));
    const items = all
      .filter((item) => (filingId ?? item.filing) === item.filing && (reason ?? item.reason) === item.reason)
      .map((item) => ({ ...item, url: links.toAbsolute(`/review/items/${item.id}`) }));
    print(printed, items, formatReviewList(items, links.toAbsolute("/review")));
  });
}

function formatReviewList(items: readonly LinkedItem[], reviewUrl: string): string {
  if (items.length === 0) return "Nothing to review.\n";
  const lines = items.map(({ id, kind, filed, filer, asset, reason, text, candidates, url }) => {
    const choice = candidates.length === 0 ? "" : ` Candidates: ${candidates.join(" ")}.`;
    const named = asset === null ? "" : `${asset}. `;
    const what = kind === "amendment" ? `${named}${text} Reason: ${formatReasonCode(reason)}.` : text;
    return `${id}  ${filed ?? "-"}  ${kind}  ${reason}  ${filer}: ${what}${choice}  ${url}\n`;
  });
  const counts = [...Map.groupBy(items, ({ kind, reason }) => `${kind} ${reason}`)]
    .map(([what, group]) => ({ what, count: group.length }))
    .sort((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1));
  const filings = new Set(items.map(({ filing }) => filing)).size;
  return `${lines.join("")}${pluralize(items.length, "item")} in ${pluralize(filings, "filing")}: ${counts
    .map(({ what, count }) => `${count} ${what}`)
    .join(", ")}.\nMake the decisions at ${reviewUrl} with a key that has the scope "review".\n`;
}
