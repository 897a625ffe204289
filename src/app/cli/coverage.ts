import { toWireCoverage } from "../../api/disclosures/coverage-schema.ts";
import type { Config } from "../../base/config.ts";
import { pluralize } from "../../domain/count-words.ts";
import { FILING_STATES } from "../../domain/filing.ts";
import { formatHeldNotice } from "../../filings/ingest/publisher.ts";
import { listSourceStates } from "../../filings/sources/all.ts";
import {
  type Coverage,
  loadCoverage,
  type SourceFreshness,
  type YearCoverage,
} from "../../publication/dataset/coverage.ts";
import type { Store } from "../../store/store.ts";
import { formatTable, getServiceUrl, type PrintOptions, print, withSharedStore } from "./shared-store.ts";

/**
 * `coverage`: for each source and year, the number of filings in its index and in each state; the lines read, published and rejected;
 * the last response of each source. `--json` prints the response of `GET /coverage`.
 */
export async function runCoverageCommand(config: Config, printed: PrintOptions): Promise<void> {
  return withSharedStore(config, async (store) => {
    const coverage = await loadCoverage(store, listSourceStates(config));
    print(printed, toWireCoverage(coverage, getServiceUrl(config)), formatCoverage(coverage));
  });
}

/** Prints a command's result and the coverage: `words` and a table, or with `--json` the fields of `done` and `coverage`. */
export async function printResultWithCoverage(
  config: Config,
  store: Store,
  printed: PrintOptions,
  done: object,
  words: string,
): Promise<void> {
  const coverage = await loadCoverage(store, listSourceStates(config));
  print(
    printed,
    { ...done, coverage: toWireCoverage(coverage, getServiceUrl(config)) },
    `${words}${formatCoverageTable(coverage)}`,
  );
}

function formatCoverage(coverage: Coverage): string {
  return [
    formatCoverageTable(coverage),
    ...coverage.years.flatMap(formatReasonLines),
    formatUnreadHint(coverage),
    ...coverage.sources.map(formatFreshness),
    formatBackupOrigin(coverage),
    ...coverage.held_publications.map(
      ({ id, held_at, reason }) => `${formatHeldNotice({ id, heldAt: new Date(held_at), reason })}\n`,
    ),
  ].join("");
}

function formatBackupOrigin({ started_from: from }: Coverage): string {
  return from === null ? "" : `Started from a public backup of ${from.made_at}, SHA-256 ${from.sha256}\n`;
}

/** A text table: one row per source and year, one column per state that occurs, and a total. */
function formatCoverageTable({ years, totals }: Coverage): string {
  if (years.length === 0) return "No filings yet.\n";
  const states = FILING_STATES.filter((state) => totals.states[state] > 0);
  const lines = ["rows_read", "trades", "possible_repeats", "superseded", "rejected"] as const;
  const header = [
    "source",
    "year",
    "index_rows",
    "duplicates",
    "not_listed",
    "known",
    ...states,
    "rows_read",
    "trades",
    "possible_repeats",
    "trades_superseded",
    "rejected_lines",
  ];
  const listCounts = (counts: Pick<YearCoverage, "known" | "states" | (typeof lines)[number]>) => [
    counts.known,
    ...states.map((state) => counts.states[state]),
    ...lines.map((name) => counts[name]),
  ];
  const sumIndexCounts = (getCount: (index: NonNullable<YearCoverage["index"]>) => number) =>
    years.reduce((sum, { index }) => sum + (index ? getCount(index) : 0), 0);
  return formatTable(
    [
      header,
      ...years.map((each) => [
        each.source,
        each.year,
        each.index?.rows ?? "-",
        each.index?.duplicates ?? "-",
        each.index?.not_listed ?? "-",
        ...listCounts(each),
      ]),
      [
        "total",
        "",
        sumIndexCounts(({ rows }) => rows),
        sumIndexCounts(({ duplicates }) => duplicates),
        sumIndexCounts(({ not_listed }) => not_listed),
        ...listCounts(totals),
      ],
    ],
    "right",
  );
}

function formatReasonLines({ source, year, reasons }: YearCoverage): string[] {
  const formatReasons = (what: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([reason, count]) => `${source} ${year}: ${pluralize(count, what)} ${reason}\n`);
  return [...formatReasons("filing", reasons.filings), ...formatReasons("rejected line", reasons.lines)];
}

/** States of filings that may be reports and are not fully published. */
const UNREAD_STATES = ["needs_ocr", "needs_review", "unreadable", "missing_document"] as const;

function formatUnreadHint({ totals }: Coverage): string {
  const states = UNREAD_STATES.filter((state) => totals.states[state] > 0);
  return states.length === 0 ? "" : `To see which filings and why: \`filings --state ${states.join(",")}\`\n`;
}

function formatFreshness({ source, status, last_success_at, last_error, last_error_at }: SourceFreshness): string {
  if (status === "off") return `${source}: off (SENATE_EFD_ACCEPT_TERMS is not true)\n`;
  const failure = last_error === null ? "" : `; last error ${last_error} (${last_error_at})`;
  return `${source}: ${status}; last success ${last_success_at ?? "never"}${failure}\n`;
}
