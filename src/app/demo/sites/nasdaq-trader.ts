/** Stand-in for nasdaqtrader.com: the two symbol directories. */
import type { Material } from "./material.ts";
import { file, html, type Site } from "./site.ts";

export function nasdaqTraderSite(material: Material): Site {
  return async (ask) => {
    const { nasdaqListed, otherListed } = material.tickers;
    const body =
      ask.path === "/dynamic/symdir/nasdaqlisted.txt"
        ? await nasdaqListed()
        : ask.path === "/dynamic/symdir/otherlisted.txt"
          ? await otherListed()
          : null;
    if (body === null) return html(404, "<html><head><title>404 - File or directory not found.</title></head></html>");
    return file(ask, body, "text/plain", material.modifiedAt);
  };
}
