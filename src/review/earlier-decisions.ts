/** Finds earlier decisions on a line, a page or a filing. */
import type { Decision, Decisions, LineReference } from "../domain/decision.ts";
import type { RawFiling } from "../domain/printed-report.ts";
import { isOn } from "../normalise/decisions/decided-place.ts";
import { lineNumbered } from "./filing-readings.ts";
import type { ReviewId } from "./review-id.ts";

/** @param document digest of the filing's document. @param paged the lines as read, under the numbers that they have. */
export function decisionsOn(
  id: ReviewId,
  decisions: Decisions,
  document: string | null,
  paged: RawFiling | undefined,
): readonly Decision[] {
  const { lines, pages, missed, tickers, filer, amendments } = decisions.of(id.filing);
  const last = (...each: readonly (Decision | null | undefined)[]) =>
    each.filter((decision) => decision !== null && decision !== undefined);
  if (id.kind === "filing")
    return last(
      filer,
      amendments.findLast(({ line }) => line === null),
    );
  if (id.kind === "page") {
    return [...last(pages.findLast(({ page }) => page === id.page)), ...missed.filter(({ page }) => page === id.page)];
  }
  const line = paged && lineNumbered(paged, id.line);
  if (line === undefined) return [];
  const onIt = <D extends LineReference>(all: readonly D[]) => all.findLast((each) => isOn(each, line, document));
  const named = amendments.flatMap((each) => (each.line === null ? [] : [{ ...each, line: each.line }]));
  return last(onIt(lines), onIt(tickers), onIt(named));
}
