/** The commands of `review` that decide something: each signs, decides, and prints the outcome. */
import { userInfo } from "node:os";
import type { Config } from "../../config.ts";
import { ConfigError } from "../../errors.ts";
import { heldNotice } from "../../ingest/publisher.ts";
import { settleAmendment, settleFiler, settleIdentity } from "../../review/filing-decisions.ts";
import { acceptLine, correctLine, rejectLine, setTicker } from "../../review/line-decisions.ts";
import { addMissedRows, replaceRows, settlePageAsSeen } from "../../review/page-decisions.ts";
import type { SettledDecision } from "../../review/settled-decision.ts";
import { settledText, wireSettled } from "../../review/settled-text.ts";
import { openReview, type Signature, type SignedReview } from "../../review/signed-review.ts";
import { type PrintOptions, print, withSharedStore } from "../shared-store.ts";
import { readRowsFile } from "./rows-file.ts";

interface DecideOptions extends PrintOptions {
  readonly reason: string;
  readonly author?: string;
}

interface PageOptions extends DecideOptions {
  /** File of all rows of the page. */
  readonly rows?: string;
  /** The page has no transaction. */
  readonly empty?: boolean;
  /** File of rows that are missing among those that are known. */
  readonly missed?: string;
}

export function accept(config: Config, id: string, options: DecideOptions): Promise<void> {
  return decide(config, id, options, (review) => acceptLine(review, id));
}

export function correct(
  config: Config,
  id: string,
  options: DecideOptions & { readonly set: readonly string[] },
): Promise<void> {
  return decide(config, id, options, (review) => correctLine(review, id, options.set));
}

export function reject(config: Config, id: string, options: DecideOptions): Promise<void> {
  return decide(config, id, options, (review) => rejectLine(review, id));
}

export function ticker(config: Config, id: string, symbol: string, options: DecideOptions): Promise<void> {
  return decide(config, id, options, (review) => setTicker(review, id, symbol));
}

/** Decides on a page. Without an option it says that the rows that were read are all rows of the page. */
export async function page(config: Config, id: string, options: PageOptions): Promise<void> {
  const { rows, empty = false, missed } = options;
  const given = [rows, empty || undefined, missed].filter((each) => each !== undefined).length;
  if (given > 1) throw new ConfigError("Of --rows, --empty and --missed one can be given, not several.");
  const file = rows ?? missed;
  const typed = file === undefined ? null : await readRowsFile(file);
  return decide(config, id, options, (review) => {
    if (typed === null) return empty ? replaceRows(review, id, null) : settlePageAsSeen(review, id);
    return missed === undefined ? replaceRows(review, id, typed) : addMissedRows(review, id, typed);
  });
}

export function filer(config: Config, id: string, politician: string, options: DecideOptions): Promise<void> {
  return decide(config, id, options, (review) => settleFiler(review, id, politician));
}

export function amendment(
  config: Config,
  id: string,
  options: DecideOptions & { readonly supersedes: string },
): Promise<void> {
  return decide(config, id, options, (review) => settleAmendment(review, id, options.supersedes));
}

export function identity(config: Config, from: string, to: string, options: DecideOptions): Promise<void> {
  return inSession(config, options, async (review) => {
    const { decision, changed, held } = await settleIdentity(review, from, to);
    const what = from === to ? `${from} is served as itself` : `${from} is served as ${to}`;
    const said = [changed ? `${what} from now on.` : `${what}, as before.`, ...held.map(heldNotice)];
    const wire = { decision, changed, held: held.map(({ id, reason }) => ({ id, reason })) };
    print(options, wire, said.map((line) => `${line}\n`).join(""));
  });
}

function decide(
  config: Config,
  id: string,
  options: DecideOptions,
  settle: (review: SignedReview) => Promise<SettledDecision>,
): Promise<void> {
  return inSession(config, options, async (review) => {
    const settled = await settle(review);
    print(options, wireSettled(settled), settledText(id, settled));
  });
}

/** @throws {ConfigError} without a reason, or when nobody signs. */
async function inSession(
  config: Config,
  options: DecideOptions,
  work: (review: SignedReview) => Promise<void>,
): Promise<void> {
  const signature = signed(config, options);
  const onSaved = () => void (options.json || process.stdout.write(`Saved in ${config.DECISIONS}.\n`));
  return withSharedStore(config, async (store) => {
    await work(await openReview(config, store, signature, onSaved));
  });
}

function signed(config: Config, { reason, author }: DecideOptions): Signature {
  if (reason.trim() === "") throw new ConfigError("--reason must say why, e.g. what stands on the page.");
  const by = (author ?? config.REVIEW_AUTHOR ?? systemUser()).trim();
  if (by === "") throw new ConfigError("--author must name who decides; REVIEW_AUTHOR sets it for all.");
  return { at: `${new Date().toISOString().slice(0, 19)}Z`, author: by, reason: reason.trim() };
}

/** Empty where the system has no name for who runs this, as in a container. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}
