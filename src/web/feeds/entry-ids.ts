/** The year of the entries' ids (RFC 4151): it never changes. */
const IDS_SINCE = 2026;

/** Ids of entries and feeds from their stable names: `tag:` URIs. @param host with or without a port. */
export function createEntryIds(host: string): (name: string) => string {
  return (name) => `tag:${host.replace(/:\d+$/, "")},${IDS_SINCE}:${name}`;
}
