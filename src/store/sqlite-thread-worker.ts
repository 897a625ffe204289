/** Worker thread of `sqlite-thread.ts`: executes one statement after the other. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { ThreadAnswer, ThreadQuestion } from "./sqlite-thread.ts";

/** Maximum milliseconds to wait while another connection is writing to the database. */
const BUSY_MS = 30_000;

const database = new DatabaseSync(workerData as string, { timeout: BUSY_MS });
database.exec("pragma synchronous = full; pragma temp_store = memory;");
const prepared = new Map<string, StatementSync>();

parentPort?.on("message", (question: ThreadQuestion | null) => {
  if (question !== null) parentPort?.postMessage(runStatement(question));
  else {
    database.close();
    parentPort?.close();
  }
});

function runStatement({ id, sql, parameters }: ThreadQuestion): ThreadAnswer {
  try {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { id, rows: statement.all(...values), changes: 0, failure: null };
    return { id, rows: [], changes: Number(statement.run(...values).changes), failure: null };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { id, rows: [], changes: 0, failure: { message, errcode } };
  }
}
