/** The names by which this program identifies itself, with the operator's address where one is set. */
import manifest from "../../package.json" with { type: "json" };

const WEBHOOKS_VERSION = "1.0";

/** Name for the public bodies: `congress-trades/1.0.0 (+mail@example.org)`. */
export function userAgent(contact: string | null): string {
  const readable = contact === null ? "" : printable(contact);
  return `${manifest.name}/${manifest.version} (${readable ? `+${readable}` : "operator's contact not set"})`;
}

/** Name for the providers of prices, in the form that crawlers send: `Mozilla/5.0 (compatible; congress-trades; +mail@example.org)`. */
export function crawlerUserAgent(contact: string | null): string {
  return `Mozilla/5.0 (compatible; ${manifest.name}${contact === null ? "" : `; +${printable(contact)}`})`;
}

/** Name for the receivers of webhooks, whose operators find an explanation there: `congress-trades-webhooks/1.0 (+https://example.org/docs)`. */
export function webhookUserAgent(documentationUrl: string): string {
  return `${manifest.name}-webhooks/${WEBHOOKS_VERSION} (+${documentationUrl})`;
}

/** Printable ASCII without parentheses, as the comment in a header must be. */
function printable(contact: string): string {
  return contact
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/[()]/g, "")
    .trim();
}
