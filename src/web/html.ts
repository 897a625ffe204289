/** Templates that escape whatever they are given, but for what is markup already. */
import { raw, html as template } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString;

/** Values that a template takes; nothing of it is waited for. `false`, `null` and `undefined` are left out. */
type Part = string | number | boolean | null | undefined | Html | readonly Part[];

export const html = template as (strings: TemplateStringsArray, ...parts: Part[]) => Html;

/** Text that is markup already, and of our own making. */
export function markup(text: string): Html {
  return raw(text);
}
