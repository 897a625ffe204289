/** The members' record of a folder of real documents: the current members as saved, those who left from its YAML. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Material } from "../../src/app/demo/sites/material.ts";

interface FormerMember {
  readonly id: { readonly bioguide: string };
  readonly terms: { readonly start: string; readonly end: string }[];
}

/**
 * The YAML of someone who left early still has the scheduled end of the last term; only the day on which the list last
 * held the name tells. The list is saved at intervals, so a gap up to this is the interval, not an early departure.
 */
const LONGEST_INTERVAL_DAYS = 45;

export function corpusLegislators(folder: string): Material["legislators"] {
  let historical: Promise<Uint8Array> | null = null;
  return {
    readCurrent: () => readFile(join(folder, "legislators-current.json")),
    readCommittees: () => readFile(join(folder, "committees-current.json")),
    readCommitteeMembers: () => readFile(join(folder, "committee-membership-current.json")),
    readHistorical: () => {
      historical ??= formerMembers(folder).then((members) => Buffer.from(JSON.stringify(members)));
      return historical;
    },
  };
}

async function formerMembers(folder: string): Promise<FormerMember[]> {
  const members = parse(
    await readFile(join(folder, "derived-former-members-2012-2026.yaml"), "utf8"),
  ) as FormerMember[];
  const seen = JSON.parse(await readFile(join(folder, "derived-former-members-last-seen.json"), "utf8")) as {
    bioguide: string;
    last_seen: string;
  }[];
  const lastSeen = new Map(seen.map((each) => [each.bioguide, each.last_seen]));
  return members.map((member) => leftWhenLastSeen(member, lastSeen.get(member.id.bioguide)));
}

function leftWhenLastSeen(member: FormerMember, lastSeen: string | undefined): FormerMember {
  const last = member.terms.at(-1);
  if (!last || lastSeen === undefined) return member;
  const days = (Date.parse(last.end) - Date.parse(lastSeen)) / 86_400_000;
  if (days <= LONGEST_INTERVAL_DAYS || lastSeen < last.start) return member;
  return { ...member, terms: [...member.terms.slice(0, -1), { ...last, end: lastSeen }] };
}
