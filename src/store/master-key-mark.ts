/** Identifies the master key that seals a store's secrets by a fingerprint that reveals nothing about the key. */
import type { Database } from "./database.ts";
import { readMeta, storeOnce } from "./meta.ts";

/** Key in `meta`. */
export const MASTER_KEY_MARK = "master_key_fingerprint";

export function createMasterKeyMark({ reading, change }: Database) {
  return {
    /**
     * Stores the fingerprint if the store has none. If the store already had secrets before fingerprints existed, the key must open one of them.
     * @returns whether the store's secrets are sealed with this key.
     */
    async isSealedWith(fingerprint: string, canOpen: (sealed: Uint8Array) => boolean): Promise<boolean> {
      const known = await readMeta(reading, MASTER_KEY_MARK);
      if (known !== undefined) return known === fingerprint;
      return change(async (transaction) => {
        const meanwhile = await readMeta(transaction, MASTER_KEY_MARK);
        if (meanwhile !== undefined) return meanwhile === fingerprint;
        const secrets = await transaction.selectFrom("endpoint_secrets").select("sealed").execute();
        if (secrets.length > 0 && !secrets.some(({ sealed }) => canOpen(sealed))) return false;
        return (await storeOnce(transaction, MASTER_KEY_MARK, fingerprint)) === fingerprint;
      });
    },
  };
}
