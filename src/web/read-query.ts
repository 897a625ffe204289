import { InvalidParametersError } from "../http/failures.ts";
import type { ParameterError } from "../http/problems.ts";

/** An invalid query. */
export interface Faults {
  readonly faults: readonly ParameterError[];
}

/** Result of `read`, or the errors in the query. */
export function readQuery<T>(read: () => T): T | Faults {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidParametersError) return { faults: error.errors };
    throw error;
  }
}

/** Tracking parameters that other sites add to links; no page has a parameter with one of these names. */
const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|dclid|twclid|igshid|mc_[ce]id)$/;

/** The query without tracking parameters. */
export function removeTracking(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !TRACKING.test(name)));
}

/** The query without empty values, since a form also sends its empty fields. */
export function removeEmpty(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([, value]) => value.trim() !== ""));
}
