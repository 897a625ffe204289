/** The ticker master: the SEC's list of issuers and Nasdaq Trader's two directories of securities listed on US exchanges. */
import { AppError, SourceError } from "../../../base/errors.ts";
import type { BytesReader, ReadBytes } from "../../../domain/bytes-reader.ts";
import type { Security } from "../../../domain/security.ts";
import type { DocumentKeeper } from "../../../domain/stored-document.ts";
import type { PoliteClient } from "../../../outbound/client.ts";
import { fetchAndStore } from "../../../outbound/fetch-and-store.ts";
import type { HttpAnswer } from "../../../outbound/http-request.ts";
import { addUrlToError } from "../../../outbound/part-failure.ts";
import { nasdaqListedReader, nasdaqOtherReader, secTickersReader } from "../readers.ts";
import { mergeSecurities } from "./merge.ts";

interface TickersOptions {
  readonly http: PoliteClient;
  readonly keeper: DocumentKeeper;
  readonly read: ReadBytes;
  /** `https://www.sec.gov`, without a trailing slash. */
  readonly secUrl: string;
  /** `https://www.nasdaqtrader.com`, without a trailing slash. */
  readonly nasdaqTraderUrl: string;
}

interface TickerMaster {
  /** Securities of the lists that were read, each symbol once. */
  readonly securities: Security[];
  /** A failure for each list that could not be fetched or read, naming the list. */
  readonly failures: SourceError[];
}

export type Tickers = ReturnType<typeof createTickersClient>;

/** Start and end of a complete response. */
interface Shape {
  readonly accept: string;
  readonly begins: RegExp;
  readonly ends: RegExp;
}
const JSON_OBJECT: Shape = { accept: "application/json", begins: /^\s*\{/, ends: /\}\s*$/ };
const DIRECTORY: Shape = { accept: "text/plain", begins: /^[^<]*\|/, ends: /File Creation Time[^\n]*\s*$/ };

type TickerReader = BytesReader<null, Security[]>;

export function createTickersClient({ http, keeper, read, secUrl, nasdaqTraderUrl }: TickersOptions) {
  return {
    /** @throws only if `signal` was aborted; the failure of one list does not affect the others. */
    async fetch(signal: AbortSignal): Promise<TickerMaster> {
      const failures: SourceError[] = [];
      const fetchList = async (reader: TickerReader, url: string, shape: Shape): Promise<Security[]> => {
        try {
          const { accept } = shape;
          const { stored } = await fetchAndStore(http, keeper, url, {
            signal,
            accept,
            check: (answer) => assertComplete(answer, shape),
          });
          return await read(reader, await keeper.read(stored.sha256), null);
        } catch (cause) {
          signal.throwIfAborted();
          if (!(cause instanceof AppError)) throw cause;
          failures.push(addUrlToError(url, cause));
          return [];
        }
      };
      const directories = `${nasdaqTraderUrl}/dynamic/symdir`;
      const sec = await fetchList(secTickersReader, `${secUrl}/files/company_tickers_exchange.json`, JSON_OBJECT);
      const nasdaq = await fetchList(nasdaqListedReader, `${directories}/nasdaqlisted.txt`, DIRECTORY);
      const other = await fetchList(nasdaqOtherReader, `${directories}/otherlisted.txt`, DIRECTORY);
      return { securities: mergeSecurities(sec, [...nasdaq, ...other]), failures };
    },
  };
}

/** Checks a response before it is stored, so that no later 304 confirms an error page or incomplete list. @throws {SourceError} */
function assertComplete({ url, body }: HttpAnswer, { begins, ends }: Shape): void {
  const text = new TextDecoder();
  const start = text.decode(body.subarray(0, 200));
  if (begins.test(start) && ends.test(text.decode(body.subarray(-200)))) return;
  throw new SourceError(
    "unexpected_document",
    `${url} answered with ${body.length} bytes that begin "${start.trimStart().slice(0, 40)}" and are not the whole list.`,
  );
}
