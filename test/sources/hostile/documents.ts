/** Files that pretend to be a House document: PDFs that attack their reader. */
import { deflateSync } from "node:zlib";
import { createRandomSource } from "../../../src/app/demo/fictional/chance.ts";
import { createHousePtr } from "../../../src/app/demo/fictional/house-ptr.ts";
import { writePdf } from "../../../src/app/demo/fictional/pdf-writer.ts";
import type { IsoDate } from "../../../src/domain/dates.ts";
import { getSource } from "../../../src/filings/sources/all.ts";
import { drawListedRow } from "../../upstream/fictional/house-rows.ts";
import { createHostileFiles } from "./hostile-file.ts";

const ID = "20999999";
const createReport = (docId: string): Buffer =>
  Buffer.from(
    createHousePtr({
      docId,
      filer: "Hon. Fictional Sampleton",
      status: "Member",
      stateDistrict: "CA11",
      signedDate: "03/04/2025",
      rows: Array.from({ length: 30 }, (_, at) =>
        drawListedRow(createRandomSource(`hostile ${at}`), "2025-03-04" as IsoDate),
      ),
    }),
  );
const report = createReport(ID);

/** Writes a PDF with these objects. The first one is the catalog. */
function createPdf(objects: readonly (string | Buffer)[], trailer = ""): Buffer {
  const parts = [Buffer.from("%PDF-1.4\n")];
  let at = parts[0]?.length ?? 0;
  const table = objects.map((object, number) => {
    const part = Buffer.concat([Buffer.from(`${number + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]);
    parts.push(part);
    at += part.length;
    return `${String(at - part.length).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table.join("")}trailer<</Size ${size}/Root 1 0 R${trailer.replaceAll("@", String(at))}>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function createStream(content: Buffer | string, about = ""): Buffer {
  return Buffer.concat([
    Buffer.from(`<</Length ${content.length}${about}>>stream\n`),
    Buffer.from(content),
    Buffer.from("\nendstream"),
  ]);
}

const CATALOG = "<</Type/Catalog/Pages 2 0 R>>";
const TREE = "<</Type/Pages/Count 1/Kids[3 0 R]>>";
const createPage = (resources = ""): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<${resources}>>>>`;
const createDrawing = (content: string | Buffer, resources = "", ...more: readonly (string | Buffer)[]): Buffer =>
  createPdf([
    CATALOG,
    TREE,
    createPage(resources),
    typeof content === "string" ? createStream(content) : content,
    ...more,
  ]);
const createFont = (about: string): string => `/Font<</F0<</Type/Font/Subtype/Type1/BaseFont/Georgia ${about}>>>>`;
const show = "BT /F0 9 Tf 50 700 Td (x) Tj ET";

const REFUSED = /^(?:pdf|reader)_/;

export const HOSTILE_DOCUMENTS = createHostileFiles(
  getSource("house-clerk").read.document,
  { docId: ID },
  {
    "a PDF of 0 bytes": [/^pdf_empty$/, () => ""],
    "a web page instead of a PDF": [/^pdf_not_a_pdf$/, () => "<!DOCTYPE html><title>Maintenance</title>"],
    "a truncated report": [/^pdf_truncated$/, () => report.subarray(0, report.length / 2)],
    "a report without its middle": [
      /^pdf_damaged$/,
      () => Buffer.concat([report.subarray(0, 9000), report.subarray(9400)]),
    ],
    "a report with zeros in the middle": [/^pdf_damaged$/, () => Buffer.from(report).fill(0, 9000, 9300)],
    "another member's report": [/^pdf_wrong_document$/, () => createReport("20999998")],
    "a PDF that needs a password": [
      /^pdf_encrypted$/,
      () =>
        createPdf(
          [CATALOG, TREE, createPage(), createStream("q Q")],
          `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<${"0".repeat(64)}>/U<${"0".repeat(64)}>>>/ID[<00><00>]`,
        ),
    ],
    "a PDF of 10,000 pages": [
      /^pdf_too_large$/,
      () =>
        writePdf(
          Array.from({ length: 10_000 }, () => ({ width: 612, height: 792, content: "q Q" })),
          {},
        ),
    ],
    "a font that is a program": [
      REFUSED,
      () =>
        createDrawing(
          show,
          createFont("/FontMatrix[1 0 0 1 0 (0\\); process.exit\\(7\\); //)]/FirstChar 0/LastChar 1/Widths[1 1]"),
        ),
    ],
    "a cross-reference table that points to itself": [
      REFUSED,
      () => createPdf([CATALOG, TREE, createPage(), createStream("q Q")], "/Prev @"),
    ],
    "a page tree that contains itself": [REFUSED, () => createPdf([CATALOG, "<</Type/Pages/Count 1/Kids[2 0 R]>>"])],
    "a page tree 20,000 deep": [
      REFUSED,
      () =>
        createPdf([
          CATALOG,
          ...Array.from({ length: 20_000 }, (_, at) => `<</Type/Pages/Count 1/Kids[${at + 3} 0 R]>>`),
          "<</Type/Page/MediaBox[0 0 1 1]>>",
        ]),
    ],
    "a page tree that claims two billion pages": [
      REFUSED,
      () => createPdf([CATALOG, "<</Type/Pages/Count 2000000000/Kids[3 0 R]>>", createPage(), createStream("q Q")]),
    ],
    "a stream whose length refers to the stream itself": [
      REFUSED,
      () => createPdf([CATALOG, TREE, createPage(), "<</Length 4 0 R>>stream\nq Q\nendstream"]),
    ],
    "a stream that unpacks to 500 MB": [
      /^pdf_too_large$/,
      () => createDrawing(createStream(deflateSync(Buffer.alloc(500_000_000, 32)), "/Filter/FlateDecode")),
    ],
    "a stream compressed three times": [
      /^pdf_too_large$/,
      () =>
        createDrawing(
          createStream(
            deflateSync(deflateSync(deflateSync(Buffer.alloc(300_000_000)))),
            "/Filter[/FlateDecode/FlateDecode/FlateDecode]",
          ),
        ),
    ],
    "a stream of run lengths that unpacks to 1 GB": [
      REFUSED,
      () =>
        createDrawing(
          createStream(
            deflateSync(Buffer.alloc(16_000_000, Buffer.from([129, 32]))),
            "/Filter[/FlateDecode/RunLengthDecode]",
          ),
        ),
    ],
    "a form that draws itself": [
      REFUSED,
      () =>
        createDrawing(
          "/X Do",
          "/XObject<</X 5 0 R>>",
          createStream("/X Do /X Do", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>"),
        ),
    ],
    "forms that double ten times and more": [
      REFUSED,
      () =>
        createDrawing(
          "/X Do",
          "/XObject<</X 5 0 R>>",
          ...Array.from({ length: 30 }, (_, at) =>
            createStream(
              "/X Do /X Do",
              `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${at + 6} 0 R>>>>`,
            ),
          ),
          createStream("0 0 1 1 re f", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]"),
        ),
    ],
    "five million saved states": [REFUSED, () => createDrawing("q ".repeat(5_000_000))],
    "a million drawing operators": [REFUSED, () => createDrawing("0 0 1 1 re f ".repeat(1_000_000))],
    "a list nested a million deep": [REFUSED, () => createDrawing("[".repeat(1_000_000))],
    "a dictionary nested 100,000 deep": [
      REFUSED,
      () => createPdf([CATALOG, TREE, createPage(), "<</A".repeat(100_000)]),
    ],
    "an image of ten billion pixels": [
      REFUSED,
      () =>
        createDrawing(
          `/I Do ${show}`,
          "/XObject<</I 5 0 R>>",
          createStream(
            "x",
            "/Type/XObject/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceRGB",
          ),
        ),
    ],
    "a JPEG 2000 image of random bytes": [
      REFUSED,
      () =>
        createDrawing(
          `/I Do ${show}`,
          "/XObject<</I 5 0 R>>",
          createStream(Buffer.alloc(100_000, 0xff), "/Type/XObject/Subtype/Image/Width 9/Height 9/Filter/JPXDecode"),
        ),
    ],
    "a page without a size": [
      REFUSED,
      () =>
        createPdf([CATALOG, TREE, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 0 0]/Contents 4 0 R>>", createStream(show)]),
    ],
    "a script that opens with the document": [
      REFUSED,
      () =>
        createPdf([
          "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>",
          TREE,
          createPage(),
          createStream("q Q"),
        ]),
    ],
    "a missing catalog": [REFUSED, () => createPdf(["<</Type/Nothing>>"])],
  },
);
