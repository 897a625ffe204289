import { isPublicationCause } from "../../accounts/alerts/event-data.ts";
import type { Config } from "../../base/config.ts";
import { ConfigError, UsageError } from "../../base/errors.ts";
import { assemblePublicationJudge } from "../../filings/ingest/assemble.ts";
import type { HeldPublication } from "../../store/publication.ts";
import type { Store } from "../../store/store.ts";
import { type PrintOptions, print, withSharedStore } from "./shared-store.ts";

interface ApproveOptions extends PrintOptions {
  readonly reject?: boolean;
}

/**
 * `approve`: lists held publications, which change too much to be published without review. With an id or `all`, publishes
 * the held data and its events, or with `--reject` discards it. A running service serves approved data a few seconds later.
 */
export async function runApproveCommand(
  config: Config,
  id: string | undefined,
  options: ApproveOptions,
): Promise<void> {
  if (id === undefined && options.reject) {
    throw new UsageError("--reject needs the id of a held publication.");
  }
  return withSharedStore(config, async (store) => {
    const held = await store.held.list();
    if (id === undefined) {
      const wire = held.map((each) => ({ id: each.id, held_at: each.heldAt.toISOString(), reason: each.reason }));
      print(options, wire, joinLines(formatHeldPublications(held)));
      return;
    }
    const outcomes: HeldOutcome[] = [];
    for (const each of selectHeldPublications(id, held))
      outcomes.push(await approveOrReject(config, store, each, options));
    const wire = outcomes.map(({ message: _, ...each }) => each);
    print(options, wire, joinLines(outcomes.map(({ message }) => message)));
  });
}

const joinLines = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

function formatHeldPublications(held: readonly HeldPublication[]): string[] {
  if (held.length === 0) return ["No publication is held."];
  return [
    ...held.map(({ id, heldAt, reason }) => `${id}  ${heldAt.toISOString()}  ${reason}`),
    "Publish one with `approve ID`, or discard it with `approve ID --reject`; `all` means all of them.",
  ];
}

function selectHeldPublications(id: string, held: readonly HeldPublication[]): readonly HeldPublication[] {
  const found = held.filter((each) => id === "all" || String(each.id) === id);
  if (found.length > 0 || id === "all") return found;
  const heldIds = held.length === 0 ? "none is held" : `held: ${held.map((each) => each.id).join(", ")}`;
  throw new ConfigError(`No publication "${id}" is held: ${heldIds}.`);
}

interface HeldOutcome {
  readonly id: number;
  readonly state: "published" | "rejected";
  readonly version: string | null;
  readonly message: string;
}

async function approveOrReject(
  config: Config,
  store: Store,
  { id }: HeldPublication,
  { reject = false }: ApproveOptions,
): Promise<HeldOutcome> {
  if (reject) {
    await store.held.reject(id);
    const message = `Publication ${id} is discarded. The next run reads its filings again, except those that were read from newer documents while the publication was held.`;
    return { id, state: "rejected", version: null, message };
  }
  const judge = assemblePublicationJudge(config, store);
  const { version } = await store.held.approve(id, (cause) => judge(isPublicationCause(cause) ? cause : "reparsed"));
  const message = `Publication ${id} is published${version === undefined ? "" : ` as dataset ${version.version}`}.`;
  return { id, state: "published", version: version?.version ?? null, message };
}
