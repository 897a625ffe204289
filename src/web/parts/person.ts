/** Renders members' names, chambers and parties. */
import type { Chamber, Party } from "../../domain/politician.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";

const CHAMBERS: Readonly<Record<Chamber, string>> = { senate: "Senate", house: "House" };

export function getChamberName(chamber: string): string {
  return CHAMBERS[chamber as Chamber] ?? chamber;
}

/** The party's letter, such as `D`, with the party's name as a tooltip and for screen readers. */
export function renderPartyMark(party: Party | string): Html {
  const letter = party.slice(0, 1);
  return html`<abbr class="party ${letter.toLowerCase()}" title="${party}">${letter}</abbr>`;
}

export function renderPersonLink(links: Links, { id, name }: { readonly id: string; readonly name: string }): Html {
  return html`<a href="${links.toPolitician(id)}"><bdi>${name}</bdi></a>`;
}
