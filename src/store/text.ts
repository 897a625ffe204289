import { visibleText } from "../base/visible-text.ts";

/**
 * A text as both databases can keep it and everybody can be shown it. PostgreSQL has no NUL in a text and neither has half a surrogate
 * pair, and both occur in what documents print; what is no character that can be seen is made visible.
 */
export function storable(text: string): string;
export function storable(text: string | null): string | null;
export function storable(text: string | null): string | null {
  return text === null ? null : visibleText(text.toWellFormed());
}
