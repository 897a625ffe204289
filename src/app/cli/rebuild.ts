import { existsSync } from "node:fs";
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { getDocumentsFolder } from "../../filings/ingest/documents-folder.ts";
import { rebuildStore } from "../../filings/ingest/rebuild.ts";
import { printResultWithCoverage } from "./coverage.ts";
import { withIngest } from "./data-folder.ts";
import { showProgress } from "./progress.ts";
import type { PrintOptions } from "./shared-store.ts";

/** `rebuild`: fills an empty store from DATA_DIR/documents alone, without network. */
export async function runRebuildCommand(config: Config, printed: PrintOptions, signal: AbortSignal): Promise<void> {
  if (!existsSync(getDocumentsFolder(config.DATA_DIR))) {
    throw new ConfigError(`Nothing to rebuild from: "${getDocumentsFolder(config.DATA_DIR)}" does not exist.`);
  }
  return withIngest(config, "rebuild", async (ingest) => {
    if ((await ingest.store.publications.readCurrent()) !== undefined) {
      throw new ConfigError(
        "The store already holds published trades; `rebuild` fills an empty one. To read this one's originals again, use `reparse`.",
      );
    }
    const show = showProgress(process.stderr);
    const rebuilt = await rebuildStore(ingest, config, signal, (done, known) =>
      show.update([{ name: "rebuild", note: null, known, done, rejectedLines: 0 }]),
    ).finally(show.end);
    const { answers, filings, documents, unusable } = rebuilt;
    const bad = unusable.map((place) => `Not usable: ${place}\n`).join("");
    const words = `Rebuilt from ${answers} stored responses of the sites: ${filings} filings, ${documents} of them with their document.\n${bad}`;
    await printResultWithCoverage(config, ingest.store, printed, rebuilt, words);
  });
}
