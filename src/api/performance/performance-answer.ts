/** Builds responses with return figures and one page of the list of underlying trading decisions. The CSV has only that page. */
import { createHash } from "node:crypto";
import { CACHE_CONTROL, formatWeakTag } from "../../http/response/caching.ts";
import { CACHED_BRIEFLY, createJsonAnswerWithDigest } from "../../http/response/json-answer.ts";
import { buildLinkHeader } from "../../http/response/page-links.ts";
import type { Answer } from "../../http/route.ts";
import { createShrunkenMeanLookup } from "../../prices/returns/many-members.ts";
import type { DecisionReturn } from "../../prices/returns/performance.ts";
import type { ReturnResult } from "../../prices/returns/return-calculator.ts";
import type { ReturnAnswer } from "../../prices/returns/returns.ts";
import { formatCsvHeader, formatCsvLine } from "../../publication/export/csv.ts";
import { DECISION_COLUMNS } from "./performance-schema.ts";
import { toWireDecision, toWirePerformance } from "./wire-performance.ts";

interface PageQuery {
  readonly limit: number;
  readonly skip: number;
  readonly format: "json" | "csv";
  readonly [name: string]: string | number | undefined;
}

/** `about` has the fields placed before the figures. `url` is the URL of the endpoint without a query. */
export function createPerformanceAnswer(
  about: object,
  { question, result }: ReturnAnswer,
  { limit, skip, format, ...named }: PageQuery,
  url: string,
): Answer {
  const { returns } = result;
  const page = returns.slice(skip, skip + limit);
  const filters = Object.entries({ ...named, format }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}&`],
  );
  const links = buildLinkHeader(`${url}?${filters.join("")}`, { limit, skip }, returns.length);
  const headers = ["X-Dataset-Version", question.version, ...links];
  if (format === "csv") return createCsvAnswer(page, result, headers);
  const decisions = page.map(toWireDecision);
  const body = { ...about, ...toWirePerformance(result, question), decisions, total: returns.length, limit, skip };
  return { ...createJsonAnswerWithDigest(body, headers), keep: CACHED_BRIEFLY };
}

/** For a group of members, each row also has the shrunken mean of the row's member. */
function createCsvAnswer(
  page: readonly DecisionReturn[],
  { members }: ReturnResult,
  headers: readonly string[],
): Answer {
  const columns = members.size === 0 ? DECISION_COLUMNS : [...DECISION_COLUMNS, "shrunken_mean"];
  const shrunken = createShrunkenMeanLookup(members);
  const lines = page.map((each) => {
    const { trade_ids, ...rest } = toWireDecision(each);
    return formatCsvLine(
      { ...rest, trade_ids: trade_ids.join(" "), shrunken_mean: shrunken(each.decision) },
      columns,
      false,
    );
  });
  const body = Buffer.from(formatCsvHeader(columns) + lines.join(""));
  return {
    body,
    contentType: "text/csv; charset=utf-8",
    cacheControl: CACHE_CONTROL.list,
    etag: formatWeakTag(createHash("sha256").update(body).digest("hex").slice(0, 32)),
    keep: CACHED_BRIEFLY,
    headers,
  };
}
