/**
 * The catalogue of stable codes: of errors, of the reasons stored with filings and sources, and of rejected lines. It is a single
 * table so that an unknown code does not compile. `node test/docs/codes-page.ts` writes docs/codes.md from it.
 */

const SITE_ANSWERS = {
  blocked: "A site or a provider of prices refuses us.",
  rate_limited: "A site or a provider of prices asks for fewer requests.",
  server_error: "A site or a provider answered with a status of 500 or above.",
  unexpected_status: "A site answered with another status than those that are understood.",
  network: "A site or a provider cannot be reached.",
  timeout: "A site or a provider did not answer in time.",
  truncated: "An answer is cut short.",
  too_large: "An answer is larger than what is read.",
  unexpected_encoding: "An answer is compressed in a way that was not asked for.",
  unexpected_page: "A site gave another page than the one asked for.",
  unexpected_address: "A page leads to another host; nothing is sent there.",
  foreign_address:
    "The stored address of a document is not on the site of its source, as in a backup of somebody else's; nothing is sent there.",
  maintenance: "The site says that it is out of service.",
  missing_document: "A list names a document that the site does not have.",
  missing_page_image: "The image of a page of a paper report is missing at the site or among the stored originals.",
  agreement_refused: "The Senate's site did not take the accepted agreement.",
  session_refused: "The Senate's site asks for the agreement again although it was accepted.",
  browser_failed: "The browser of `SENATE_EFD_BROWSER` cannot be started.",
  closed: "The connections to the sites were closed while a request waited.",
  not_kept: "`rebuild` needs a document that is not a stored original.",
  no_progress: "A source made no progress for a long time and was given up for this run.",
  unexpected_error: "A source failed in a way that this program did not foresee.",
} as const;

const LISTS = {
  archive_not_a_zip: "The House's index is not a ZIP archive.",
  archive_truncated: "The archive of the House's index ends too early.",
  archive_damaged: "The archive of the House's index does not unpack to what it promises.",
  archive_encrypted: "The archive of the House's index is encrypted.",
  archive_too_large: "The archive of the House's index is larger than what is read.",
  archive_unexpected_entries: "The archive of the House's index does not hold the one file that is expected.",
  xml_malformed: "The House's index is not well-formed XML in UTF-8.",
  xml_doctype: "The House's index declares a document type.",
  xml_unexpected_shape: "The House's index has another structure than the known one.",
  index_no_rows: "The House's index of a year lists no filing.",
  search_unknown_shape: "The Senate's search answered in an unknown form.",
  search_unknown_row: "A row of the Senate's search leads to no report.",
  search_overlaps: "Two pages of the Senate's search name the same report, so that another may be on none.",
  search_incomplete: "The Senate's search gave fewer or more rows than its total.",
  search_too_long: "The Senate's search of a year does not end, or names more reports than can be.",
  search_unknown_year: "A saved answer of the Senate's search does not say which year it is of.",
  fewer_than_before: "A list, or the record of members, names far fewer than before.",
  more_than_possible: "A list names more filings than can have been filed; nothing of it is taken over.",
  no_reports: "A source names no filing of any year.",
  listed_for_several: "A list names the document under several persons, and it does not print one of them.",
  not_listed: "No list names the document, or no list names it any more.",
} as const;

const PDF_DOCUMENTS = {
  pdf_empty: "The file is empty.",
  pdf_not_a_pdf: "The file does not begin as a PDF does.",
  pdf_truncated: "The file ends before the end mark of a PDF.",
  pdf_damaged: "The PDF is damaged: it cannot be opened or drawn, or its pages or rows do not fit together.",
  pdf_encrypted: "The PDF opens only with a password.",
  pdf_too_large: "The PDF is larger than what is read.",
  pdf_no_such_page: "The PDF does not have the page that was asked for.",
  pdf_wrong_document: "The number printed on the report differs from the one in the official list.",
  pdf_wrong_member: "The report prints another filer or another seat than its listing.",
  pdf_no_rows: "The report's table of transactions has no row.",
  pdf_unknown_layout: "The report is not laid out as the known forms are.",
} as const;

const HTML_DOCUMENTS = {
  html_empty: "The page is empty.",
  html_too_large: "The page is larger than what is read.",
  html_encoding: "The page is not UTF-8.",
  html_truncated: "The page is not whole.",
  html_not_a_report: "The page is none of the site's reports.",
  html_agreement_page: "The page is that of the agreement.",
  html_search_form: "The page is the search form.",
  html_block_page: "The page is a refusal.",
  html_maintenance_page: "The page is a notice of maintenance.",
  html_no_heading: "The report does not print its heading.",
  html_no_table: "The report does not have the one table of transactions that is expected.",
  html_unknown_columns: "The table of transactions has other columns than the known ones.",
  html_numbers_repeat: "Two rows of the table have the same number.",
  html_totals_missing: "The report does not print how many transactions it has.",
  html_totals_differ: "The rows do not add up to the totals that the report prints.",
  html_wrong_document: "The report prints another filer, day or title than its listing.",
  paper_too_long: "A paper report names more page images than are fetched.",
} as const;

const READING = {
  image_unknown_format: "The image of a page is not a GIF.",
  image_damaged: "The image of a page is damaged.",
  image_too_large: "The image of a page has more pixels than are read.",
  ocr_failed: "The OCR engine failed on a page.",
  reader_timeout: "Reading took too long; it is tried again.",
  reader_memory: "Reading took too much memory; it is tried again.",
  reader_crashed: "The reader's process ended or could not be reached; it is tried again.",
  reader_failed: "The reader failed in a way that this program did not foresee; it is tried again.",
  reader_unavailable:
    "The reader could not start or lacks a module of the program, as while an update is installed; the document waits for the next run.",
  reader_closed: "Reading was ended because the program stops.",
  other: "The stored reading of a page gives a failure without a code.",
} as const;

const WAITING_FILINGS = {
  uncertain_rows: "Some lines of a scan are not sure in every field.",
  owner_unread: "The owner of some published lines could not be read.",
  notification_unread: "The day on which the filer was told of some published trades could not be read.",
  unknown_page: "A page is of no kind that can be read.",
  attachment_unread: "No row was read, and a form says something else than that there is nothing.",
  page_beside_form: "Beside an empty form there is a letter or another form that may tell of transactions.",
  no_form: "The document holds only letters or empty pages.",
  deleted_rows: "All rows of the report are marked as deleted; they take back rows of another report.",
  no_usable_row: "None of the report's rows could be used.",
  reviewed_pages: "Pages of the report were settled by a person.",
} as const;

/** Reasons for not publishing a line. The meaning of a reason never changes. */
export const REJECTIONS = {
  filer_not_a_member: "The filer could not be matched to exactly one member of Congress.",
  deleted: "The filer marked the row as deleted.",
  rejected_in_review: "A person decided that the line is no transaction.",
  duplicate_line: "The report has another line of the same number.",
  uncertain: "A field of a scanned line could not be read for sure.",
  page_not_whole: "The line is on or after a page that could not be read, so that its number is not known.",
  no_disclosure_date: "Neither the list nor the document says when the report was filed.",
  date_unreadable: "The day of the transaction is no day of the calendar.",
  transaction_before_2008: "The day of the transaction is before 2008.",
  transaction_after_filing: "The day of the transaction is after the day of filing.",
  amount_unreadable: "The amount is neither a known range nor an exact sum.",
  transaction_type_missing: "The line does not say what kind of transaction it is.",
  asset_missing: "The line does not name an asset.",
  unknown_row_id: "House form: the row's number is not one.",
  unknown_owner: "House form: the owner is none of the known words.",
  no_asset: "House form: the row has no asset.",
  no_asset_class: "House form: the asset has no class although the form prints one for every asset.",
  no_transaction_type: "House form: the row has no type of transaction.",
  unknown_transaction_type: "House form: the type of transaction is none of the known ones.",
  no_transaction_date: "House form: the row has no day of transaction.",
  unreadable_transaction_date: "House form: the day of transaction does not have the form of a day.",
  unreadable_notification_date: "House form: the day of notification does not have the form of a day.",
  no_amount: "House form: the row has no amount.",
  unreadable_amount: "House form: the amount does not have the form of one.",
  no_filing_status: "House form: the row has no filing status.",
  unknown_filing_status: "House form: the filing status is none of the known ones.",
  unreadable_row: "Senate page: the row's cells are not those of the columns.",
  unreadable_number: "Senate page: the row has no number that can be read.",
  missing_asset: "Senate page: the row has no asset.",
  missing_transaction_date: "Senate page: the row has no day of transaction.",
  missing_transaction_type: "Senate page: the row has no type of transaction.",
  missing_amount: "Senate page: the row has no amount.",
} as const;

const REFERENCE_LISTS = {
  no_members: "The record of members has never been fetched, so filers cannot be matched.",
  committee_unlisted: "A committee has members and is not in the list of committees.",
  unexpected_document: "The answer is not the whole list that is expected.",
  json_malformed: "The list is not one JSON document.",
  json_unexpected_shape: "The list has another structure than the known one.",
  json_empty: "The list is empty.",
  json_duplicate: "The list names somebody or something twice.",
  directory_unknown_columns: "Nasdaq's directory lacks a known column.",
  directory_truncated: "Nasdaq's directory does not end with its last line.",
  directory_row: "A row of Nasdaq's directory has another number of fields than its header.",
  directory_empty: "Nasdaq's directory lists no symbol.",
} as const;

const PRICES = {
  bad_answer: "A provider's answer, or a file of prices, cannot be used.",
  session: "Yahoo gave no session.",
  paused: "The provider was not asked: it is left alone after a failure or a refusal.",
  probing: "The provider was not asked: another request shows whether it is back.",
  budget: "The provider was not asked: its rate budget is spent for now.",
  busy: "The provider was not asked: too many requests wait.",
  late: "The provider answered after another had been asked.",
  no_provider: "No provider of `MARKET_PROVIDERS` gives what was asked for.",
  store: "The store of prices does not answer.",
  bad_file: "A file of prices is not named for a symbol.",
} as const;

const OPERATION = {
  config: "A setting or an argument is wrong.",
  locked: "Another process holds the data folder.",
  store_damaged: "The SQLite file of the store is damaged.",
  store_unusable: "The store cannot be opened.",
  original_missing: "The file of a stored original is not in `documents/`.",
  original_damaged: "The file of a stored original holds other bytes than its name says.",
  not_migrated: "The copy that `migrate-to` made is not equal; the store is where it was.",
  not_restored: "What `restore` wrote is not what was backed up.",
  run_stuck: "The process of a run gave no sign for five minutes and was ended.",
  run_ended_early: "The process of a run ended before its work.",
  review_failed: "The process in which `/review` works failed or ended; the next request starts another.",
  secret_sealed_otherwise: "A webhook secret was sealed under another master key.",
  file_not_found: "There is no file or folder of the name given.",
  file_empty: "The file is empty.",
  file_too_large: "The file is larger than what is read.",
  foreign_file: "The file is neither a PDF nor an HTML page nor the image of a page.",
  unreadable_file: "The file cannot be opened.",
  account_exists: "There is an account of this name already.",
  account_not_found: "There is no such account.",
  filing_not_found: "There is no such filing.",
  held_publication_not_found: "There is no such held publication.",
  webhook_not_found: "There is no such webhook endpoint.",
} as const;

const REQUESTS = {
  invalid_parameter: "A parameter, or a member of the body, cannot be served.",
  malformed_request: "The request is not well-formed, or its body is not JSON.",
  missing_credentials: "The path needs a key, and the request has none.",
  invalid_token: "The key is mistyped, revoked or expired.",
  plan_required: "The key's plan does not include this.",
  scope_required: "The key was not made for this.",
  not_found: "There is nothing of this path or id.",
  symbol_not_found: "No security is known by the symbol.",
  price_not_found: "The security is listed, and no price source has a price for it.",
  politician_not_found: "No politician is known by the identifier.",
  method_not_allowed: "The path does not take this method.",
  request_timeout: "The request did not arrive in time.",
  conflict: "The request does not fit the present state; of prices, the bars do not join those that are stored.",
  limit_reached: "The account has as many of these as it may have.",
  gone: "What was asked for was there once and has been removed.",
  precondition_failed: "The version that the request names is not the present one.",
  content_too_large: "The body of the request is too large.",
  uri_too_long: "The request target is too long.",
  unsupported_media_type: "The body of the request is not of a type that is taken.",
  range_not_satisfiable: "The file does not have the range that was asked for.",
  expectation_failed: "The request expects something that is not given here.",
  idempotency_key_reused: "The idempotency key was used before with another body.",
  rate_limit_exceeded: "Too many requests came from this client.",
  headers_too_large: "The headers of the request are too large.",
  internal_error: "The service failed on the request; the failure has been logged.",
  upstream_unavailable: "No provider of prices answers, and no earlier price is known.",
  service_unavailable: "The service cannot answer this at the moment.",
  storage_full: "The disk is full; nothing can be stored at the moment.",
} as const;

/** The catalogue grouped by topic, in the order of docs/codes.md. */
export const CODE_GROUPS = [
  { title: "Answers of sites and providers", codes: SITE_ANSWERS },
  { title: "Lists of filings", codes: LISTS },
  { title: "House documents", codes: PDF_DOCUMENTS },
  { title: "Senate documents", codes: HTML_DOCUMENTS },
  { title: "Page images and the reader", codes: READING },
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

declare const former: unique symbol;
/** A code that is stored but missing from the catalogue, e.g. written by an earlier release. Only `readStoredCode` creates one. */
export type FormerCode = string & { readonly [former]: true };

/** Looks up a code that came as text, e.g. from another process. Null if the table does not have it. */
export function findCode<Code extends string>(table: Readonly<Record<Code, string>>, text: string): Code | null {
  return Object.hasOwn(table, text) ? (text as Code) : null;
}

/** Returns a stored code. A code missing from the table is kept as text, so that it is served and counted as before. */
export function readStoredCode<Code extends string>(
  table: Readonly<Record<Code, string>>,
  text: string,
): Code | FormerCode {
  return findCode(table, text) ?? (text as FormerCode);
}
