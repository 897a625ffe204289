import type { ParameterError } from "../../http/problems.ts";
import { type Html, html } from "../html.ts";
import { isUnknown } from "../query-faults.ts";

interface FaultListParts {
  readonly faults: readonly ParameterError[];
  /** The faults by the names of the parameters. */
  readonly sentences: ReadonlyMap<string, string>;
  /** Id of the field of a parameter; absent where a page has fields for a part of them only. */
  readonly fieldOf?: (name: string) => string;
}

/** Each fault of a query, with a link to the field that is to be mended. */
export function faultList({ faults, sentences, fieldOf }: FaultListParts): Html {
  return html`<ul>${faults.map((fault) => {
    const { name } = fault;
    if (isUnknown(fault)) return html`<li><code>${name}</code> ${sentences.get(name)}</li>`;
    const words = name.replaceAll("_", " ");
    const label = fieldOf === undefined ? words : html`<a href="#${fieldOf(name)}">${words}</a>`;
    return html`<li>${label}: ${sentences.get(name)}</li>`;
  })}</ul>`;
}
