/** `GET /changes`: the trades in which two dataset versions differ. */
import { z } from "zod";
import { summarize } from "../../domain/announced-trade.ts";
import { createExampleTrade, toPublicTrade } from "../../domain/public-trade.ts";
import { createLimitSchema, createPageFields, skip } from "../../http/request/page-query.ts";
import { createTaggedJsonAnswer } from "../../http/response/json-answer.ts";
import { buildLinkHeader } from "../../http/response/page-links.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import type { ChangedTrade } from "../../publication/dataset/version-changes.ts";
import { findRequestedVersion, moment, type Past } from "./as-of.ts";
import { getExampleSummary, TradeSchema, TradeSummarySchema } from "./trade-schema.ts";

const PATH = "/changes";

const ChangesQuery = z.object({
  from: moment.meta({ description: "The earlier version, or a day or time at which it was served." }),
  to: moment.optional().meta({ description: "The later version. Default: the current one." }),
  limit: createLimitSchema(50, 100),
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
        trade: TradeSchema.nullable().meta({ description: "The trade in `to`; null if it was removed." }),
        summary: TradeSummarySchema.nullable().meta({ description: "Of `trade`." }),
        former: TradeSchema.nullable().meta({ description: "The trade in `from`; null if it was added." }),
        former_summary: TradeSummarySchema.nullable().meta({ description: "Of `former`." }),
        superseded_by: z.string().nullable().meta({ description: "What replaces a removed trade." }),
      }),
    ),
    ...createPageFields(),
  })
  .meta({
    id: "ChangeList",
    description: "Trades added, changed in a field shown here, or removed between two versions, by id.",
    examples: [
      {
        from: "2026-11-19.1",
        to: "2026-11-20.1",
        changes: [
          {
            change: "added",
            id: createExampleTrade().id,
            trade: createExampleTrade(),
            summary: getExampleSummary(),
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

export function createChangesRoute(past: Past, baseUrl: string): Route {
  return createPublicRoute({
    name: "changes",
    path: PATH,
    query: ChangesQuery,
    description: {
      summary: "What changed between two versions",
      description: "Between the version that somebody saw or cited and the current one, or between any two versions.",
      response: ChangeListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "not_found", "gone"],
    },
    answer: async (_, { from, to, limit, skip }, { identity: caller }) => {
      const [earlier, later] = [
        await findRequestedVersion(past, from),
        await findRequestedVersion(past, to ?? past.getNewestVersion()),
      ];
      const { changes, total } = await awaitRead(past.versions.listChanges(earlier, later, { limit, skip, caller }));
      const list = { from: earlier.version, to: later.version, changes: changes.map(toWireChange) };
      const query = `from=${earlier.version}&to=${later.version}&`;
      const links = buildLinkHeader(`${baseUrl}${PATH}?${query}`, { limit, skip }, total);
      const headers = ["X-Dataset-Version", later.version, ...links];
      const whole = { ...list, total, limit, skip };
      const answer = createTaggedJsonAnswer(whole, `${PATH}?${query}limit=${limit}&skip=${skip}`, headers);
      return { ...answer, keep: { version: past.getNewestVersion() } };
    },
  });
}

function toWireChange({ id, before, after, supersededBy }: ChangedTrade): object {
  return {
    change: before === null ? "added" : after === null ? "removed" : "changed",
    id,
    trade: after && toPublicTrade(after.published.trade, after.name),
    summary: after && summarize(after.published.trade),
    former: before && toPublicTrade(before.published.trade, before.name),
    former_summary: before && summarize(before.published.trade),
    superseded_by: supersededBy,
  };
}
