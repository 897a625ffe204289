/** The decisions file: one JSON object per line, append-only. */
import { appendFile, chmod, mkdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS, type Decision, Decisions } from "../../domain/decision.ts";
import { isFilingId } from "../sources/all.ts";

const text = z.string().trim().min(1);
const signed = { at: z.iso.datetime(), author: text, reason: text };
const filing = z.string().refine(isFilingId, "is not the id of a filing");
const line = z.int().min(1);
const document = z.string().regex(/^[0-9a-f]{64}$/);
const pixels = z.number();
const box = z.strictObject({ left: pixels, top: pixels, width: pixels, height: pixels });
const fields = z.partialRecord(z.enum(DECIDED_FIELDS), z.string());
const named = {
  place: z.union([z.strictObject({ page: line, box }), z.strictObject({ page: line, row: line })]).optional(),
  asset: z.string().optional(),
};
const bioguide = z.string().regex(/^[A-Z]\d{6}$/);

const DecisionSchema: z.ZodType<Decision> = z.discriminatedUnion("subject", [
  z.strictObject({
    ...signed,
    subject: z.literal("line"),
    filing,
    line,
    document,
    ...named,
    verdict: z.enum(["accept", "correct", "reject"]),
    fields,
  }),
  z.strictObject({
    ...signed,
    subject: z.literal("page"),
    filing,
    page: line,
    document,
    rows: z.array(fields).optional(),
    seen: z.array(box).optional(),
  }),
  z.strictObject({
    ...signed,
    subject: z.literal("missed"),
    after: z.int().min(0),
    filing,
    page: line,
    document,
    rows: z.array(fields).min(1),
  }),
  z.strictObject({
    ...signed,
    subject: z.literal("ticker"),
    filing,
    line,
    document: document.optional(),
    ...named,
    ticker: z.string(),
  }),
  z.strictObject({ ...signed, subject: z.literal("filer"), filing, politician: bioguide }),
  z.strictObject({
    ...signed,
    subject: z.literal("amendment"),
    filing,
    line: line.nullable(),
    document: document.optional(),
    ...named,
    supersedes: z.string().nullable(),
  }),
  z.strictObject({ ...signed, subject: z.literal("identity"), from: bioguide, to: bioguide }),
]);

/** Reads all decisions; none if there is no file. @throws {ConfigError} naming the line that is not a decision; no line is skipped. */
export async function readDecisions(file: string): Promise<Decisions> {
  const decisions: Decision[] = [];
  for (const [at, each] of (await readFileText(file)).split("\n").entries()) {
    if (each.trim() !== "") decisions.push(parseDecision(each, `Line ${at + 1} of ${file}`));
  }
  return new Decisions(decisions);
}

const OWNER_ONLY = 0o600;

/** Appends a decision and flushes it to disk. @throws {ConfigError} if it is not a valid decision. */
export async function appendDecision(file: string, decision: Decision): Promise<void> {
  const written = JSON.stringify(decision);
  parseDecision(written, "The decision");
  await mkdir(path.dirname(file), { recursive: true });
  const before = await readFileText(file);
  await appendFile(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${written}\n`, {
    flush: true,
    mode: OWNER_ONLY,
  });
  // An older release made the file world-readable, but a decision's author is private. Only the file's owner may change its mode.
  if ((await stat(file)).uid === process.getuid?.()) await chmod(file, OWNER_ONLY);
}

async function readFileText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new ConfigError(`The decisions in ${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function parseDecision(json: string, what: string): Decision {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new ConfigError(`${what} is not JSON.`, { cause });
  }
  const read = DecisionSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ConfigError(`${what} is not a valid decision: ${issue?.path.join(".") || "it"}: ${issue?.message}.`);
}
