export const OFFICIAL_SITE = "https://efdsearch.senate.gov";
const OFFICIAL_MEDIA = "https://efd-media-public.senate.gov";

/**
 * The URL of an image as written in its viewer page: URLs on the media host are moved to `/media-host` below a substitute, relative ones below
 * `baseUrl`. Null for any other host. @param baseUrl `https://efdsearch.senate.gov`, or a substitute including its path prefix.
 */
export function toPageImageUrl(source: string, baseUrl: string): string | null {
  const mediaUrl = baseUrl === OFFICIAL_SITE ? OFFICIAL_MEDIA : `${baseUrl}/media-host`;
  const target = URL.canParse(source, `${OFFICIAL_SITE}/`) ? new URL(source, `${OFFICIAL_SITE}/`) : null;
  const rest = target ? target.pathname + target.search : "";
  if (target?.origin === OFFICIAL_MEDIA) return mediaUrl + rest;
  if (target?.origin === OFFICIAL_SITE) return baseUrl + rest;
  const known = [baseUrl, mediaUrl].map((url) => new URL(url).origin);
  return target && known.includes(target.origin) ? target.href : null;
}
