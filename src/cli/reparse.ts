import type { Config } from "../config.ts";
import { assembleIngest } from "../ingest/assemble.ts";
import { reparse } from "../ingest/reparse.ts";
import { createLogger } from "../log.ts";
import { coverageAfter } from "./coverage.ts";
import { withStore } from "./data-folder.ts";
import { showProgress } from "./progress.ts";

/** `reparse`: every kept original is read again, without network; what comes out differently is published. */
export async function reparseCommand(config: Config, signal: AbortSignal): Promise<number> {
  const log = createLogger(process.stderr.isTTY ? "error" : config.LOG_LEVEL);
  return withStore(config, "reparse", log, async (store) => {
    const ingest = assembleIngest(config, store, log);
    const show = showProgress(process.stderr);
    try {
      await reparse(ingest, signal, (progress) => show.update([{ name: "reparse", note: null, ...progress }]));
    } finally {
      show.end();
      await ingest.close();
    }
    process.stdout.write(await coverageAfter(config, store));
    return 0;
  });
}
