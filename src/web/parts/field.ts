/** Fields of a filter form: a label, the entered value, and its error next to it. */
import { CHAMBERS, PARTIES } from "../../domain/politician.ts";
import { TRANSACTION_TYPES } from "../../domain/trade.ts";
import { TYPE_NAMES } from "../../domain/trade-headline.ts";
import { type Html, html } from "../html.ts";
import { getChamberName } from "./person.ts";

type Choices = readonly (readonly [value: string, label: string])[];

/** Options whose labels are their values. */
export const toPlainChoices = (values: readonly (string | number)[]): Choices =>
  values.map((each) => [String(each), String(each)]);

export const CHAMBER_CHOICES: Choices = CHAMBERS.map((each) => [each, getChamberName(each)]);
export const PARTY_CHOICES = toPlainChoices(PARTIES);
export const TYPE_CHOICES: Choices = TRANSACTION_TYPES.map((each) => [each, TYPE_NAMES[each]]);

export interface FieldState {
  /** Value as typed; empty if there is none. */
  readonly value: string;
  /** An error message; undefined if the value is valid. */
  readonly fault: string | undefined;
}

interface Field extends FieldState {
  readonly name: string;
  readonly label: string;
}

interface TextField extends Field {
  readonly type?: "text" | "search" | "date" | "number";
  readonly placeholder?: string;
}

export function renderTextField({ name, label, value, fault, type = "text", placeholder }: TextField): Html {
  // A browser clears a date field whose value is not a date. An invalid value is therefore shown as text.
  const shown = type === "date" && fault !== undefined ? "text" : type;
  const attributes = html`${placeholder !== undefined && html` placeholder="${placeholder}"`}${type === "number" && html` inputmode="numeric"`}`;
  return renderField(
    { name, label, value, fault },
    html`<input id="f-${name}" name="${name}" type="${shown === "number" ? "text" : shown}" value="${value}"${attributes}${renderFaultAttributes(name, fault)}>`,
  );
}

/** A select field. An entered value that is not an option becomes one, so that the value is not lost. */
export function renderChoiceField({ name, label, value, fault }: Field, options: Choices, none = "Any"): Html {
  const known = value === "" || options.some(([each]) => each === value);
  const all = known ? options : [...options, [value, value] as const];
  return renderField(
    { name, label, value, fault },
    html`<select id="f-${name}" name="${name}"${renderFaultAttributes(name, fault)}><option value="">${none}</option>${all.map(
      ([each, text]) => html`<option value="${each}"${each === value && html` selected`}>${text}</option>`,
    )}</select>`,
  );
}

function renderField({ name, label, fault }: Field, control: Html): Html {
  return html`<div class="field"><label for="f-${name}">${label}</label>${control}${renderFaultText(name, fault)}</div>
`;
}

function renderFaultAttributes(name: string, fault: string | undefined): Html | false {
  return fault !== undefined && html` aria-invalid="true" aria-describedby="wrong-${name}"`;
}

export function renderFaultText(name: string, fault: string | undefined): Html | false {
  return fault !== undefined && html`<p class="fault" id="wrong-${name}">${fault}</p>`;
}
