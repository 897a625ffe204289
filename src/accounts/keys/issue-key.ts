import type { ApiKey } from "../../domain/premium.ts";
import type { KeyTable } from "../../store/premium/keys.ts";
import { createApiKey, formatKeyForDisplay, hashApiKey } from "./api-key.ts";

/** Creates a key. The key itself is never stored, so show it at once. @throws {LimitError} if the account has two active keys. */
export async function issueKey(
  keys: KeyTable,
  accountId: string,
  details: Pick<ApiKey, "expiresAt"> & Partial<Pick<ApiKey, "name" | "scopes" | "madeWith">>,
  at: Date,
): Promise<{ readonly key: string; readonly stored: ApiKey }> {
  const key = createApiKey();
  const stored = await keys.create(
    { accountId, display: formatKeyForDisplay(key), digest: hashApiKey(key), ...details },
    at,
  );
  return { key, stored };
}
