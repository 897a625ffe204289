/** Serves the returns after trades by a member, by a group of members or in a security, with a page of the trading decisions. */
import type { z } from "zod";
import { createNotFoundError } from "../../http/failures.ts";
import { SYMBOL_PARAMETER } from "../../http/request/parameter.ts";
import { createPermanentRedirect } from "../../http/response/permanent-redirect.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import { type CallerState, createPublicRoute, type Route } from "../../http/route.ts";
import type { Horizon } from "../../prices/returns/abnormal-return.ts";
import type { RequestedReturn, Returns } from "../../prices/returns/returns.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import { findLatestSymbol } from "../../publication/dataset/ticker-list.ts";
import { openPastVersion, type Past } from "../disclosures/as-of.ts";
import { createNameLookup } from "../disclosures/politician-names.ts";
import { readTradeFilter, toCanonicalFilters } from "../disclosures/trade-query.ts";
import { createPerformanceAnswer } from "./performance-answer.ts";
import {
  GroupPerformanceSchema,
  GroupQuery,
  MemberPerformanceSchema,
  MemberQuery,
  PerformanceQuery,
  TickerPerformanceSchema,
} from "./performance-schema.ts";
import { toWireAlpha, toWireMembers } from "./wire-performance.ts";

interface PerformanceParts {
  readonly datasets: Datasets;
  readonly past: Past;
  readonly returns: Returns;
  readonly baseUrl: string;
}

const SAME_MEANING = "Returns minus SPY's over the same sessions, with the same meaning as in `GET /performance`.";
const HEADERS = ["ETag", "Link", "X-Dataset-Version"] as const;

export function createPerformanceRoutes(parts: PerformanceParts): readonly Route[] {
  return [createMemberPerformanceRoute(parts), createTickerPerformanceRoute(parts), createGroupPerformanceRoute(parts)];
}

type Query = z.output<typeof PerformanceQuery>;

function toReturnQuestion(
  { anchor, horizon }: Pick<Query, "anchor" | "horizon">,
  { identity }: CallerState,
): RequestedReturn {
  return { anchors: [anchor], horizons: [Number(horizon) as Horizon], caller: identity };
}

async function openRequestedVersion(
  { datasets, past }: PerformanceParts,
  { as_of: requested }: Query,
  { identity }: CallerState,
) {
  return requested === undefined ? datasets.getCurrent() : await openPastVersion(past, requested, identity);
}

/** `GET /politicians/{id}/performance`. @throws {NotFoundError} code `politician_not_found`. */
function createMemberPerformanceRoute(parts: PerformanceParts): Route {
  return createPublicRoute({
    name: "politician_performance",
    path: "/politicians/:id/performance",
    query: MemberQuery,
    description: {
      summary: "Returns of one politician",
      description: `${SAME_MEANING} \`traded_from\`, \`traded_to\`, \`owner\` and \`ticker\` narrow the decisions: to a year, a spouse, a security.`,
      parameters: { id: { description: "Bioguide id.", example: "P000197" } },
      response: MemberPerformanceSchema,
      headers: HEADERS,
      problems: ["invalid_parameter", "politician_not_found", "not_found", "gone", "service_unavailable"],
      moves: true,
    },
    answer: async (parameters, query, callerState) => {
      const id = parameters["id"] ?? "";
      const version = await openRequestedVersion(parts, query, callerState);
      const servedAs = version.getMergedId(id);
      const buildUrl = (member: string) => `${parts.baseUrl}/politicians/${encodeURIComponent(member)}/performance`;
      if (servedAs !== undefined) {
        const { limit, skip, ticker, ...named } = query;
        const pages = { ...(ticker && { ticker: ticker.join(",") }), limit: String(limit), skip: String(skip) };
        return createPermanentRedirect(buildUrl(servedAs), { ...named, ...pages }, version.version);
      }
      if (!(await awaitRead(Promise.resolve(version.getPolitician(id)))))
        throw createNotFoundError("politician_not_found", id);
      const { traded_from, traded_to, owner, ticker, ...page } = query;
      const { ticker: symbols, ...filter } = readTradeFilter({ traded_from, traded_to, owner, ticker });
      const toLatestSymbol = (symbol: string) => findLatestSymbol(parts.datasets.getCurrent(), symbol) ?? symbol;
      const decisionFilter = { ...filter, ...(symbols && { ticker: symbols.map(toLatestSymbol) }) };
      const [answered] = await awaitRead(
        parts.returns.computeForMember(version, id, toReturnQuestion(query, callerState), decisionFilter),
      );
      const named = toCanonicalFilters({ ...filter, ...(symbols && { ticker: symbols }) });
      return createPerformanceAnswer({ politician_id: id }, answered, { ...named, ...page }, buildUrl(id));
    },
  });
}

/** `GET /tickers/{symbol}/performance`. @throws {NotFoundError} code `symbol_not_found` for a symbol that nobody traded. */
function createTickerPerformanceRoute(parts: PerformanceParts): Route {
  return createPublicRoute({
    name: "ticker_performance",
    path: "/tickers/:symbol/performance",
    query: PerformanceQuery,
    description: {
      summary: "Returns of the decisions on one security",
      description: SAME_MEANING,
      parameters: { symbol: SYMBOL_PARAMETER },
      response: TickerPerformanceSchema,
      headers: HEADERS,
      problems: ["invalid_parameter", "symbol_not_found", "not_found", "gone", "service_unavailable"],
    },
    answer: async (parameters, query, callerState) => {
      const text = parameters["symbol"] ?? "";
      const ticker = findLatestSymbol(parts.datasets.getCurrent(), text);
      if (ticker === undefined) throw createNotFoundError("symbol_not_found", text);
      const version = await openRequestedVersion(parts, query, callerState);
      const [answered] = await awaitRead(
        parts.returns.answerForSecurity(version, ticker, toReturnQuestion(query, callerState)),
      );
      const url = `${parts.baseUrl}/tickers/${encodeURIComponent(ticker)}/performance`;
      return createPerformanceAnswer({ ticker }, answered, query, url);
    },
  });
}

function createGroupPerformanceRoute(parts: PerformanceParts): Route {
  return createPublicRoute({
    name: "performance",
    path: "/performance",
    query: GroupQuery,
    description: {
      summary: "Returns of many members",
      description:
        "Returns minus SPY's over the same sessions. Each decision (one member's purchases or sales of one security on one day) counts once. Prices are those stored now, even with `as_of`. `format=csv` returns only the page of decisions. Also returns the figures of a portfolio that holds each decision's security for the horizon, and those of each member, by name. In the CSV, each decision has the shrunken mean of its member and side.",
      response: GroupPerformanceSchema,
      headers: HEADERS,
      problems: ["invalid_parameter", "not_found", "gone", "service_unavailable"],
    },
    answer: async (_, { chamber, party, ...query }, callerState) => {
      const version = await openRequestedVersion(parts, query, callerState);
      const [answered] = await awaitRead(
        parts.returns.answerForMembers(version, { chamber, party }, toReturnQuestion(query, callerState)),
      );
      const { alphas } = answered.result;
      const names = createNameLookup(parts.datasets.getCurrent());
      return createPerformanceAnswer(
        {
          chamber: chamber ?? null,
          party: party ?? null,
          calendar_time: {
            buys: toWireAlpha(alphas?.buys ?? null),
            sells: toWireAlpha(alphas?.sells ?? null),
            difference: toWireAlpha(alphas?.difference ?? null),
          },
          members: toWireMembers(answered.result, (id) => names(id) ?? null),
        },
        answered,
        { chamber, party, ...query },
        `${parts.baseUrl}/performance`,
      );
    },
  });
}
