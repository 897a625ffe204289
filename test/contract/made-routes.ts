/** Premium routes without a store, for the OpenAPI document, which never calls them. */
import type { PremiumParts } from "../../src/api/premium/parts.ts";
import { createPremiumRoutes } from "../../src/api/premium/premium-routes.ts";
import { makeDataset } from "./made-dataset.ts";

/** A JSON document of unknown shape, whose values tests look up by name. */
export type Json = { [key: string]: Json } & { [key: number]: Json };

export function makePremiumRoutes(): ReturnType<typeof createPremiumRoutes> {
  return createPremiumRoutes({
    tables: {} as PremiumParts["tables"],
    box: { seal: (sealed) => Buffer.from(sealed), open: (sealed) => Buffer.from(sealed).toString() },
    explainRefusedAddress: () => null,
    wake: () => {},
    datasets: makeDataset(),
    baseUrl: "",
    quota: 200,
    onKeyEnd: () => {},
  });
}
