/** URL of the picture of a trade's line, next to the API under the same prefix. @param baseUrl `https://api.example/api/v1` */
export function evidenceUrl(baseUrl: string, tradeId: string): string {
  return `${siteOf(baseUrl)}/evidence/${encodeURIComponent(tradeId)}.png`;
}

/** URL of a trade's page, under the same prefix. */
export function tradePageUrl(baseUrl: string, tradeId: string): string {
  return `${siteOf(baseUrl)}/trades/${encodeURIComponent(tradeId)}`;
}

function siteOf(baseUrl: string): string {
  return baseUrl.replace(/\/api\/v1\/?$/, "").replace(/\/$/, "");
}
