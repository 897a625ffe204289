/** The record of a trade's evidence as it goes over the wire. */

import { evidenceUrl } from "../../domain/evidence-url.ts";
import { FIELD_LABELS } from "../../evidence/alternative-text.ts";
import type { MadeEvidence } from "../../evidence/made-evidence.ts";

export function wireEvidence({ key, record }: MadeEvidence, baseUrl: string): object {
  const [first] = record.places;
  return {
    trade_id: record.tradeId,
    filing_id: record.filingId,
    source: record.source,
    line: record.line,
    page: first?.page ?? null,
    box: first?.box ?? null,
    places: record.places,
    words: record.words.map(({ field, text, certainty }) => ({ field, label: FIELD_LABELS[field], text, certainty })),
    html: record.html,
    alternative_text: record.alternativeText,
    picture: {
      url: `${evidenceUrl(baseUrl, record.tradeId)}?v=${key}`,
      width: record.width,
      height: record.height,
      pixel_ratio: 2,
    },
    original: { sha256: record.originalSha256, document_url: record.documentUrl },
  };
}
