/** Decisions on who filed, on what a report or a line of it replaces, and on whose ids are one person's. */
import type { IdentityDecision, LineReference } from "../domain/decision.ts";
import { searchWords } from "../domain/search-words.ts";
import { ConfigError } from "../errors.ts";
import { normaliseAgain } from "../ingest/normalise-again.ts";
import { loadReference } from "../ingest/reference.ts";
import { publishIdentities } from "../ingest/take-decisions.ts";
import { nameLine } from "../normalise/decisions/decided-place.ts";
import { sourceOf } from "../sources/all.ts";
import type { HeldPublication } from "../store/publication.ts";
import { refuseImpossible } from "./amendment-check.ts";
import { filerChoices } from "./filer-choices.ts";
import { lineNumbered, unknownLine } from "./filing-readings.ts";
import { readReviewId } from "./review-id.ts";
import type { SettledDecision } from "./settled-decision.ts";
import type { SignedReview, Subject } from "./signed-review.ts";

/** Settles the filer. @param given a Bioguide id, or words of a name that only one member of the chamber has. */
export async function settleFiler(review: SignedReview, id: string, given: string): Promise<SettledDecision> {
  const subject = await review.subject(wholeFiling(id));
  const politician = BIOGUIDE_ID.test(given) ? given : idOfName(review, subject, given);
  const { identities } = review.reference.decisions;
  const member = review.reference.politicians.get(identities.get(politician) ?? politician);
  if (member === undefined) throw unknownPolitician(politician);
  const chamber = sourceOf(subject.filing.source).chamber;
  if (!member.terms.some((term) => term.chamber === chamber)) {
    throw new ConfigError(
      `${subject.filing.id} was filed in the ${chamber}, where ${member.name} (${politician}) had no term.`,
    );
  }
  return review.settle(subject, { ...review.signature, subject: "filer", filing: subject.filing.id, politician });
}

const BIOGUIDE_ID = /^[A-Z]\d{6}$/;

/** @throws {ConfigError} naming the members who have the name, where that is not one. */
function idOfName({ reference }: SignedReview, { filing }: Subject, name: string): string {
  const named = searchWords(name).length === 0 ? [] : filerChoices([...reference.politicians.values()], filing, name);
  const [first, ...others] = named;
  const { chamber } = sourceOf(filing.source);
  if (first === undefined) {
    throw new ConfigError(
      `Nobody who ever sat in the ${chamber} has the name "${name}"; a filer is a Bioguide id like P000197, or words of a name that one member has.`,
    );
  }
  if (others.length > 0) {
    const all = named.map((each) => `${each.name} ${each.id}`).join(", ");
    throw new ConfigError(
      `"${name}" is the name of ${named.length} members of the ${chamber}; give the id of one: ${all}.`,
    );
  }
  return first.id;
}

/** Settles what a line of an amending filing, or the whole report, supersedes. @param given `none` for nothing. */
export async function settleAmendment(review: SignedReview, id: string, given: string): Promise<SettledDecision> {
  const named = readReviewId(id);
  if (named.kind === "page") throw new ConfigError(`"${id}" is a page; only a line or a filing amends.`);
  const subject = await review.subject(named.filing);
  const line = named.kind === "line" ? named.line : null;
  const amending = line === null ? { line } : nameOfLine(subject, line);
  const supersedes = given.toLowerCase() === "none" ? null : given;
  if (supersedes !== null) await refuseStranger(review, subject, line, supersedes);
  const decision = {
    ...review.signature,
    subject: "amendment",
    filing: named.filing,
    ...amending,
    supersedes,
  } as const;
  await refuseImpossible(review, subject, decision);
  const settled = await review.settle(subject, decision);
  const left = (await review.store.amendments.unsettled()).find((each) => each.id === id);
  return { ...settled, stillWaits: left ?? null };
}

/** An identity that was settled. */
interface SettledIdentity {
  readonly decision: IdentityDecision;
  /** Somebody is served otherwise than before. */
  readonly changed: boolean;
  /** Publications that are held now. */
  readonly held: readonly HeldPublication[];
}

/** Two ids of one person: the first is served as the second. Twice the same id: it is a person of its own again. */
export async function settleIdentity(review: SignedReview, from: string, to: string): Promise<SettledIdentity> {
  const known = new Set((await review.store.reference.politicians()).map(({ id }) => id));
  const unknown = [from, to].find((id) => !known.has(id));
  if (unknown !== undefined) throw unknownPolitician(unknown);
  const decision = { ...review.signature, subject: "identity", from, to } as const;
  review.reference.decisions.with(decision);
  await review.keep(decision);
  const changed = await publishIdentities(review.parts);
  // Everything that is normalised now belongs to whoever the ids are served as.
  await normaliseAgain(review.parts, await loadReference(review.parts), new AbortController().signal, "corrected");
  return { decision, changed, held: await review.store.held.list() };
}

function wholeFiling(id: string): string {
  const named = readReviewId(id);
  if (named.kind !== "filing") throw new ConfigError(`"${id}" is not a filing; a filing's id is like h8217343.`);
  return named.filing;
}

function unknownPolitician(id: string): ConfigError {
  return new ConfigError(`The members' record has no politician "${id}"; a Bioguide id is like P000197.`);
}

function nameOfLine({ filing, paged }: Subject, line: number): LineReference {
  const found = paged === null ? undefined : lineNumbered(paged, line);
  if (found === undefined || filing.documentSha256 === null) throw unknownLine(filing.id, paged, line);
  return nameLine(found, filing.documentSha256);
}

/** Refuses a superseded trade or filing that is not another one of the same politician: a trade for a line, a filing for a report. */
async function refuseStranger(
  review: SignedReview,
  { filing }: Subject,
  line: number | null,
  supersedes: string,
): Promise<void> {
  const politician =
    line === null
      ? (await review.store.filings.get(supersedes))?.politicianId
      : (await review.store.publications.trade(supersedes))?.trade.politicianId;
  const noun = line === null ? "filing" : "trade";
  if (politician === undefined)
    throw new ConfigError(
      `What it replaces must be the id of a ${noun}, or none; there is no ${noun} "${supersedes}".`,
    );
  if (politician !== filing.politicianId) {
    throw new ConfigError(
      `The ${noun} ${supersedes} belongs to ${politician ?? "nobody"}, but ${filing.id} to ${filing.politicianId ?? "nobody"}.`,
    );
  }
  const own = line === null ? supersedes === filing.id : supersedes.startsWith(`txn_${filing.id.replaceAll("-", "")}_`);
  if (own) throw new ConfigError(`What it replaces must be another filing's ${noun}, not one of ${filing.id} itself.`);
}
