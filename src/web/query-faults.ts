/** Error messages about invalid filters, for the person who typed them. */
import { distance } from "fastest-levenshtein";
import type { ParameterError } from "../http/problems.ts";
import { type Html, html } from "./html.ts";

/** Advice on a filter's format, by the filter's name or its ending. */
const FORMAT_ADVICE: readonly (readonly [RegExp, string])[] = [
  [/_(from|to)$/, "Enter a valid date, such as 2026-05-31."],
  [/^(min|max)_amount$/, "Enter dollars in digits, such as 15001."],
  [/^ticker$/, "Enter a symbol such as AAPL or BRK.B; separate several with commas."],
  [/^coin$/, "Enter a coin's symbol, such as BTC."],
  [/^politician_id$/, "Enter a Bioguide id, such as P000197."],
  [/^state$/, "Enter a two-letter state code, such as CA."],
  [/^district$/, "Enter a district number from 1 to 99, or 0 for an at-large seat."],
  [/^committee$/, "Choose a committee, or enter its id, such as SSAF."],
  [/^q$/, "Enter at most 200 characters."],
  [/^page$/, "Enter a page number, starting at 1."],
];

const SHOWN_CHARACTERS = 60;

/** Error messages, keyed by the name of the invalid parameter. @param known names of all parameters. */
export function buildFaultSentences(
  faults: readonly ParameterError[],
  query: URLSearchParams,
  known: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    faults.map((each) => [
      each.name,
      isUnknownParameter(each)
        ? formatUnknownParameter(each.name, known)
        : formatFault(each, query.get(each.name) ?? ""),
    ]),
  );
}

/** True if the page does not support the parameter, so that there is no field to correct. */
function isUnknownParameter({ reason }: ParameterError): boolean {
  return reason === "unknown_parameter";
}

/** Maximum edit distance between an unknown name and the name that is suggested instead. */
const MAX_CHANGES = 3;

function formatUnknownParameter(name: string, known: readonly string[]): string {
  const [nearest = ""] = known.toSorted((a, b) => distance(name, a) - distance(name, b));
  const suggestion = distance(name, nearest) <= MAX_CHANGES ? ` Did you mean ${nearest}?` : "";
  return `is unknown.${suggestion} Allowed: ${known.join(", ")}.`;
}

/** @param typed the complete value in the URL. */
export function formatFault({ name, reason, allowed }: ParameterError, typed: string): string {
  const shownValue = typed.length > SHOWN_CHARACTERS ? `${[...typed].slice(0, SHOWN_CHARACTERS).join("")}…` : typed;
  if (reason === "inverted") return "The end of the range is before its start.";
  if (reason === "repeated") return "This can be given only once.";
  if (allowed !== undefined && allowed.length <= 12) return `“${shownValue}” is not one of: ${allowed.join(", ")}.`;
  if (allowed !== undefined) return `“${shownValue}” is not among the choices.`;
  const advice = FORMAT_ADVICE.find(([pattern]) => pattern.test(name))?.[1] ?? "This cannot be read.";
  return name === "q" ? advice : `“${shownValue}” cannot be read. ${advice}`;
}

interface FaultListParts {
  readonly faults: readonly ParameterError[];
  /** Error messages by parameter name. */
  readonly sentences: ReadonlyMap<string, string>;
  /** Returns the id of a parameter's field. The function is absent if the page does not have a field for every parameter. */
  readonly getFieldId?: (name: string) => string;
}

export function renderFaultList({ faults, sentences, getFieldId }: FaultListParts): Html {
  return html`<ul>${faults.map((fault) => {
    const { name } = fault;
    if (isUnknownParameter(fault)) return html`<li><code>${name}</code> ${sentences.get(name)}</li>`;
    const words = name.replaceAll("_", " ");
    const label = getFieldId === undefined ? words : html`<a href="#${getFieldId(name)}">${words}</a>`;
    return html`<li>${label}: ${sentences.get(name)}</li>`;
  })}</ul>`;
}
