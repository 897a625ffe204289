/** Stand-in for sec.gov: the list of tickers. Like the site, it rejects a request whose User-Agent does not identify the sender. */
import type { Material } from "./material.ts";
import { file, html, type Site } from "./site.ts";

export function secSite(material: Material): Site {
  return async (ask) => {
    if (!ask.headers["user-agent"]) {
      return html(
        403,
        "<html><head><title>SEC.gov | Your Request Originates from an Undeclared Automated Tool</title></head></html>",
      );
    }
    if (ask.path !== "/files/company_tickers_exchange.json") {
      return html(404, "<html><head><title>SEC.gov | File Not Found Error Alert (404)</title></head></html>");
    }
    return file(ask, await material.tickers.sec(), "application/json", material.modifiedAt);
  };
}
