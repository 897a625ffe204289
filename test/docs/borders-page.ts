/** `node test/docs/borders-page.ts` writes the table of folders in docs/architecture.md from .dependency-cruiser.cjs. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const MARK =
  "<!-- Written by `node test/docs/borders-page.ts` from .dependency-cruiser.cjs; a test keeps it in step. -->";
const TABLE = /(?<=a test keeps it in step\. -->\n\n)(?:\|.*\n)*/;

export const architecturePath = join(ROOT, "docs/architecture.md");

interface Rule {
  readonly name: string;
  readonly comment?: string;
  readonly to: { readonly path?: string; readonly pathNot?: readonly string[] };
}

/** What `pathNot` of a rule lets through, as a path below src/. */
function plain(pattern: string): string {
  const path = pattern.replace(/^\^src\//, "").replace(/\/$|\$$/, "");
  return path === "[^/]+" ? "every folder" : `\`${path.replaceAll("\\", "")}\``;
}

function row({ name, comment = "", to }: Rule): string {
  const folder = name.replace("borders-of-", "");
  // First come the files that everybody may import, and the folder itself.
  const imports = (to.pathNot ?? []).slice(2).map(plain);
  return `| \`${folder}\` | ${comment} | ${imports.join(", ") || "nothing"} |`;
}

/** The page with the table that the rules say. */
export function architecturePage(): string {
  const { forbidden } = createRequire(import.meta.url)(join(ROOT, ".dependency-cruiser.cjs")) as {
    readonly forbidden: readonly Rule[];
  };
  const rules = forbidden.filter(({ name }) => /^borders-of-(?!api-)/.test(name));
  const table = ["| Folder | What it is | May import |", "|---|---|---|", ...rules.map(row)];
  const page = readFileSync(architecturePath, "utf8");
  if (!page.includes(MARK)) throw new Error(`docs/architecture.md lacks the line ${MARK}`);
  return page.replace(TABLE, () => `${table.join("\n")}\n`);
}

if (import.meta.main) writeFileSync(architecturePath, architecturePage());
