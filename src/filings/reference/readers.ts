/** Readers of the list of members, the ticker directories and the companies' industries, run in the reader process. */
import type { AnyReader, BytesReader } from "../../domain/bytes-reader.ts";
import type { Industry } from "../../domain/industry.ts";
import type { Committee, CommitteeMembership, Politician } from "../../domain/politician.ts";
import type { Security } from "../../domain/security.ts";
import { readIndustry } from "./companies/read-submissions.ts";
import { readCommitteeMemberships } from "./legislators/read-committee-members.ts";
import { readCommittees } from "./legislators/read-committees.ts";
import { readLegislators } from "./legislators/read-legislators.ts";
import { readNasdaqListed, readOtherListed } from "./tickers/read-nasdaq-directory.ts";
import { readSecTickers } from "./tickers/read-sec-tickers.ts";

export const legislatorsReader: BytesReader<{ readonly current: boolean }, Politician[]> = {
  name: "legislators",
  read: (bytes, { current }) => readLegislators(bytes, current),
};

export const committeesReader: BytesReader<null, Committee[]> = { name: "committees", read: readCommittees };

export const committeeMembersReader: BytesReader<null, CommitteeMembership[]> = {
  name: "committee-members",
  read: readCommitteeMemberships,
};

export const secTickersReader: BytesReader<null, Security[]> = { name: "sec-tickers", read: readSecTickers };

export const nasdaqListedReader: BytesReader<null, Security[]> = { name: "nasdaq-listed", read: readNasdaqListed };

export const nasdaqOtherReader: BytesReader<null, Security[]> = { name: "nasdaq-other", read: readOtherListed };

export const submissionsReader: BytesReader<{ readonly cik: number }, Industry | null> = {
  name: "company-submissions",
  read: (bytes, { cik }) => readIndustry(bytes, cik),
};

export const REFERENCE_READERS: readonly AnyReader[] = [
  legislatorsReader,
  committeesReader,
  committeeMembersReader,
  secTickersReader,
  nasdaqListedReader,
  nasdaqOtherReader,
  submissionsReader,
];
