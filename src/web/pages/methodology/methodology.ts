/** `/methodology`: how the data is made. */
import { METHOD, METHOD_LEAD, type MethodSection } from "../../../publication/methodology-text.ts";
import { type Html, html } from "../../html.ts";
import type { WebPage } from "../../page.ts";
import type { PageParts } from "../../page-parts.ts";
import { renderPublicBackupNote } from "../../parts/notice.ts";

export function createMethodologyPage({ links, state }: Pick<PageParts, "links" | "state">): WebPage {
  return {
    name: "page_methodology",
    path: "/methodology",
    parameters: [],
    render: () => ({
      title: "How the data is made",
      description: METHOD_LEAD,
      canonical: "/methodology",
      main: html`<h1>How the data is made</h1>
<p class="standfirst">${METHOD_LEAD}</p>
${renderPublicBackupNote(state.getCoverage())}<nav class="contents" aria-label="On this page"><ul>${METHOD.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<div class="prose">
${METHOD.map(renderMethodSection)}</div>
<p class="links"><a href="${links.to("/coverage")}">Coverage: what is known and what is missing</a> <a href="${links.to("/data")}">The data and how to get it</a> <a href="${links.to("/docs")}">API</a></p>`,
    }),
  };
}

function renderMethodSection({ id, title, blocks }: MethodSection): Html {
  return html`<section id="${id}"><h2>${title}</h2>
${blocks.map((block) =>
  typeof block === "string"
    ? html`<p>${renderTextWithCode(block)}</p>
`
    : html`<ul>${block.map((item) => html`<li>${renderTextWithCode(item)}</li>`)}</ul>
`,
)}</section>
`;
}

/** Renders words between backticks as code. */
export function renderTextWithCode(text: string): Html {
  return html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
