/** `node test/docs/settings-page.ts` writes docs/settings.md from the table of settings in src/settings.ts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "../../src/settings.ts";

export const settingsPath = join(import.meta.dirname, "../../docs/settings.md");

interface Row {
  readonly default: string;
  readonly about: string;
  readonly secret?: true;
}

export function settingsPage(): string {
  const rows = Object.entries(SETTINGS as Readonly<Record<string, Row>>).map(([name, each]) => {
    const fallback = each.default === "" ? "" : `\`${each.default}\``;
    const secret = each.secret === true ? " Secret." : "";
    return `| \`${name}\` | ${fallback} | ${each.about}${secret} |`;
  });
  return `# Settings

Environment variables, read once at the start. An unset or empty one takes its default. When values are wrong, the service
does not start and names all of them at once. From a file: \`set -a; . ./.env; set +a; npm start\`. A value
with spaces stands in quotes there.
Commands (\`npm run -s cli -- ...\`) need \`DATA_DIR\` alone while the service runs: what they are not given they take from it.
Secrets that were given as values are the exception, \`DATABASE_URL\` first of all: they are not written to the folder.
A value marked as secret is never shown, and \`NAME_FILE\` may name a file that holds it.

<!-- Written by \`node test/docs/settings-page.ts\` from src/settings.ts; a test keeps it in step. -->

| Variable | Default | What it does |
|---|---|---|
${rows.join("\n")}
`;
}

if (import.meta.main) writeFileSync(settingsPath, settingsPage());
