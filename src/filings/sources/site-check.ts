/** Requests a public site once and reports the result to the operator. */
import { SourceError } from "../../base/errors.ts";
import type { PoliteClient } from "../../outbound/client.ts";
import type { SiteFinding } from "./source.ts";

interface CheckedSite {
  readonly url: string;
  /** Pattern for the start of a correct response. */
  readonly begins: RegExp;
  /** True if the service can run without this site for now: a failure is then only a warning. */
  readonly mayFail: boolean;
  /** True if the document may not exist yet: a 404 is then only a warning. */
  readonly mayBeMissing?: boolean;
}

export async function checkSiteUrl(
  http: PoliteClient,
  { url, begins, mayFail, mayBeMissing = false }: CheckedSite,
): Promise<SiteFinding> {
  const failed = mayFail ? "warning" : "fault";
  try {
    const answer = await http.request({ url });
    const start = Buffer.from(answer.body.subarray(0, 200)).toString("latin1");
    if (answer.status === 200 && begins.test(start)) return { level: "ok", text: `${url} answers as expected.` };
    return {
      level: answer.status === 404 && mayBeMissing ? "warning" : failed,
      text: `${url} answered with status ${answer.status}, and not with the expected content.`,
      advice: UNEXPECTED_ANSWER_ADVICE,
    };
  } catch (error) {
    return { level: failed, text: formatFailure(error), advice: chooseAdvice(error) };
  }
}

export const UNEXPECTED_ANSWER_ADVICE =
  "Try again later; check whether a proxy or a firewall changes the answer; if this lasts for days, report it.";

export function formatFailure(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const UNREACHED = "Check the network, DNS, the firewall, and the proxy if HTTPS_PROXY names one.";

const ADVICE: Readonly<Record<string, string>> = {
  blocked: "The site refuses our requests from this network: set CONTACT, or use another network.",
  rate_limited: "Send the site no requests for some hours.",
  network: UNREACHED,
  timeout: UNREACHED,
  server_error: "The site is failing: try again later.",
  browser_failed: "Check SENATE_EFD_BROWSER, and whether that browser starts on its own as this user.",
};

export function chooseAdvice(error: unknown): string {
  return (error instanceof SourceError ? ADVICE[error.code] : undefined) ?? UNEXPECTED_ANSWER_ADVICE;
}
