import { isPublicationCause } from "../alerts/event-data.ts";
import type { Config } from "../config.ts";
import { ConfigError } from "../errors.ts";
import { assembleJudge } from "../ingest/assemble.ts";
import type { HeldPublication, PremiumStore } from "../store/premium.ts";
import { withSharedStore } from "./shared-store.ts";

interface ApproveOptions {
  readonly reject?: boolean;
}

/**
 * `approve`: publications that were too large to be trusted without a person. Without an id it lists them; with one (or `all`) it publishes that one with its events,
 * or forgets it. A service that runs beside it serves what was approved a few seconds later.
 */
export async function approveCommand(config: Config, id: string | undefined, options: ApproveOptions): Promise<number> {
  if (id === undefined && options.reject) {
    throw new ConfigError("--reject must be given with the id of a held publication.");
  }
  return withSharedStore(config, async (store) => {
    const held = await store.held.list();
    const lines = id === undefined ? heldLines(held) : [];
    for (const each of id === undefined ? [] : heldBy(id, held)) lines.push(await settle(config, store, each, options));
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
    return 0;
  });
}

function heldLines(held: readonly HeldPublication[]): string[] {
  if (held.length === 0) return ["No publication is held."];
  return [
    ...held.map(({ id, heldAt, reason }) => `${id}  ${heldAt.toISOString()}  ${reason}`),
    "Publish one with `approve ID`, or forget it with `approve ID --reject`; `all` stands for all of them.",
  ];
}

function heldBy(id: string, held: readonly HeldPublication[]): readonly HeldPublication[] {
  const found = held.filter((each) => id === "all" || String(each.id) === id);
  if (found.length > 0 || id === "all") return found;
  const known = held.length === 0 ? "none is held" : `held are ${held.map((each) => each.id).join(", ")}`;
  throw new ConfigError(`No publication "${id}" is held: ${known}.`);
}

/** @returns what has become of it. */
async function settle(
  config: Config,
  store: PremiumStore,
  { id }: HeldPublication,
  { reject = false }: ApproveOptions,
): Promise<string> {
  if (reject) {
    await store.held.reject(id);
    return `Publication ${id} is forgotten; the next run reads those of its filings again that wait to be read.`;
  }
  const judge = assembleJudge(config, store);
  const { version } = await store.held.approve(id, (cause) => judge(isPublicationCause(cause) ? cause : "reparsed"));
  return `Publication ${id} is published${version === undefined ? "" : ` as dataset ${version.version}`}.`;
}
