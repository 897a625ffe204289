/** Stand-in for the pages of unitedstates/congress-legislators. */
import type { Material } from "./material.ts";
import { file, html, type Site } from "./site.ts";

export function legislatorsSite(material: Material): Site {
  const { legislators } = material;
  const files = new Map<string, () => Promise<Uint8Array>>([
    ["/legislators-current.json", legislators.current],
    ["/legislators-historical.json", legislators.historical],
    ["/committees-current.json", legislators.committees],
    ["/committee-membership-current.json", legislators.committeeMembers],
  ]);
  return async (ask) => {
    const body = files.get(ask.path);
    if (body === undefined)
      return html(404, "<html><head><title>Page not found &middot; GitHub Pages</title></head></html>");
    return file(ask, await body(), "application/json; charset=utf-8", material.modifiedAt);
  };
}
