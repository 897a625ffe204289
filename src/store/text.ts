import { makeControlsVisible } from "../base/visible-text.ts";

/** Makes control characters visible and replaces lone surrogates: PostgreSQL rejects NUL, and both databases such surrogates. */
export function toStorable(text: string): string;
export function toStorable(text: string | null): string | null;
export function toStorable(text: string | null): string | null {
  return text === null ? null : makeControlsVisible(text.toWellFormed());
}
