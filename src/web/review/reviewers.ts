/** Reviewers: holders of a key that has the scope `review` and belongs to an active account. */
import { hashApiKey, isApiKey } from "../../accounts/keys/api-key.ts";
import { type Account, type ApiKey, isAccountActive } from "../../domain/premium.ts";

export interface ReviewKeys {
  findByDigest(digest: string): Promise<{ readonly key: ApiKey; readonly account: Account } | undefined>;
  touch(id: string, at: Date): Promise<void>;
}

export interface Reviewer {
  readonly keyId: string;
  /** The author of decisions: `A. Editor, newsroom (ctd_live_7Hq2…hR8G)`. */
  readonly author: string;
}

/** The digest under which a key is stored; null for a malformed key. */
export function computeKeyDigest(text: string): string | null {
  return isApiKey(text) ? hashApiKey(text) : null;
}

/** Finds the reviewer by a key's digest, and records the key's use; null if the key does not permit reviewing, or no longer does. */
export async function authenticateReviewer(keys: ReviewKeys, digest: string, at: Date): Promise<Reviewer | null> {
  const found = await keys.findByDigest(digest);
  if (found === undefined) return null;
  const { key, account } = found;
  const isOver = key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= at);
  if (isOver || !isAccountActive(account, at) || !key.scopes.includes("review")) return null;
  await keys.touch(key.id, at);
  const name = key.name === null ? account.name : `${key.name}, ${account.name}`;
  return { keyId: key.id, author: `${name} (${key.display})` };
}
