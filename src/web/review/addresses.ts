/** URLs of the review pages. Each URL contains the filter of the queue, so that the page it leads to keeps that filter. */
import type { ReviewFilter } from "../../domain/review.ts";
import type { QuarterTurn } from "../../domain/scanned-page.ts";
import type { Links } from "../links.ts";

export function readReviewFilter(query: URLSearchParams): ReviewFilter {
  const readFilledParameter = (name: string) => {
    const value = query.get(name)?.trim() ?? "";
    return value === "" ? {} : { [name]: value };
  };
  return { ...readFilledParameter("kind"), ...readFilledParameter("reason"), ...readFilledParameter("filing") };
}

/** @param more `resultNumber`: number of the decision whose result is shown, counted from 1 in the session; `find`: search words; `turn`: rotation of the image. */
export function buildItemAddress(
  links: Links,
  id: string,
  filter: ReviewFilter,
  more: { readonly resultNumber?: number; readonly find?: string | null; readonly turn?: QuarterTurn } = {},
): string {
  const { resultNumber, find, turn } = more;
  return links.to(`/review/items/${id}`, {
    ...filter,
    find: find ?? undefined,
    turn: turn || undefined,
    done: resultNumber,
  });
}

const TURNS: readonly QuarterTurn[] = [90, 180, 270];

/** Clockwise rotation of a page's image in degrees, 0 by default. */
export function readRotation(query: URLSearchParams): QuarterTurn {
  return TURNS.find((turn) => String(turn) === query.get("turn")) ?? 0;
}

/** Reads the search words from a web page's query; null if nothing was searched. */
export function readSearchWords(query: URLSearchParams): string | null {
  const find = (query.get("find") ?? "").trim().slice(0, 100);
  return find === "" ? null : find;
}

export function buildListAddress(
  links: Links,
  filter: ReviewFilter,
  more: { readonly skip?: number; readonly resultNumber?: number } = {},
): string {
  const { skip = 0, resultNumber } = more;
  return links.to("/review", {
    ...filter,
    ...(skip === 0 ? {} : { skip }),
    ...(resultNumber === undefined ? {} : { done: resultNumber }),
  });
}
