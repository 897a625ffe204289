/** Merges the two ids that a member has in the list of members, or separates merged ids again. */
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import type { Decisions } from "../../domain/decision.ts";
import type { IdentityAnswer, IdentityOrder, MergedIdentity } from "../../domain/review.ts";
import type { Store } from "../../store/store.ts";
import { readDecisions } from "../ingest/decisions.ts";
import { publishMemberIdentities, renormaliseFilings } from "../ingest/normalise-again.ts";
import { formatHeldNotice } from "../ingest/publisher.ts";
import { loadReference } from "../ingest/reference.ts";
import { createUnknownMemberError } from "./filing-decisions.ts";
import { createSignature, openReview, type SignedReview } from "./signed-review.ts";

/** Lists the merged ids, each with the decision that applies, newest first. */
export async function listMergedIdentities(config: Config, store: Store): Promise<readonly MergedIdentity[]> {
  const decisions = await readDecisions(config.DECISIONS);
  const names = await loadMemberNames(store);
  return [...decisions.identities]
    .flatMap(([from, to]) => {
      const decision = findLastDecision(decisions, from);
      if (decision === undefined) return [];
      const { at, author, reason } = decision;
      return [{ from, fromName: names.get(from) ?? from, to, toName: names.get(to) ?? to, at, author, reason }];
    })
    .sort((one, other) => (one.at < other.at ? 1 : -1));
}

export async function saveIdentityDecision(
  config: Config,
  store: Store,
  order: IdentityOrder,
  at: Date,
): Promise<IdentityAnswer> {
  try {
    const review = await openReview(config, store, createSignature(order, at));
    return { outcome: "saved", text: await decideIdentityMerge(review, order.from.trim(), order.to?.trim() ?? null) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { outcome: "refused", message: error.message };
  }
}

/**
 * Serves the member `from` under the id `to`; separates `from` again if `to` is null. @returns the resulting state in words.
 * @throws {ConfigError} for an unknown id, ids that are already merged, and ids that would form a cycle.
 */
export async function decideIdentityMerge(review: SignedReview, from: string, to: string | null): Promise<string> {
  if (from === "" || to === "") throw new ConfigError("Enter both ids: the one to give up and the one to keep.");
  const names = await loadMemberNames(review.store);
  const unknown = [from, to ?? from].find((id) => !names.has(id));
  if (unknown !== undefined) throw createUnknownMemberError(unknown);
  const { decisions } = review.reference;
  if (from === to) throw new ConfigError(`Both ids are ${from}. Enter two different ids.`);
  if (to === null && !decisions.identities.has(from)) throw new ConfigError(`${from} is not merged with another id.`);
  if (to !== null && findLastDecision(decisions, from)?.to === to)
    throw new ConfigError(`${from} is already shown as ${to}.`);
  const decision = { ...review.signature, subject: "identity", from, to: to ?? from } as const;
  // This call is only a check. `concat` throws if the merged ids form a cycle, before anything is stored.
  decisions.concat(decision);
  await review.keep(decision);
  // Normalizes all filings with the new ids, then publishes the ids: if this is interrupted, the next run finds them unpublished and starts over.
  await renormaliseFilings(review.parts, await loadReference(review.parts), new AbortController().signal, "corrected");
  await publishMemberIdentities(review.parts);
  const formatPerson = (id: string) => `${names.get(id)} (${id})`;
  const now =
    to === null
      ? `${formatPerson(from)} is shown as a separate member`
      : `${formatPerson(from)} is now shown as ${formatPerson(to)}`;
  const held = await review.store.held.list();
  return [`${now}.`, ...held.map(formatHeldNotice)].join("\n");
}

function findLastDecision(decisions: Decisions, from: string) {
  return decisions.all.filter((each) => each.subject === "identity").findLast((each) => each.from === from);
}

async function loadMemberNames({ reference }: Pick<Store, "reference">): Promise<ReadonlyMap<string, string>> {
  return new Map((await reference.listPoliticians()).map(({ id, name }) => [id, name]));
}
