/** The tests that run once more on a throw-away PostgreSQL: those of SQL, of claims and outboxes, and one whole run of the service. */
import { startPostgres } from "./postgres.ts";

/**
 * Files, or folders ending in a slash. Only `src/store/` speaks SQL: whatever else uses a store runs once, on SQLite.
 * Backup, migration, roles, kills and a database that is down start PostgreSQL themselves, beside SQLite.
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

/** Starts the server for as long as `run` takes. Where PostgreSQL is missing it prints so, and the address is null. */
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
