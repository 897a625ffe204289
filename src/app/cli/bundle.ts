import { hash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { pluralize } from "../../domain/count-words.ts";
import { buildCitationFiles } from "../../publication/export/citation-files.ts";
import { DataFiles, type DataManifest } from "../../publication/export/data-files/data-files.ts";
import { type PrintOptions, printLine } from "./shared-store.ts";

const TITLE = "Stock trades disclosed by members of the U.S. Congress";

/** `archive bundle`: writes the newest data files and the files that a DOI repository requires into a new folder. */
export async function runBundleCommand(config: Config, folder: string, printed: PrintOptions): Promise<void> {
  const files = new DataFiles(config.DATA_DIR);
  await files.reload();
  const [newest] = files.listManifests();
  if (newest === undefined) {
    throw new ConfigError(`"${config.DATA_DIR}" has no data files yet: \`serve\` creates them after the first import.`);
  }
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new ConfigError(`"${folder}" is not empty. Name a new or empty folder.`);
  const sums: { readonly name: string; readonly bytes: number; readonly sha256: string }[] = [];
  for (const file of newest.files) {
    const { name, bytes, sha256 } = file;
    const path = join(folder, name);
    await copyFile(files.getFilePath(newest.dataset_version, file), path);
    const found = hash("sha256", await readFile(path));
    if (found !== sha256) {
      throw new ConfigError(
        `The data file ${name} is damaged: its SHA-256 is ${found} and should be ${sha256}. Delete data-files/${newest.dataset_version} and start the service to make it again.`,
      );
    }
    sums.push({ name, bytes, sha256 });
  }
  for (const [name, text] of Object.entries(buildBundleTexts(newest, config.DATA_NOTICE))) {
    await writeFile(join(folder, name), text);
    const bytes = Buffer.from(text);
    sums.push({ name, bytes: bytes.length, sha256: hash("sha256", bytes) });
  }
  await writeFile(join(folder, "SHA256SUMS"), sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(""));
  const bytes = sums.reduce((sum, each) => sum + each.bytes, 0);
  printLine(
    printed,
    { folder, dataset_version: newest.dataset_version, files: sums, bytes },
    `${folder}: version ${newest.dataset_version}, ${pluralize(sums.length, "file")}, ${bytes.toLocaleString("en-US")} bytes. \`sha256sum -c SHA256SUMS\` checks it.`,
  );
}

function buildBundleTexts({ dataset_version: version, published_at, files }: DataManifest, notice: string | null) {
  const until = files.find(({ prices_until }) => prices_until)?.prices_until;
  const day = published_at.slice(0, 10);
  const about = `${notice === null ? "" : `${notice} `}Stock trades disclosed by members of the U.S. Senate and House under the STOCK Act, read from the official filings. Dataset version ${version}, published on ${day}.`;
  return {
    ...buildCitationFiles({
      title: TITLE,
      about,
      version,
      edition: `version ${version}`,
      day,
      message: "Please cite the data set with its version.",
    }),
    "README.md": `# ${TITLE}

${about}

\`datapackage.json\` describes every file and column (Frictionless Data Package v2), \`coverage.json\` what is known and what is missing, \`SHA256SUMS\` the digests.${until ? ` Returns use prices up to ${until}.` : ""} \`zenodo.json\` is the metadata for a deposit that gives a DOI. Made by congress-trades ${manifest.version}.

Amounts are the ranges printed in the filings. Federal law limits the use of disclosure reports (5 U.S.C. 13107(c)). It is unlawful to obtain or use a report for any unlawful purpose; for a commercial purpose, other than by news and communications media for dissemination to the general public; to establish the credit rating of anybody; or, directly or indirectly, to solicit money for a political, charitable or other purpose. This is a summary, not advice.
`,
  };
}
