/** The query of `/performance`: which members, from which closing price, and over how many trading days. */
import { CHAMBERS, type Chamber, PARTIES, type Party } from "../../../domain/politician.ts";
import { ANCHORS, type Anchor, HORIZONS, type Horizon } from "../../../prices/returns/abnormal-return.ts";
import { HORIZON_NAMES } from "../../../prices/returns/return-words.ts";
import { createChoiceReader } from "../../read-query.ts";

export interface PerformanceQuery {
  readonly anchor: Anchor;
  readonly horizon: Horizon;
  readonly chamber: Chamber | undefined;
  readonly party: Party | undefined;
}

const DEFAULTS = { anchor: "copy", horizon: 63 } as const;
export const QUERY_NAMES = ["anchor", "horizon", "chamber", "party"] as const;

/** Options of the form's fields. The default is not among them, since an empty field selects it. */
export const ANCHOR_CHOICES = [["skill", "the close on the day of the trade"]] as const;
export const HORIZON_CHOICES = HORIZONS.filter((each) => each !== DEFAULTS.horizon).map(
  (each) => [String(each), `${HORIZON_NAMES[each]} (${each} trading days)`] as const,
);

/** The query, and an error message for each invalid parameter. */
export function readPerformanceQuery(query: URLSearchParams): {
  readonly requested: PerformanceQuery;
  readonly faults: ReadonlyMap<string, string>;
} {
  const { faults, readChoice } = createChoiceReader(query);
  const requested = {
    anchor: readChoice("anchor", ANCHORS) ?? DEFAULTS.anchor,
    horizon: readChoice("horizon", HORIZONS) ?? DEFAULTS.horizon,
    chamber: readChoice("chamber", CHAMBERS),
    party: readChoice("party", PARTIES),
  };
  return { requested, faults };
}

/** Returns the parameters that differ from their defaults, so that equal queries have equal URLs. */
export function toQueryParams({ anchor, horizon, chamber, party }: PerformanceQuery): Readonly<Record<string, string>> {
  return {
    ...(anchor !== DEFAULTS.anchor && { anchor }),
    ...(horizon !== DEFAULTS.horizon && { horizon: String(horizon) }),
    ...(chamber && { chamber }),
    ...(party && { party }),
  };
}
