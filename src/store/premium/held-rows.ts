/** Stores publications that wait for a person's approval. Their filings stay unchanged until approval or a newer document. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { NotFoundError } from "../../base/errors.ts";
import { splitIntoChunks } from "../../base/pause.ts";
import type { FilingState } from "../../domain/filing.ts";
import { parseReason, type Reason } from "../../domain/reason.ts";
import type { Trade } from "../../domain/trade.ts";
import type { FilingOutcome, HeldPublication, Publication } from "../publication.ts";
import type { Writing } from "../schema.ts";

const ROWS_AT_ONCE = 500;

/** States of filings without published data. The document of such a filing may already be recorded. */
const UNREAD_STATES: readonly string[] = ["pending", "missing_document", "withdrawn"] satisfies readonly FilingState[];

/** A held publication as parsed from JSON. `at` is text. `outcomes` may have the format of an older release. */
type PublicationText = Omit<Publication, "at" | "outcomes"> & {
  readonly at: string;
  readonly outcomes: readonly HeldOutcome[];
};

/** Removes outcomes of held filings unless read from a newer document. Filings with such a document leave `held_filings`. */
export async function filterOutHeldOutcomes(transaction: Writing, publication: Publication): Promise<Publication> {
  const rows = await transaction
    .selectFrom("held_filings as h")
    .innerJoin("filings as f", "f.id", "h.filing_id")
    .select(["h.filing_id", "h.document_sha256 as held", "f.document_sha256 as published", "f.state"])
    .execute();
  const waiting = new Map(
    rows.map(({ filing_id, held, published, state }) => [
      filing_id,
      UNREAD_STATES.includes(state) ? [held] : [held, published],
    ]),
  );
  const outcomes = publication.outcomes.filter(({ filingId, documentSha256 }) => {
    const heldDocuments = waiting.get(filingId);
    return heldDocuments === undefined || (documentSha256 !== undefined && !heldDocuments.includes(documentSha256));
  });
  const replaced = outcomes.map(({ filingId }) => filingId).filter((id) => waiting.has(id));
  await deleteHeldFilings(transaction, replaced);
  return { ...publication, outcomes };
}

async function deleteHeldFilings(transaction: Writing, filings: readonly string[]): Promise<void> {
  const touched = new Set<number>();
  for (const chunk of splitIntoChunks(filings, ROWS_AT_ONCE)) {
    const rows = await transaction
      .deleteFrom("held_filings")
      .where("filing_id", "in", chunk)
      .returning("held_id")
      .execute();
    for (const { held_id } of rows) touched.add(held_id);
  }
  if (touched.size === 0) return;
  await transaction
    .deleteFrom("held_publications")
    .where("id", "in", [...touched])
    .where("id", "not in", (held) => held.selectFrom("held_filings").select("held_id"))
    .execute();
}

/** Stores a publication until a person approves or rejects it. Its filings must not be in another held publication. */
export async function holdPublication(
  transaction: Writing,
  publication: Publication,
  reason: string,
): Promise<HeldPublication> {
  const { id } = await transaction
    .insertInto("held_publications")
    .values({
      held_at: publication.at.getTime(),
      reason,
      publication: zstdCompressSync(JSON.stringify(publication)),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const toHeldRow = ({ filingId, documentSha256 }: FilingOutcome) => ({
    filing_id: filingId,
    held_id: id,
    document_sha256: documentSha256 ?? null,
  });
  for (const chunk of splitIntoChunks(publication.outcomes, ROWS_AT_ONCE)) {
    await transaction.insertInto("held_filings").values(chunk.map(toHeldRow)).execute();
  }
  return { id, heldAt: publication.at, reason };
}

/** A held outcome. Older releases stored its reason as one text: `code: sentence`, or only the sentence. */
type HeldOutcome = Omit<FilingOutcome, "reason"> & { readonly reason: Reason | string | null };

function upgradeHeldOutcome({ reason, ...outcome }: HeldOutcome): FilingOutcome {
  const trades = outcome.trades.map((trade) => ({
    ...trade,
    // Older releases stored no `filedDate`; the `disclosureDate` that they stored was the filing date.
    filedDate: (trade as Partial<Trade>).filedDate ?? trade.disclosureDate,
  }));
  return { ...outcome, reason: typeof reason === "string" ? parseReason(reason, outcome.state) : reason, trades };
}

/** Deletes a held publication; returns it without filings that were since read from a newer document. @throws {NotFoundError} */
export async function takeHeldPublication(transaction: Writing, id: number): Promise<Publication> {
  const rows = await transaction.selectFrom("held_filings").select("filing_id").where("held_id", "=", id).execute();
  const waiting = new Set(rows.map((row) => row.filing_id));
  const held = await transaction
    .deleteFrom("held_publications")
    .where("id", "=", id)
    .returning("publication")
    .executeTakeFirst();
  if (held === undefined) {
    throw new NotFoundError("held_publication_not_found", `There is no held publication ${id}.`);
  }
  const publication = JSON.parse(zstdDecompressSync(held.publication).toString()) as PublicationText;
  const outcomes = publication.outcomes.filter(({ filingId }) => waiting.has(filingId)).map(upgradeHeldOutcome);
  return { ...publication, outcomes, at: new Date(publication.at) };
}
