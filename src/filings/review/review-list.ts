/** Filters, counts and paginates waiting items, and finds an item's neighbors. */
import { ITEMS_ON_A_PAGE, type ReviewFilter, type ReviewItem, type ReviewList } from "../../domain/review.ts";

export function paginate(items: readonly ReviewItem[], filter: ReviewFilter, skip: number): Omit<ReviewList, "held"> {
  const matching = items.filter((item) => matchesFilter(item, filter));
  return {
    items: matching.slice(skip, skip + ITEMS_ON_A_PAGE),
    total: matching.length,
    skip,
    counts: countByReason(items),
    filings: new Set(items.map(({ filing }) => filing)).size,
  };
}

/** Counts items by kind and reason, most frequent first. */
function countByReason(items: readonly ReviewItem[]): ReviewList["counts"] {
  return [...Map.groupBy(items, ({ kind, reason }) => `${kind} ${reason}`).values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ kind: first.kind, reason: first.reason, count: 1 + others.length }],
    )
    .sort((a, b) => b.count - a.count || (a.kind + a.reason < b.kind + b.reason ? -1 : 1));
}

/** Finds the ids before and after this item; for an item that is not in the list, null and the list's first id. */
export function findAdjacentIds(
  items: readonly ReviewItem[],
  filter: ReviewFilter,
  id: string,
): { readonly previous: string | null; readonly next: string | null } {
  const matching = items.filter((item) => matchesFilter(item, filter) || item.id === id);
  const ids = [...new Set(matching.map((item) => item.id))];
  const at = ids.indexOf(id);
  return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}

function matchesFilter(item: ReviewItem, { kind, reason, filing }: ReviewFilter): boolean {
  return (
    (kind ?? item.kind) === item.kind &&
    (reason ?? item.reason) === item.reason &&
    (filing ?? item.filing) === item.filing
  );
}
