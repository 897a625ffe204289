/** The child process that builds the version in force and keeps it, from where the service reads it: what building takes of memory is gone from the machine when it ends. */
import { constants, getPriority, setPriority } from "node:os";
import { createLogger, outliveReaders } from "../../log.ts";
import { openConfiguredStore } from "../../store/open.ts";
import { buildContents } from "../build.ts";
import { KeptVersions } from "../kept/kept-versions.ts";
import type { BuildRequest } from "./version-builder.ts";

outliveReaders(process.stderr);

async function build({ dataDir, databaseUrl, dataNotice, isServing }: BuildRequest): Promise<void> {
  // On a busy core a version is still built, in some ten times the time at worst.
  if (isServing) setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  const log = createLogger("warn");
  try {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice };
    const store = await openConfiguredStore(settings, log);
    try {
      const contents = await buildContents(store);
      if (contents !== null) await new KeptVersions({ dataDir, databaseUrl, dataNotice, log }).keep(contents);
    } finally {
      await store.close();
    }
  } catch (error) {
    log.warn({ err: error }, "a version could not be built in a process of its own");
  }
}

process.on("message", (request: BuildRequest) => void build(request).finally(() => process.disconnect()));
// Ctrl+C reaches the whole group; the service waits for this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
