/** Gets an issuer's industry from the SEC's submissions: one small file per company. */
import { SourceError } from "../../../base/errors.ts";
import type { ReadBytes } from "../../../domain/bytes-reader.ts";
import type { Industry } from "../../../domain/industry.ts";
import type { PoliteClient } from "../../../outbound/client.ts";
import { submissionsReader } from "../readers.ts";

interface CompaniesOptions {
  readonly http: PoliteClient;
  readonly read: ReadBytes;
  /** `https://data.sec.gov`, without a trailing slash. */
  readonly baseUrl: string;
}

export type Companies = ReturnType<typeof createCompaniesClient>;

/** Maximum size of a file. A file also lists the last thousand filings, which makes about 200 kB for the busiest filers. */
const MAX_BYTES = 8 * 1024 * 1024;

export function createCompaniesClient({ http, read, baseUrl }: CompaniesOptions) {
  return {
    /**
     * Returns null if the SEC gives the company no industry code. @param cik the company's Central Index Key at the SEC. @throws
     * {SourceError} if the site did not send the file. @throws {ParseError} `json_*` if the response is not the expected file.
     */
    async fetchIndustry(cik: number, signal: AbortSignal): Promise<Industry | null> {
      const url = `${baseUrl}/submissions/CIK${String(cik).padStart(10, "0")}.json`;
      const answer = await http.request({ url, headers: { accept: "application/json" }, signal, maxBytes: MAX_BYTES });
      if (answer.status === 404) throw new SourceError("missing_document", `${url} does not exist (404).`);
      if (answer.status !== 200) {
        throw new SourceError("unexpected_status", `${url} answered with status ${answer.status}; 200 was expected.`);
      }
      return read(submissionsReader, answer.body, { cik });
    },
  };
}
