/** What the SEC was asked about the industries of companies, and what came of it. */
import type { Coverage } from "../../../dataset/coverage.ts";
import { parseReason } from "../../../domain/reason.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { sentenceOf } from "../../parts/reason-words.ts";
import { count, counted, instant } from "../../parts/words.ts";

export function companiesSection(links: Links, { companies }: Coverage): Html {
  const { asked, with_industry, without_industry, failed, last_error, last_error_at } = companies;
  if (asked === 0) return html``;
  const reason = last_error === null ? null : parseReason(last_error);
  return html`<section><h2>Industries of companies</h2>
<p>The SEC was asked for the industry of ${counted(asked, "company", "companies")}, those with the newest trades first: ${count(with_industry)} have one, and to ${count(without_industry)} it gives none.${failed > 0 && ` Of ${counted(failed, "company", "companies")} the last question failed, and it is asked again.`} <a href="${links.to("/industries")}">Industries</a></p>
${reason !== null && html`<p class="small">The last failure: ${sentenceOf(reason.code)} ${reason.detail}${last_error_at !== null && html` (${instant(last_error_at)})`}</p>`}</section>`;
}
