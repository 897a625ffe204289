import { InvalidParametersError } from "../http/failures.ts";
import type { ParameterError } from "../http/problems.ts";

/** A query that cannot be served. */
export interface Faults {
  readonly faults: readonly ParameterError[];
}

/** Result of `read`, or the faults of the query. */
export function readQuery<T>(read: () => T): T | Faults {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidParametersError) return { faults: error.errors };
    throw error;
  }
}

/** Parameters that other sites add to a link, to know who followed it; no page has one of these names. */
const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|dclid|twclid|igshid|mc_[ce]id)$/;

/** The query without what other sites add to links. */
export function withoutTracking(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !TRACKING.test(name)));
}

/** A form sends its empty fields too: the query without them. */
export function withoutEmpty(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([, value]) => value.trim() !== ""));
}
