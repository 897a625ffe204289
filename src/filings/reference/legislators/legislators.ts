/** Members of Congress, from the public-domain record of unitedstates/congress-legislators. */
import { AppError, SourceError } from "../../../base/errors.ts";
import type { ReadBytes } from "../../../domain/bytes-reader.ts";
import type { CommitteeSeat, Politician } from "../../../domain/politician.ts";
import type { DocumentKeeper } from "../../../domain/stored-document.ts";
import type { PoliteClient } from "../../../outbound/client.ts";
import { fetchAndStore } from "../../../outbound/fetch-and-store.ts";
import type { HttpAnswer } from "../../../outbound/http-request.ts";
import { addUrlToError } from "../../../outbound/part-failure.ts";
import { committeeMembersReader, committeesReader, legislatorsReader } from "../readers.ts";
import { joinCommitteeSeats } from "./committee-seats.ts";

interface LegislatorsOptions {
  readonly http: PoliteClient;
  readonly keeper: DocumentKeeper;
  /** Runs one of the readers of files, such as `legislatorsReader`, on downloaded bytes. */
  readonly read: ReadBytes;
  /** `https://unitedstates.github.io/congress-legislators`, without a trailing slash. */
  readonly baseUrl: string;
}

export interface LegislatorsRecord {
  /** Everyone who was in office in 2008 or later; each person is listed once. Current members have those committee seats that could be read. */
  readonly politicians: Politician[];
  readonly currentIds: string[];
  /** Why committee seats are incomplete; empty if they are complete. */
  readonly failures: SourceError[];
}

export type LegislatorsClient = ReturnType<typeof createLegislatorsClient>;

interface SeatReading {
  readonly byMember: ReadonlyMap<string, readonly CommitteeSeat[]>;
  readonly failures: SourceError[];
}

export function createLegislatorsClient({ http, keeper, read: runReader, baseUrl }: LegislatorsOptions) {
  const fetchFile = async (file: string, outerBrackets: OuterBrackets, signal: AbortSignal): Promise<Uint8Array> => {
    const check = (answer: HttpAnswer) => assertComplete(answer, outerBrackets);
    const { stored } = await fetchAndStore(http, keeper, `${baseUrl}/${file}`, {
      signal,
      accept: "application/json",
      check,
    });
    return keeper.read(stored.sha256);
  };
  const fetchCommitteeSeats = async (signal: AbortSignal): Promise<SeatReading> => {
    const membershipFile = "committee-membership-current.json";
    let fileBeingRead = "committees-current.json";
    try {
      const committees = await runReader(committeesReader, await fetchFile(fileBeingRead, "[]", signal), null);
      fileBeingRead = membershipFile;
      const memberships = await runReader(committeeMembersReader, await fetchFile(fileBeingRead, "{}", signal), null);
      const { byMember, unlistedCommitteeIds } = joinCommitteeSeats(committees, memberships);
      return {
        byMember,
        failures:
          unlistedCommitteeIds.length > 0
            ? [createUnlistedCommitteesError(`${baseUrl}/${membershipFile}`, unlistedCommitteeIds)]
            : [],
      };
    } catch (cause) {
      signal.throwIfAborted();
      if (!(cause instanceof AppError)) throw cause;
      return { byMember: new Map(), failures: [addUrlToError(`${baseUrl}/${fileBeingRead}`, cause)] };
    }
  };
  return {
    /**
     * Fails unless the files of current and of former members both load: without former members, their filings could not be matched.
     * If a committee file does not load, `fetch` still succeeds, and the reason is in `failures`.
     * @throws {SourceError} if the file of current or of former members did not arrive whole. @throws {ParseError} `json_*` if the
     * content of either is not a valid list of members.
     */
    async fetch(signal: AbortSignal): Promise<LegislatorsRecord> {
      const currentBytes = await fetchFile("legislators-current.json", "[]", signal);
      const sitting = await runReader(legislatorsReader, currentBytes, { current: true });
      const historicalBytes = await fetchFile("legislators-historical.json", "[]", signal);
      const formerMembers = await runReader(legislatorsReader, historicalBytes, { current: false });
      const { byMember, failures } = await fetchCommitteeSeats(signal);
      const currentIds = sitting.map((each) => each.id);
      const currentIdSet = new Set(currentIds);
      const sittingWithCommittees = sitting.map((each) => ({ ...each, committees: byMember.get(each.id) ?? [] }));
      return {
        politicians: [...sittingWithCommittees, ...formerMembers.filter((each) => !currentIdSet.has(each.id))],
        currentIds,
        failures,
      };
    },
  };
}

/** First and last character of a complete file. */
type OuterBrackets = "[]" | "{}";

/** Checks a response before it is stored. If a bad file were stored, a later answer of 304 (not modified) would leave it in use. @throws {SourceError} */
function assertComplete({ url, body }: HttpAnswer, outerBrackets: OuterBrackets): void {
  const decoder = new TextDecoder();
  const [start, end] = [decoder.decode(body.subarray(0, 80)).trimStart(), decoder.decode(body.subarray(-80)).trimEnd()];
  if (start.startsWith(outerBrackets.charAt(0)) && end.endsWith(outerBrackets.charAt(1))) return;
  throw new SourceError(
    "unexpected_document",
    `${url} answered with ${body.length} bytes that begin "${start.slice(0, 40)}"; one whole JSON ${outerBrackets === "[]" ? "list" : "object"}, from "${outerBrackets.charAt(0)}" to "${outerBrackets.charAt(1)}", is expected.`,
  );
}

function createUnlistedCommitteesError(url: string, ids: readonly string[]): SourceError {
  return new SourceError(
    "committee_unlisted",
    `${url} lists members of committees that committees-current.json does not name: ${ids.join(", ")}; seats on these committees are left out.`,
  );
}
