import { toVisibleText } from "../../base/visible-text.ts";
import { pluralize } from "../../domain/count-words.ts";
import type { ScanProgress } from "../../filings/ingest/read-scans.ts";
import type { SourceProgress } from "../../filings/ingest/run.ts";

/** Shows the progress of long work: on a terminal a bar redrawn in place, elsewhere an occasional log event. */
interface ProgressShow {
  update(lines: readonly WorkProgress[]): void;
  /** Removes the bar until the next update, so that other output can be written in its place. */
  clear(): void;
  /** Leaves the last bar on screen; later output goes below it. */
  end(): void;
}

/** Progress of one task: documents done, out of all known documents, and lines rejected. */
interface WorkProgress {
  readonly name: string;
  readonly known: number;
  readonly done: number;
  readonly rejectedLines: number;
  readonly note: string | null;
}

export function toSourceWorkProgress(progress: Readonly<SourceProgress>): WorkProgress {
  return {
    name: progress.source,
    known: progress.known,
    done: progress.done,
    rejectedLines: progress.rejectedLines,
    note:
      progress.waitingFor ??
      progress.error?.message.replace(/\.$/, "") ??
      (progress.notFetched > 0 ? `${progress.notFetched} not fetched` : null),
  };
}

export function toScanWorkProgress({ known, done, pages, rejectedLines }: Readonly<ScanProgress>): WorkProgress {
  return { name: "scanned reports", known, done, rejectedLines, note: pluralize(pages, "page") };
}

/** A log line in the format of the service's log events. */
function formatProgressEvent(progress: WorkProgress, seconds: number): string {
  const { name, known, done, rejectedLines, note } = progress;
  const msg = describeProgress(progress, seconds);
  return JSON.stringify({
    level: 30,
    time: new Date().toISOString(),
    event: "progress",
    name,
    known,
    done,
    rejectedLines,
    note,
    msg,
  });
}

const BAR_WIDTH = 28;
const REDRAW_EVERY_MS = 120;
const LINE_EVERY_MS = 10_000;

/** Clears the terminal from the cursor on. After drawing, the cursor is at the start of the bar. */
const CLEAR_BELOW = "\u001b[0J";

/**
 * Shows progress on `stream`. The command's own output goes elsewhere. The bar starts at the cursor and never moves above the
 * cursor. So lines printed by others push the bar down and are not overwritten.
 */
export function showProgress(stream: NodeJS.WriteStream, now: () => number = () => performance.now()): ProgressShow {
  const startedAt = now();
  const isTerminal = stream.isTTY === true;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawnLines = 0;
  let latest: readonly WorkProgress[] = [];
  let drawn: readonly WorkProgress[] = [];

  const drawOrLogProgress = () => {
    drawnAt = now();
    drawn = latest;
    const seconds = (drawnAt - startedAt) / 1000;
    if (!isTerminal) {
      for (const each of latest) stream.write(`${formatProgressEvent(each, seconds)}\n`);
      return;
    }
    const width = (stream.columns || 120) - 1;
    const lines = latest.map((each) => `${formatBar(each)} ${describeProgress(each, seconds)}`.slice(0, width));
    stream.write(`${CLEAR_BELOW}${lines.join("\n")}${moveCursorBack(lines.length)}`);
    drawnLines = lines.length;
  };

  return {
    update(lines) {
      latest = lines;
      if (now() - drawnAt >= (isTerminal ? REDRAW_EVERY_MS : LINE_EVERY_MS)) drawOrLogProgress();
    },
    clear() {
      if (drawnLines > 0) stream.write(CLEAR_BELOW);
      drawnLines = 0;
    },
    end() {
      if (latest !== drawn) drawOrLogProgress();
      if (drawnLines > 0) stream.write("\n".repeat(drawnLines));
      drawnLines = 0;
    },
  };
}

/** Returns the terminal codes that move the cursor from the end of a block of `lines` lines back to the start of the block. */
function moveCursorBack(lines: number): string {
  return lines < 2 ? "\r" : `\u001b[${lines - 1}F`;
}

function formatBar({ known, done }: WorkProgress): string {
  const filled = known === 0 ? 0 : Math.round((BAR_WIDTH * done) / known);
  return `[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}]`;
}

/** `house-clerk 120 of 581 documents, 24.1/s, 19 s left, 3 lines rejected`. */
export function describeProgress({ name, known, done, rejectedLines, note }: WorkProgress, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const left = rate > 0 && done < known ? `, ${formatDuration((known - done) / rate)} left` : "";
  return `${name} ${done} of ${known} documents, ${rate.toFixed(1)}/s${left}, ${pluralize(rejectedLines, "line")} rejected${note ? ` (${toVisibleText(note)})` : ""}`;
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
