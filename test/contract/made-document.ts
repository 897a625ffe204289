/** The OpenAPI document of a service that serves everything: also premium paths, exports and the archive. */
import { buildOpenApiDocument } from "../../src/api/documentation/openapi.ts";
import { createServiceIndexRoute } from "../../src/api/documentation/service-index.ts";
import { createDownloadRoutes } from "../../src/api/files/file-routes.ts";
import { createRouteTable } from "../../src/api/routes.ts";
import { createReturns } from "../../src/app/service/returns.ts";
import type { Downloads } from "../../src/publication/export/downloads.ts";
import { makeDataset, makePast, makeRecords } from "./made-dataset.ts";
import { makeLedger } from "./made-ledger.ts";
import { makeInventory, makeMarket } from "./made-market.ts";
import { makePremiumRoutes } from "./made-routes.ts";

const BASE_URL = "https://api.example/api/v1";

/** Makes the routes that need no key. */
export function makePublicRoutes(): ReturnType<typeof createRouteTable> {
  return createRouteTable({
    datasets: makeDataset(),
    records: makeRecords(),
    ledger: makeLedger(),
    market: makeMarket(),
    past: makePast(),
    returns: createReturns(makeMarket(), makeInventory()),
    baseUrl: BASE_URL,
  });
}

export function makeDocument(): ReturnType<typeof buildOpenApiDocument> {
  const routes = makePublicRoutes();
  const downloads = createDownloadRoutes(
    makeDataset(),
    {} as Downloads,
    {} as Parameters<typeof createDownloadRoutes>[2],
    "",
  );
  const quotas = { free: 20, premium: 200 };
  const index = createServiceIndexRoute({ routes, baseUrl: BASE_URL, quotas, hasHealth: true });
  return buildOpenApiDocument([index, ...routes, ...makePremiumRoutes(), ...downloads], BASE_URL);
}
