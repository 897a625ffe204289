/** Stand-in for sec.gov: the list of tickers. Like the site, it rejects a request whose User-Agent does not identify the sender. */
import type { Material } from "./material.ts";
import { createFileAnswer, type Site, toHtmlAnswer } from "./site.ts";

export function createSecStandIn(material: Material): Site {
  return async (request) => {
    if (!request.headers["user-agent"]) {
      return toHtmlAnswer(
        403,
        "<html><head><title>SEC.gov | Your Request Originates from an Undeclared Automated Tool</title></head></html>",
      );
    }
    if (request.path !== "/files/company_tickers_exchange.json") {
      return toHtmlAnswer(404, "<html><head><title>SEC.gov | File Not Found Error Alert (404)</title></head></html>");
    }
    return createFileAnswer(request, await material.tickers.readSecTickers(), "application/json", material.modifiedAt);
  };
}
