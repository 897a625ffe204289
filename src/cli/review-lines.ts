/** `review accept | correct | reject | ticker`: decisions on one line of a filing. */
import type { Config } from "../config.ts";
import type { LineDecision } from "../domain/decision.ts";
import { canonicalSymbol } from "../domain/symbol.ts";
import { ConfigError } from "../errors.ts";
import { stated } from "../normalise/assets.ts";
import { decidableFields, withDecisions } from "../normalise/decided.ts";
import { splitAsset } from "../sources/house-clerk/form/asset.ts";
import type { RawFiling, RawTransaction } from "../sources/source.ts";
import { atDesk, type Desk, type Signature, type Subject } from "./review-desk.ts";
import { checkFields, type DecidedValues, fieldName, missingFields, readSettings } from "./review-fields.ts";
import { readReviewId } from "./review-id.ts";

interface Line {
  readonly subject: Subject;
  readonly raw: RawFiling;
  /** Digest of the document that was read. */
  readonly document: string;
  readonly line: number;
  /** As it was read and decided until now; null where its reader could not part it into fields. */
  readonly seen: RawTransaction | null;
}

/** Rejections of a line that are another matter than what it says. */
const OTHER_MATTERS: readonly string[] = ["filer_not_a_member", "page_not_whole"];

/** The best readings stand. */
export function acceptLine(config: Config, id: string, signature: Signature): Promise<number> {
  return atDesk(config, signature, async (desk) => {
    const line = await lineOf(desk, id);
    if (line.seen === null) {
      throw new ConfigError(`Nothing was read of ${id}: \`review correct\` it with all of its fields, or reject it.`);
    }
    await takeLine(desk, id, line, "accept", bestReadings(line.seen));
  });
}

/** The fields given stand, and the best readings of the others. */
export function correctLine(
  config: Config,
  id: string,
  { set, ...signature }: Signature & { readonly set: readonly string[] },
): Promise<number> {
  return atDesk(config, signature, async (desk) => {
    const line = await lineOf(desk, id);
    const given = readSettings(set, line.raw.source);
    const read = line.seen === null ? {} : bestReadings(line.seen);
    const named = given.asset === undefined ? {} : { ticker: splitAsset(given.asset).ticker ?? "" };
    await takeLine(desk, id, line, "correct", { ...read, ...named, ...given });
  });
}

/** It is no transaction. */
export function rejectLine(config: Config, id: string, signature: Signature): Promise<number> {
  return atDesk(config, signature, async (desk) => {
    const line = await lineOf(desk, id);
    await desk.settle(line.subject, decisionOn(desk, line, "reject", {}));
  });
}

/** The security that a line without a ticker names; `none` for none. What is filed stays as filed. */
export function setTicker(config: Config, id: string, symbol: string, signature: Signature): Promise<number> {
  const ticker = symbol.toLowerCase() === "none" ? "" : canonicalSymbol(symbol);
  if (ticker === null) throw new ConfigError(`SYMBOL must be a symbol like AAPL or BRK.B, or none, not "${symbol}".`);
  return atDesk(config, signature, async (desk) => {
    const { subject, line, seen } = await lineOf(desk, id);
    const filed = stated(seen?.tickers[0] ?? seen?.ticker);
    if (seen === null) throw new ConfigError(`Nothing was read of ${id}; \`review correct\` it first.`);
    if (filed !== null) throw new ConfigError(`${id} is filed with the ticker "${filed}", which stays as filed.`);
    await desk.settle(subject, { ...desk.signature, subject: "ticker", filing: subject.filing.id, line, ticker });
  });
}

/** @throws {ConfigError} when the filing has no such line. */
async function lineOf(desk: Desk, id: string): Promise<Line> {
  const named = readReviewId(id);
  if (named.kind !== "line") throw new ConfigError(`"${id}" is no line; a line's id is like txn_h8217343_03.`);
  const subject = await desk.subject(named.filing);
  const { raw, filing } = subject;
  if (raw === null || filing.documentSha256 === null) {
    throw new ConfigError(`${filing.id} has not been read (${filing.state}), so nothing can be said of its lines.`);
  }
  const { line } = named;
  const decisions = desk.reference.decisions.of(filing.id);
  const settled = withDecisions(raw, decisions, filing.documentSha256, splitAsset);
  const seen = [settled, raw].flatMap(({ transactions }) => transactions).find((each) => each.line === line) ?? null;
  if (seen === null && !raw.rejected.some((each) => each.line === line)) {
    const lines = raw.transactions.length + raw.rejected.length;
    throw new ConfigError(`${filing.id} has ${lines} lines, and none of the number ${line}.`);
  }
  return { subject, raw, document: filing.documentSha256, line, seen };
}

/** The fields of the line as far as they were read; a blank owner is none, an asset's cell names its ticker. */
function bestReadings(line: RawTransaction): DecidedValues {
  const fields = decidableFields(line);
  if (line.scan === undefined) return fields;
  const asset = line.assetCell || fields.asset;
  const doubted = line.scan.uncertain.filter((field) => fields[field] === "");
  const known = Object.entries(fields).filter(([field]) => !doubted.some((each) => each === field));
  return { ...Object.fromEntries(known), asset, ticker: fields.ticker || (splitAsset(asset).ticker ?? "") };
}

/** @throws {ConfigError} naming fields of which nothing is known or that cannot be, or why the line could not be published all the same. */
async function takeLine(
  desk: Desk,
  id: string,
  line: Line,
  verdict: "accept" | "correct",
  fields: DecidedValues,
): Promise<void> {
  const doubted = line.seen?.scan?.uncertain.filter((field) => fields[field] === undefined) ?? [];
  const missing = [...new Set([...missingFields(fields), ...doubted])].map(fieldName);
  if (missing.length > 0) {
    throw new ConfigError(
      `Of ${id} nothing was read in ${missing.join(", ")}: \`review correct ${id} --set ${missing[0]}=...\`.`,
    );
  }
  checkFields(fields, line.raw.source);
  const decision = decisionOn(desk, line, verdict, fields);
  const outcome = desk.outcomeWith(line.subject, decision);
  const rejected = outcome?.rejected.find((each) => each.line === line.line);
  if (rejected !== undefined && !OTHER_MATTERS.includes(rejected.reason)) {
    throw new ConfigError(`${id} would be rejected all the same, ${rejected.reason}: ${rejected.text}`);
  }
  await desk.settle(line.subject, decision);
  if (rejected !== undefined) process.stdout.write(`${id} goes on waiting: ${rejected.reason}.\n`);
}

function decisionOn(
  { signature }: Desk,
  { subject, line, seen, document }: Line,
  verdict: LineDecision["verdict"],
  fields: DecidedValues,
): LineDecision {
  const page = seen?.page ?? null;
  const place = seen?.scan === undefined || page === null ? undefined : { page, box: seen.scan.row.box };
  return { ...signature, subject: "line", filing: subject.filing.id, line, document, place, verdict, fields };
}
