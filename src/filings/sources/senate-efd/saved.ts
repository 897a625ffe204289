/** Recognizes pages and search responses of the Senate's site that a person saved. */
import path from "node:path";
import { createBlankFiling } from "../../../domain/printed-report.ts";
import type { FilingSource } from "../source.ts";
import { SENATE_EFD } from "./identity.ts";

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export const senateSaved: FilingSource["saved"] = {
  forms: ["a page of the Senate's site", "a response from the Senate's search (JSON)"],
  recognize(start, file) {
    if (/^(\xef\xbb\xbf)?\s*\{/.test(start)) return { kind: "list", year: null };
    if (!/^(\xef\xbb\xbf)?\s*</.test(start)) return null;
    const docId = findUuid(file, start);
    return docId === undefined
      ? { refused: "It is a page, but neither its name nor its folder's is the UUID of a Senate report." }
      : { kind: "document", docId };
  },
  findDocumentId: (start, name) =>
    /^\s*(\xef\xbb\xbf)?\s*<(!doctype|html|!--)/i.test(start) ? name.toLowerCase() : null,
  readOnePage: (start, name) =>
    start.startsWith("GIF8")
      ? {
          ...createBlankFiling({ source: SENATE_EFD, docId: name.toLowerCase() }),
          kind: "paper",
          pages: 1,
          images: [name],
        }
      : null,
  explainUnlisted: (docId) =>
    `No search response that has been fetched or imported lists the report ${docId}, and the page does not say who filed the report and when. Also import the search response (JSON) that lists the report.`,
};

/** Finds the UUID in the file's name, its folder's name, or the comment at the top. Browsers add this comment to saved pages. */
function findUuid(file: string, start: string): string | undefined {
  const remark = /<!--\s*saved from url=\S*/i.exec(start)?.[0] ?? "";
  for (const text of [path.basename(file), path.basename(path.dirname(path.resolve(file))), remark]) {
    const found = text.match(UUID)?.at(-1);
    if (found !== undefined) return found.toLowerCase();
  }
  return undefined;
}
