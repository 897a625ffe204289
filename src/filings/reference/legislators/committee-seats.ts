import { compareTexts } from "../../../base/compare-texts.ts";
import { getOrAdd } from "../../../base/get-or-add.ts";
import type { Committee, CommitteeMembership, CommitteeSeat } from "../../../domain/politician.ts";

/**
 * Pure. @returns `byMember` each politician's seats, sorted by committee id (a committee before its subcommittees);
 * `unlistedCommitteeIds` the sorted ids of committees that have members but are not in the list: seats on these committees are
 * left out, since the service has no name to publish.
 */
export function joinCommitteeSeats(
  committees: readonly Committee[],
  memberships: readonly CommitteeMembership[],
): {
  readonly byMember: ReadonlyMap<string, readonly CommitteeSeat[]>;
  readonly unlistedCommitteeIds: readonly string[];
} {
  const listed = new Map(committees.map((committee) => [committee.id, committee]));
  const byMember = new Map<string, CommitteeSeat[]>();
  const unlistedCommitteeIds = new Set<string>();
  const byCommittee = memberships.toSorted((a, b) => compareTexts(a.committeeId, b.committeeId));
  for (const { committeeId, politicianId, title } of byCommittee) {
    const committee = listed.get(committeeId);
    if (committee === undefined) {
      unlistedCommitteeIds.add(committeeId);
      continue;
    }
    getOrAdd(byMember, politicianId, () => []).push({ ...committee, title });
  }
  return { byMember, unlistedCommitteeIds: [...unlistedCommitteeIds] };
}
