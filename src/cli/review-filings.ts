/** `review filer | amendment | identity`: decisions on who filed, on what a report replaces, on whose ids are one person's. */
import type { Config } from "../config.ts";
import type { LineNamed } from "../domain/decision.ts";
import { ConfigError } from "../errors.ts";
import { normaliseAgain } from "../ingest/normalise-again.ts";
import { heldNotice } from "../ingest/publisher.ts";
import { loadReference } from "../ingest/reference.ts";
import { publishIdentities } from "../ingest/take-decisions.ts";
import { nameLine } from "../normalise/decided-place.ts";
import { refuseImpossible } from "./review-amendment.ts";
import { atDesk, type Desk, type Signature, type Subject } from "./review-desk.ts";
import { readReviewId } from "./review-id.ts";
import { lineNumbered, unknownLine } from "./review-readings.ts";

/** Who filed. */
export function settleFiler(config: Config, id: string, politician: string, signature: Signature): Promise<number> {
  return atDesk(config, signature, async (desk) => {
    const subject = await desk.subject(wholeFiling(id));
    const { identities } = desk.reference.decisions;
    const member = desk.reference.politicians.get(identities.get(politician) ?? politician);
    if (member === undefined) throw unknownPolitician(politician);
    const chamber = subject.filing.source === "house-clerk" ? "house" : "senate";
    if (!member.terms.some((term) => term.chamber === chamber)) {
      throw new ConfigError(
        `${subject.filing.id} was filed in the ${chamber}, where ${member.name} (${politician}) had no term.`,
      );
    }
    await desk.settle(subject, { ...desk.signature, subject: "filer", filing: subject.filing.id, politician });
  });
}

/** What a line of an amending filing, or the whole report, supersedes; `none` for nothing. */
export function settleAmendment(
  config: Config,
  id: string,
  { supersedes: given, ...signature }: Signature & { readonly supersedes: string },
): Promise<number> {
  return atDesk(config, signature, async (desk) => {
    const named = readReviewId(id);
    if (named.kind === "page") throw new ConfigError(`"${id}" is a page; a line or a filing amends.`);
    const subject = await desk.subject(named.filing);
    const line = named.kind === "line" ? named.line : null;
    const amending = line === null ? { line } : nameOfLine(subject, line);
    const supersedes = given.toLowerCase() === "none" ? null : given;
    if (supersedes !== null) await refuseStranger(desk, subject, line, supersedes);
    const decision = {
      ...desk.signature,
      subject: "amendment",
      filing: named.filing,
      ...amending,
      supersedes,
    } as const;
    await refuseImpossible(desk, subject, decision);
    await desk.settle(subject, decision);
    const left = (await desk.store.amendments.unsettled()).find((each) => each.id === id);
    if (left !== undefined)
      process.stdout.write(`${id} goes on waiting: ${left.reason} ${left.candidates.join(" ")}\n`);
  });
}

/** Two ids of one person: the first is served as the second. Twice the same id: it is a person of its own again. */
export function settleIdentity(config: Config, from: string, to: string, signature: Signature): Promise<number> {
  return atDesk(config, signature, async (desk) => {
    const known = new Set((await desk.store.reference.politicians()).map(({ id }) => id));
    const unknown = [from, to].find((id) => !known.has(id));
    if (unknown !== undefined) throw unknownPolitician(unknown);
    const decision = { ...desk.signature, subject: "identity", from, to } as const;
    desk.reference.decisions.with(decision);
    await desk.keep(decision);
    const changed = await publishIdentities(desk.parts);
    // Everything that is normalised now belongs to whoever the ids are served as.
    await normaliseAgain(desk.parts, await loadReference(desk.parts), new AbortController().signal, "corrected");
    const what = from === to ? `${from} is served as itself` : `${from} is served as ${to}`;
    process.stdout.write(changed ? `${what} from now on.\n` : `${what}, as before.\n`);
    for (const held of await desk.store.held.list()) process.stdout.write(`${heldNotice(held)}\n`);
  });
}

function wholeFiling(id: string): string {
  const named = readReviewId(id);
  if (named.kind !== "filing") throw new ConfigError(`"${id}" is no filing; a filing's id is like h8217343.`);
  return named.filing;
}

function unknownPolitician(id: string): ConfigError {
  return new ConfigError(`The members' record has no politician "${id}"; a Bioguide id is like P000197.`);
}

function nameOfLine({ filing, paged }: Subject, line: number): LineNamed {
  const found = paged === null ? undefined : lineNumbered(paged, line);
  if (found === undefined || filing.documentSha256 === null) throw unknownLine(filing.id, paged, line);
  return nameLine(found, filing.documentSha256);
}

/** What is superseded must be another's of the same politician: a trade for a line, a filing for a report. */
async function refuseStranger(desk: Desk, { filing }: Subject, line: number | null, supersedes: string): Promise<void> {
  const politician =
    line === null
      ? (await desk.store.filings.get(supersedes))?.politicianId
      : (await desk.store.publications.trade(supersedes))?.trade.politicianId;
  const noun = line === null ? "filing" : "trade";
  if (politician === undefined)
    throw new ConfigError(`--supersedes must be the id of a ${noun}, or none; there is no ${noun} "${supersedes}".`);
  if (politician !== filing.politicianId) {
    throw new ConfigError(
      `The ${noun} ${supersedes} is of ${politician ?? "nobody"}, and ${filing.id} of ${filing.politicianId ?? "nobody"}.`,
    );
  }
  const own = line === null ? supersedes === filing.id : supersedes.startsWith(`txn_${filing.id.replaceAll("-", "")}_`);
  if (own) throw new ConfigError(`--supersedes must name another filing's ${noun}, not one of ${filing.id} itself.`);
}
