/** `/evidence/{trade id}.png` and `.json`: the line in the original from which a trade was read. */
import { NotFoundError } from "../../base/errors.ts";
import { buildEvidenceUrl } from "../../domain/evidence-url.ts";
import { FIELD_LABELS } from "../../filings/evidence/alternative-text.ts";
import type { Evidence, EvidenceState } from "../../filings/evidence/evidence.ts";
import type { MadeEvidence } from "../../filings/evidence/made-evidence.ts";
import { ProblemError } from "../../http/failures.ts";
import { JSON_TYPE, PNG_TYPE } from "../../http/media-types.ts";
import { truncateInput } from "../../http/problems.ts";
import { type Plan, SlidingLog } from "../../http/rate-limit/rate-limit.ts";
import { CACHE_CONTROL, formatWeakTag } from "../../http/response/caching.ts";
import { CACHED_BRIEFLY } from "../../http/response/json-answer.ts";
import type { Answer, PageRequest, SitePage } from "../../http/route.ts";

/** Maximum number of images rendered per caller and minute; stored images do not count. */
const DRAWING_PLAN: Plan = { name: "evidence", quota: 120 };
/** Maximum number of callers whose renderings are counted. */
const MAX_CALLERS = 50_000;

export type EvidenceParts = Pick<Evidence, "find" | "make" | "isUnderWay">;

interface EvidencePageParts {
  readonly evidence: EvidenceParts;
  readonly baseUrl: string;
  readonly readMonotonicMs: () => number;
}

export function createEvidencePage({ evidence, baseUrl, readMonotonicMs }: EvidencePageParts): SitePage {
  const drawings = new SlidingLog({ readMonotonicMs, capacity: MAX_CALLERS });

  async function getOrMakeEvidence(state: EvidenceState, identity: string): Promise<MadeEvidence> {
    if (state.cached !== undefined) return state.cached;
    if (!evidence.isUnderWay(state)) throwIfTooManyDrawings(drawings, identity);
    return await evidence.make(state, identity);
  }

  return {
    name: "evidence",
    path: "/evidence/:file",
    async answer({ parameters, query, identity }) {
      const file = parameters["file"] ?? "";
      const [, tradeId, ending] = /^(.+)\.(png|json)$/.exec(file) ?? [];
      if (tradeId === undefined) {
        throw new NotFoundError("not_found", `'${truncateInput(file)}' is not a trade's id followed by .png or .json.`);
      }
      const found = await getOrMakeEvidence(await evidence.find(tradeId), identity);
      const isPicture = ending === "png";
      const body = isPicture ? found.png : Buffer.from(JSON.stringify(toWireEvidence(found, baseUrl)));
      return createEvidenceAnswer(found.key, body, isPicture ? PNG_TYPE : JSON_TYPE, query);
    },
  };
}

/** A trade's evidence record as returned by the API. */
function toWireEvidence({ key, record }: MadeEvidence, baseUrl: string): object {
  const [first] = record.places;
  return {
    trade_id: record.tradeId,
    filing_id: record.filingId,
    source: record.source,
    line: record.line,
    page: first?.page ?? null,
    box: first?.box ?? null,
    places: record.places,
    words: record.words.map(({ field, text, certainty }) => ({ field, label: FIELD_LABELS[field], text, certainty })),
    html: record.html,
    alternative_text: record.alternativeText,
    picture: {
      url: `${buildEvidenceUrl(baseUrl, record.tradeId)}?v=${key}`,
      width: record.width,
      height: record.height,
      pixel_ratio: 2,
    },
    original: { sha256: record.originalSha256, document_url: record.documentUrl },
  };
}

/** A URL with its content hash (`?v=`) may be cached forever; others only briefly, since their bytes may change within a day. */
function createEvidenceAnswer(key: string, body: Buffer, contentType: string, query: PageRequest["query"]): Answer {
  const isNamed = new URLSearchParams(query).get("v") === key;
  return {
    body,
    contentType,
    cacheControl: isNamed ? CACHE_CONTROL.asset : CACHE_CONTROL.document,
    etag: formatWeakTag(key),
    headers: [],
    keep: CACHED_BRIEFLY,
    // Images are already compressed.
    ...(contentType === PNG_TYPE ? { uncompressed: true as const } : {}),
  };
}

/** Counts one rendered image. @throws {ProblemError} code `rate_limit_exceeded` for a caller who requested too many. */
function throwIfTooManyDrawings(drawings: SlidingLog, identity: string): void {
  const { admittedAt, state } = drawings.admit(identity, DRAWING_PLAN);
  if (admittedAt !== null) return;
  const seconds = Math.max(1, Math.ceil(state.nextInMs / 1000));
  throw new ProblemError(
    {
      code: "rate_limit_exceeded",
      detail: `At most ${DRAWING_PLAN.quota} new pictures are drawn per minute. Try again in ${seconds} s.`,
      retryAfterSeconds: seconds,
    },
    { isExpected: true },
  );
}
