/** Draws the parts below the form's table: the note on codes, the accounts, public offerings, the signature. */
import type { PtrForm } from "./ptr-form.ts";
import { PAGE_END, SECTION_HEADING, type Sheets } from "./ptr-sheets.ts";

const CERTIFICATION = [
  " I CERTIFY that the statements I have made on the attached Periodic Transaction Report are true, complete, and correct to the best of",
  "my knowledge and belief. Further, I CERTIFY that I have disclosed all transactions as required by the STOCK Act.",
];

export function drawSections(sheets: Sheets, form: PtrForm): void {
  advanceCursor(sheets, 16, 0);
  const note = { size: 11 };
  const textWidth = sheets.canvas.drawText(
    5,
    sheets.y,
    "* For the complete list of asset type abbreviations, please visit ",
    note,
  );
  const address = "https://fd.house.gov/reference/asset-type-codes.aspx";
  const linkWidth = sheets.canvas.drawText(5 + textWidth, sheets.y, address, { ...note, color: "#0000ee" });
  sheets.canvas.drawText(5 + textWidth + linkWidth, sheets.y, ".", note);
  drawInvestmentVehicles(sheets, form);
  advanceCursor(sheets, 41, 28);
  sheets.canvas.drawText(0, sheets.y, "Initial Public Offerings", SECTION_HEADING);
  advanceCursor(sheets, 28, 0);
  sheets.canvas.drawRadio(5, sheets.y - 13, false);
  sheets.canvas.drawText(21, sheets.y, " Yes ", { size: 12 });
  sheets.canvas.drawRadio(50, sheets.y - 13, true);
  sheets.canvas.drawText(66.2, sheets.y, " No", { size: 12 });
  drawSignature(sheets, form);
}

/** Draws a list of all accounts that the form's rows name, each account once. Draws nothing if no row names an account. */
function drawInvestmentVehicles(sheets: Sheets, form: PtrForm): void {
  const vehicles = new Set(form.rows.flatMap((row) => row.subholding ?? []));
  if (vehicles.size === 0) return;
  advanceCursor(sheets, 41, 32);
  sheets.canvas.drawText(0, sheets.y, "Investment Vehicle Details", SECTION_HEADING);
  advanceCursor(sheets, 8, 0);
  for (const vehicle of vehicles) {
    advanceCursor(sheets, 24, 0);
    sheets.canvas.drawText(29, sheets.y, vehicle, { size: 12 });
  }
  advanceCursor(sheets, 17, 0);
}

function drawSignature(sheets: Sheets, form: PtrForm): void {
  advanceCursor(sheets, 42, 67);
  sheets.canvas.drawText(0, sheets.y, "Certification and Signature", SECTION_HEADING);
  advanceCursor(sheets, 28, 0);
  sheets.canvas.drawTickBox(4, sheets.y - 13, true);
  CERTIFICATION.forEach((line, index) => {
    sheets.canvas.drawText(index === 0 ? 20 : 0, sheets.y + 14 * index, line, { size: 12 });
  });
  advanceCursor(sheets, 39, 0);
  const label = "Digitally Signed: ";
  const textWidth = sheets.canvas.drawText(0, sheets.y, label, { size: 12, weight: "bold" });
  sheets.canvas.drawText(textWidth, sheets.y, `${form.filer} , ${form.signedDate}`, { size: 12 });
}

/** Moves the cursor down by `by`, or to a new page if fewer than `needs` pixels would then remain. */
function advanceCursor(sheets: Sheets, by: number, needs: number): void {
  sheets.y += by;
  if (sheets.y + needs <= PAGE_END) return;
  sheets.addPage();
  sheets.y = 20;
}
