import { InvalidParametersError } from "../http/failures.ts";
import type { ParameterError } from "../http/problems.ts";

export interface Faults {
  readonly faults: readonly ParameterError[];
}

/** Returns the result of `read`, or the errors in the query if `read` throws them. */
export function tryReadQuery<T>(read: () => T): T | Faults {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidParametersError) return { faults: error.errors };
    throw error;
  }
}

/** Tracking parameters that other sites add to links; no page has a parameter with one of these names. */
const TRACKING = /^(utm_\w+|fbclid|gclid|msclkid|dclid|twclid|igshid|mc_[ce]id)$/;

export function removeTrackingParameters(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !TRACKING.test(name)));
}

/**
 * Returns functions that read parameters with a fixed set of values, ignoring case. `readChoice` returns undefined for an absent
 * or invalid value. `faults` collects an error message for each invalid parameter.
 */
export function createChoiceReader(query: URLSearchParams) {
  const faults = new Map<string, string>();
  const addFault = (name: string, typed: string, why: string) => faults.set(name, `“${typed.slice(0, 60)}” ${why}`);
  const readChoice = <T extends string | number>(name: string, values: readonly T[]): T | undefined => {
    const typed = query.get(name)?.trim() ?? "";
    const found = values.find((each) => String(each).toLowerCase() === typed.toLowerCase());
    if (typed !== "" && found === undefined) addFault(name, typed, `is not one of: ${values.join(", ")}.`);
    return found;
  };
  return { faults, addFault, readChoice };
}

/** The query without empty values, since a form also sends its empty fields. */
export function removeEmptyParameters(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([, value]) => value.trim() !== ""));
}
