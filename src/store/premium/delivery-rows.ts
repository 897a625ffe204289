import type { Delivery, DeliveryAttempt, EventType } from "../../domain/premium.ts";
import { toInstant } from "./rows.ts";
import type { DeliveryAttemptRecord, DeliveryRecord } from "./schema.ts";

export function toDelivery(row: DeliveryRecord): Delivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type as EventType,
    status: row.status as Delivery["status"],
    attempts: row.attempts,
    attemptsBefore: row.attempts_before,
    nextAttemptAt: toInstant(row.next_attempt_at),
    createdAt: new Date(row.created_at),
  };
}

export function toAttempt(row: DeliveryAttemptRecord): DeliveryAttempt {
  return {
    number: row.number,
    attemptedAt: new Date(row.attempted_at),
    statusCode: row.status_code,
    error: row.error as DeliveryAttempt["error"],
    durationMs: row.duration_ms,
    nextAttemptAt: toInstant(row.next_attempt_at),
  };
}
