/** Industries in words: the SEC's for a code of four digits, the SIC manual's for what holds several. */
import { titleOfGroup } from "../../domain/industry.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";

/** `Manufacturing` of `D`; a code without a title stays as it is. */
export function groupName(name: string): string {
  return titleOfGroup(name) ?? `SIC ${name}`;
}

export function industryLink(
  links: Links,
  { sic, description }: { readonly sic: string; readonly description: string },
): Html {
  return html`<a href="${links.industry(sic)}">${description}</a>`;
}
