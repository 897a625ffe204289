import path from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { writeBundle } from "../bundle/write-bundle.ts";
import type { Config } from "../config.ts";
import { ConfigError, UsageError } from "../errors.ts";
import { readDecisions } from "../ingest/decisions.ts";
import { createDocumentsFolder } from "../ingest/documents-folder.ts";
import { sourceOf } from "../sources/all.ts";
import { counted } from "./counted.ts";
import { type PrintOptions, printLine, withSharedStore } from "./shared-store.ts";

/** `archive bundle --with originals,readings[,decisions]`: what another instance needs to start from this one. Works beside a service that runs. */
export async function bundleOriginals(
  config: Config,
  folder: string,
  what: string,
  printed: PrintOptions,
): Promise<void> {
  const asked = what
    .split(",")
    .map((each) => each.trim())
    .toSorted()
    .join();
  const withDecisions = asked === "decisions,originals,readings";
  if (!withDecisions && asked !== "originals,readings") {
    throw new UsageError(`--with must be originals,readings or originals,readings,decisions, not "${what}".`);
  }
  for (const own of [config.DATA_DIR, config.ARCHIVE_DIR]) {
    if (`${path.resolve(folder)}${path.sep}`.startsWith(`${path.resolve(own)}${path.sep}`))
      throw new ConfigError(`A bundle must not lie within "${own}"; "${folder}" does.`);
  }
  const now = new Date();
  const { manifest: made, lost } = await withSharedStore(config, async (store) => {
    const keeper = createDocumentsFolder(config.DATA_DIR, store.documents, () => now);
    return writeBundle(
      {
        store,
        read: keeper.read,
        imageOf: async (source, written) =>
          (await store.documents.latest(sourceOf(source).pageImageUrl(written, config)))?.sha256,
        decisions: withDecisions ? (await readDecisions(config.DECISIONS)).all : null,
        publisher: publisherOf(config),
        madeBy: `congress-trades ${manifest.version}`,
        now,
      },
      folder,
    );
  });
  const bytes = made.files.reduce((sum, each) => sum + each.bytes, 0);
  const decided =
    made.decisions === 0 ? "" : ` It has ${counted(made.decisions, "decision")} of people with their authors' names.`;
  const missing =
    lost.length === 0
      ? ""
      : ` ${counted(lost.length, "original")} missing or damaged here: the next daily run fetches them.`;
  printLine(
    printed,
    { folder, documents: made.documents, pages: made.pages, decisions: made.decisions, bytes, lost },
    `${folder}: ${counted(made.documents, "document")}, readings of ${counted(made.pages, "page")}, ${bytes.toLocaleString("en-US")} bytes. \`sha256sum -c SHA256SUMS\` checks it.${decided}${missing}`,
  );
}

/** The public address of the instance; null where it has none but its own machine's. */
function publisherOf({ BASE_URL }: Config): string | null {
  const { origin, hostname } = new URL(BASE_URL);
  return hostname === "localhost" ? null : origin;
}
