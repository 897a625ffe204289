/** Stand-in for the pages of unitedstates/congress-legislators. */
import type { Material } from "./material.ts";
import { createFileAnswer, type Site, toHtmlAnswer } from "./site.ts";

export function createLegislatorsStandIn(material: Material): Site {
  const { legislators } = material;
  const files = new Map<string, () => Promise<Uint8Array>>([
    ["/legislators-current.json", legislators.readCurrent],
    ["/legislators-historical.json", legislators.readHistorical],
    ["/committees-current.json", legislators.readCommittees],
    ["/committee-membership-current.json", legislators.readCommitteeMembers],
  ]);
  return async (request) => {
    const body = files.get(request.path);
    if (body === undefined)
      return toHtmlAnswer(404, "<html><head><title>Page not found &middot; GitHub Pages</title></head></html>");
    return createFileAnswer(request, await body(), "application/json; charset=utf-8", material.modifiedAt);
  };
}
