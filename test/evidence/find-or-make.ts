import type { Evidence } from "../../src/filings/evidence/evidence.ts";
import type { MadeEvidence } from "../../src/filings/evidence/made-evidence.ts";

/** Finds the evidence of a trade, or draws it. @throws the errors of `find` and `make`. */
export async function findOrMake(evidence: Evidence, tradeId: string): Promise<MadeEvidence> {
  const state = await evidence.find(tradeId);
  return state.cached ?? (await evidence.make(state, ""));
}
