import type { ParameterError } from "../../http/problems.ts";
import { type Html, html } from "../html.ts";
import { isUnknown } from "../query-faults.ts";

interface FaultListParts {
  readonly faults: readonly ParameterError[];
  /** Error messages by parameter name. */
  readonly sentences: ReadonlyMap<string, string>;
  /** Id of a parameter's field; absent if the page has fields for only some of them. */
  readonly fieldOf?: (name: string) => string;
}

/** Each error in a query, with a link to its field. */
export function faultList({ faults, sentences, fieldOf }: FaultListParts): Html {
  return html`<ul>${faults.map((fault) => {
    const { name } = fault;
    if (isUnknown(fault)) return html`<li><code>${name}</code> ${sentences.get(name)}</li>`;
    const words = name.replaceAll("_", " ");
    const label = fieldOf === undefined ? words : html`<a href="#${fieldOf(name)}">${words}</a>`;
    return html`<li>${label}: ${sentences.get(name)}</li>`;
  })}</ul>`;
}
