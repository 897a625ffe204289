/** Schema parts that several tools share. */
import { z } from "zod";

export const day = z.string().describe("YYYY-MM-DD");
export const asOf = z.string().describe("Day, UTC time or version").optional();
export const createLimitSchema = (usual: number, most: number) => z.int().min(1).max(most).default(usual);
export const skip = z.int().min(0).default(0);

/** A trade with its citation. docs/assistant.md lists the trade's other fields. */
const citedTrade = z.object({
  id: z.string(),
  citation: z
    .object({ trade_id: z.string(), page: z.int().nullable(), line: z.int(), evidence_url: z.string() })
    .describe("Also: filing_id, document_url, dataset_version"),
});
export const citedTrades = z.array(citedTrade);
