/** Validates the body of an alert against the state of the service. */
import type { z } from "zod";
import { isTimeZone } from "../../domain/digest-time.ts";
import type { Alert } from "../../domain/premium.ts";
import type { TradeFilter } from "../../domain/trade-filter.ts";
import { notFound } from "../../http/failures.ts";
import { readBody } from "../../http/request/json-body.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { AlertDraft } from "../../store/premium/alerts.ts";
import { readFilterBody } from "../disclosures/filter-body.ts";
import { ALERT_READ_ONLY, AlertBody, type PreviewBody, wireAlert } from "./alert-schema.ts";
import { unknownId } from "./answers.ts";
import type { PremiumContext } from "./parts.ts";
import { refuse } from "./refusals.ts";

/**
 * `former`: the alert being changed. Its unchanged values are accepted as they are: an endpoint deleted in the meantime
 * does not prevent renaming the alert.
 * @throws {InvalidParametersError}, {NotFoundError} for an unknown politician or endpoint.
 */
export async function draftOf(
  json: unknown,
  accountId: string,
  context: PremiumContext,
  former?: Alert,
): Promise<AlertDraft> {
  const body = readBody(AlertBody, json, ALERT_READ_ONLY);
  const filter = knownFilter(body.filter, context.datasets);
  const rule = ruleOf(body);
  const address = body.notification_email;
  if (address !== null && address !== former?.notificationEmail && !context.mails) {
    throw refuse("notification_email", "not_available", "cannot be used: the operator has not set up mail");
  }
  const webhookIds = [...new Set(body.webhook_ids)];
  for (const id of webhookIds) {
    if (former?.webhookIds.includes(id)) continue;
    if (!(await context.tables.endpoints.get(accountId, id))) throw unknownId("webhook", id);
  }
  const { name, status } = body;
  return { name, status, filter, ...rule, webhookIds, notificationEmail: address, daily: dailyOf(body) };
}

/** The writable members of an alert, as in a body. */
export function writable(alert: Alert): Record<string, unknown> {
  const wire: Record<string, unknown> = { ...wireAlert(alert, null) };
  for (const name of ALERT_READ_ONLY) delete wire[name];
  return wire;
}

/** Resolves politicians to their published ids. @throws {InvalidParametersError}, {NotFoundError} code `politician_not_found`. */
export function knownFilter(json: unknown, datasets: Datasets): TradeFilter {
  const filter = readFilterBody(json);
  const dataset = datasets.current();
  if (filter.politicianId === undefined) return filter;
  const ids = new Set(filter.politicianId.map((id) => dataset.mergedInto(id) ?? id));
  for (const id of ids) {
    if (!dataset.politician(id)) throw notFound("politician_not_found", id);
  }
  return { ...filter, politicianId: [...ids] };
}

/** @throws {InvalidParametersError} for a digest without hour or time zone, and for digest-only members in other alerts. */
function dailyOf({
  cadence,
  hour,
  time_zone: timeZone,
  when_empty: whenEmpty,
}: z.output<typeof AlertBody>): Alert["daily"] {
  if (cadence === "immediate") {
    const given = { hour: hour !== null, time_zone: timeZone !== null, when_empty: whenEmpty };
    for (const [member, isGiven] of Object.entries(given))
      if (isGiven) throw refuse(member, "not_allowed", "has no meaning with cadence 'immediate'");
    return null;
  }
  if (hour === null) throw refuse("hour", "required", "is required with cadence 'daily'");
  if (timeZone === null) throw refuse("time_zone", "required", "is required with cadence 'daily'");
  if (!isTimeZone(timeZone)) throw refuse("time_zone", "not_allowed", "is not the name of an IANA time zone");
  return { hour, timeZone, whenEmpty };
}

type RuleBody = Pick<z.output<typeof PreviewBody>, "alert_type" | "quiet_days" | "window_days" | "politicians">;

const RULE_MEMBERS = {
  trade: [],
  politician_activity: ["quiet_days"],
  ticker_cluster: ["window_days", "politicians"],
} as const satisfies Record<Alert["alertType"], readonly (keyof RuleBody)[]>;

/** @throws {InvalidParametersError} when a member required by the kind is missing, or a member does not apply to it. */
export function ruleOf(body: RuleBody): Pick<Alert, "alertType" | "days" | "politicians"> {
  const needed: readonly (keyof RuleBody)[] = RULE_MEMBERS[body.alert_type];
  for (const member of ["quiet_days", "window_days", "politicians"] as const) {
    const given = body[member] !== null;
    if (needed.includes(member) === given) continue;
    throw given
      ? refuse(member, "not_allowed", `has no meaning with alert_type '${body.alert_type}'`)
      : refuse(member, "required", `is required with alert_type '${body.alert_type}'`);
  }
  return { alertType: body.alert_type, days: body.quiet_days ?? body.window_days, politicians: body.politicians };
}
