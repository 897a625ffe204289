import { toVisibleText } from "../base/visible-text.ts";

/** Makes control characters visible, since PostgreSQL rejects NUL; replaces lone surrogates, since both databases reject them. */
export function toDbText(text: string): string;
export function toDbText(text: string | null): string | null;
export function toDbText(text: string | null): string | null {
  return text === null ? null : toVisibleText(text.toWellFormed());
}
