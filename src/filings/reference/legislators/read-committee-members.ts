/** Reads `committee-membership-current.json` of unitedstates/congress-legislators: the members of each committee. */
import { z } from "zod";
import { ParseError } from "../../../base/errors.ts";
import type { CommitteeMembership } from "../../../domain/politician.ts";
import { BIOGUIDE_ID, createShapeError, parseJson } from "./json-file.ts";

const LABEL = "committee membership";

const MembersByCommittee = z.record(
  z.string().regex(/^[A-Z]{4}([A-Z\d]{2})?$/),
  z.array(z.object({ bioguide: BIOGUIDE_ID, title: z.string().trim().nullish() })),
);

/**
 * All memberships in the file, in its order; each is of one person in one committee. A committee may have no members. Pure. @throws {ParseError} `json_malformed` if not JSON;
 * `json_unexpected_shape` naming the first wrong field; `json_empty` if there are no memberships; `json_duplicate` if a committee has
 * a member twice.
 */
export function readCommitteeMemberships(bytes: Uint8Array): CommitteeMembership[] {
  const parsed = MembersByCommittee.safeParse(parseJson(LABEL, bytes));
  if (!parsed.success) throw createShapeError(LABEL, "the file", parsed.error);
  const memberships: CommitteeMembership[] = [];
  for (const [committeeId, members] of Object.entries(parsed.data)) {
    const seen = new Set<string>();
    for (const { bioguide, title } of members) {
      if (seen.has(bioguide)) {
        throw new ParseError(
          "json_duplicate",
          `${LABEL}: ${bioguide} appears more than once in committee ${committeeId}`,
        );
      }
      seen.add(bioguide);
      memberships.push({ committeeId, politicianId: bioguide, title: title || null });
    }
  }
  if (memberships.length === 0) throw new ParseError("json_empty", `${LABEL}: the file has no members`);
  return memberships;
}
