/** Reads `committees-current.json` of unitedstates/congress-legislators: committees of both chambers and joint ones. */
import { z } from "zod";
import { ParseError } from "../../../base/errors.ts";
import { COMMITTEE_CHAMBERS, type Committee } from "../../../domain/politician.ts";
import { createShapeError, parseJson } from "./json-file.ts";

const LABEL = "committee list";

const name = z.string().trim().min(1);
const CommitteeRecord = z.object({
  type: z.enum(COMMITTEE_CHAMBERS),
  name,
  thomas_id: z.string().regex(/^[A-Z]{4}$/),
  subcommittees: z.array(z.object({ name, thomas_id: z.string().regex(/^[A-Z\d]{2}$/) })).nullish(),
});

/**
 * Every committee followed by its subcommittees, in the file's order. Pure. @throws {ParseError} `json_malformed` if not JSON;
 * `json_unexpected_shape` naming the first wrong field; `json_empty` without committees; `json_duplicate` if an id is repeated.
 */
export function readCommittees(bytes: Uint8Array): Committee[] {
  const records = z.array(CommitteeRecord).safeParse(parseJson(LABEL, bytes));
  if (!records.success) throw createShapeError(LABEL, "the file", records.error);
  const committees = records.data.flatMap(listWithSubcommittees);
  if (committees.length === 0) throw new ParseError("json_empty", `${LABEL}: the file has no committees`);
  const seen = new Set<string>();
  for (const { id } of committees) {
    if (seen.has(id)) throw new ParseError("json_duplicate", `${LABEL}: ${id} appears more than once`);
    seen.add(id);
  }
  return committees;
}

function listWithSubcommittees({ thomas_id, name, type, subcommittees }: z.infer<typeof CommitteeRecord>): Committee[] {
  const parts = (subcommittees ?? []).map((each) => ({
    id: thomas_id + each.thomas_id,
    name: each.name,
    chamber: type,
    // The parent committee's name, not its id: the API publishes this name in its field `parent`.
    parent: name,
  }));
  return [{ id: thomas_id, name, chamber: type, parent: null }, ...parts];
}
