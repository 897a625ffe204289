/** Says that the instance was started from a public backup. */
import type { Coverage } from "../../publication/dataset/coverage.ts";
import { type Html, html } from "../html.ts";
import { renderWrittenInstant } from "./words.ts";

/** Empty for an instance that downloaded everything itself. */
export function renderStartedFromNote({ started_from: from }: Pick<Coverage, "started_from">): Html {
  if (from === null) return html``;
  return html`<p>This instance was started from a public backup of ${renderWrittenInstant(from.made_at)}, SHA-256 <code>${from.sha256}</code>. Older data was downloaded and read by whoever made that backup.</p>
`;
}
