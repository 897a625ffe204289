/** Validates the request body of an alert, including whether its politicians and endpoints exist and whether mail is set up. */
import type { z } from "zod";
import { isTimeZone } from "../../domain/digest-time.ts";
import type { Alert } from "../../domain/premium.ts";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import { createNotFoundError } from "../../http/failures.ts";
import { validateBody } from "../../http/request/json-body.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { AlertDraft } from "../../store/premium/alerts.ts";
import { readFilterBody } from "../disclosures/filter-body.ts";
import { ALERT_READ_ONLY, AlertBody, type PreviewBody, toWireAlert } from "./alert-schema.ts";
import { createUnknownIdError } from "./answers.ts";
import type { PremiumContext } from "./parts.ts";
import { createFieldError } from "./refusals.ts";

/**
 * @param previous the alert being changed; its unchanged address and endpoints are accepted without checks.
 * @throws {InvalidParametersError}, {NotFoundError} for an unknown politician or endpoint.
 */
export async function readAlertDraft(
  json: unknown,
  accountId: string,
  context: PremiumContext,
  previous?: Alert,
): Promise<AlertDraft> {
  const body = validateBody(AlertBody, json, ALERT_READ_ONLY);
  const filter = resolveFilter(body.filter, context.datasets);
  const rule = readAlertRule(body);
  const address = body.notification_email;
  if (address !== null && address !== previous?.notificationEmail && !context.mails) {
    throw createFieldError("notification_email", "not_available", "cannot be used: the operator has not set up mail");
  }
  const webhookIds = [...new Set(body.webhook_ids)];
  for (const id of webhookIds) {
    if (previous?.webhookIds.includes(id)) continue;
    if (!(await context.tables.endpoints.get(accountId, id))) throw createUnknownIdError("webhook", id);
  }
  const { name, status } = body;
  return { name, status, filter, ...rule, webhookIds, notificationEmail: address, daily: readDailySettings(body) };
}

export function toWritableFields(alert: Alert): Record<string, unknown> {
  const wire: Record<string, unknown> = { ...toWireAlert(alert, null) };
  for (const name of ALERT_READ_ONLY) delete wire[name];
  return wire;
}

/**
 * Parses a filter and replaces its politicians' ids with their published ids. @throws {InvalidParametersError}
 * @throws {NotFoundError} code `politician_not_found`.
 */
export function resolveFilter(json: unknown, datasets: Datasets): TradeFilter {
  const filter = readFilterBody(json);
  const dataset = datasets.getCurrent();
  if (filter.politicianId === undefined) return filter;
  const ids = new Set(filter.politicianId.map((id) => dataset.getMergedId(id) ?? id));
  for (const id of ids) {
    if (!dataset.getPolitician(id)) throw createNotFoundError("politician_not_found", id);
  }
  return { ...filter, politicianId: [...ids] };
}

/** @throws {InvalidParametersError} for a digest without hour or time zone, and for digest-only JSON fields in other alerts. */
function readDailySettings({
  cadence,
  hour,
  time_zone: timeZone,
  when_empty: whenEmpty,
}: z.output<typeof AlertBody>): Alert["daily"] {
  if (cadence === "immediate") {
    const input = { hour: hour !== null, time_zone: timeZone !== null, when_empty: whenEmpty };
    for (const [member, isPresent] of Object.entries(input))
      if (isPresent) throw createFieldError(member, "not_allowed", "has no meaning with cadence 'immediate'");
    return null;
  }
  if (hour === null) throw createFieldError("hour", "required", "is required with cadence 'daily'");
  if (timeZone === null) throw createFieldError("time_zone", "required", "is required with cadence 'daily'");
  if (!isTimeZone(timeZone)) throw createFieldError("time_zone", "not_allowed", "is not the name of an IANA time zone");
  return { hour, timeZone, whenEmpty };
}

type RuleBody = Pick<z.output<typeof PreviewBody>, "alert_type" | "quiet_days" | "window_days" | "politicians">;

const RULE_MEMBERS = {
  trade: [],
  politician_activity: ["quiet_days"],
  ticker_cluster: ["window_days", "politicians"],
} as const satisfies Record<Alert["alertType"], readonly (keyof RuleBody)[]>;

/** @throws {InvalidParametersError} if a field required by the alert type is missing, or a given field does not apply to it. */
export function readAlertRule(body: RuleBody): Pick<Alert, "alertType" | "days" | "politicians"> {
  const needed: readonly (keyof RuleBody)[] = RULE_MEMBERS[body.alert_type];
  for (const member of ["quiet_days", "window_days", "politicians"] as const) {
    const input = body[member] !== null;
    if (needed.includes(member) === input) continue;
    throw input
      ? createFieldError(member, "not_allowed", `has no meaning with alert_type '${body.alert_type}'`)
      : createFieldError(member, "required", `is required with alert_type '${body.alert_type}'`);
  }
  return { alertType: body.alert_type, days: body.quiet_days ?? body.window_days, politicians: body.politicians };
}
