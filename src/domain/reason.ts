import { ERROR_CODES, type ErrorCode, type RetiredCode, readStoredCode } from "../base/error-codes.ts";

/** The reason for a filing's state or a source's failure: a stable code for programs and a sentence for people. */
export interface Reason {
  /** Code of the reason, such as `pdf_truncated`. If a code has the prefix `reader_`, a retry may succeed. */
  readonly code: ErrorCode | RetiredCode;
  /** Explanation for people, such as `The document ends before its end mark.` */
  readonly detail: string;
}

/** Builds a reason from the code and message of an error or of a similar object. */
export function toReason({ code, message }: { readonly code: Reason["code"]; readonly message: string }): Reason {
  return { code, detail: message };
}

/** Returns code and detail, such as `pdf_truncated: The document ends before its end mark.` */
export function formatReason(reason: Reason): string;
export function formatReason(reason: Reason | null): string | null;
export function formatReason(reason: Reason | null): string | null {
  return reason && `${reason.code}: ${reason.detail}`;
}

/** Parses the output of `formatReason`. @param uncoded code for a text that has no code. */
export function parseReason(text: string, uncoded = "other"): Reason {
  const [, code = uncoded, detail = text] = /^(\w+): (.*)$/s.exec(text) ?? [];
  return { code: readStoredCode(ERROR_CODES, code), detail };
}

/** True if the reader ran out of time or memory, crashed or otherwise failed. The document itself may be fine. */
export function isReaderFailure(reason: Reason | null): boolean {
  return reason?.code.startsWith("reader_") ?? false;
}

export function isSameReason(one: Reason | null, other: Reason | null): boolean {
  return one?.code === other?.code && one?.detail === other?.detail;
}
