/** Stand-in for disclosures-clerk.house.gov: the yearly index as a ZIP, the reports as PDFs, an IIS page for everything else. */

import { indexZip } from "./house-index.ts";
import type { Material } from "./material.ts";
import { type Answer, type Ask, file, html, type Site } from "./site.ts";

export function houseSite(material: Material): Site {
  return async (ask) => {
    if (ask.method !== "GET") return iisPage(405, "HTTP verb used to access this page is not allowed.");
    return (
      (await index(material, ask)) ?? (await document(material, ask)) ?? iisPage(404, "File or directory not found.")
    );
  };
}

async function index(material: Material, ask: Ask): Promise<Answer | null> {
  const year = /^\/public_disc\/financial-pdfs\/(\d{4})FD\.zip$/i.exec(ask.path)?.[1];
  const rows = year === undefined ? null : await material.house.index(Number(year));
  if (rows === null) return null;
  return file(ask, indexZip(Number(year), rows), "application/x-zip-compressed", material.modifiedAt);
}

async function document(material: Material, ask: Ask): Promise<Answer | null> {
  const [, folder, year, docId] =
    /^\/public_disc\/(ptr-pdfs|financial-pdfs)\/(\d{4})\/(\d{1,12})\.pdf$/i.exec(ask.path) ?? [];
  if (docId === undefined) return null;
  const name = folder?.toLowerCase() === "ptr-pdfs" ? "ptr-pdfs" : "financial-pdfs";
  const bytes = await material.house.document(name, Number(year), docId);
  return bytes && file(ask, bytes, "application/pdf", material.modifiedAt);
}

function iisPage(status: number, sentence: string): Answer {
  const body = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${status} - ${sentence}</title></head>
<body><div id="header"><h1>Server Error</h1></div>
<div id="content"><h2>${status} - ${sentence}</h2><h3>The resource you are looking for is not here.</h3></div></body></html>`;
  return html(status, body, { server: "Microsoft-IIS/10.0" });
}
