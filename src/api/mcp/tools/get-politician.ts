import { z } from "zod";
import { fetchContent } from "../ask.ts";
import { findPoliticianId, formatPoliticianSentence, type PoliticianDetail } from "../politician.ts";
import { createTool } from "../tool.ts";
import { fetchLatestTrades } from "./search-trades.ts";
import { asOf, citedTrades } from "./shapes.ts";

export const getPolitician = createTool({
  name: "get_politician",
  description:
    "One member of Congress, current or former, by name or Bioguide id: seat, committees, totals and latest trades. Use it first when a question names a person; other tools take the id.",
  input: {
    name: z.string().max(100).describe("Words of the name, if no id is known").optional(),
    id: z.string().describe("P000197").optional(),
    as_of: asOf,
  },
  output: { politician: z.object({ id: z.string(), name: z.string(), total_trades: z.int() }), trades: citedTrades },
  async answer(ask, { id, name, as_of }) {
    const requested = id ?? (await findPoliticianId(ask, name ?? ""));
    const { body, version } = await fetchContent<PoliticianDetail>(
      ask,
      `/politicians/${encodeURIComponent(requested)}`,
      {
        as_of,
      },
    );
    const latest = await fetchLatestTrades(ask, { politician_id: body.id, as_of });
    return {
      data: { politician: body, ...latest.data },
      lines: [formatPoliticianSentence(body), ...latest.lines],
      version,
      scope: { politicianId: body.id, asOf: as_of },
    };
  },
});
