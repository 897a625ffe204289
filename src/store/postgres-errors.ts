/** Maps errors of PostgreSQL and of the connection to the project's errors. A connection in an unknown state is not reused. */
import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { ConfigError, UnavailableError } from "../base/errors.ts";

const RETRY_AFTER_SECONDS = 5;
const FULL_RETRY_AFTER_SECONDS = 60;
const DISK_FULL = "53100";

// Temporary errors: connection lost or refused; server starting, stopping, read-only, or out of connections or memory; timeout of
// a statement or lock; deadlock or serialization conflict.
const TEMPORARY_CODES = /^(08...|57014|57P0[1-5]|53[^1]..|55P03|40P01|40001|25006|E[A-Z_]+)$/;
const TEMPORARY_MESSAGES = /timeout|timed out|terminated|connection (ended|closed)|not queryable|cannot use a pool/i;

/** Maps known errors; returns others unchanged. A message never contains the database URL, since that contains a password. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnavailableError) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (/^(28...|3D000)$/.test(code)) {
    return new ConfigError(`The server refuses DATABASE_URL: ${error.message}.`, { cause: error });
  }
  if (code === DISK_FULL) {
    return new UnavailableError(
      "storage_full",
      "The disk of the PostgreSQL server of DATABASE_URL is full.",
      FULL_RETRY_AFTER_SECONDS,
      { cause: error },
    );
  }
  if (TEMPORARY_CODES.test(code) || (code === "" && TEMPORARY_MESSAGES.test(error.message))) {
    return createNoAnswerError(error);
  }
  return error;
}

function createNoAnswerError(cause?: Error): UnavailableError {
  return new UnavailableError(
    "service_unavailable",
    "The PostgreSQL server of DATABASE_URL does not answer as it should.",
    RETRY_AFTER_SECONDS,
    { cause },
  );
}

/** Creates Kysely's pool; the pool throws translated errors. @param mayConnect returns whether the database has been checked. */
export function createErrorTranslatingPool(pool: pg.Pool, mayConnect: () => boolean): PostgresPool {
  return {
    async connect() {
      if (!mayConnect()) throw createNoAnswerError();
      try {
        return watchClient(await pool.connect());
      } catch (error) {
        throw translateError(error);
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function watchClient(client: pg.PoolClient): PostgresPoolClient {
  let broken: Error | undefined;
  // A client taken from the pool has no other error listener, and an unhandled error event ends the process.
  const markBroken = (error: Error) => {
    broken = error;
  };
  client.on("error", markBroken);
  async function query(text: string, parameters: readonly unknown[] = []) {
    if (broken !== undefined) throw translateError(broken);
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      if (breaksConnection(error)) broken = error;
      throw translateError(error);
    }
  }
  return {
    // Kysely's other signature, with a cursor, is for streams, which are not used here.
    query: query as unknown as PostgresPoolClient["query"],
    release() {
      client.off("error", markBroken);
      client.release(broken !== undefined);
    },
  };
}

/** True if the error leaves the connection in an unknown state: any error except one that the server reports for a statement. */
function breaksConnection(error: unknown): error is Error {
  return error instanceof Error && !(error instanceof pg.DatabaseError && error.severity === "ERROR");
}
