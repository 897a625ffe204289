/**
 * The catalogue of stable codes for errors, for the reasons stored with filings and sources, and for rejected lines. All codes
 * are in one table so that an unknown code does not compile. `node test/docs/codes-page.ts` writes docs/codes.md from it.
 */

const SITE_ANSWERS = {
  blocked: "A site or price provider refuses our requests.",
  rate_limited: "A site or price provider asks for fewer requests.",
  server_error: "A site or price provider answered with status 500 or above.",
  unexpected_status: "A site answered with an unexpected status.",
  network: "A site or price provider cannot be reached.",
  timeout: "A site or price provider did not answer in time.",
  truncated: "The response of a site or price provider is truncated.",
  too_large: "The response of a site or price provider is larger than the limit.",
  unexpected_encoding: "The response of a site or price provider uses a compression that was not requested.",
  unexpected_page: "A site returned a different page from the one requested.",
  unexpected_address: "A page leads to another host, so no request is sent there.",
  foreign_address:
    "A document's stored address, for example from someone else's backup, is not on its source's site, so no request is sent there.",
  maintenance: "The site says it is out of service.",
  missing_document: "A list names a document that the site does not have.",
  missing_page_image: "A page image of a paper report is missing, at the site or among the stored originals.",
  agreement_refused: "The Senate's site rejected the submitted agreement form.",
  session_refused: "The Senate's site asks for the agreement again after it was accepted.",
  browser_failed: "The browser of `SENATE_EFD_BROWSER` cannot be started.",
  closed: "The connections to the sites were closed while a request was waiting.",
  not_kept: "`rebuild` needs a document whose original is not stored.",
  no_progress: "A source made no progress for a long time and was abandoned for this run.",
  unexpected_error: "A source failed unexpectedly.",
} as const;

const LISTS = {
  archive_not_a_zip: "The House's index is not a ZIP archive.",
  archive_truncated: "The archive of the House's index is truncated.",
  archive_damaged: "The archive of the House's index does not unpack to its stated size or checksum.",
  archive_encrypted: "The archive of the House's index is encrypted.",
  archive_too_large: "The archive of the House's index is larger than the limit.",
  archive_unexpected_entries: "The archive of the House's index does not contain exactly the one expected file.",
  xml_malformed: "The House's index is not well-formed XML in UTF-8.",
  xml_doctype: "The House's index declares a document type.",
  xml_unexpected_shape: "The House's index has an unknown structure.",
  index_no_rows: "The House's index of a year lists no filing.",
  search_unknown_shape: "The Senate's search answered in an unknown format.",
  search_unknown_row: "A row of the Senate's search does not link to a report.",
  search_overlaps: "Two pages of the Senate's search list the same report, so another may be missing.",
  search_incomplete: "The Senate's search returned fewer or more rows than the total it reported.",
  search_too_long: "The Senate's search of a year does not end, or lists impossibly many reports.",
  search_unknown_year: "A saved answer of the Senate's search does not say its year.",
  fewer_than_before: "A list, such as the list of members, has far fewer entries than before.",
  more_than_possible: "A list names impossibly many filings and is rejected as a whole.",
  no_reports: "A source lists no filing for any year.",
  listed_for_several:
    "A list names several people for the document, and the document does not say which of them filed it.",
  not_listed: "No list names the document, or none does any longer.",
} as const;

const PDF_DOCUMENTS = {
  pdf_empty: "The file is empty.",
  pdf_not_a_pdf: "The file does not begin like a PDF.",
  pdf_truncated: "The file ends before the end mark of a PDF.",
  pdf_damaged: "The PDF is damaged: it cannot be opened or drawn, or its pages or rows do not fit together.",
  pdf_encrypted: "The PDF opens only with a password.",
  pdf_too_large: "The PDF is larger than the limit.",
  pdf_no_such_page: "The PDF does not have the requested page.",
  pdf_wrong_document: "The number printed on the report differs from the one in the official list.",
  pdf_wrong_member: "The filer or seat printed on the report differs from the official list.",
  pdf_no_rows: "The report's table of transactions has no rows.",
  pdf_unknown_layout: "The report's layout is not that of a known form.",
} as const;

const HTML_DOCUMENTS = {
  html_empty: "The page is empty.",
  html_too_large: "The page is larger than the limit.",
  html_encoding: "The page is not UTF-8.",
  html_truncated: "The page is incomplete.",
  html_not_a_report: "The page is not one of the site's reports.",
  html_agreement_page: "The page is the site's agreement form, not a report.",
  html_search_form: "The page is the search form.",
  html_block_page: "The page says that access is refused.",
  html_maintenance_page: "The page is a maintenance notice.",
  html_no_heading: "The report has no heading.",
  html_no_table: "The report does not have exactly one table of transactions.",
  html_unknown_columns: "The table of transactions has unknown columns.",
  html_numbers_repeat: "Two rows of the table have the same row number.",
  html_totals_missing: "The report does not show its number of transactions.",
  html_totals_differ: "The rows do not add up to the report's printed totals.",
  html_wrong_document: "The filer, filing date or title printed on the report differs from the official list.",
  paper_too_long: "A paper report lists more page images than the limit.",
} as const;

const READING = {
  image_unknown_format: "A page image is not a GIF.",
  image_damaged: "A page image is damaged.",
  image_too_large: "A page image has more pixels than the limit.",
  ocr_failed: "The OCR engine failed on a page.",
  reader_timeout: "Reading took too long and will be retried.",
  reader_memory: "Reading took too much memory and will be retried.",
  reader_crashed: "The reader's process ended or could not be reached; reading will be retried.",
  reader_failed: "The reader failed unexpectedly; reading will be retried.",
  reader_unavailable:
    "The reader could not start or lacks a module, for example during an update; the document waits for the next run.",
  reader_closed: "Reading was stopped because the program is shutting down.",
  other: "A page could not be read, and the stored reason has no code.",
} as const;

const WAITING_FILINGS = {
  uncertain_rows: "Some lines of a scan have uncertain fields.",
  owner_unread: "The owner of some published lines could not be read.",
  notification_unread: "The notification day of some published trades could not be read.",
  unknown_page: "A page is of a kind that cannot be read.",
  attachment_unread: 'No row was read, but a form has a note other than "nothing to report".',
  page_beside_form: "Next to an empty form there is a letter or another form that may report transactions.",
  no_form: "The document has only correspondence or blank pages.",
  deleted_rows: "Every row of the report is marked as deleted and withdraws a row of another report.",
  no_usable_row: "None of the report's rows could be used.",
  reviewed_pages:
    "A person entered pages of the report, confirmed them as read, or found that they have no transaction.",
} as const;

/** Reasons for not publishing a line. The meaning of a reason never changes. */
export const REJECTIONS = {
  filer_not_a_member: "The filer could not be matched to exactly one member of Congress.",
  deleted: "The filer marked the row as deleted.",
  rejected_in_review: "A person decided that the line is not a transaction.",
  duplicate_line: "The report has another line with the same number.",
  uncertain: "A field of a scanned line could not be read with certainty.",
  page_not_whole: "The line is on or after a page that could not be read, so the line's number is unknown.",
  no_disclosure_date: "Neither the list nor the document says when the report was filed.",
  date_unreadable: "The transaction date is invalid, such as February 30.",
  transaction_before_2008: "The transaction date is before 2008.",
  transaction_after_filing: "The transaction date is after the filing date.",
  amount_unreadable: "The amount is neither a known range nor an exact sum.",
  transaction_type_missing: "The line does not say what kind of transaction it is.",
  asset_missing: "The line does not name an asset.",
  unknown_row_id: "House form: the row's number is not a number.",
  unknown_owner: "House form: the owner is not a known code.",
  no_asset: "House form: the row has no asset.",
  no_asset_class: "House form: the asset has no type, although the form prints one for every asset.",
  no_transaction_type: "House form: the row has no transaction type.",
  unknown_transaction_type: "House form: the transaction type is not recognized.",
  no_transaction_date: "House form: the row has no transaction date.",
  unreadable_transaction_date: "House form: the transaction date is not formatted as a date.",
  unreadable_notification_date: "House form: the notification date is not formatted as a date.",
  no_amount: "House form: the row has no amount.",
  unreadable_amount: "House form: the amount is not formatted as an amount.",
  no_filing_status: "House form: the row has no filing status.",
  unknown_filing_status: "House form: the filing status is not recognized.",
  unreadable_row: "Senate page: the row's cells do not match the columns.",
  unreadable_number: "Senate page: the row has no readable number.",
  missing_asset: "Senate page: the row has no asset.",
  missing_transaction_date: "Senate page: the row has no transaction date.",
  missing_transaction_type: "Senate page: the row has no transaction type.",
  missing_amount: "Senate page: the row has no amount.",
} as const;

const REFERENCE_LISTS = {
  no_members: "The list of members has never been fetched, so filers cannot be matched.",
  committee_unlisted: "A committee has members but is not in the list of committees.",
  unexpected_document: "The answer is not the complete list expected.",
  json_malformed: "The list is not a single JSON document.",
  json_unexpected_shape: "The list has an unknown structure.",
  json_empty: "The list is empty.",
  json_duplicate: "The list names a person or thing twice.",
  directory_unknown_columns: "Nasdaq's directory lacks an expected column.",
  directory_truncated: "Nasdaq's directory lacks its closing line and is incomplete.",
  directory_row: "A row of Nasdaq's directory has a different number of fields from its header.",
  directory_empty: "Nasdaq's directory lists no symbol.",
} as const;

const PRICES = {
  bad_answer: "A provider's answer, or a price file, cannot be used.",
  session: "Yahoo gave no session.",
  paused: "The provider was not asked because it is paused after a failure or a refusal.",
  probing: "The provider was not asked because another request is testing whether it is back.",
  budget: "The provider was not asked because its rate budget is used up for now.",
  busy: "The provider was not asked because too many requests are already waiting.",
  late: "The provider answered only after another had been tried.",
  no_provider: "No provider in `MARKET_PROVIDERS` offers the requested data.",
  store: "The price store does not answer.",
  bad_file: "A price file is not named after a symbol.",
} as const;

const OPERATION = {
  config: "A setting or an argument is wrong.",
  locked: "Another process holds the data folder.",
  store_damaged: "The SQLite file of the store is damaged.",
  store_unusable: "The store cannot be opened.",
  original_missing: "The file of a stored original is not in `documents/`.",
  original_damaged: "The content of a stored original does not match the digest in its name.",
  not_migrated: "The copy made by `migrate-to` differs; the store stays where it was.",
  not_restored: "The restored data differs from the backup.",
  run_stuck: "The process of a run was silent for five minutes and was ended.",
  run_ended_early: "The process of a run ended before its work was done.",
  review_failed: "The process that serves `/review` failed or ended; the next request starts another.",
  secret_sealed_otherwise: "A webhook secret was encrypted with a different master key.",
  file_not_found: "There is no file or folder with the given name.",
  file_empty: "The file is empty.",
  file_too_large: "The file is larger than the limit.",
  foreign_file: "The file is not a PDF, an HTML page or a page image.",
  unreadable_file: "The file cannot be opened.",
  account_exists: "An account with this name already exists.",
  account_not_found: "There is no such account.",
  filing_not_found: "There is no such filing.",
  held_publication_not_found: "There is no such held publication.",
  webhook_not_found: "There is no such webhook endpoint.",
} as const;

const REQUESTS = {
  invalid_parameter: "A parameter, or a field of the body, is invalid.",
  malformed_request: "The request is not well-formed, or its body is not JSON.",
  missing_credentials: "The path needs a key, and the request has none.",
  invalid_token: "The key is mistyped, revoked or expired.",
  plan_required: "The key's plan does not include this.",
  scope_required: "The key lacks the required scope.",
  not_found: "There is nothing at this path or with this id.",
  symbol_not_found: "No known security has the symbol.",
  price_not_found: "The security is listed, but no price source has a price for it.",
  politician_not_found: "No known politician has the identifier.",
  method_not_allowed: "The path does not support this method.",
  request_timeout: "The request did not arrive in time.",
  conflict: "The request conflicts with the current state; for prices, the bars do not connect to the stored ones.",
  limit_reached: "The account has reached a limit, such as its number of keys.",
  gone: "The resource existed and has been removed.",
  precondition_failed: "The version named in the request is not the current one.",
  content_too_large: "The request body is too large.",
  uri_too_long: "The request target is too long.",
  unsupported_media_type: "The request body has an unsupported type.",
  range_not_satisfiable: "The file does not have the requested range.",
  expectation_failed: "The request has an expectation that is not supported.",
  idempotency_key_reused: "The idempotency key was used before with another body.",
  rate_limit_exceeded: "Too many requests came from this client.",
  headers_too_large: "The request headers are too large.",
  internal_error: "The service failed on the request; the failure has been logged.",
  upstream_unavailable: "No price provider answers, and no earlier price is known.",
  service_unavailable: "The service cannot answer this at the moment.",
  storage_full: "The disk is full; nothing can be stored at the moment.",
} as const;

/** The catalogue grouped by topic, in the order of docs/codes.md. */
export const CODE_GROUPS = [
  { title: "Answers of sites and providers", codes: SITE_ANSWERS },
  { title: "Lists of filings", codes: LISTS },
  { title: "House documents", codes: PDF_DOCUMENTS },
  { title: "Senate documents", codes: HTML_DOCUMENTS },
  { title: "Reading page images and documents", codes: READING },
  { title: "Filings that were read", codes: WAITING_FILINGS },
  { title: "Rejected lines", codes: REJECTIONS },
  { title: "Members, committees and symbols", codes: REFERENCE_LISTS },
  { title: "Prices", codes: PRICES },
  { title: "Store, runs and commands", codes: OPERATION },
  { title: "Requests to the API", codes: REQUESTS },
] as const;

/** Every code, with a sentence that says when it is used. */
export const ERROR_CODES = {
  ...SITE_ANSWERS,
  ...LISTS,
  ...PDF_DOCUMENTS,
  ...HTML_DOCUMENTS,
  ...READING,
  ...WAITING_FILINGS,
  ...REJECTIONS,
  ...REFERENCE_LISTS,
  ...PRICES,
  ...OPERATION,
  ...REQUESTS,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
export type RejectionCode = keyof typeof REJECTIONS;

declare const retired: unique symbol;
/** A stored code that the catalogue does not have, e.g. written by an earlier release. Only `readStoredCode` creates one. */
export type RetiredCode = string & { readonly [retired]: true };

/** Looks up a code that came as text, e.g. from another process. Null if the table does not have it. */
export function findCode<Code extends string>(table: Readonly<Record<Code, string>>, text: string): Code | null {
  return Object.hasOwn(table, text) ? (text as Code) : null;
}

/** Returns a stored code. A code missing from the table is kept as text, so that it is still served and counted. */
export function readStoredCode<Code extends string>(
  table: Readonly<Record<Code, string>>,
  text: string,
): Code | RetiredCode {
  return findCode(table, text) ?? (text as RetiredCode);
}
