/** Texts that lie in a bundle for people, and for a repository that gives a DOI. */
import { citationFiles } from "./citation-files.ts";
import type { BundleManifest } from "./format.ts";

const TITLE = "Financial disclosure filings of members of the U.S. Congress: originals and readings";

export function bundleTexts({ made_at, made_by, publisher, documents, pages, files }: BundleManifest) {
  const day = made_at.slice(0, 10);
  const from = publisher === null ? "" : ` by ${publisher}`;
  const about = `Periodic transaction reports of the U.S. Senate and House under the STOCK Act, as fetched from the official sites, with what was read on their scanned pages. Collected${from}, ${day}: ${documents} documents, readings of ${pages} pages.`;
  return {
    ...citationFiles({
      title: TITLE,
      about,
      version: day,
      edition: day,
      day,
      message: "Please cite the bundle with its date.",
    }),
    "README.md": `# ${TITLE}

${about}

\`sha256sum -c SHA256SUMS\` checks the files. Made by ${made_by}; \`import bundle\` of that program takes them.

- \`bundle.json\`: what is in it, by source, year and state, and the digest of each file.
- \`filings-*.ndjson.gz\`: every filing as its list names it, one JSON object a line, with the SHA-256 of its document.
- \`documents-*.zip\`: the documents, \`documents/ab/abcd...\` by SHA-256, not compressed. \`documents-*.index.ndjson\` says where each begins.
- \`readings-*.ndjson.gz\`: what was read on each scanned page, one JSON object a line, with the version of the reader.
${files.some(({ name }) => name.startsWith("decisions-")) ? "- `decisions-*.ndjson`: what people decided about lines and pages, with reason and author.\n" : ""}
Federal law limits the use of disclosure reports (5 U.S.C. 13107(c)): not for any unlawful purpose; not for a commercial purpose, other than by news and communications media for dissemination to the general public; not to establish anybody's credit rating; not to solicit money.
`,
  };
}
