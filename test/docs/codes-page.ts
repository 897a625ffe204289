/** `node test/docs/codes-page.ts` writes docs/codes.md from the catalogue in src/error-codes.ts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isProblemCode, PROBLEMS, problemType } from "../../src/api/http/problems.ts";
import { CODE_GROUPS } from "../../src/error-codes.ts";

export const codesPath = join(import.meta.dirname, "../../docs/codes.md");

/** A problem's code leads to its page, and has its status behind it. */
function shown(code: string): string {
  if (!isProblemCode(code)) return `\`${code}\``;
  return `[\`${code}\`](problems/${problemType(code).split("/").at(-1)}.md) ${PROBLEMS[code].status}`;
}

export function codesPage(): string {
  const sections = CODE_GROUPS.map(({ title, codes }) => {
    const rows = Object.entries(codes).map(([code, when]) => `| ${shown(code)} | ${when} |`);
    return `## ${title}\n\n| Code | Given when |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return `# Codes

What is not as it should be has a stable code and a sentence for people: \`pdf_truncated: The file ends before ...\`. Programs
switch on the code, which never gets another meaning; the sentence may change. Codes of earlier releases that are stored are served as they are.

| Where | Which |
|---|---|
| \`reason\` of a filing, \`reasons.filings\` of \`GET /coverage\` | the documents, page images, filings that were read, \`missing_document\`, \`not_listed\` |
| \`reason\` of a filing's rejected line, \`reasons.lines\` of \`GET /coverage\` | rejected lines |
| \`last_error\` of a source | answers of sites, lists, members and symbols, the reader |
| \`code\` of a problem | requests to the API |
| the log, and errors of commands | all of them |

<!-- Written by \`node test/docs/codes-page.ts\` from src/error-codes.ts; a test keeps it in step. -->

${sections.join("\n")}`;
}

if (import.meta.main) writeFileSync(codesPath, codesPage());
