/** `node test/docs/methodology-page.ts` writes docs/methodology.md from the text of the page `/methodology`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { METHOD, METHOD_LEAD } from "../../src/publication/methodology-text.ts";

export const methodologyPath = join(import.meta.dirname, "../../docs/methodology.md");

export function buildMethodologyPage(): string {
  const sections = METHOD.map(({ title, blocks, details }) => {
    const texts = blocks.map((block) =>
      typeof block === "string" ? block : block.map((item) => `- ${item}`).join("\n"),
    );
    return [`## ${title}`, ...texts, ...(details ? [`Details: [${details.name}](${details.file}).`] : [])].join("\n\n");
  });
  return `${[
    "# How the data is made, in plain sentences",
    METHOD_LEAD,
    "<!-- Written by `node test/docs/methodology-page.ts` from src/publication/methodology-text.ts; a test keeps it in step. -->",
    ...sections,
  ].join("\n\n")}\n`;
}

if (import.meta.main) writeFileSync(methodologyPath, buildMethodologyPage());
