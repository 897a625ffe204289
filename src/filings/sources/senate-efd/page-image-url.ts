export const OFFICIAL_SITE = "https://efdsearch.senate.gov";
const OFFICIAL_MEDIA = "https://efd-media-public.senate.gov";

/**
 * Returns the URL from which to fetch a page image. URLs on the official site, and relative ones, become URLs below `baseUrl`. If
 * `baseUrl` is a stand-in server, URLs on the media host become URLs below its `/media-host`.
 * @param source URL as written in the viewer page. @param baseUrl `https://efdsearch.senate.gov`, or the URL of a stand-in server
 * including its path prefix. @returns null if `source` is on any other host.
 */
export function toPageImageUrl(source: string, baseUrl: string): string | null {
  const mediaUrl = baseUrl === OFFICIAL_SITE ? OFFICIAL_MEDIA : `${baseUrl}/media-host`;
  const target = URL.canParse(source, `${OFFICIAL_SITE}/`) ? new URL(source, `${OFFICIAL_SITE}/`) : null;
  const pathAndQuery = target ? target.pathname + target.search : "";
  if (target?.origin === OFFICIAL_MEDIA) return mediaUrl + pathAndQuery;
  if (target?.origin === OFFICIAL_SITE) return baseUrl + pathAndQuery;
  const allowedOrigins = [baseUrl, mediaUrl].map((url) => new URL(url).origin);
  return target && allowedOrigins.includes(target.origin) ? target.href : null;
}
