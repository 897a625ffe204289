/** Kysely over an SQLite connection in a separate thread: a commit waits for the disk without blocking the event loop. */
import { Worker } from "node:worker_threads";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import PQueue from "p-queue";
import { getModulePath } from "../base/module-path.ts";
import { toStoreError } from "./sqlite-dialect.ts";

/** A statement for the thread; `ThreadAnswer` is the reply. */
export interface ThreadQuestion {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface ThreadAnswer {
  readonly id: number;
  readonly rows: readonly unknown[];
  readonly changes: number;
  /** Null on success. */
  readonly failure: { readonly message: string; readonly errcode: number | undefined } | null;
}

export function createSqliteThreadDialect(path: string): Dialect {
  return {
    createDriver: () => new ThreadDriver(path),
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Lends its single connection to one caller at a time. */
class ThreadDriver implements Driver {
  readonly #connection: ThreadConnection;
  readonly #turns = new PQueue({ concurrency: 1 });
  #release: () => void = () => {};

  constructor(path: string) {
    this.#connection = new ThreadConnection(path);
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return new Promise((resolve) => {
      void this.#turns.add(
        () =>
          new Promise<void>((release) => {
            this.#release = release;
            resolve(this.#connection);
          }),
      );
    });
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"));
  }

  destroy(): Promise<void> {
    return this.#connection.close();
  }
}

type AnswerReceiver = (answer: ThreadAnswer | Error) => void;

class ThreadConnection implements DatabaseConnection {
  readonly #path: string;
  readonly #waiting = new Map<number, AnswerReceiver>();
  #thread: Worker | null = null;
  #lastId = 0;

  constructor(path: string) {
    this.#path = path;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#lastId += 1;
    const question: ThreadQuestion = { id: this.#lastId, sql, parameters };
    return new Promise((resolve, reject) => {
      const thread = this.#getOrStartThread();
      this.#waiting.set(question.id, (answer) => {
        if (answer instanceof Error) reject(answer);
        else if (answer.failure !== null) reject(this.#toError(answer.failure));
        else resolve({ rows: answer.rows as R[], numAffectedRows: BigInt(answer.changes) });
      });
      // Keeps the process alive while a write is pending.
      thread.ref();
      thread.postMessage(question);
    });
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new TypeError("The writer thread cannot stream query results.");
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    const ended = new Promise((resolve) => thread.once("exit", resolve));
    thread.ref();
    thread.postMessage(null);
    await ended;
  }

  #getOrStartThread(): Worker {
    if (this.#thread !== null) return this.#thread;
    const thread = new Worker(getModulePath(import.meta.filename, "sqlite-thread-worker"), {
      workerData: this.#path,
      execArgv: [],
    });
    thread.unref();
    thread.on("message", (answer: ThreadAnswer) => this.#settleStatement(answer.id, answer));
    thread.on("error", (error) => this.#rejectAll(toStoreError(error, this.#path)));
    thread.on("exit", () => this.#rejectAll(new Error("The thread that writes the store has ended.")));
    this.#thread = thread;
    return thread;
  }

  #settleStatement(id: number, answer: ThreadAnswer | Error): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#thread?.unref();
    waiting?.(answer);
  }

  /** Rejects all pending statements; the next statement starts a new thread. */
  #rejectAll(error: unknown): void {
    this.#thread = null;
    const cause = error instanceof Error ? error : new Error(String(error));
    for (const id of [...this.#waiting.keys()]) this.#settleStatement(id, cause);
  }

  #toError({ message, errcode }: NonNullable<ThreadAnswer["failure"]>): Error {
    return toStoreError(Object.assign(new Error(message), { errcode }), this.#path) as Error;
  }
}
