/** Shows how completely a set of filings has been read: as numbers, as a sentence and as a bar. */
import type { YearCoverage } from "../../publication/dataset/coverage.ts";
import { type Html, html } from "../html.ts";
import { countByProgress, PROGRESS_LABELS, REPORT_PROGRESS, type ReadingProgress } from "./filing-state.ts";
import { formatCount, formatShare, pluralize } from "./words.ts";

interface Completeness {
  readonly counts: Readonly<Record<ReadingProgress, number>>;
  /** Number of filings that are known to be reports of members' trades. */
  readonly reports: number;
}

export function computeCompleteness(states: YearCoverage["states"]): Completeness {
  const counts = countByProgress(states);
  return { counts, reports: REPORT_PROGRESS.reduce((sum, progress) => sum + counts[progress], 0) };
}

/** `Of 109 trade reports, 77 (70.6%) are read in full; 32 are read in part, and the rest of each needs review by a person.` */
export function formatCompleteness({ counts, reports }: Completeness): string {
  if (reports === 0) return "No trade report is known.";
  const { read, partly, waiting, failed } = counts;
  const incomplete = [
    partly > 0 &&
      `${partly} ${pickIsOrAre(partly)} read in part, and the rest of ${partly === 1 ? "it needs" : "each needs"} review by a person`,
    waiting > 0 && `${waiting} ${pickIsOrAre(waiting)} not read yet`,
    failed > 0 && `${failed} could not be read`,
  ].filter((part) => part !== false);
  const whole = `Of ${pluralize(reports, "trade report")}, ${formatCount(read)} (${formatShare(read, reports)}) ${pickIsOrAre(read)} read in full`;
  return `${[whole, ...incomplete].join("; ")}.`;
}

function pickIsOrAre(number: number): string {
  return number === 1 ? "is" : "are";
}

const WIDTH = 200;

/** A bar with the share of filings in each state of reading, from read to unreadable. */
export function renderProgressBar(counts: Readonly<Record<ReadingProgress, number>>): Html {
  const total = REPORT_PROGRESS.reduce((sum, progress) => sum + counts[progress], 0);
  const parts = REPORT_PROGRESS.filter((progress) => counts[progress] > 0);
  const label = parts.map((progress) => `${PROGRESS_LABELS[progress]}: ${formatCount(counts[progress])}`).join(", ");
  let left = 0;
  const rects = parts.map((progress) => {
    const width = (counts[progress] / total) * WIDTH;
    const rect = html`<rect class="${progress}" x="${left.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`;
    left += width;
    return rect;
  });
  return html`<svg class="standing" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" role="img" aria-label="${label || "No report"}">${rects}</svg>`;
}

export function renderProgressLegend(): Html {
  return html`<ul class="legend">${REPORT_PROGRESS.map(
    (progress) =>
      html`<li><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="${progress}" width="10" height="10"/></svg> ${PROGRESS_LABELS[progress]}</li>`,
  )}</ul>`;
}
