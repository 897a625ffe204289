/** `node test/docs/borders-page.ts` writes the tables of folders in docs/architecture.md from .dependency-cruiser.cjs. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const MARK =
  "<!-- Written by `node test/docs/borders-page.ts` from .dependency-cruiser.cjs; a test keeps it in step. -->";
const END = "<!-- End of the generated part. -->";

export const architecturePath = join(ROOT, "docs/architecture.md");

interface Rule {
  readonly name: string;
  readonly comment?: string;
  readonly to: { readonly path?: string; readonly pathNot?: readonly string[] };
}

/** Turns `^src/accounts/keys/` into `accounts/keys`. */
function readPlace(pattern: string): string {
  return `\`${pattern.replace(/^\^src\//, "").replace(/\/$/, "")}\``;
}

function formatRoom({ comment = "", to }: Rule): string {
  // First comes `base`, which all may import, then the folder itself.
  const [, room = "", ...imports] = (to.pathNot ?? []).map(readPlace);
  return `| ${room} | ${comment} | ${imports.join(", ")} |\n`;
}

/** The page with the table that follows from the rules. */
export function architecturePage(): string {
  const { forbidden } = createRequire(import.meta.url)(join(ROOT, ".dependency-cruiser.cjs")) as {
    readonly forbidden: readonly Rule[];
  };
  const named = (start: string) => forbidden.filter(({ name }) => name.startsWith(start));
  const folders = named("order-").map(({ name, comment }) => `| \`${name.slice("order-".length)}\` | ${comment} |\n`);
  const rooms = named("room-")
    .filter(({ to }) => to.path === "^src/")
    .map(formatRoom);
  const page = readFileSync(architecturePath, "utf8");
  const [before, after] = [page.split(MARK)[0], page.split(END)[1]];
  if (before === page || after === undefined) throw new Error(`docs/architecture.md lacks ${MARK} or ${END}`);
  const written = [
    MARK,
    `| Folder | What it is |\n|---|---|\n${folders.join("")}`,
    "Rooms are folders with stricter rules. Each may also import `base`:",
    `| Room | What it is | May import |\n|---|---|---|\n${rooms.join("")}`,
    END,
  ];
  return before + written.join("\n\n").replaceAll("\n\n\n", "\n\n") + after;
}

if (import.meta.main) writeFileSync(architecturePath, architecturePage());
