/** Days, instants and numbers as pages write them. */
import { type Html, html } from "../html.ts";

export { count, counted } from "../../domain/counted.ts";

export function day(date: string): Html {
  return html`<time datetime="${date}">${date}</time>`;
}

/** `2026-11-20 06:31 UTC` */
export function instant(at: Date | string): Html {
  const text = typeof at === "string" ? at : at.toISOString();
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`;
}

/** `98.2 %`; a part that is not the whole is never rounded to it, nor one that is not nothing to nothing. */
export function share(part: number, whole: number): string {
  if (whole === 0) return "–";
  if (part === whole) return "100 %";
  if (part === 0) return "0 %";
  return `${Math.min(99.9, Math.max(0.1, (100 * part) / whole)).toFixed(1)} %`;
}
