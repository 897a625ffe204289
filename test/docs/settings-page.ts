/** `node test/docs/settings-page.ts` writes docs/settings.md from the table of settings in src/base/settings.ts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "../../src/base/settings.ts";

export const settingsPath = join(import.meta.dirname, "../../docs/settings.md");

interface Row {
  readonly default: string;
  readonly about: string;
  readonly secret?: true;
}

export function buildSettingsPage(): string {
  const rows = Object.entries(SETTINGS as Readonly<Record<string, Row>>).map(([name, each]) => {
    const fallback = each.default === "" ? "" : `\`${each.default}\``;
    const secret = each.secret === true ? " Secret." : "";
    return `| \`${name}\` | ${fallback} | ${each.about}${secret} |`;
  });
  return `# Settings

Environment variables, read once at the start; an empty one takes its default. Wrong values stop the service, which names all of them.
A secret is never shown, and \`NAME_FILE\` may name a file that holds it.

\`npm start\` and every command also read \`.env\` in the working folder: one \`NAME=value\` per line, values with spaces in quotes. The
environment takes precedence, and unknown names in the file are reported. \`npm run setup\` asks for three settings and writes the file, for its owner
alone. \`CONGRESS_TRADES_ENV\` names another file, or none if empty; \`npm run demo\` reads none.

Commands (\`npm run -s cli -- ...\`) need only \`DATA_DIR\` while the service runs and take the others from it (over those of \`.env\`), except secrets given
as values, such as \`DATABASE_URL\`. \`doctor\` names the secrets it cannot check.

\`HTTPS_PROXY\`, \`HTTP_PROXY\` and \`NO_PROXY\` (or in lower case) name a proxy, \`http://user:password@proxy.example:3128\`, for the official sites,
the price providers, the CDN and the browser of \`SENATE_EFD_BROWSER\`; without \`HTTPS_PROXY\`, \`HTTP_PROXY\` serves both. This
machine is always asked directly; webhooks and mails use no proxy. Commands beside a service need the variables too.

<!-- Written by \`node test/docs/settings-page.ts\` from src/base/settings.ts; a test keeps it in step. -->

| Variable | Default | What it does |
|---|---|---|
${rows.join("\n")}
`;
}

if (import.meta.main) writeFileSync(settingsPath, buildSettingsPage());
