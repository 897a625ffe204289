/** `review page`: which rows a page of a scan holds, where its reader could not tell. */
import type { Config } from "../config.ts";
import { DECIDED_FIELDS, type MissedDecision, type PageDecision, type TypedRow } from "../domain/decision.ts";
import { SETTLED_REASONS } from "../domain/filing.ts";
import type { RawFiling } from "../domain/printed-report.ts";
import { ConfigError } from "../errors.ts";
import { unreadPages } from "../normalise/scanned.ts";
import { atDesk, type Desk, OTHER_MATTERS, type Signature, type Subject, settledAt } from "./review-desk.ts";
import { readReviewId } from "./review-id.ts";
import { waitingItems } from "./review-items.ts";
import { readRows } from "./review-rows.ts";

interface PageOptions extends Signature {
  /** File of all rows of the page. */
  readonly rows?: string;
  /** The page has no transaction. */
  readonly empty?: boolean;
  /** File of rows that are missing among those that are known. */
  readonly missed?: string;
}

/** A page of a scan that has been read. */
interface Page {
  readonly id: string;
  readonly page: number;
  readonly subject: Subject;
  readonly raw: RawFiling;
  readonly document: string;
}

/** Without an option: the rows that were seen are all that the page has. */
export function settlePage(
  config: Config,
  id: string,
  { rows, empty = false, missed, ...signature }: PageOptions,
): Promise<number> {
  const given = [rows, empty || undefined, missed].filter((each) => each !== undefined).length;
  if (given > 1) throw new ConfigError("Of --rows, --empty and --missed one can be given, not several.");
  return atDesk(config, signature, async (desk) => {
    const page = await pageOf(desk, id);
    if (missed !== undefined) await addMissed(desk, page, missed);
    else if (empty || rows !== undefined) await replaceRows(desk, page, rows);
    else await keepSeen(desk, page);
  });
}

/** @throws {ConfigError} when there is no such page, or none that has been read. */
async function pageOf(desk: Desk, id: string): Promise<Page> {
  const named = readReviewId(id);
  if (named.kind !== "page") throw new ConfigError(`"${id}" is no page; a page's id is like h8217343/p2.`);
  const subject = await desk.subject(named.filing);
  const { filing, raw } = subject;
  if (raw?.scan === undefined || filing.documentSha256 === null) {
    throw new ConfigError(`${filing.id} is no scan whose pages have been read (${filing.state}).`);
  }
  const pages = raw.scan.pages.length;
  if (named.page > pages)
    throw new ConfigError(`${filing.id} has ${pages} pages, and none of the number ${named.page}.`);
  return { id, page: named.page, subject, raw, document: filing.documentSha256 };
}

/** @throws {ConfigError} when the page does not wait. */
async function keepSeen(desk: Desk, { id, page, subject, raw, document }: Page): Promise<void> {
  const filing = subject.filing.id;
  const pages = (await waitingItems(desk.store, desk.reference.decisions)).filter(
    (item) => item.kind === "page" && item.filing === filing,
  );
  if (!pages.some((each) => each.id === id)) {
    const waiting = pages.map((each) => each.id).join(", ");
    throw new ConfigError(
      `${id} does not wait; of ${filing} ${waiting === "" ? "no page does" : `these do: ${waiting}`}.`,
    );
  }
  const lines = raw.transactions.filter((line) => line.page === page);
  const seen = lines.flatMap(({ scan }) => (scan === undefined ? [] : [scan.row.box]));
  await desk.settle(subject, { ...desk.signature, subject: "page", filing, page, document, seen });
}

/** @param file undefined where the page has no row. @throws {ConfigError} when a published row would get another number. */
async function replaceRows(desk: Desk, page: Page, file: string | undefined): Promise<void> {
  const { subject, document } = page;
  const rows = file === undefined ? [] : await readRows(file, page.raw.source);
  const published = (await desk.store.filings.trades(subject.filing.id)).find(
    ({ trade }) => (trade.page ?? 0) >= page.page,
  );
  if (published !== undefined) {
    const { id, page: on } = published.trade;
    throw new ConfigError(
      `${id} of page ${on} is published under its number, which is permanent: \`review correct\` or \`review reject\` lines, or add rows with \`review page ${page.id} --missed FILE\`.`,
    );
  }
  const decision = {
    ...desk.signature,
    subject: "page",
    filing: subject.filing.id,
    page: page.page,
    document,
    rows,
  } as const;
  refuseRejected(desk, page, decision);
  await desk.settle(subject, decision);
}

/** @throws {ConfigError} while pages wait, whose rows have their numbers before these; or when just these rows were added before. */
async function addMissed(desk: Desk, page: Page, file: string): Promise<void> {
  const { subject, document } = page;
  const rows = await readRows(file, page.raw.source);
  const filing = subject.filing.id;
  const settled = settledAt(desk, subject);
  const [unread] = settled === null ? [] : unreadPages(settled);
  if (unread !== undefined) {
    throw new ConfigError(`Page ${unread} of ${filing} waits: \`review page ${filing}/p${unread}\` comes first.`);
  }
  const twin = desk.reference.decisions
    .of(filing)
    .missed.find((each) => each.page === page.page && sameRows(each.rows, rows));
  if (twin !== undefined) throw new ConfigError(`These rows of ${page.id} were added by ${twin.author}, ${twin.at}.`);
  const lines = [...(subject.paged?.transactions ?? []), ...(subject.paged?.rejected ?? [])];
  const after = Math.max(0, ...lines.map(({ line }) => line));
  const decision = { ...desk.signature, subject: "missed", filing, page: page.page, document, after, rows } as const;
  refuseRejected(desk, page, decision);
  await desk.settle(subject, decision);
}

function sameRows(...both: readonly [readonly TypedRow[], readonly TypedRow[]]): boolean {
  const [one, other] = both.map((rows) => rows.map((row) => DECIDED_FIELDS.map((field) => row[field] ?? null)));
  return JSON.stringify(one) === JSON.stringify(other);
}

/** @throws {ConfigError} naming typed rows that could not be published all the same, and why. */
function refuseRejected(desk: Desk, { page, subject }: Page, decision: PageDecision | MissedDecision): void {
  const typed =
    settledAt(desk, subject, decision)?.transactions.filter((line) => line.page === page && line.typed) ?? [];
  const left = [...OTHER_MATTERS, ...SETTLED_REASONS];
  const rejected = desk.outcomeWith(subject, decision)?.rejected.filter(({ reason }) => !left.includes(reason)) ?? [];
  const wrong = typed.flatMap((row) => {
    const why = rejected.find(({ line }) => line === row.line);
    return why === undefined ? [] : [`The row "${row.assetCell}" would be rejected, ${why.reason}: ${why.text}`];
  });
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
}
