import { visibleText } from "../visible-text.ts";

/** A plain value with every text and name in it as it may be shown, before anything is compared with it or kept of it. */
export function visibleAnswer<T>(value: T): T {
  return walk(value) as T;
}

function walk(value: unknown): unknown {
  if (typeof value === "string") return withLines(value);
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visibleText(name), walk(member)]));
}

/** An end of a line stays one, however the document writes it. */
function withLines(text: string): string {
  return visibleText(text.replaceAll("\r\n", "\n"));
}
