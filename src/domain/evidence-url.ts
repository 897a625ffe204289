/** URL of the picture of a trade's line, under the site's URL (without `/api/v1`). @param baseUrl `https://api.example/api/v1` */
export function buildEvidenceUrl(baseUrl: string, tradeId: string): string {
  return `${getSiteUrl(baseUrl)}/evidence/${encodeURIComponent(tradeId)}.png`;
}

export function buildTradePageUrl(baseUrl: string, tradeId: string): string {
  return `${getSiteUrl(baseUrl)}/trades/${encodeURIComponent(tradeId)}`;
}

function getSiteUrl(baseUrl: string): string {
  return baseUrl.replace(/\/api\/v1\/?$/, "").replace(/\/$/, "");
}
