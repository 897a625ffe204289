/** Recognizes documents of the Clerk that a person saved. */
import path from "node:path";
import type { FilingSource } from "../source.ts";

export const houseSaved: FilingSource["saved"] = {
  forms: ["a PDF", "an index (ZIP)"],
  recognize(start, file) {
    const name = path.basename(file);
    if (start.startsWith("PK")) {
      const year = /^(20\d\d)FD\b/i.exec(name)?.[1];
      return year === undefined
        ? { refused: "It is a ZIP archive, but its name does not begin like that of a House Clerk index (2026FD.zip)." }
        : { kind: "list", year: Number(year) };
    }
    if (!isPdf(start)) return null;
    const docId = /^(\d{4,12})\b/.exec(name)?.[1];
    return docId === undefined
      ? { refused: "It is a PDF, but its name does not begin with a House Clerk DocID, as 20024542.pdf does." }
      : { kind: "document", docId };
  },
  findDocumentId: (start, name) => (isPdf(start) ? name : null),
  explainUnlisted: (docId) =>
    `No index that has been fetched or imported lists the DocID ${docId}. Also import the index of its year, e.g. 2026FD.zip.`,
};

function isPdf(start: string): boolean {
  return start.includes("%PDF-");
}
