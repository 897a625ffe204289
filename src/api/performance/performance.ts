/** Returns of a member, of trades in a security, and of a group of members, with a page of the decisions behind them. */
import type { z } from "zod";
import { notFound } from "../../http/failures.ts";
import { SYMBOL_PARAMETER } from "../../http/request/parameter.ts";
import { moved } from "../../http/response/permanent-redirect.ts";
import { reading } from "../../http/response/store-unavailable.ts";
import { publicEndpoint, type Route, type Standing } from "../../http/route.ts";
import type { Horizon } from "../../prices/returns/abnormal-return.ts";
import type { AskedReturn, Returns } from "../../prices/returns/returns.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import { todaysSymbol } from "../../publication/dataset/todays-symbol.ts";
import { formerVersion, type Past } from "../disclosures/as-of.ts";
import { politicianNames } from "../disclosures/politician-names.ts";
import { canonicalFilters, readTradeFilter } from "../disclosures/trade-query.ts";
import { performanceAnswer } from "./performance-answer.ts";
import {
  GroupPerformanceSchema,
  GroupQuery,
  MemberPerformanceSchema,
  MemberQuery,
  PerformanceQuery,
  TickerPerformanceSchema,
} from "./performance-schema.ts";
import { wireAlpha, wireMembers } from "./wire-performance.ts";

interface PerformanceParts {
  readonly datasets: Datasets;
  readonly past: Past;
  readonly returns: Returns;
  readonly baseUrl: string;
}

const MEANING =
  "Returns less those of SPY over the same sessions, each decision (one member, security, side and day) counting once. Prices are those that are stored now, also with `as_of`. `format=csv` gives the page of decisions alone.";
const HEADERS = ["ETag", "Link", "X-Dataset-Version"] as const;

export function performanceRoutes(parts: PerformanceParts): readonly Route[] {
  return [memberPerformance(parts), tickerPerformance(parts), groupPerformance(parts)];
}

type Query = z.output<typeof PerformanceQuery>;

function askedOf({ anchor, horizon }: Pick<Query, "anchor" | "horizon">, { identity }: Standing): AskedReturn {
  return { anchors: [anchor], horizons: [Number(horizon) as Horizon], caller: identity };
}

async function versionOf({ datasets, past }: PerformanceParts, { as_of: asked }: Query, { identity }: Standing) {
  return asked === undefined ? datasets.current() : await formerVersion(past, asked, identity);
}

/** `GET /politicians/{id}/performance`. @throws {NotFoundError} code `politician_not_found`. */
function memberPerformance(parts: PerformanceParts): Route {
  return publicEndpoint({
    name: "politician_performance",
    path: "/politicians/:id/performance",
    query: MemberQuery,
    description: {
      summary: "Returns of one politician",
      description: `${MEANING} \`traded_from\`, \`traded_to\`, \`owner\` and \`ticker\` narrow the decisions: those of a year, of a spouse, on a security.`,
      parameters: { id: { description: "Bioguide id.", example: "P000197" } },
      response: MemberPerformanceSchema,
      headers: HEADERS,
      problems: ["invalid_parameter", "politician_not_found", "not_found", "gone", "service_unavailable"],
      moves: true,
    },
    answer: async (parameters, query, standing) => {
      const id = parameters["id"] ?? "";
      const version = await versionOf(parts, query, standing);
      const servedAs = version.mergedInto(id);
      const url = (member: string) => `${parts.baseUrl}/politicians/${encodeURIComponent(member)}/performance`;
      if (servedAs !== undefined) {
        const { limit, skip, ticker, ...named } = query;
        const pages = { ...(ticker && { ticker: ticker.join(",") }), limit: String(limit), skip: String(skip) };
        return moved(url(servedAs), { ...named, ...pages }, version.version);
      }
      if (!(await reading(Promise.resolve(version.politician(id))))) throw notFound("politician_not_found", id);
      const { traded_from, traded_to, owner, ticker, ...page } = query;
      const { ticker: symbols, ...filter } = readTradeFilter({ traded_from, traded_to, owner, ticker });
      const today = (symbol: string) => todaysSymbol(parts.datasets.current(), symbol) ?? symbol;
      const part = { ...filter, ...(symbols && { ticker: symbols.map(today) }) };
      const [answered] = await reading(parts.returns.ofMember(version, id, askedOf(query, standing), part));
      const named = canonicalFilters({ ...filter, ...(symbols && { ticker: symbols }) });
      return performanceAnswer({ politician_id: id }, answered, { ...named, ...page }, url(id));
    },
  });
}

/** `GET /tickers/{symbol}/performance`. @throws {NotFoundError} code `symbol_not_found` for a symbol that nobody traded. */
function tickerPerformance(parts: PerformanceParts): Route {
  return publicEndpoint({
    name: "ticker_performance",
    path: "/tickers/:symbol/performance",
    query: PerformanceQuery,
    description: {
      summary: "Returns of the decisions on one security",
      description: MEANING,
      parameters: { symbol: SYMBOL_PARAMETER },
      response: TickerPerformanceSchema,
      headers: HEADERS,
      problems: ["invalid_parameter", "symbol_not_found", "not_found", "gone", "service_unavailable"],
    },
    answer: async (parameters, query, standing) => {
      const given = parameters["symbol"] ?? "";
      const ticker = todaysSymbol(parts.datasets.current(), given);
      if (ticker === undefined) throw notFound("symbol_not_found", given);
      const version = await versionOf(parts, query, standing);
      const [answered] = await reading(parts.returns.ofSecurity(version, ticker, askedOf(query, standing)));
      const url = `${parts.baseUrl}/tickers/${encodeURIComponent(ticker)}/performance`;
      return performanceAnswer({ ticker }, answered, query, url);
    },
  });
}

/** `GET /performance`. */
function groupPerformance(parts: PerformanceParts): Route {
  return publicEndpoint({
    name: "performance",
    path: "/performance",
    query: GroupQuery,
    description: {
      summary: "Returns of many members",
      description: `${MEANING} Beside the figures over all, those of a portfolio that holds each decision for the horizon, and each member's, by name; as CSV each decision with the shrunken mean of its member and side.`,
      response: GroupPerformanceSchema,
      headers: HEADERS,
      problems: ["invalid_parameter", "not_found", "gone", "service_unavailable"],
    },
    answer: async (_, { chamber, party, ...query }, standing) => {
      const version = await versionOf(parts, query, standing);
      const [answered] = await reading(parts.returns.ofMembers(version, { chamber, party }, askedOf(query, standing)));
      const { alphas } = answered.reckoning;
      const names = politicianNames(parts.datasets.current());
      return performanceAnswer(
        {
          chamber: chamber ?? null,
          party: party ?? null,
          calendar_time: {
            buys: wireAlpha(alphas?.buys ?? null),
            sells: wireAlpha(alphas?.sells ?? null),
            difference: wireAlpha(alphas?.difference ?? null),
          },
          members: wireMembers(answered.reckoning, (id) => names(id) ?? null),
        },
        answered,
        { chamber, party, ...query },
        `${parts.baseUrl}/performance`,
      );
    },
  });
}
