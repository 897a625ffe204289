/**
 * Writes a Periodic Transaction Report of the House as its form generator has done since 2022: the same glyph ids, fonts, sizes, columns, sub-lines,
 * tick boxes and page breaks. Only the seal differs: it says that the report is fictional.
 */
import { measureWidthEm } from "./georgia.ts";
import { writePdf } from "./pdf-writer.ts";
import { createWhiteBitmap, drawWord } from "./pixel-text.ts";
import type { PtrForm } from "./ptr-form.ts";
import { drawSections } from "./ptr-sections.ts";
import { createSheets, SECTION_HEADING, type Sheets } from "./ptr-sheets.ts";
import { drawTable } from "./ptr-table.ts";

export function createHousePtr(form: PtrForm): Uint8Array {
  const { sheets, canvases } = createSheets();
  const first = sheets.canvas;
  drawFormHead(sheets, form);
  drawTable(sheets, form.rows);
  drawSections(sheets, form);
  const id = `Filing ID #${form.docId}`;
  first.drawText(729 - measureWidthEm(id) * 12, 11, id, { size: 12 });
  const seal = drawFictionalSeal();
  return writePdf(
    canvases.map((canvas) => canvas.toPdfPage(seal)),
    { Creator: "congress-trades sample data", Title: "Fictional sample, not a filing" },
    "Georgia",
  );
}

function drawFormHead(sheets: Sheets, form: PtrForm): void {
  const { canvas } = sheets;
  canvas.fillRectangle(0, 81, 739, 1, "#808080");
  canvas.fillRectangle(0, 104, 739, 1, "#808080");
  canvas.drawImage(44, 0, 72, 67);
  canvas.drawText(127.5, 46, "Periodic Transaction Report", {
    size: 28,
    weight: "bold",
    smallCapitals: true,
    spacing: 1.96,
  });
  const offices = [
    "Clerk of the House of Representatives",
    "Legislative Resource Center",
    "B81 Cannon Building",
    "Washington, DC 20515",
  ];
  canvas.drawText(63.3, 97, offices.join(" • "), { size: 12 });
  canvas.drawText(0, 144, "Filer Information", SECTION_HEADING);
  const facts = [
    ["Name:", form.filer],
    ["Status:", form.status],
    ["State/District:", form.stateDistrict],
  ] as const;
  facts.forEach(([label, value], index) => {
    canvas.drawText(0, 168 + 21 * index, label, { size: 13, weight: "bold" });
    canvas.drawText(103, 168 + 21 * index, value, { size: 13 });
  });
  canvas.drawText(0, 258, "Transactions", SECTION_HEADING);
  sheets.y = 270;
}

function drawFictionalSeal() {
  const seal = createWhiteBitmap(144, 134);
  drawWord(seal, 6, 30, 2, "FICTIONAL");
  drawWord(seal, 24, 70, 2, "SAMPLE");
  return seal;
}
