/** Formats days, times and numbers for pages. */
import { type Html, html } from "../html.ts";

export { capitalize } from "../../base/capitalize.ts";
export { formatCount, pluralize } from "../../domain/count-words.ts";

export function renderDay(date: string): Html {
  return html`<time datetime="${date}">${date}</time>`;
}

const WRITTEN = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });

/** `Nov 20, 2026`, in running text. */
export function renderReadableDate(date: string): Html {
  return html`<time datetime="${date}">${formatReadableDate(date)}</time>`;
}

/** `Nov 20, 2026`, where markup is not possible, as in the tooltips of drawings. */
export function formatReadableDate(date: string): string {
  return WRITTEN.format(new Date(date));
}

/** `Friday, Nov 20, 2026` */
export function renderDayWithWeekday(date: string): Html {
  return html`${WEEKDAY.format(new Date(date))}, ${renderReadableDate(date)}`;
}

/** `Nov 20, 2026, 06:31 UTC`, in running text. */
export function renderLongInstant(at: string): Html {
  return html`<time datetime="${at}">${WRITTEN.format(new Date(at))}, ${at.slice(11, 16)} UTC</time>`;
}

/** `2026-11-20 06:31 UTC` */
export function renderInstant(at: Date | string): Html {
  const text = typeof at === "string" ? at : at.toISOString();
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`;
}

/** `98.2%`; only the whole is shown as 100%, and only zero as 0%. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return "–";
  if (part === whole) return "100%";
  if (part === 0) return "0%";
  return `${Math.min(99.9, Math.max(0.1, (100 * part) / whole)).toFixed(1)}%`;
}
