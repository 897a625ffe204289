/** `GET /changes`: the trades in which two dataset versions differ. */
import { z } from "zod";
import { exampleTrade, publicTrade } from "../../domain/public-trade.ts";
import { summarize } from "../../domain/told-trade.ts";
import { limit, pageMembers, skip } from "../../http/request/page-query.ts";
import { taggedJson } from "../../http/response/json-answer.ts";
import { links } from "../../http/response/page-links.ts";
import { reading } from "../../http/response/store-unavailable.ts";
import { publicEndpoint, type Route } from "../../http/route.ts";
import type { ChangedTrade } from "../../publication/dataset/version-changes.ts";
import { moment, type Past, versionAsked } from "./as-of.ts";
import { exampleSummary, TradeSchema, TradeSummarySchema } from "./trade-schema.ts";

const PATH = "/changes";

const ChangesQuery = z.object({
  from: moment.meta({ description: "The earlier version, or a day or time at which it was served." }),
  to: moment.optional().meta({ description: "The later one; without it the version in force." }),
  limit: limit(50, 100),
  skip,
});

const ChangeListSchema = z
  .object({
    from: z.string().meta({ description: "The earlier dataset version." }),
    to: z.string().meta({ description: "The later one." }),
    changes: z.array(
      z.object({
        change: z.enum(["added", "changed", "removed"]),
        id: z.string(),
        trade: TradeSchema.nullable().meta({ description: "As in `to`; null of one that was removed." }),
        summary: TradeSummarySchema.nullable().meta({ description: "Of `trade`." }),
        former: TradeSchema.nullable().meta({ description: "As in `from`; null of one that was added." }),
        former_summary: TradeSummarySchema.nullable().meta({ description: "Of `former`." }),
        superseded_by: z.string().nullable().meta({ description: "What stands in the place of one that was removed." }),
      }),
    ),
    ...pageMembers(),
  })
  .meta({
    id: "ChangeList",
    description:
      "Trades that were added, changed in a field that is shown here, or removed between two versions, by id.",
    examples: [
      {
        from: "2026-11-19.1",
        to: "2026-11-20.1",
        changes: [
          {
            change: "added",
            id: exampleTrade().id,
            trade: exampleTrade(),
            summary: exampleSummary(),
            former: null,
            former_summary: null,
            superseded_by: null,
          },
        ],
        total: 1,
        limit: 50,
        skip: 0,
      },
    ],
  });

export function changes(past: Past, baseUrl: string): Route {
  return publicEndpoint({
    name: "changes",
    path: PATH,
    query: ChangesQuery,
    description: {
      summary: "What changed between two versions",
      description: "Between what somebody saw or cited and what is served now, or between any two versions.",
      response: ChangeListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "not_found", "gone"],
    },
    answer: async (_, { from, to, limit, skip }, { identity: caller }) => {
      const [earlier, later] = [await versionAsked(past, from), await versionAsked(past, to ?? past.newest())];
      const { changes, total } = await reading(past.versions.changes(earlier, later, { limit, skip, caller }));
      const list = { from: earlier.version, to: later.version, changes: changes.map(wireChange) };
      const query = `from=${earlier.version}&to=${later.version}&`;
      const link = links(`${baseUrl}${PATH}?${query}`, { limit, skip }, total);
      const headers = ["X-Dataset-Version", later.version, ...(link === "" ? [] : ["Link", link])];
      const whole = { ...list, total, limit, skip };
      const answer = taggedJson(whole, `${PATH}?${query}limit=${limit}&skip=${skip}`, headers);
      return { ...answer, keep: { version: past.newest() } };
    },
  });
}

function wireChange({ id, before, after, supersededBy }: ChangedTrade): object {
  return {
    change: before === null ? "added" : after === null ? "removed" : "changed",
    id,
    trade: after && publicTrade(after.published.trade, after.name),
    summary: after && summarize(after.published.trade),
    former: before && publicTrade(before.published.trade, before.name),
    former_summary: before && summarize(before.published.trade),
    superseded_by: supersededBy,
  };
}
