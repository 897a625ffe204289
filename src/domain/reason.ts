import { ERROR_CODES, type ErrorCode, type FormerCode, storedCode } from "../base/error-codes.ts";

/** Reason for which a filing is in its state, or a source did not answer: a stable code for programs and a sentence for people. */
export interface Reason {
  /** `pdf_truncated`; one that begins with `reader_` says that another attempt may come out better. */
  readonly code: ErrorCode | FormerCode;
  /** `The document ends before its end mark.` */
  readonly detail: string;
}

/** Copies the two parts of an error or of anything else that has a code and a message. */
export function reasonOf({ code, message }: { readonly code: Reason["code"]; readonly message: string }): Reason {
  return { code, detail: message };
}

/** `pdf_truncated: The document ends before its end mark.`, as it is served and printed. */
export function reasonText(reason: Reason): string;
export function reasonText(reason: Reason | null): string | null;
export function reasonText(reason: Reason | null): string | null {
  return reason && `${reason.code}: ${reason.detail}`;
}

/** Reads what `reasonText` wrote. @param uncoded the code of a text that has none. */
export function parseReason(text: string, uncoded = "other"): Reason {
  const [, code = uncoded, detail = text] = /^(\w+): (.*)$/s.exec(text) ?? [];
  return { code: storedCode(ERROR_CODES, code), detail };
}

/** True if the reader ended early, by time, memory or a crash, so that the document itself may be sound. */
export function isReaderFailure(reason: Reason | null): boolean {
  return reason?.code.startsWith("reader_") ?? false;
}

export function sameReason(one: Reason | null, other: Reason | null): boolean {
  return one?.code === other?.code && one?.detail === other?.detail;
}
