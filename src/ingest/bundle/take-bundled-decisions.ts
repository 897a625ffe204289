/** Decisions of people from another instance's bundle, each with its author. */
import type { Bundle } from "../../bundle/open-bundle.ts";
import { appendDecision, decisionsIn, readDecisions } from "../decisions.ts";

/** Appends those that the file does not have yet. @returns how many. @throws {ConfigError} when one is none. */
export async function takeBundledDecisions(file: string, bundle: Bundle, signal: AbortSignal): Promise<number> {
  const known = new Set((await readDecisions(file)).all.map((each) => JSON.stringify(each)));
  const fresh = decisionsIn(await bundle.decisions(signal), `The decisions of ${bundle.publisher}`).filter(
    (each) => !known.has(JSON.stringify(each)),
  );
  for (const decision of fresh) await appendDecision(file, decision);
  return fresh.length;
}
