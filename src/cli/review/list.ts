import type { Config } from "../../config.ts";
import type { ReviewItem } from "../../domain/review.ts";
import { reasonWords } from "../../domain/review-words.ts";
import { ConfigError } from "../../errors.ts";
import { readDecisions } from "../../ingest/decisions.ts";
import { readReviewId } from "../../review/review-id.ts";
import { waitingItems } from "../../review/waiting-items.ts";
import { counted } from "../counted.ts";
import { type PrintOptions, print, withSharedStore } from "../shared-store.ts";

interface ListOptions extends PrintOptions {
  readonly filing?: string;
  readonly reason?: string;
}

/** Possible decisions by kind of waiting item. */
const WAYS = {
  line: "review accept | correct | reject ID",
  page: "review page ID if its rows were read completely, --rows FILE to type them in, --empty if it has none",
  filer: "review filer ID POLITICIAN",
  amendment: "review amendment ID --supersedes ID or none",
} as const;

/** `review list`: everything that waits, newest filing first. */
export async function listReview(config: Config, { filing, reason, ...printed }: ListOptions): Promise<void> {
  const wanted = filing === undefined ? null : readReviewId(filing).filing;
  return withSharedStore(config, async (store) => {
    const all = await waitingItems(store, await readDecisions(config.DECISIONS));
    const reasons = [...new Set(all.map((item) => item.reason))].sort();
    if (reason !== undefined && !reasons.includes(reason)) {
      throw new ConfigError(
        `Nothing waits for the reason "${reason}"; ${reasons.length === 0 ? "nothing waits at all" : `the reasons are ${reasons.join(", ")}`}.`,
      );
    }
    const items = all.filter(
      (item) => (wanted ?? item.filing) === item.filing && (reason ?? item.reason) === item.reason,
    );
    print(printed, items, listText(items));
  });
}

function listText(items: readonly ReviewItem[]): string {
  if (items.length === 0) return "Nothing waits.\n";
  const lines = items.map(({ id, kind, filed, filer, asset, reason, text, candidates }) => {
    const choice = candidates.length === 0 ? "" : ` Candidates: ${candidates.join(" ")}.`;
    const named = asset === null ? "" : `${asset}. `;
    const what = kind === "amendment" ? `${named}${text} It waits because ${reasonWords(reason)}.` : text;
    return `${id}  ${filed ?? "-"}  ${kind}  ${reason}  ${filer}: ${what}${choice}\n`;
  });
  const counts = [...Map.groupBy(items, ({ kind, reason }) => `${kind} ${reason}`)]
    .map(([what, of]) => ({ what, count: of.length }))
    .sort((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1));
  const filings = new Set(items.map(({ filing }) => filing)).size;
  const ways = [...new Set(items.map(({ kind }) => kind))].map(
    (kind) => `${kind === "amendment" ? "An" : "A"} ${kind}: ${WAYS[kind]}.\n`,
  );
  return `${lines.join("")}${counted(items.length, "item")} in ${counted(filings, "filing")}: ${counts
    .map(({ what, count }) => `${count} ${what}`)
    .join(", ")}.\n${ways.join("")}`;
}
