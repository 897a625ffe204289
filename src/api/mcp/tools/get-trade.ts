import { z } from "zod";
import { fetchWholeTrade, formatTradeLine } from "../cited-trade.ts";
import { createTool } from "../tool.ts";
import { asOf, citedTrades } from "./shapes.ts";

export const getTrade = createTool({
  name: "get_trade",
  description:
    "One trade by its id, with all fields: owner, option terms, lateness, amendments, the filing's wording. Use it before quoting details of a trade; superseded trades are found too.",
  input: { id: z.string().describe("txn_h20024542_01"), as_of: asOf },
  output: { trade: citedTrades.element },
  async answer(ask, { id, as_of }) {
    const trade = await fetchWholeTrade(ask, id, { as_of });
    const replaced = trade["superseded_by"];
    const { industry } = trade as { readonly industry?: { readonly sic: string; readonly description: string } | null };
    const lines = [
      formatTradeLine(trade),
      ...(typeof replaced === "string" ? [`Superseded by ${replaced}. This trade is no longer listed.`] : []),
      ...(industry ? [`Industry, according to the SEC: ${industry.description} (SIC ${industry.sic}).`] : []),
      `Document: ${trade.citation.document_url}`,
    ];
    const { politician_id: politicianId } = trade as { readonly politician_id?: string };
    return {
      data: { trade },
      lines,
      version: trade.citation.dataset_version,
      scope: { politicianId, asOf: as_of },
    };
  },
});
