/** Stand-in for nasdaqtrader.com: the two symbol directories. */
import type { Material } from "./material.ts";
import { createFileAnswer, type Site, toHtmlAnswer } from "./site.ts";

export function createNasdaqTraderStandIn(material: Material): Site {
  return async (request) => {
    const { readNasdaqListed, readOtherListed } = material.tickers;
    const body =
      request.path === "/dynamic/symdir/nasdaqlisted.txt"
        ? await readNasdaqListed()
        : request.path === "/dynamic/symdir/otherlisted.txt"
          ? await readOtherListed()
          : null;
    if (body === null)
      return toHtmlAnswer(404, "<html><head><title>404 - File or directory not found.</title></head></html>");
    return createFileAnswer(request, body, "text/plain", material.modifiedAt);
  };
}
