/** Names of industries. Names of four-digit codes come from the SEC, names of groups from the SIC manual. */
import { findGroupTitle } from "../../domain/industry.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";

/** `Manufacturing` for `D`; `SIC 9999` for a code without a title. */
export function formatIndustryGroup(name: string): string {
  return findGroupTitle(name) ?? `SIC ${name}`;
}

export function renderIndustryLink(
  links: Links,
  { sic, description }: { readonly sic: string; readonly description: string },
): Html {
  return html`<a href="${links.toIndustry(sic)}">${description}</a>`;
}
