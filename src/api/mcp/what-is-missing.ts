/** Says what an answer does not contain: reports not due yet by law, and known reports that are not fully read. */
import { formatMissingReports } from "../../domain/missing-reports.ts";
import { type Ask, fetchContent, requireSuccess } from "./ask.ts";

export const REPORTING_DELAY_NOTE =
  "Members have up to 45 days to report a trade, and some report later: a recent trade may not be known yet. Amounts are ranges.";

/** The filings that a question is about. A field that is omitted does not restrict the filings. */
export interface Scope {
  readonly politicianId?: string | undefined;
  readonly chamber?: "house" | "senate" | undefined;
  /**
   * Span of the filing dates. `from` is the first day or year, and `to` is the last day or year, both inclusive. `from` may be a
   * trade date, and `to` may be a disclosure date. A report is filed after the report's trades. The trades are disclosed when
   * the report is filed, or later. So the filing date is inside such a span, too.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly asOf?: string | undefined;
}

type States = Record<string, number>;

interface CoverageBody {
  readonly sources: readonly { readonly source: string; readonly status: string }[];
  readonly years: readonly { readonly source: string; readonly year: number; readonly states: States }[];
}

/** Phrases that replace `is STATUS` in a sentence, for the statuses that cannot follow `is`. */
const STATUS_WORDS: Readonly<Record<string, string>> = { never: "has not answered yet" };

const hasAnyFiling = (...counts: readonly States[]) => counts.some((each) => Object.values(each).some(Boolean));

/** Describes missing reports. The name of a filing source begins with its chamber: `house-clerk`. */
export async function describeMissingReports(ask: Ask, scope: Scope): Promise<string> {
  const { politicianId, chamber = "", from, to, asOf } = scope;
  if (politicianId !== undefined) {
    const path = `/politicians/${encodeURIComponent(politicianId)}`;
    const { body } = await fetchContent<{ readonly filings: States }>(ask, path, { as_of: asOf });
    return formatMissingReports(body.filings);
  }
  const answer = await ask("/coverage", { as_of: asOf });
  // Coverage is stored only for versions that were current when a run ended.
  if (asOf !== undefined && answer.status === 410) return "It was not recorded which reports were unread at that time.";
  const { body } = requireSuccess<CoverageBody>(answer);
  const [first, last] = [Number(from?.slice(0, 4) ?? 0), Number(to?.slice(0, 4) ?? Number.POSITIVE_INFINITY)];
  const states: States = {};
  for (const each of body.years) {
    if (!each.source.startsWith(chamber) || each.year < first || each.year > last) continue;
    for (const [state, filings] of Object.entries(each.states)) states[state] = (states[state] ?? 0) + filings;
  }
  const failingSources = body.sources.filter(
    ({ source, status }) => /^(house|senate)-/.test(source) && source.startsWith(chamber) && status !== "ok",
  );
  const isOnlyOutside = hasAnyFiling(...body.years.map((each) => each.states)) && !hasAnyFiling(states);
  return [
    isOnlyOutside ? "No matching report is known yet." : formatMissingReports(states),
    ...failingSources.map(({ source, status }) => `The source ${source} ${STATUS_WORDS[status] ?? `is ${status}`}.`),
  ].join(" ");
}
