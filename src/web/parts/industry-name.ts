/** Names of industries: the SEC's for a four-digit code, the SIC manual's for groups. */
import { titleOfGroup } from "../../domain/industry.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";

/** `Manufacturing` for `D`; a code without a title is returned as it is. */
export function groupName(name: string): string {
  return titleOfGroup(name) ?? `SIC ${name}`;
}

export function industryLink(
  links: Links,
  { sic, description }: { readonly sic: string; readonly description: string },
): Html {
  return html`<a href="${links.industry(sic)}">${description}</a>`;
}
