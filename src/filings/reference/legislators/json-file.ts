/** Functions shared by the readers of JSON files of the SEC and of unitedstates/congress-legislators. */
import { z } from "zod";
import { ParseError } from "../../../base/errors.ts";

export const BIOGUIDE_ID = z.string().regex(/^[A-Z]\d{6}$/);

/** @param label name of the file in error messages, such as `committee list`. @throws {ParseError} `json_malformed` */
export function parseJson(label: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ParseError("json_malformed", `${label}: ${bytes.length} bytes that are not one JSON document`, { cause });
  }
}

/** Creates an error that names the first wrong field. @param checked what was checked: `the file`, or `person at index 3`. */
export function createShapeError(label: string, checked: string, error: z.ZodError): ParseError {
  const issue = error.issues[0];
  const path = issue === undefined ? "" : issue.path.map(String).join(".");
  return new ParseError(
    "json_unexpected_shape",
    `${label}: ${checked}${path === "" ? "" : `, ${path}`}: ${issue?.message ?? "unexpected structure"}`,
    { cause: error },
  );
}
