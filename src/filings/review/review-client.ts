/** Runs reviews in a child process of the service (`review-process.ts`), started when somebody reviews and stopped when idle. */
import { type ChildProcess, fork } from "node:child_process";
import { waitForEnd } from "../../base/child-end.ts";
import type { Config } from "../../base/config.ts";
import { ERROR_CODES, findCode } from "../../base/error-codes.ts";
import { ConfigError, ParseError, UnavailableError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import { getModulePath } from "../../base/module-path.ts";
import type { ReviewFunctions } from "../../domain/review.ts";
import type { ReviewJob, ReviewJobAnswer } from "./review-job.ts";

/** Idle time until the process stops. The process keeps the store open and uses up to 250 MB (measured on 889 corpus filings). */
const IDLE_MS = 5 * 60_000;
/** Time limit of a call. A decision may have to wait for a publication in progress; a page's picture may have to be drawn. */
const ANSWER_MS = 120_000;
const RETRY_SECONDS = 5;
const CLOSE_MS = 10_000;

interface PendingCall {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

interface ReviewClient extends ReviewFunctions {
  /** Waits for pending calls, then stops the child process. */
  close(): Promise<void>;
}

export function createReviewClient(config: Config, log: Logger): ReviewClient {
  let worker: ReviewWorker | undefined;
  let closed = false;
  const callReviewFunction = <N extends keyof ReviewFunctions>(
    name: N,
    request: Parameters<ReviewFunctions[N]>[0],
  ): ReturnType<ReviewFunctions[N]> => {
    if (closed)
      return Promise.reject(createUnavailableError("The service is closing.")) as ReturnType<ReviewFunctions[N]>;
    worker ??= new ReviewWorker(config, log, () => (worker = undefined));
    return worker.callReviewFunction(name, request) as ReturnType<ReviewFunctions[N]>;
  };
  return {
    list: (request) => callReviewFunction("list", request),
    show: (request) => callReviewFunction("show", request),
    decide: (order) => callReviewFunction("decide", order),
    listMergedIdentities: (request) => callReviewFunction("listMergedIdentities", request),
    decideIdentityMerge: (order) => callReviewFunction("decideIdentityMerge", order),
    drawPicture: (request) => callReviewFunction("drawPicture", request),
    async close() {
      closed = true;
      await worker?.close();
    },
  };
}

class ReviewWorker {
  readonly #child: ChildProcess;
  readonly #log: Logger;
  readonly #waiting = new Map<number, PendingCall>();
  readonly #answers = new Set<Promise<unknown>>();
  readonly #exited: Promise<void>;
  readonly #onGone: () => void;
  #idle: NodeJS.Timeout | undefined;
  #lastNumber = 0;

  /** @param onGone called when this worker accepts no more calls. */
  constructor(config: Config, log: Logger, onGone: () => void) {
    this.#log = log;
    this.#onGone = onGone;
    this.#child = fork(getModulePath(import.meta.filename, "review-process"), [], {
      serialization: "advanced",
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child.send({ config });
    this.#child.on("message", (answer: ReviewJobAnswer) => this.#settle(answer));
    this.#child.on("error", (error) => this.#rejectAll(error.message));
    this.#exited = waitForEnd(this.#child).then(({ why }) => {
      clearTimeout(this.#idle);
      onGone();
      this.#rejectAll(`Its process ended (${why}).`);
    });
  }

  callReviewFunction(name: keyof ReviewFunctions, request: unknown): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#lastNumber += 1;
    const job: ReviewJob = { number: this.#lastNumber, name, request };
    const killTimer = setTimeout(() => this.#child.kill("SIGKILL"), ANSWER_MS);
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(job.number, { resolve, reject });
      this.#child.send(job, (error) => {
        if (error) this.#rejectAll(error.message);
      });
    }).finally(() => {
      clearTimeout(killTimer);
      this.#answers.delete(answer);
    });
    this.#answers.add(answer);
    return answer;
  }

  async close(): Promise<void> {
    const killTimer = setTimeout(() => this.#child.kill("SIGKILL"), CLOSE_MS);
    await Promise.allSettled(this.#answers);
    this.#retire();
    await this.#exited;
    clearTimeout(killTimer);
  }

  #settle(answer: ReviewJobAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#retire(), IDLE_MS).unref();
    if ("value" in answer) waiting?.resolve(answer.value as never);
    else waiting?.reject(this.#toError(answer.error));
  }

  #toError({ name, code, message }: { name: string; code: string; message: string }): Error {
    if (code === "config") return new ConfigError(message);
    const known = findCode(ERROR_CODES, code);
    if (name === "ParseError" && known !== null) return new ParseError(known, message);
    this.#log.error({ name, code, message }, "the review failed");
    return createUnavailableError(message);
  }

  #retire(): void {
    this.#onGone();
    if (this.#child.connected) this.#child.disconnect();
  }

  #rejectAll(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(createUnavailableError(why));
    this.#waiting.clear();
  }
}

function createUnavailableError(why: string): UnavailableError {
  return new UnavailableError("review_failed", `Nothing can be reviewed at the moment: ${why}`, RETRY_SECONDS);
}
