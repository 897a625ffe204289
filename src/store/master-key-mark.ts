/** Identifies the master key that seals a store's secrets by a fingerprint, from which nothing of the key can be derived. */
import type { Database } from "./database.ts";
import { metaValue, noteOnce } from "./meta.ts";

/** Key of the mark in `meta`. */
export const MASTER_KEY_MARK = "master_key_fingerprint";

export function masterKeyMark({ reading, change }: Database) {
  return {
    /**
     * Notes the fingerprint in a store that has none; if that was filled before there were fingerprints, only when the key opens one of its secrets.
     * @returns whether the store is sealed under this key.
     */
    async isOf(fingerprint: string, opens: (sealed: Uint8Array) => boolean): Promise<boolean> {
      const known = await metaValue(reading, MASTER_KEY_MARK);
      if (known !== undefined) return known === fingerprint;
      return change(async (transaction) => {
        const meanwhile = await metaValue(transaction, MASTER_KEY_MARK);
        if (meanwhile !== undefined) return meanwhile === fingerprint;
        const secrets = await transaction.selectFrom("endpoint_secrets").select("sealed").execute();
        if (secrets.length > 0 && !secrets.some(({ sealed }) => opens(sealed))) return false;
        return (await noteOnce(transaction, MASTER_KEY_MARK, fingerprint)) === fingerprint;
      });
    },
  };
}
