/** Stand-in for disclosures-clerk.house.gov: the yearly index as a ZIP, the reports as PDFs, an IIS page for everything else. */
import { createIndexZip } from "./house-index.ts";
import type { Material } from "./material.ts";
import { type Answer, createFileAnswer, type Site, type SiteRequest, toHtmlAnswer } from "./site.ts";

export function createHouseStandIn(material: Material): Site {
  return async (request) => {
    if (request.method !== "GET") return createIisPageAnswer(405, "HTTP verb used to access this page is not allowed.");
    return (
      (await createIndexAnswer(material, request)) ??
      (await createDocumentAnswer(material, request)) ??
      createIisPageAnswer(404, "File or directory not found.")
    );
  };
}

async function createIndexAnswer(material: Material, request: SiteRequest): Promise<Answer | null> {
  const year = /^\/public_disc\/financial-pdfs\/(\d{4})FD\.zip$/i.exec(request.path)?.[1];
  const rows = year === undefined ? null : await material.house.readIndex(Number(year));
  if (rows === null) return null;
  return createFileAnswer(
    request,
    createIndexZip(Number(year), rows),
    "application/x-zip-compressed",
    material.modifiedAt,
  );
}

async function createDocumentAnswer(material: Material, request: SiteRequest): Promise<Answer | null> {
  const [, folder, year, docId] =
    /^\/public_disc\/(ptr-pdfs|financial-pdfs)\/(\d{4})\/(\d{1,12})\.pdf$/i.exec(request.path) ?? [];
  if (docId === undefined) return null;
  const name = folder?.toLowerCase() === "ptr-pdfs" ? "ptr-pdfs" : "financial-pdfs";
  const bytes = await material.house.readDocument(name, Number(year), docId);
  return bytes && createFileAnswer(request, bytes, "application/pdf", material.modifiedAt);
}

function createIisPageAnswer(status: number, sentence: string): Answer {
  const body = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${status} - ${sentence}</title></head>
<body><div id="header"><h1>Server Error</h1></div>
<div id="content"><h2>${status} - ${sentence}</h2><h3>The resource you are looking for is not here.</h3></div></body></html>`;
  return toHtmlAnswer(status, body, { server: "Microsoft-IIS/10.0" });
}
