import type { ParameterError } from "../../http/problems.ts";
import { type Html, html } from "../html.ts";
import { isUnknown } from "../query-faults.ts";

interface FaultListParts {
  readonly faults: readonly ParameterError[];
  /** Error messages by parameter name. */
  readonly sentences: ReadonlyMap<string, string>;
  /** Id of a parameter's field; absent if the page has fields for only some of them. */
  readonly getFieldId?: (name: string) => string;
}

/** Each error in a query, with a link to its field. */
export function renderFaultList({ faults, sentences, getFieldId }: FaultListParts): Html {
  return html`<ul>${faults.map((fault) => {
    const { name } = fault;
    if (isUnknown(fault)) return html`<li><code>${name}</code> ${sentences.get(name)}</li>`;
    const words = name.replaceAll("_", " ");
    const label = getFieldId === undefined ? words : html`<a href="#${getFieldId(name)}">${words}</a>`;
    return html`<li>${label}: ${sentences.get(name)}</li>`;
  })}</ul>`;
}
