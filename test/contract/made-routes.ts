/** Routes of the premium part over nothing, for the OpenAPI document, which asks them for no answer. */
import type { PremiumParts } from "../../src/api/premium/parts.ts";
import { createPremiumRoutes } from "../../src/api/premium/premium-routes.ts";
import { madeDataset } from "./made-dataset.ts";

/** A document of unknown shape, to be walked. */
export type Json = { [key: string]: Json } & { [key: number]: Json };

export function madePremiumRoutes(): ReturnType<typeof createPremiumRoutes> {
  return createPremiumRoutes({
    tables: {} as PremiumParts["tables"],
    box: { seal: (sealed) => Buffer.from(sealed), open: (sealed) => Buffer.from(sealed).toString() },
    explainRefusedAddress: () => null,
    wake: () => {},
    datasets: madeDataset(),
    baseUrl: "",
    quota: 200,
    onKeyEnd: () => {},
  });
}
