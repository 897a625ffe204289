/** The premium part of the route table: every endpoint below `/premium`, one line each. */
import { alertTrialRoutes } from "./premium/alert-trials.ts";
import { alertRoutes } from "./premium/alerts.ts";
import { deliveryRoutes } from "./premium/deliveries.ts";
import { emailRoutes } from "./premium/emails.ts";
import { eventRoutes } from "./premium/events.ts";
import { keyRoutes } from "./premium/keys.ts";
import type { PremiumContext } from "./premium/parts.ts";
import { webhookRoutes } from "./premium/webhooks.ts";
import { premiumAccount } from "./premium-account.ts";
import type { PremiumRoute } from "./route.ts";

export type { PremiumParts } from "./premium/parts.ts";

export function premiumRoutes(context: PremiumContext): readonly PremiumRoute[] {
  return [
    premiumAccount(context),
    ...keyRoutes(context),
    ...alertTrialRoutes(context),
    ...alertRoutes(context),
    ...emailRoutes(context),
    ...webhookRoutes(context),
    ...deliveryRoutes(context),
    ...eventRoutes(context),
  ];
}
