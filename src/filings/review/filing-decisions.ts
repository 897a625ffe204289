/** Decisions about who filed a report, and about what a report or a line replaces. */
import { ConfigError } from "../../base/errors.ts";
import type { LineReference } from "../../domain/decision.ts";
import { createLineReference } from "../normalise/decisions/decided-place.ts";
import { getSource } from "../sources/all.ts";
import { rejectImpossibleAmendment } from "./amendment-check.ts";
import { createUnknownLineError, findLine } from "./filing-readings.ts";
import { parseReviewId } from "./review-id.ts";
import type { SettledDecision } from "./settled-decision.ts";
import type { SignedReview, Subject } from "./signed-review.ts";

/** Records the decision on who filed the report. @param politician a Bioguide id. */
export async function decideFiler(review: SignedReview, id: string, politician: string): Promise<SettledDecision> {
  const subject = await review.loadReviewedFiling(parseFilingId(id));
  const { identities } = review.reference.decisions;
  const member = review.reference.politicians.get(identities.get(politician) ?? politician);
  if (member === undefined) throw createUnknownMemberError(politician);
  const chamber = getSource(subject.filing.source).chamber;
  if (!member.terms.some((term) => term.chamber === chamber)) {
    throw new ConfigError(
      `${subject.filing.id} was filed in the ${chamber}, where ${member.name} (${politician}) had no term.`,
    );
  }
  return review.settle(subject, { ...review.signature, subject: "filer", filing: subject.filing.id, politician });
}

/** Records what an amending filing, or one of its lines, supersedes. @param input the superseded id, or `none` for nothing. */
export async function decideAmendment(review: SignedReview, id: string, input: string): Promise<SettledDecision> {
  const named = parseReviewId(id);
  if (named.kind === "page") throw new ConfigError(`"${id}" is a page; only a line or a filing can be an amendment.`);
  const subject = await review.loadReviewedFiling(named.filing);
  const line = named.kind === "line" ? named.line : null;
  const amending = line === null ? { line } : findLineReference(subject, line);
  const supersedes = input.toLowerCase() === "none" ? null : input;
  if (supersedes !== null) await requireSamePolitician(review, subject, line, supersedes);
  const decision = {
    ...review.signature,
    subject: "amendment",
    filing: named.filing,
    ...amending,
    supersedes,
  } as const;
  await rejectImpossibleAmendment(review, subject, decision);
  const settled = await review.settle(subject, decision);
  const left = (await review.store.amendments.listUnsettled()).find((each) => each.id === id);
  return { ...settled, remaining: left ?? null };
}

function parseFilingId(id: string): string {
  const named = parseReviewId(id);
  if (named.kind !== "filing") throw new ConfigError(`"${id}" is not a filing; a filing's id is like h8217343.`);
  return named.filing;
}

export function createUnknownMemberError(id: string): ConfigError {
  return new ConfigError(`The list of members of Congress has no politician "${id}". A Bioguide id is like P000197.`);
}

function findLineReference({ filing, paged }: Subject, line: number): LineReference {
  const found = paged === null ? undefined : findLine(paged, line);
  if (found === undefined || filing.documentSha256 === null) throw createUnknownLineError(filing.id, paged, line);
  return createLineReference(found, filing.documentSha256);
}

/** Checks that `supersedes` names another filing's trade (for a line) or another filing (for a report) of the same politician. */
async function requireSamePolitician(
  review: SignedReview,
  { filing }: Subject,
  line: number | null,
  supersedes: string,
): Promise<void> {
  const politician =
    line === null
      ? (await review.store.filings.get(supersedes))?.politicianId
      : (await review.store.publications.findTrade(supersedes))?.trade.politicianId;
  const noun = line === null ? "filing" : "trade";
  if (politician === undefined)
    throw new ConfigError(
      `The replaced ${noun} must be given by its id, or as "none" if nothing is replaced, but there is no ${noun} "${supersedes}".`,
    );
  if (politician !== filing.politicianId) {
    throw new ConfigError(
      `The ${noun} ${supersedes} belongs to ${politician ?? "nobody"}, but ${filing.id} to ${filing.politicianId ?? "nobody"}.`,
    );
  }
  const own = line === null ? supersedes === filing.id : supersedes.startsWith(`txn_${filing.id.replaceAll("-", "")}_`);
  if (own) throw new ConfigError(`${filing.id} can replace only another filing, or a trade of another filing.`);
}
