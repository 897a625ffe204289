import { AppError, ConfigError } from "../../base/errors.ts";
import type { Store } from "../../store/store.ts";
import type { SecretBox } from "./secret.ts";

/** @throws {ConfigError} if stored secrets are sealed with another key, since no delivery could be signed. */
export async function checkMasterKey({ masterKey }: Pick<Store, "masterKey">, box: SecretBox): Promise<void> {
  if (await masterKey.confirmOrStoreFingerprint(box.fingerprint, (sealed) => canOpen(box, sealed))) return;
  throw new ConfigError(
    "The store's webhook secrets are encrypted with a different master key than this service has. Restore MASTER_KEY, or put the original master.key into DATA_DIR; services on one database share one key.",
  );
}

function canOpen(box: SecretBox, sealed: Uint8Array): boolean {
  try {
    box.open(sealed);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
