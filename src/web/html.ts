/** Templates that escape whatever they are given, but for what is markup already. */
import { raw, html as template } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

export type Html = HtmlEscapedString;

/** Values that a template takes; nothing of it is waited for. `false`, `null` and `undefined` are left out. */
type Part = string | number | boolean | null | undefined | Html | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return template(strings, ...parts) as Html;
}

/** Text that is markup already, and of our own making. */
export function markup(text: string): Html {
  return raw(text);
}
