/**
 * A model of the events that each account must receive, and their order. Its rules are written independently of the store's code.
 */
import { EVENT_TYPES, type EventType, type PlanName } from "../../src/domain/premium.ts";

export interface ModelDelivery {
  /** Position of the delivery's event in the account's feed, counted from 1. */
  readonly sequence: number;
  status: "pending" | "succeeded" | "failed" | "held";
  /** Attempts since the retry schedule last started. */
  tries: number;
  attempts: number;
  dueAt: number;
  /** How often the receiver accepted the delivery, even if its response was lost. */
  seen: number;
}

export interface ModelEndpoint {
  readonly id: string;
  types: readonly EventType[];
  status: "enabled" | "paused" | "disabled";
  failures: number;
  pausedUntil: number;
  /** Newest first. */
  secrets: { readonly secret: string; endsAt: number }[];
  readonly deliveries: ModelDelivery[];
}

export interface ModelAlert {
  readonly id: string;
  tickers: readonly string[];
  active: boolean;
  webhookIds: readonly string[];
}

interface ModelEvent {
  readonly type: EventType;
  /** Distinguishes the event from other events of the same type. */
  readonly about: string;
}

export class ModelAccount {
  readonly id: string;
  readonly name: string;
  plan: PlanName;
  disabled = false;
  /** When the account stopped receiving events; null while it receives them. */
  silentSince: { readonly at: number; readonly version: string | null } | null = null;
  readonly feed: ModelEvent[] = [];
  readonly endpoints: ModelEndpoint[] = [];
  readonly alerts: ModelAlert[] = [];

  constructor(id: string, name: string, plan: PlanName) {
    this.id = id;
    this.name = name;
    this.plan = plan;
  }

  get receivesEvents(): boolean {
    return this.plan === "premium" && !this.disabled;
  }

  /** @param only the ids of the endpoints that get the event; if absent, all endpoints that subscribe to its type get it. */
  append(type: EventType, about: string, at: number, only?: readonly string[]): void {
    this.feed.push({ type, about });
    for (const endpoint of this.endpoints) {
      if (!(only?.includes(endpoint.id) ?? endpoint.types.includes(type))) continue;
      endpoint.deliveries.push({
        sequence: this.feed.length,
        status: endpoint.status === "enabled" ? "pending" : "held",
        tries: 0,
        attempts: 0,
        dueAt: at,
        seen: 0,
      });
    }
  }

  /**
   * Changes the plan or disables or enables the account. An account that receives events again gets an event with the period it
   * missed.
   */
  change(state: { readonly plan?: PlanName; readonly disabled?: boolean }, at: number, version: string | null): void {
    const received = this.receivesEvents;
    this.plan = state.plan ?? this.plan;
    this.disabled = state.disabled ?? this.disabled;
    if (received && !this.receivesEvents) this.silentSince = { at, version };
    if (received || !this.receivesEvents) return;
    const from = this.silentSince ?? { at, version };
    this.silentSince = null;
    this.append("plan.resumed", `${from.at} ${from.version} ${at} ${version}`, at);
  }

  disable(endpoint: ModelEndpoint, at: number): void {
    endpoint.status = "disabled";
    for (const delivery of endpoint.deliveries) if (delivery.status === "pending") delivery.status = "held";
    const others = this.endpoints.filter(({ id, types }) => id !== endpoint.id && types.includes("webhook.disabled"));
    this.append(
      "webhook.disabled",
      endpoint.id,
      at,
      others.map(({ id }) => id),
    );
  }
}

interface ModelTrade {
  readonly id: string;
  readonly ticker: string;
  readonly comment: string | null;
}

/** Adds a publication's events to every account that receives events. */
export function publishTo(
  accounts: readonly ModelAccount[],
  change: { readonly added: readonly ModelTrade[]; readonly changed: readonly ModelTrade[] },
  fired: Set<string>,
  version: string,
  at: number,
): void {
  for (const account of accounts.filter(({ receivesEvents }) => receivesEvents)) {
    for (const { id } of change.added) account.append("trade.created", id, at);
    for (const { id, comment } of change.changed) account.append("trade.updated", `${id} ${comment}`, at);
    for (const alert of account.alerts.filter(({ active }) => active)) {
      const matching = change.added.filter(({ ticker }) => alert.tickers.includes(ticker));
      const fresh = matching.filter(({ id }) => !fired.has(`${alert.id} ${id}`));
      if (fresh.length === 0) continue;
      for (const { id } of fresh) fired.add(`${alert.id} ${id}`);
      const about = `${alert.id} ${fresh.map(({ id }) => id).toReversed()}`;
      account.append("alert.triggered", about, at, alert.webhookIds.length === 0 ? undefined : alert.webhookIds);
    }
    account.append("dataset.published", version, at);
  }
}

/** Reads the type, the subject and the sequence number of an event from its body. */
export function parseEvent(body: string): {
  readonly type: EventType;
  readonly about: string;
  readonly sequence: number;
} {
  const { type, data, sequence } = JSON.parse(body) as {
    readonly type: EventType;
    readonly sequence: number;
    readonly data: {
      readonly trade?: { readonly id: string; readonly comment: string | null };
      readonly alert?: { readonly id: string };
      readonly trades?: readonly { readonly id: string }[];
      readonly dataset_version?: string;
      readonly webhook?: { readonly id: string };
      readonly message?: string;
      readonly from?: string;
      readonly until?: string;
      readonly from_dataset_version?: string | null;
      readonly until_dataset_version?: string | null;
    };
  };
  const about: Readonly<Record<EventType, () => string>> = {
    "trade.created": () => String(data.trade?.id),
    "trade.updated": () => `${data.trade?.id} ${data.trade?.comment}`,
    "trade.removed": () => "never",
    "alert.triggered": () => `${data.alert?.id} ${data.trades?.map(({ id }) => id)}`,
    "dataset.published": () => String(data.dataset_version),
    "webhook.disabled": () => String(data.webhook?.id),
    "webhook.test": () => String(data.message),
    "plan.resumed": () =>
      `${Date.parse(data.from ?? "")} ${data.from_dataset_version} ${Date.parse(data.until ?? "")} ${data.until_dataset_version}`,
  };
  if (!EVENT_TYPES.includes(type)) throw new Error(`unknown event type ${type}`);
  return { type, about: about[type](), sequence };
}
