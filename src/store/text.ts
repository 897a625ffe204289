import { makeControlsVisible } from "../base/visible-text.ts";

/** Makes control characters visible and repairs surrogate pairs: PostgreSQL rejects NUL, and both databases lone surrogates. */
export function toStorable(text: string): string;
export function toStorable(text: string | null): string | null;
export function toStorable(text: string | null): string | null {
  return text === null ? null : makeControlsVisible(text.toWellFormed());
}
