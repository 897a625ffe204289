import { z } from "zod";
import { ACCOUNT_SCOPES, type ApiKey, KEY_SCOPES } from "../../domain/premium.ts";
import { createPageFields } from "../../http/request/page-query.ts";
import { createLabelSchema } from "../../http/request/parameter.ts";
import { formatUtcSecond, formatUtcSecondOrNull } from "../../http/utc-timestamp.ts";

export const RevokeQuery = z.object({
  and_made: z.boolean().default(false).meta({ description: "Also revoke the keys created with it." }),
});

const KEY_EXAMPLE = {
  id: "key_01JD3M8Q4V3N6T8W2Y5B7D9F1G",
  display: "ctd_live_7Hq2…hR8G",
  expires_at: null,
  name: null,
  scopes: [...ACCOUNT_SCOPES],
};

const keyName = createLabelSchema(100).min(1).nullable().meta({ description: "Shown to people." });

const keyReference = {
  id: z.string().regex(/^key_[0-9A-HJKMNP-TV-Z]{26}$/),
  display: z.string().meta({ description: "Enough of the key to recognize it." }),
  expires_at: z.iso.datetime().nullable().meta({ description: "Null: it does not expire." }),
  name: keyName,
  scopes: z.array(z.enum(KEY_SCOPES)),
};

export const AccountSchema = z
  .object({
    plan: z.enum(["free", "premium"]),
    limit: z.int().meta({ description: "Number of requests the plan allows in any 60 seconds." }),
    remaining: z.int().min(0).meta({ description: "Requests left; this one costs nothing." }),
    reset: z.int().meta({ description: "Unix seconds at which the whole quota is back if nothing more is sent." }),
  })
  .meta({
    id: "Account",
    description: "The caller's plan and remaining requests.",
    examples: [{ plan: "free", limit: 20, remaining: 20, reset: 1795161600 }],
  });

export const PremiumAccountSchema = z
  .object({
    plan: z.enum(["free", "premium"]),
    rate_limit: z.object({ limit: z.int(), window_seconds: z.int() }),
    limits: z.object({ webhooks: z.int(), alerts: z.int(), concurrent_exports: z.int() }),
    key: z.object(keyReference).meta({ description: "The key that was used." }),
  })
  .meta({
    id: "PremiumAccount",
    description: "The account of the key.",
    examples: [
      {
        plan: "premium",
        rate_limit: { limit: 200, window_seconds: 60 },
        limits: { webhooks: 10, alerts: 100, concurrent_exports: 2 },
        key: KEY_EXAMPLE,
      },
    ],
  });

const KeySchema = z
  .object({
    ...keyReference,
    made_with: z
      .string()
      .nullable()
      .meta({ description: "The key with which it was created; null if the operator created it." }),
    created_at: z.iso.datetime(),
    revoked_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable().meta({ description: "To the minute." }),
  })
  .meta({ id: "Key", description: "A key as stored, without its full text." });

const LISTED_KEY_EXAMPLE = {
  ...KEY_EXAMPLE,
  made_with: null,
  created_at: "2026-11-20T08:00:00Z",
  revoked_at: null,
  last_used_at: "2026-11-20T08:03:00Z",
};

export const KeyListSchema = z
  .object({
    keys: z.array(KeySchema).meta({ description: "Newest first; revoked and expired ones too." }),
    ...createPageFields(),
  })
  .meta({
    id: "KeyList",
    description: "The account's keys.",
    examples: [{ keys: [LISTED_KEY_EXAMPLE], total: 1, limit: 50, skip: 0 }],
  });

export const NewKeySchema = KeySchema.extend({
  key: z.string().meta({ description: "The key itself: shown this once and not stored." }),
}).meta({
  id: "NewKey",
  description: "A new key.",
  examples: [{ ...LISTED_KEY_EXAMPLE, last_used_at: null, key: "ctd_live_7Hq2mVx9KpLz4RtYw8BnCd3FgJs6AaQe0ChR8G" }],
});

/** A body sets only expiry, name and scopes; it cannot assign the key to another account. */
export const KeyBody = z
  .strictObject({
    expires_at: z.iso.datetime({ offset: true }).nullable().default(null).meta({
      description:
        "When the new key expires. If null, it expires with the key used for this request or with the account, whichever expires first; if neither expires, never.",
    }),
    name: keyName.default(null),
    scopes: z.array(z.enum(ACCOUNT_SCOPES)).min(1).optional().meta({
      description:
        "`read`: read everything. `webhooks`: change alerts and webhooks. `keys`: create and revoke keys. Default: those of the key used, except `review`.",
    }),
  })
  .meta({ id: "KeyRequest" });

export function toWireKeyReference(key: ApiKey): z.output<typeof PremiumAccountSchema>["key"] {
  const { id, display, expiresAt, name, scopes } = key;
  return { id, display, expires_at: formatUtcSecondOrNull(expiresAt), name, scopes: [...scopes] };
}

export function toWireKey(key: ApiKey): z.output<typeof KeySchema> {
  return {
    ...toWireKeyReference(key),
    made_with: key.madeWith,
    created_at: formatUtcSecond(key.createdAt),
    revoked_at: formatUtcSecondOrNull(key.revokedAt),
    last_used_at: formatUtcSecondOrNull(key.lastUsedAt),
  };
}
