/** Checks whether an import could reach the Senate's site from this machine, with this program or the operator's browser. */
import type { Config } from "../../../base/config.ts";
import { SourceError } from "../../../base/errors.ts";
import type { PoliteClient, Transport } from "../../../outbound/client.ts";
import type { HttpAnswer } from "../../../outbound/http-request.ts";
import { chooseAdvice, formatFailure, UNEXPECTED_ANSWER_ADVICE } from "../site-check.ts";
import type { SiteFinding } from "../source.ts";
import { createBrowserTransport, findBrowser } from "./browser.ts";
import { identifyPage } from "./page.ts";

/** Error codes that connections from outside the United States can cause, even where other sites can be reached. */
const SIGNS_OF_ABROAD: ReadonlySet<string> = new Set(["blocked", "network", "timeout"]);
const ABROAD =
  "Public reports say that this site refuses connections from outside the United States: if you are outside, use a network inside it, for example through HTTPS_PROXY.";

export async function checkSenateSite(
  config: Config,
  plain: PoliteClient,
  open: (transport: Transport) => PoliteClient,
): Promise<SiteFinding> {
  const { SENATE_EFD_ACCEPT_TERMS: accepted, SENATE_EFD_BROWSER: browser, CONTACT: contact } = config;
  if (!accepted) {
    const advice = "If you accept the Senate site's agreement (5 U.S.C. 13107(c)), set SENATE_EFD_ACCEPT_TERMS=true.";
    return { level: "warning", text: "It is off, so it was not contacted.", advice };
  }
  const by = browser === null ? "this program itself" : `the browser ${browser}`;
  const http = browser === null ? plain : open(createBrowserTransport({ executable: browser, contact }));
  try {
    const answer = await http.request({ url: `${config.SENATE_EFD_URL}/search/home/` });
    return assessPage(answer, by, browser);
  } catch (error) {
    const code = error instanceof SourceError ? error.code : null;
    const advice = code === "blocked" ? formatBlockedAdvice(browser) : chooseAdvice(error);
    const isAbroad = code !== null && SIGNS_OF_ABROAD.has(code);
    return {
      level: "fault",
      text: `Asked by ${by}: ${formatFailure(error)}`,
      advice: isAbroad ? `${advice} ${ABROAD}` : advice,
    };
  } finally {
    if (http !== plain) await http.close();
  }
}

function assessPage(answer: HttpAnswer, by: string, browser: string | null): SiteFinding {
  const { kind, title } = identifyPage(Buffer.from(answer.body).toString("utf8"));
  if (answer.status < 400 && (kind === "agreement" || kind === "search_form")) {
    return { level: "ok", text: `${answer.url} answers ${by}.` };
  }
  const text = `${answer.url} answered ${by} with status ${answer.status}, titled "${title}".`;
  if (kind === "maintenance") {
    return { level: "warning", text, advice: "The site is under maintenance: try again later." };
  }
  return {
    level: "fault",
    text,
    advice: kind === "blocked" ? `${formatBlockedAdvice(browser)} ${ABROAD}` : UNEXPECTED_ANSWER_ADVICE,
  };
}

/** Advises what to do if the site blocks requests; names a browser installed on this machine, if there is one. */
function formatBlockedAdvice(browser: string | null): string {
  const other = "use another network, or `import` files that you saved yourself.";
  if (browser !== null) return `The site refuses this browser on this network. Choose another browser, ${other}`;
  const found = ["chrome", "msedge", "chromium"].find(isBrowserInstalled);
  const named = found
    ? `Set SENATE_EFD_BROWSER=${found} (this machine has ${found})`
    : "Install Chrome and set SENATE_EFD_BROWSER=chrome";
  return `The site refuses requests that this program itself sends from this network. ${named}, ${other}`;
}

function isBrowserInstalled(browser: string): boolean {
  try {
    return "executablePath" in findBrowser(browser);
  } catch {
    return false;
  }
}
