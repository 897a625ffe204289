/** Builds the data files in a child process, whose memory is freed when it exits. */
import { constants, setPriority } from "node:os";
import type { Config } from "../../../base/config.ts";
import { createLogger, ignoreOutputErrors } from "../../../base/log.ts";
import { disconnectFromParent } from "../../../base/parent-process.ts";
import { listSourceStates } from "../../../filings/sources/all.ts";
import { DataFiles } from "../../../publication/export/data-files/data-files.ts";
import { openConfiguredStore } from "../../../store/open.ts";
import { makeDataFiles, makeReturnsFile } from "./make.ts";

ignoreOutputErrors(process.stderr);
setPriority(constants.priority.PRIORITY_LOW);

async function buildFiles(config: Config): Promise<void> {
  const log = createLogger(config.LOG_LEVEL);
  const store = await openConfiguredStore(config, log);
  try {
    const files = new DataFiles(config.DATA_DIR);
    await makeDataFiles({ store, files, sources: listSourceStates(config), baseUrl: config.BASE_URL });
    await makeReturnsFile({ store, files }, new Date());
  } catch (error) {
    log.error({ err: error }, "the data files could not be built");
    process.exitCode = 1;
  } finally {
    await store.close();
  }
}

process.on("message", (config: Config) => void buildFiles(config).finally(disconnectFromParent));
// Ctrl+C and SIGTERM may reach the whole process group. This process ignores both, because its parent process ends it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());
