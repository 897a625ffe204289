import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { runStep } from "../../base/activity.ts";
import { waitForEnd } from "../../base/child-end.ts";
import { ERROR_CODES, findCode } from "../../base/error-codes.ts";
import { type AppError, ParseError, SourceError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import { getModulePath } from "../../base/module-path.ts";
import type { AnyReader, ReadBytes } from "../../domain/bytes-reader.ts";
import { readProcessorMs, readResidentBytes } from "./process-time.ts";
import type { READY, ReaderAnswer, ReaderJob } from "./reader-process.ts";

interface ReaderLimits {
  /** Maximum processor time for one document; limits elapsed time instead if the system does not report processor time. */
  readonly processorMs: number;
  /** Maximum elapsed time for one document, however busy the machine is. */
  readonly timeoutMs: number;
  /** Resident memory at which a reader is killed; V8's heap limit does not cover decoded streams. */
  readonly maxResidentBytes: number;
  /** An idle reader is stopped after this time, to free its memory. */
  readonly idleMs: number;
  /** Unix niceness of the process: 0 is the service's priority, 19 the lowest. */
  readonly niceness: number;
}

const MAX_RESIDENT_BYTES = 512 * 2 ** 20;

export const READER_LIMITS: ReaderLimits = {
  processorMs: 10_000,
  timeoutMs: 120_000,
  maxResidentBytes: MAX_RESIDENT_BYTES,
  idleMs: 20_000,
  niceness: 0,
};
/** Limits for one scanned page. A page usually needs 0.6 s plus 0.2 s per row, and twenty seconds at worst. */
export const SCAN_LIMITS: ReaderLimits = {
  processorMs: 120_000,
  timeoutMs: 1_200_000,
  maxResidentBytes: MAX_RESIDENT_BYTES,
  idleMs: 5_000,
  niceness: 15,
};

/**
 * Limits for drawing the picture of one line of a document, which usually takes a tenth of a second. The process is kept for five
 * minutes, because starting one takes half a second.
 */
export const EVIDENCE_LIMITS: ReaderLimits = {
  processorMs: 15_000,
  timeoutMs: 60_000,
  maxResidentBytes: MAX_RESIDENT_BYTES,
  idleMs: 300_000,
  niceness: 10,
};

interface ReaderPool {
  readonly read: ReadBytes;
  close(): Promise<void>;
}

interface PendingJob {
  readonly job: ReaderJob;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Above this share of the memory limit, a reader is replaced after its answer, before the next document. */
const RECYCLE_SHARE = 0.6;
// Sizes of V8's heap in MiB. The maximum is low, so the initial size is what readers need. With a smaller initial size, V8 would
// collect garbage ten times as often. The collections would take a third of the time for a document.
const HEAP_OPTIONS = ["--max-old-space-size=384", "--initial-old-space-size=96", "--max-semi-space-size=16"];
const WATCH_EVERY_MS = 25;

/**
 * Reads documents in child processes, so that no document can crash, block or bloat the server. A document that exceeds the
 * limits ends its reader (`reader_timeout`, `reader_memory`, `reader_crashed`). The next document gets a new reader. If a reader
 * cannot start because the installation is incomplete, the error is a `SourceError` (`reader_unavailable`). The filing then stays
 * `pending`.
 */
export function createReaderPool(size: number, log: Logger, limits: ReaderLimits = READER_LIMITS): ReaderPool {
  const queue: PendingJob[] = [];
  const idle: ReaderProcess[] = [];
  const all = new Set<ReaderProcess>();
  let closed = false;
  let lastNumber = 0;

  function runQueuedJobs(): void {
    while (queue.length > 0 && (idle.length > 0 || all.size < size)) {
      const reader = idle.pop() ?? startReader();
      reader.runJob(queue.shift() as PendingJob);
    }
  }

  function startReader(): ReaderProcess {
    const reader = new ReaderProcess(limits, log, {
      onFree: () => {
        if (!closed) idle.push(reader);
        runQueuedJobs();
      },
      onRetire: () => {
        const at = idle.indexOf(reader);
        if (at >= 0) idle.splice(at, 1);
      },
      onGone: () => {
        all.delete(reader);
        runQueuedJobs();
      },
    });
    all.add(reader);
    return reader;
  }

  function read({ name }: AnyReader, bytes: Uint8Array, input: unknown): Promise<unknown> {
    if (closed) return Promise.reject(new ParseError("reader_closed", "The readers have been closed."));
    const queueJob = () =>
      new Promise((resolve, reject) => {
        lastNumber += 1;
        queue.push({ job: { number: lastNumber, reader: name, bytes, input }, resolve, reject });
        runQueuedJobs();
      });
    return runStep(`the reader ${name}`, queueJob);
  }

  return {
    read: read as ReadBytes,
    async close() {
      closed = true;
      for (const waiting of queue.splice(0))
        waiting.reject(new ParseError("reader_closed", "The readers have been closed."));
      await Promise.all([...all].map((reader) => reader.end()));
    },
  };
}

class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #limits: ReaderLimits;
  readonly #log: Logger;
  readonly #exited: Promise<void>;
  #isReady = false;
  #current: PendingJob | undefined;
  #ending: AppError | undefined;
  #watch: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: ReaderLimits, log: Logger, events: { onFree(): void; onRetire(): void; onGone(): void }) {
    this.#limits = limits;
    this.#log = log;
    this.#child = fork(getModulePath(import.meta.filename, "reader-process"), [], {
      serialization: "advanced",
      execArgv: [...HEAP_OPTIONS, "--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    if (limits.niceness > 0) lowerPriority(this.#child.pid, limits.niceness);
    this.#child.on("message", (answer: ReaderAnswer | typeof READY) => {
      if (typeof answer === "string") {
        this.#isReady = true;
        return;
      }
      this.#settleJob(answer);
      if (readResidentBytes(this.#child.pid) > limits.maxResidentBytes * RECYCLE_SHARE) {
        this.#child.kill("SIGKILL");
        return;
      }
      this.#idle = setTimeout(() => {
        events.onRetire();
        this.#child.kill("SIGKILL");
      }, limits.idleMs);
      this.#idle.unref();
      events.onFree();
    });
    this.#child.on("error", (error) =>
      this.#fail(this.#createCrashError(`The reader could not run: ${error.message}`)),
    );
    this.#exited = waitForEnd(this.#child).then(({ why }) => {
      clearTimeout(this.#idle);
      events.onRetire();
      const what = this.#isReady ? "ended while reading" : "ended before it could read";
      this.#fail(this.#ending ?? this.#createCrashError(`The reader ${what} (${why}).`));
      events.onGone();
    });
  }

  runJob(waiting: PendingJob): void {
    clearTimeout(this.#idle);
    this.#current = waiting;
    const startedAt = performance.now();
    const spentBefore = readProcessorMs(this.#child.pid);
    this.#watch = setInterval(() => {
      const late = this.#explainTimeout(performance.now() - startedAt, spentBefore);
      if (late !== null) {
        this.#stop(new ParseError("reader_timeout", late));
      } else if (readResidentBytes(this.#child.pid) > this.#limits.maxResidentBytes) {
        this.#stop(
          new ParseError(
            "reader_memory",
            `Reading took more than ${this.#limits.maxResidentBytes / 2 ** 20} MiB of memory.`,
          ),
        );
      }
    }, WATCH_EVERY_MS);
    this.#child.send(waiting.job, (error) => {
      if (error) this.#stop(this.#createCrashError(`The reader could not be reached: ${error.message}`));
    });
  }

  /** Says which time limit the document has exceeded; null if none. */
  #explainTimeout(passedMs: number, spentBefore: number | null): string | null {
    const { processorMs: maxProcessorMs, timeoutMs } = this.#limits;
    const spentNow = readProcessorMs(this.#child.pid);
    const spentMs = spentBefore === null || spentNow === null ? passedMs : spentNow - spentBefore;
    if (spentMs > maxProcessorMs) return `Reading took more than ${maxProcessorMs / 1000} s of processor time.`;
    return passedMs > timeoutMs ? `Reading took longer than ${timeoutMs / 1000} s.` : null;
  }

  end(): Promise<void> {
    this.#stop(new ParseError("reader_closed", "The readers have been closed."));
    return this.#exited;
  }

  #stop(reason: AppError): void {
    this.#ending ??= reason;
    clearInterval(this.#watch);
    this.#child.kill("SIGKILL");
  }

  #settleJob(answer: ReaderAnswer): void {
    const waiting = this.#current;
    if (waiting === undefined || waiting.job.number !== answer.number) return;
    this.#current = undefined;
    clearInterval(this.#watch);
    if ("value" in answer) waiting.resolve(answer.value);
    else waiting.reject(this.#toError(answer.error, waiting.job.reader));
  }

  #toError({ name, code, message }: { name: string; code: string | null; message: string }, reader: string): AppError {
    const known = code === null ? null : findCode(ERROR_CODES, code);
    if (name === "ParseError" && known !== null) return new ParseError(known, message);
    if (name === "SourceError" && known !== null) return new SourceError(known, message);
    if (code === "ERR_MODULE_NOT_FOUND") return new SourceError("reader_unavailable", message);
    this.#log.error({ reader, name, message }, "a reader failed unexpectedly");
    return new ParseError("reader_failed", `${name}: ${message}`);
  }

  #createCrashError(message: string): AppError {
    return this.#isReady ? new ParseError("reader_crashed", message) : new SourceError("reader_unavailable", message);
  }

  #fail(error: AppError): void {
    clearInterval(this.#watch);
    this.#current?.reject(error);
    this.#current = undefined;
  }
}

/** Lowers a process's priority; ignores a process that has ended, or a system that does not allow it. */
function lowerPriority(pid: number | undefined, niceness: number): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, niceness);
  } catch {
    return;
  }
}
