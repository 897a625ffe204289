import { SIC_MANUAL } from "../../../domain/committee-industries.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";

/** Says whose the table of committees and industries is, and what it does not say. */
export function tableNote(links: Links): Html {
  return html`<p class="small">The table of which industries a committee oversees is ours: it takes its words from the rules of the House and of the Senate, and the industries whose titles in the ${SIC_MANUAL}, name the same thing (<a href="${links.to("/methodology")}#securities">how</a>). That a committee and a trade stand on one page says nothing about the trade.</p>`;
}
