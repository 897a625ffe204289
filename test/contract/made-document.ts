/** The OpenAPI document of all that a service serves: with premium paths, exports and the archive. */
import { buildOpenApiDocument } from "../../src/api/documentation/openapi.ts";
import { createServiceIndexRoute } from "../../src/api/documentation/service-index.ts";
import { createDownloadRoutes } from "../../src/api/files/file-routes.ts";
import { createRouteTable } from "../../src/api/routes.ts";
import { openReturns } from "../../src/app/service/returns.ts";
import type { Downloads } from "../../src/publication/export/downloads.ts";
import { madeDataset, madePast, madeRecords } from "./made-dataset.ts";
import { madeLedger } from "./made-ledger.ts";
import { madeInventory, madeMarket } from "./made-market.ts";
import { madePremiumRoutes } from "./made-routes.ts";

const BASE_URL = "https://api.example/api/v1";

/** The routes that anybody may ask without a key. */
export function madePublicRoutes(): ReturnType<typeof createRouteTable> {
  return createRouteTable({
    datasets: madeDataset(),
    records: madeRecords(),
    ledger: madeLedger(),
    market: madeMarket(),
    past: madePast(),
    returns: openReturns(madeMarket(), madeInventory()),
    baseUrl: BASE_URL,
  });
}

export function wholeDocument(): ReturnType<typeof buildOpenApiDocument> {
  const routes = madePublicRoutes();
  const downloads = createDownloadRoutes(
    madeDataset(),
    {} as Downloads,
    {} as Parameters<typeof createDownloadRoutes>[2],
    "",
  );
  const quotas = { free: 20, premium: 200 };
  const index = createServiceIndexRoute({ routes, baseUrl: BASE_URL, quotas, hasHealth: true });
  return buildOpenApiDocument([index, ...routes, ...madePremiumRoutes(), ...downloads], BASE_URL);
}
