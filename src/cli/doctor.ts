/** `doctor`: which sites are reachable, what the machine lacks, what is misconfigured. It asks each site once and makes no files. */
import { type Config, readConfig } from "../config.ts";
import { ConfigError } from "../errors.ts";
import { withoutCredentials } from "../log.ts";
import { readProxySettings } from "../outbound/proxy.ts";
import { counted } from "./counted.ts";
import { type Finding, findingsOf } from "./doctor/finding.ts";
import { machineFindings } from "./doctor/machine.ts";
import { priceFindings } from "./doctor/price-providers.ts";
import { redisFindings } from "./doctor/redis.ts";
import { contradictions, unknownSettings } from "./doctor/settings.ts";
import { siteFindings } from "./doctor/sites.ts";
import { storeFindings } from "./doctor/store.ts";
import { commandEnvironment } from "./run-command.ts";
import { type PrintOptions, print } from "./shared-store.ts";

/** @returns 1 when there is a fault. */
export async function doctorCommand(environment: NodeJS.ProcessEnv, printed: PrintOptions): Promise<number> {
  const findings = (await examine(environment)).map(withSafeText);
  const faults = findings.filter(({ state }) => state === "fault").length;
  const warnings = findings.filter(({ state }) => state === "warning").length;
  const sum = `${counted(faults, "fault")}, ${counted(warnings, "warning")}.\n`;
  print(printed, { ok: faults === 0, faults, warnings, findings }, findings.map(lineOf).join("") + sum);
  return faults === 0 ? 0 : 1;
}

async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const unknown = unknownSettings(environment);
  let config: Config;
  let given: NodeJS.ProcessEnv;
  try {
    given = commandEnvironment(environment);
    config = readConfig(given);
    readProxySettings(given);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [...unknown, ...error.message.split("\n").map(unreadable)];
  }
  const groups = await Promise.all([
    machineFindings(config),
    storeFindings(config),
    siteFindings(config),
    priceFindings(config),
    redisFindings(config),
  ]);
  return [...unknown, ...contradictions(config, given), ...groups.flat()];
}

function unreadable(sentence: string): Finding {
  const advice = "Set it right, and run `doctor` again: without it nothing else was looked at.";
  return findingsOf("settings").fault(sentence.split(" ")[0] ?? "settings", sentence, advice);
}

/** Addresses and messages of other programs may hold a password. */
function withSafeText({ says, advice, ...rest }: Finding): Finding {
  return { ...rest, says: withoutCredentials(says), advice: advice === null ? null : withoutCredentials(advice) };
}

function lineOf({ state, name, says, advice }: Finding): string {
  return `${state.padEnd(7)}  ${name}: ${says}${advice === null ? "" : ` ${advice}`}\n`;
}
