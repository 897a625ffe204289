/** The query of `/performance`: whose decisions, from which close, and over how many sessions. */
import { CHAMBERS, type Chamber, PARTIES, type Party } from "../../../domain/politician.ts";
import { ANCHORS, type Anchor, HORIZONS, type Horizon } from "../../../prices/returns/abnormal-return.ts";
import { SESSIONS } from "../../../prices/returns/return-words.ts";

export interface PerformanceQuery {
  readonly anchor: Anchor;
  readonly horizon: Horizon;
  readonly chamber: Chamber | undefined;
  readonly party: Party | undefined;
}

const USUAL = { anchor: "copy", horizon: 63 } as const;
export const QUERY_NAMES = ["anchor", "horizon", "chamber", "party"] as const;

/** An empty field selects the default. */
export const ANCHOR_CHOICES = [["skill", "the close on the day of the trade"]] as const;
export const HORIZON_CHOICES = HORIZONS.filter((each) => each !== USUAL.horizon).map(
  (each) => [String(each), `${SESSIONS[each]} (${each} trading days)`] as const,
);

/** The query, and an error message for each invalid parameter. */
export function readPerformanceQuery(query: URLSearchParams): {
  readonly requested: PerformanceQuery;
  readonly faults: ReadonlyMap<string, string>;
} {
  const faults = new Map<string, string>();
  const readOne = <T extends string | number>(name: string, values: readonly T[]): T | undefined => {
    const typed = query.get(name)?.trim() ?? "";
    const found = values.find((each) => String(each).toLowerCase() === typed.toLowerCase());
    if (typed !== "" && found === undefined) {
      faults.set(name, `“${typed.slice(0, 60)}” is none of: ${values.join(", ")}.`);
    }
    return found;
  };
  const requested = {
    anchor: readOne("anchor", ANCHORS) ?? USUAL.anchor,
    horizon: readOne("horizon", HORIZONS) ?? USUAL.horizon,
    chamber: readOne("chamber", CHAMBERS),
    party: readOne("party", PARTIES),
  };
  return { requested, faults };
}

/** The parameters that differ from their defaults, so that each query has one URL. */
export function toNamedQuery({ anchor, horizon, chamber, party }: PerformanceQuery): Readonly<Record<string, string>> {
  return {
    ...(anchor !== USUAL.anchor && { anchor }),
    ...(horizon !== USUAL.horizon && { horizon: String(horizon) }),
    ...(chamber && { chamber }),
    ...(party && { party }),
  };
}
