/** The JSON of an event, serialized once and sent byte for byte. */
import type { EventType } from "../../domain/premium.ts";

const LARGEST_BYTES = 20 * 1024;

interface EventHead {
  readonly id: string;
  readonly type: EventType;
  readonly at: Date;
  readonly sequence: number;
  /** Null before the first publication. */
  readonly datasetVersion: string | null;
}

/**
 * JSON of at most 20 KB: if too long, the longest comments are replaced by null first, then the end of a list of trades is omitted; `truncated` names
 * the shortened parts.
 */
export function buildEventBody(head: EventHead, data: unknown): string {
  const whole = serialise(head, data, []);
  if (Buffer.byteLength(whole) <= LARGEST_BYTES) return whole;
  const copy: unknown = structuredClone(data);
  const withoutComments = cutComments(head, copy);
  return Buffer.byteLength(withoutComments) <= LARGEST_BYTES ? withoutComments : cutTrades(head, copy);
}

function serialise(head: EventHead, data: unknown, truncated: readonly string[]): string {
  return JSON.stringify({
    id: head.id,
    type: head.type,
    timestamp: `${head.at.toISOString().slice(0, -".000Z".length)}Z`,
    api_version: "v1",
    sequence: head.sequence,
    dataset_version: head.datasetVersion,
    data,
    ...(truncated.length > 0 && { truncated }),
  });
}

function cutComments(head: EventHead, data: unknown): string {
  const commented = findCommentHolders(data).sort((a, b) => b.comment.length - a.comment.length);
  let body = serialise(head, data, []);
  for (const holder of commented) {
    if (Buffer.byteLength(body) <= LARGEST_BYTES) return body;
    Object.assign(holder, { comment: null });
    body = serialise(head, data, ["comment"]);
  }
  return body;
}

function cutTrades(head: EventHead, data: unknown): string {
  const truncated = ["comment", "trades"];
  const trades = isRecord(data) && Array.isArray(data["trades"]) ? data["trades"] : [];
  let body = serialise(head, data, ["comment"]);
  while (trades.length > 1 && Buffer.byteLength(body) > LARGEST_BYTES) {
    trades.pop();
    body = serialise(head, data, truncated);
  }
  return body;
}

function findCommentHolders(value: unknown): { comment: string }[] {
  if (Array.isArray(value)) return value.flatMap(findCommentHolders);
  if (!isRecord(value)) return [];
  const own = typeof value["comment"] === "string" ? [value as { comment: string }] : [];
  return [...own, ...Object.values(value).flatMap(findCommentHolders)];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
