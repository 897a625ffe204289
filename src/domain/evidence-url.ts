/** The address of the picture of a trade's line: beside the API, below the same prefix. @param baseUrl `https://api.example/api/v1` */
export function evidenceUrl(baseUrl: string, tradeId: string): string {
  return `${siteOf(baseUrl)}/evidence/${encodeURIComponent(tradeId)}.png`;
}

/** The address of a trade's page, in the same place. */
export function tradePageUrl(baseUrl: string, tradeId: string): string {
  return `${siteOf(baseUrl)}/trades/${encodeURIComponent(tradeId)}`;
}

function siteOf(baseUrl: string): string {
  return baseUrl.replace(/\/api\/v1\/?$/, "").replace(/\/$/, "");
}
