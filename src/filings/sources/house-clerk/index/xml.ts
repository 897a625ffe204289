/** Parses the Clerk's XML index: `<FinancialDisclosure>` with one `<Member>` per filing, whose fields are all text. */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { ParseError } from "../../../../base/errors.ts";
import { isObject } from "../../../../base/is-object.ts";

const FIELDS = ["Prefix", "Last", "First", "Suffix", "FilingType", "StateDst", "Year", "FilingDate", "DocID"] as const;

/** One filing as printed in the index; an empty element is an empty text. */
export interface IndexRow extends Readonly<Record<(typeof FIELDS)[number], string>> {
  /** Only in the index of 2012: `FD` or `PTR`. */
  readonly DisclosureType: string | null;
}

const ROOT = "FinancialDisclosure";
const ROW = "Member";
/** The longest text in real indexes is 60 characters long. */
const MAX_TEXT = 4000;

/**
 * Pure. @throws {ParseError} `xml_malformed` if the index is not UTF-8 or not well-formed; `xml_doctype` if it declares a
 * document type or an entity; `xml_unexpected_shape`, also for a tag or text longer than `MAX_TEXT`.
 */
export function readIndexXml(bytes: Uint8Array): readonly IndexRow[] {
  const xml = decodeUtf8(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) {
    throw new ParseError("xml_doctype", "The index declares a document type, which the Clerk's never does.");
  }
  checkTextLengths(xml);
  const valid = XMLValidator.validate(xml);
  if (valid !== true) {
    throw new ParseError("xml_malformed", `The index is not well-formed XML: line ${valid.err.line}, ${valid.err.msg}`);
  }
  const parser = new XMLParser({
    parseTagValue: false,
    ignoreAttributes: false,
    ignoreDeclaration: true,
    isArray: (name) => name === ROW,
  });
  const parsed: unknown = parser.parse(xml);
  const root = isObject(parsed) ? parsed[ROOT] : undefined;
  if (!isObject(parsed) || Object.keys(parsed).join() !== ROOT || root === undefined) {
    throw createShapeError(`<${ROOT}> was expected as the only root element`);
  }
  if (root === "") return [];
  const members = isObject(root) ? root[ROW] : undefined;
  if (!isObject(root) || Object.keys(root).join() !== ROW || !Array.isArray(members)) {
    throw createShapeError(`<${ROOT}> was expected to hold <${ROW}> only`);
  }
  return members.map(readRow);
}

function readRow(member: unknown, at: number): IndexRow {
  if (!isObject(member)) throw createShapeError(`<${ROW}> ${at + 1} holds no fields`);
  const readOptionalField = (name: string): string | null => {
    const value = member[name];
    if (value !== undefined && typeof value !== "string")
      throw createShapeError(`<${name}> of <${ROW}> ${at + 1} is repeated or is not plain text`);
    return value?.trim() ?? null;
  };
  const fields = FIELDS.map((name) => {
    const value = readOptionalField(name);
    if (value === null) throw createShapeError(`<${ROW}> ${at + 1} has no <${name}>`);
    return [name, value] as const;
  });
  const row = Object.fromEntries(fields) as Record<(typeof FIELDS)[number], string>;
  return { ...row, DisclosureType: readOptionalField("DisclosureType") };
}

/** Rejects overlong texts and tags before the parser spends time on them. */
function checkTextLengths(xml: string): void {
  for (let from = 0; from < xml.length; ) {
    const next = xml.indexOf("<", from + 1);
    const end = next < 0 ? xml.length : next;
    if (end - from > MAX_TEXT)
      throw createShapeError(`it has a tag or a text of ${end - from} characters, and at most ${MAX_TEXT} are read`);
    from = end;
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ParseError("xml_malformed", "The index is not UTF-8.", { cause: error });
  }
}

function createShapeError(what: string): ParseError {
  return new ParseError("xml_unexpected_shape", `The index does not have the expected structure: ${what}.`);
}
