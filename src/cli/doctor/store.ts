/** Checks the store and the master key without opening either as the service does. */
import type { Config } from "../../config.ts";
import { AppError, ConfigError } from "../../errors.ts";
import { lookAtStore, type StoreLook } from "../../store/look.ts";
import { createSecretBox, readMasterKey } from "../../webhooks/secret.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, fault } = findingsOf("store");

const KEY_ADVICE = "Set MASTER_KEY as it was, or put the former master.key into DATA_DIR.";

export async function storeFindings(config: Config): Promise<Finding[]> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice } = config;
  try {
    const look = await lookAtStore({ dataDir, databaseUrl, dataNotice });
    return [storeFinding(look), keyFinding(config, look), ...companyFindings(config, look)];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const advice =
      databaseUrl === null
        ? "See what the page on running says of a damaged or lost store."
        : "Look at the server, and at the address in DATABASE_URL.";
    return [fault("store", error.message, advice)];
  }
}

function storeFinding({ named, isNew, refusal }: StoreLook): Finding {
  if (refusal !== null) return fault("store", refusal, "The service does not start until this is resolved.");
  return ok("store", isNew ? `${named}: nothing is stored yet.` : `${named}.`);
}

/** When the SEC was last asked for a company's industry. */
function companyFindings({ INDUSTRIES }: Config, { lastCompany }: StoreLook): Finding[] {
  if (!INDUSTRIES) return [];
  if (lastCompany === null) return [ok("industries", "The SEC has not been asked for one yet; the next run asks.")];
  const { at, failure } = lastCompany;
  const asked = `The SEC was last asked for a company's industry at ${at.toISOString().slice(0, 16)}Z`;
  if (failure === null) return [ok("industries", `${asked}, and answered.`)];
  const advice = "It is asked again; /coverage counts what failed.";
  return [warning("industries", `${asked}, and that failed: ${failure}`, advice)];
}

function keyFinding(config: Config, { masterKeyMark }: StoreLook): Finding {
  let key: Uint8Array | undefined;
  try {
    key = readMasterKey(config, config.DATA_DIR);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return fault("MASTER_KEY", error.message, KEY_ADVICE);
  }
  if (key === undefined) {
    return masterKeyMark === null
      ? ok("MASTER_KEY", "There is none yet; the service makes one in DATA_DIR.")
      : fault("MASTER_KEY", "The store was filled under a key, and there is none here.", KEY_ADVICE);
  }
  if (masterKeyMark !== null && masterKeyMark !== createSecretBox(key).fingerprint) {
    return fault("MASTER_KEY", "The store's webhook secrets are sealed under another key.", KEY_ADVICE);
  }
  return ok("MASTER_KEY", masterKeyMark === null ? "It can be read." : "It is the key of the store.");
}
