/** A member's name with the chamber and the party in words and as a letter with a colour. */
import type { Chamber, Party } from "../../domain/politician.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";

const CHAMBERS: Readonly<Record<Chamber, string>> = { senate: "Senate", house: "House" };

export function chamberName(chamber: string): string {
  return CHAMBERS[chamber as Chamber] ?? chamber;
}

/** The letter of a party, `D`, whose name is said to who cannot see the colour. */
export function partyMark(party: Party | string): Html {
  const letter = party.slice(0, 1);
  return html`<abbr class="party ${letter.toLowerCase()}" title="${party}">${letter}</abbr>`;
}

export function personLink(links: Links, { id, name }: { readonly id: string; readonly name: string }): Html {
  return html`<a href="${links.politician(id)}"><bdi>${name}</bdi></a>`;
}
