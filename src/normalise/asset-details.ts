/** Parses the labelled fields of an asset on the Senate's pages, beside the terms of an option. */
import { usDate } from "../domain/dates.ts";
import type { AssetDetails } from "../domain/trade.ts";
import { detail } from "./options.ts";

/** `Aeronics, Inc. (Austin, TX)`: a private company with its place. */
const PLACE = /\((?<place>[^()]+)\)$/;

/** Null where the page has no such field. */
export function readAssetDetails(fields: Readonly<Record<string, string>>): AssetDetails | null {
  const company = detail(fields, "company");
  const matures = detail(fields, "matures");
  const found: AssetDetails = {
    coupon: detail(fields, "rate/coupon"),
    maturity: matures === null ? null : (usDate(matures) ?? matures),
    place: (company && PLACE.exec(company)?.groups?.["place"]) || null,
    description: detail(fields, "description"),
    platform: detail(fields, "exchange/platform"),
  };
  return Object.values(found).some((value) => value !== null) ? found : null;
}
