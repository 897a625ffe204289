/** The tests that also run on a temporary PostgreSQL: tests of SQL, claims and outboxes, and one complete run of the service. */
import { startPostgres } from "./postgres.ts";

/**
 * Files, or folders ending in a slash. Only `src/store/` uses SQL: all other users of a store run once, on SQLite.
 * Tests of backup, migration, roles, kills and a database that is down start PostgreSQL themselves, in addition to SQLite.
 */
export const POSTGRES_FILES: readonly string[] = [
  "test/alerts/digests.test.ts",
  "test/alerts/in-the-store.test.ts",
  "test/alerts/killed.test.ts",
  "test/contract/premium-events.test.ts",
  "test/dataset/changes-walk.test.ts",
  "test/e2e/premium.test.ts",
  "test/e2e/service.test.ts",
  "test/premium/sequences.test.ts",
  "test/store/",
  "test/webhooks/deliver-command.test.ts",
  "test/webhooks/lifecycle.test.ts",
];

/** Starts PostgreSQL, calls `run` with its address, and stops it. If PostgreSQL is missing, prints the reason and passes null. */
export async function withPostgres(run: (url: string | null) => Promise<boolean>): Promise<boolean> {
  const postgres = await startPostgres();
  if ("skipped" in postgres) {
    console.log(postgres.skipped);
    return run(null);
  }
  try {
    return await run(postgres.url);
  } finally {
    await postgres.stop();
  }
}
