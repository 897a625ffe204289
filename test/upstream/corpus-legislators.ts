/** Legislator files for a folder of real documents: current members as saved, and former members from the folder's YAML. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Material } from "../../src/app/demo/sites/material.ts";

interface FormerMember {
  readonly id: { readonly bioguide: string };
  readonly terms: { readonly start: string; readonly end: string }[];
}

/**
 * For a member who left early, the YAML still has the scheduled end of the last term. Only the last day on which a saved list of
 * current members had the name shows the departure. Lists are saved at intervals, so a gap of up to this many days is not an
 * early departure.
 */
const LONGEST_INTERVAL_DAYS = 45;

export function corpusLegislators(folder: string): Material["legislators"] {
  let historical: Promise<Uint8Array> | null = null;
  return {
    readCurrent: () => readFile(join(folder, "legislators-current.json")),
    readCommittees: () => readFile(join(folder, "committees-current.json")),
    readCommitteeMembers: () => readFile(join(folder, "committee-membership-current.json")),
    readHistorical: () => {
      historical ??= readFormerMembers(folder).then((members) => Buffer.from(JSON.stringify(members)));
      return historical;
    },
  };
}

async function readFormerMembers(folder: string): Promise<FormerMember[]> {
  const members = parse(
    await readFile(join(folder, "derived-former-members-2012-2026.yaml"), "utf8"),
  ) as FormerMember[];
  const seen = JSON.parse(await readFile(join(folder, "derived-former-members-last-seen.json"), "utf8")) as {
    bioguide: string;
    last_seen: string;
  }[];
  const lastSeen = new Map(seen.map((each) => [each.bioguide, each.last_seen]));
  return members.map((member) => endTermWhenLastSeen(member, lastSeen.get(member.id.bioguide)));
}

function endTermWhenLastSeen(member: FormerMember, lastSeen: string | undefined): FormerMember {
  const last = member.terms.at(-1);
  if (!last || lastSeen === undefined) return member;
  const days = (Date.parse(last.end) - Date.parse(lastSeen)) / 86_400_000;
  if (days <= LONGEST_INTERVAL_DAYS || lastSeen < last.start) return member;
  return { ...member, terms: [...member.terms.slice(0, -1), { ...last, end: lastSeen }] };
}
