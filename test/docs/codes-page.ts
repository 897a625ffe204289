/** `node test/docs/codes-page.ts` writes docs/codes.md from the catalog in src/base/error-codes.ts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CODE_GROUPS } from "../../src/base/error-codes.ts";
import { buildProblemType, isProblemCode, PROBLEMS } from "../../src/http/problems.ts";

export const codesPath = join(import.meta.dirname, "../../docs/codes.md");

/** Formats a code. The code of a problem links to the problem's page and is followed by its status. */
function formatCode(code: string): string {
  if (!isProblemCode(code)) return `\`${code}\``;
  return `[\`${code}\`](problems/${buildProblemType(code).split("/").at(-1)}.md) ${PROBLEMS[code].status}`;
}

export function buildCodesPage(): string {
  const sections = CODE_GROUPS.map(({ title, codes }) => {
    const lines = Object.entries(codes).map(([code, when]) => `- ${formatCode(code)}: ${when}`);
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  return `# Codes

Every problem has a stable code and a sentence for people: \`pdf_truncated: The file ends before ...\`. Programs
should use the code, whose meaning never changes; the sentence may change. Stored codes of earlier releases are served unchanged.

The \`reason\` of a filing is one of documents, page images, filings that were read, \`missing_document\`, \`foreign_address\`, \`not_listed\`; that of a
rejected line one of rejected lines; \`last_error\` of a source one of answers of sites, lists, members and symbols, reading; the \`code\`
of a problem one of requests to the API. The log and errors of commands have all of them.

<!-- Written by \`node test/docs/codes-page.ts\` from src/base/error-codes.ts; a test keeps it in step. -->

${sections.join("\n")}`;
}

if (import.meta.main) writeFileSync(codesPath, buildCodesPage());
