import { ConfigError } from "../../base/errors.ts";
import type { FilingRow } from "../../store/filing-rows.ts";
import type { Store } from "../../store/store.ts";

/** @throws {ConfigError} if the ledger has no such filing. */
export async function getFiling(store: Pick<Store, "filings">, id: string): Promise<FilingRow> {
  const filing = await store.filings.get(id);
  if (filing === undefined) throw new ConfigError(`The ledger has no filing "${id}".`);
  return filing;
}
