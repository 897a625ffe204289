/** The address of the picture of a trade's line: beside the API, below the same prefix. @param baseUrl `https://api.example/api/v1` */
export function evidenceUrl(baseUrl: string, tradeId: string): string {
  return `${baseUrl.replace(/\/api\/v1\/?$/, "").replace(/\/$/, "")}/evidence/${encodeURIComponent(tradeId)}.png`;
}
