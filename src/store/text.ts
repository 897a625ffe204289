import { makeControlsVisible } from "../base/visible-text.ts";

/**
 * Makes a text storable in both databases and displayable. PostgreSQL rejects NUL in text, and neither database accepts half a surrogate pair;
 * documents contain both. Invisible characters are made visible.
 */
export function toStorable(text: string): string;
export function toStorable(text: string | null): string | null;
export function toStorable(text: string | null): string | null {
  return text === null ? null : makeControlsVisible(text.toWellFormed());
}
