/** Notices about the data as a whole, shown at the top of every page. */
import { parseReason } from "../../domain/reason.ts";
import { SOURCES } from "../../filings/sources/all.ts";
import type { Coverage, SourceFreshness } from "../../publication/dataset/coverage.ts";
import { type Html, html } from "../html.ts";
import type { SiteState } from "../site-state.ts";
import { formatCount, renderLongInstant } from "./words.ts";

/** @param kind CSS class of the notice. */
function renderNotice(kind: "demo" | "stale" | "progress", content: Html | string): Html {
  return html`<p class="notice ${kind}" role="note">${content}</p>`;
}

export function renderNotices(state: SiteState): Html {
  const { sources, totals } = state.getCoverage();
  const isPublished = state.version !== "0";
  const faulty = sources.filter(({ status }) => status === "stale" || status === "blocked" || status === "failing");
  const waiting = totals.states.pending;
  const lines = [
    ...(state.dataNotice === null ? [] : [renderNotice("demo", state.dataNotice)]),
    ...(faulty.length === 0
      ? []
      : [renderNotice("stale", faulty.map((freshness) => describeSourceFault(freshness, isPublished)).join(" "))]),
    ...(waiting === 0
      ? []
      : [
          renderNotice(
            "progress",
            `Import under way: ${formatCount(totals.known - waiting)} of ${formatCount(totals.known)} known reports are read. Lists grow until it finishes.`,
          ),
        ]),
  ];
  return lines.length === 0 ? html`` : html`<div role="region" aria-label="Notices">${lines}</div>`;
}

/** The meaning of a source's status, in words that follow the source's name. */
const STATUS_WORDS: Readonly<Record<string, string>> = {
  stale: "has not been checked successfully for more than a day",
  blocked: "refuses our requests",
  failing: "failed at the last attempt",
};

/** @param isPublished whether the pages have any data. */
function describeSourceFault(freshness: SourceFreshness, isPublished: boolean): string {
  const { source, status, last_success_at } = freshness;
  const since = last_success_at === null || !isPublished ? "" : `; data shown is as of ${last_success_at.slice(0, 10)}`;
  const statusWords = wasSourceSkipped(freshness)
    ? "was not checked, because the list of members has never been downloaded"
    : (STATUS_WORDS[status] ?? status);
  return `${getSourceName(source)} ${statusWords}${since}.`;
}

/** True for a site that the last run skipped for lack of member records. Without them, no filing can be matched to a member. */
export function wasSourceSkipped({ last_error }: Pick<SourceFreshness, "last_error">): boolean {
  return last_error !== null && parseReason(last_error).code === "no_members";
}

/** The sentence about a site with the status `off`, including how the operator turns it on. */
export function formatSourceOffNotice(source: string): string {
  const advice = SOURCES.find(({ id }) => id === source)?.howToTurnOn ?? null;
  return `${getSourceName(source)} is off.${advice === null ? "" : ` ${advice}`}`;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ...SOURCES.map(({ id, siteName }) => [id, siteName] as const),
  ["legislators", "The directory of members"],
  ["tickers", "The directory of tickers"],
]);

/** Returns `The House Clerk's site` for `house-clerk`. */
export function getSourceName(source: string): string {
  return NAMES.get(source) ?? source;
}

/** Says that the instance was started from a public backup; empty for one that downloaded everything itself. */
export function renderPublicBackupNote({ started_from: from }: Pick<Coverage, "started_from">): Html {
  if (from === null) return html``;
  return html`<p>This instance was started from a public backup of ${renderLongInstant(from.made_at)}, SHA-256 <code>${from.sha256}</code>. Older data was downloaded and read by whoever made that backup.</p>
`;
}
