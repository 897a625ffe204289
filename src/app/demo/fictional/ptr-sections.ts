/** Draws the parts below the form's table: the note on codes, the accounts, public offerings, the signature. */

import type { PtrForm } from "./ptr-form.ts";
import { PAGE_END, SECTION_HEADING, type Sheets } from "./ptr-sheets.ts";

const CERTIFICATION = [
  " I CERTIFY that the statements I have made on the attached Periodic Transaction Report are true, complete, and correct to the best of",
  "my knowledge and belief. Further, I CERTIFY that I have disclosed all transactions as required by the STOCK Act.",
];

export function drawSections(sheets: Sheets, form: PtrForm): void {
  move(sheets, 16, 0);
  const note = { size: 11 };
  const wide = sheets.canvas.text(
    5,
    sheets.y,
    "* For the complete list of asset type abbreviations, please visit ",
    note,
  );
  const address = "https://fd.house.gov/reference/asset-type-codes.aspx";
  const linked = sheets.canvas.text(5 + wide, sheets.y, address, { ...note, color: "#0000ee" });
  sheets.canvas.text(5 + wide + linked, sheets.y, ".", note);
  drawVehicles(sheets, form);
  move(sheets, 41, 28);
  sheets.canvas.text(0, sheets.y, "Initial Public Offerings", SECTION_HEADING);
  move(sheets, 28, 0);
  sheets.canvas.radio(5, sheets.y - 13, false);
  sheets.canvas.text(21, sheets.y, " Yes ", { size: 12 });
  sheets.canvas.radio(50, sheets.y - 13, true);
  sheets.canvas.text(66.2, sheets.y, " No", { size: 12 });
  drawSignature(sheets, form);
}

/** The accounts named in the rows, each once, as the form repeats them. */
function drawVehicles(sheets: Sheets, form: PtrForm): void {
  const vehicles = new Set(form.rows.flatMap((row) => row.subholding ?? []));
  if (vehicles.size === 0) return;
  move(sheets, 41, 32);
  sheets.canvas.text(0, sheets.y, "Investment Vehicle Details", SECTION_HEADING);
  move(sheets, 8, 0);
  for (const vehicle of vehicles) {
    move(sheets, 24, 0);
    sheets.canvas.text(29, sheets.y, vehicle, { size: 12 });
  }
  move(sheets, 17, 0);
}

function drawSignature(sheets: Sheets, form: PtrForm): void {
  move(sheets, 42, 67);
  sheets.canvas.text(0, sheets.y, "Certification and Signature", SECTION_HEADING);
  move(sheets, 28, 0);
  sheets.canvas.tickBox(4, sheets.y - 13, true);
  CERTIFICATION.forEach((line, index) => {
    sheets.canvas.text(index === 0 ? 20 : 0, sheets.y + 14 * index, line, { size: 12 });
  });
  move(sheets, 39, 0);
  const label = "Digitally Signed: ";
  const wide = sheets.canvas.text(0, sheets.y, label, { size: 12, weight: "bold" });
  sheets.canvas.text(wide, sheets.y, `${form.filer} , ${form.signedDate}`, { size: 12 });
}

/** Moves down, or to a new page when the next part (`needs` more below it) does not fit. */
function move(sheets: Sheets, by: number, needs: number): void {
  sheets.y += by;
  if (sheets.y + needs <= PAGE_END) return;
  sheets.newPage();
  sheets.y = 20;
}
