/** User-Agent texts of this program, with the operator's contact if set. */
import manifest from "../../package.json" with { type: "json" };

const WEBHOOKS_VERSION = "1.0";

/** User-Agent for the public sites: `congress-trades/1.0.0 (+mail@example.org)`. */
export function buildUserAgent(contact: string | null): string {
  const readable = contact === null ? "" : toPrintableAscii(contact);
  return `${manifest.name}/${manifest.version} (${readable ? `+${readable}` : "operator's contact not set"})`;
}

/** User-Agent for price providers, in the format of crawlers: `Mozilla/5.0 (compatible; congress-trades; +mail@example.org)`. */
export function buildCrawlerUserAgent(contact: string | null): string {
  return `Mozilla/5.0 (compatible; ${manifest.name}${contact === null ? "" : `; +${toPrintableAscii(contact)}`})`;
}

/** User-Agent for webhook receivers, with a link that explains it: `congress-trades-webhooks/1.0 (+https://example.org/docs)`. */
export function buildWebhookUserAgent(documentationUrl: string): string {
  return `${manifest.name}-webhooks/${WEBHOOKS_VERSION} (+${documentationUrl})`;
}

/** Keeps only printable ASCII, without parentheses. The User-Agent header has the contact within parentheses. */
function toPrintableAscii(contact: string): string {
  return contact
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/[()]/g, "")
    .trim();
}
