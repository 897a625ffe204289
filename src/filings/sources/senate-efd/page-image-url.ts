/** URLs of a paper report's page images: those to fetch them from, and those under which they are stored. */
import type { Config } from "../../../base/config.ts";

export const OFFICIAL_SITE = "https://efdsearch.senate.gov";
const OFFICIAL_MEDIA = "https://efd-media-public.senate.gov";

export interface SenateSite {
  /** `https://efdsearch.senate.gov`, or a substitute including its path prefix. */
  readonly baseUrl: string;
  /** URL of the paper reports' page images: the official media host, or `/media-host` below a substitute. */
  readonly mediaUrl?: string;
}

/**
 * The URL of an image as written in its viewer page: URLs on the media host are moved to `mediaUrl`, relative ones below `baseUrl`. Null for any
 * other host.
 */
export function toPageImageUrl(
  source: string,
  { baseUrl, mediaUrl = getMediaUrl(baseUrl) }: SenateSite,
): string | null {
  const site = new URL(baseUrl);
  const target = URL.canParse(source, `${OFFICIAL_SITE}/`) ? new URL(source, `${OFFICIAL_SITE}/`) : null;
  const rest = target ? target.pathname + target.search : "";
  if (target?.origin === OFFICIAL_MEDIA) return mediaUrl + rest;
  if (target?.origin === OFFICIAL_SITE) return baseUrl + rest;
  if (target && (target.origin === site.origin || target.origin === new URL(mediaUrl).origin)) return target.href;
  return null;
}

/** The configured URLs of the Senate's pages and page images. */
export function getSenateSite({
  SENATE_EFD_URL: baseUrl,
  UPSTREAM_URL,
}: Pick<Config, "SENATE_EFD_URL" | "UPSTREAM_URL">): SenateSite {
  return UPSTREAM_URL === null ? { baseUrl } : { baseUrl, mediaUrl: `${baseUrl}/media-host` };
}

function getMediaUrl(baseUrl: string): string {
  return baseUrl === OFFICIAL_SITE ? OFFICIAL_MEDIA : `${baseUrl}/media-host`;
}
