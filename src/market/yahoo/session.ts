/** Yahoo's session: the cookie that its pages give, by way of its page of consent where it asks for that, and the token that goes with it. */
import { CookieJar } from "tough-cookie";
import { SourceError } from "../../errors.ts";
import type { Received } from "../request.ts";
import type { Transport } from "./transport.ts";

interface Session {
  /** The token that a `quote` is asked with; got once. */
  crumb(signal: AbortSignal): Promise<string>;
  /** Sends a request with the cookies of the session, and keeps those that the answer sets. */
  ask(url: string, signal: AbortSignal, init?: Step): Promise<Received>;
}

interface Step {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PAGE = "https://finance.yahoo.com/quote/AAPL";
const CRUMB = "https://query1.finance.yahoo.com/v1/test/getcrumb";
/** Headers without which Yahoo gives no cookie. */
const AS_PAGE = { accept: "text/html,application/xhtml+xml,application/xml" };
const AS_TOKEN = {
  accept: "*/*",
  "accept-language": "en-US,en;q=0.9",
  origin: "https://finance.yahoo.com",
  referer: PAGE,
};
const AS_FORM = { ...AS_PAGE, "content-type": "application/x-www-form-urlencoded" };
/** Most consecutive redirects between pages of consent. */
const CONSENTS_AT_MOST = 5;
const FIELDS_AT_MOST = 50;

export function openSession(transport: Transport): Session {
  const jar = new CookieJar();
  let token: Promise<string> | null = null;

  async function ask(url: string, signal: AbortSignal, { headers, ...step }: Step = {}): Promise<Received> {
    const cookie = jar.getCookieStringSync(url, { allPaths: true });
    const sent = { ...step, headers: { ...headers, ...(cookie === "" ? {} : { cookie }) } };
    const method = step.body === undefined ? "GET" : "POST";
    const answer = await transport(url, { method, ...sent }, signal);
    for (const each of answer.cookies) jar.setCookieSync(each, url, { ignoreError: true });
    return answer;
  }

  /** Agrees to what Yahoo's page of consent asks for; the address of the page that it sends back to. */
  async function consented(page: string, signal: AbortSignal): Promise<string> {
    const asking = await ask(page, signal, { headers: AS_PAGE });
    const form = nextOf(asking, page);
    if (!/collectConsent/.test(form)) return form;
    const shown = await ask(form, signal, { headers: AS_PAGE });
    const sent = await ask(form, signal, { headers: AS_FORM, body: agreement(shown.text) });
    const copying = nextOf(sent, form);
    return nextOf(await ask(copying, signal, { headers: AS_PAGE }), copying);
  }

  async function fetchCrumb(signal: AbortSignal): Promise<string> {
    let page = PAGE;
    for (let consents = 0; ; consents += 1) {
      const { location } = await ask(page, signal, { headers: AS_PAGE });
      if (location === null || !/guce\.yahoo/.test(location)) break;
      if (consents === CONSENTS_AT_MOST) throw new SourceError("session", "Yahoo asks for consent again and again.");
      const back = await consented(addressIn(location, page), signal);
      if (new URL(back).origin !== new URL(PAGE).origin) {
        throw new SourceError("session", "Yahoo's page of consent sends elsewhere than to its prices.");
      }
      page = back;
    }
    if (jar.getCookiesSync(page).length === 0) throw new SourceError("session", "Yahoo gave no cookie.");
    return (await ask(CRUMB, signal, { headers: AS_TOKEN })).text;
  }

  return {
    ask,
    crumb(signal) {
      token ??= fetchCrumb(signal).catch((error: unknown) => {
        token = null;
        throw error;
      });
      return token;
    },
  };
}

function nextOf({ location }: Received, from: string): string {
  if (location === null) throw new SourceError("session", "Yahoo's page of consent leads nowhere.");
  return addressIn(location, from);
}

/** Cookies and the agreement go to Yahoo's own hosts only. */
function addressIn(location: string, from: string): string {
  const url = URL.parse(location, from);
  if (url?.protocol === "https:" && /(^|\.)yahoo\.com$/.test(url.hostname)) return url.href;
  throw new SourceError("session", "Yahoo's page of consent leads to another site.");
}

/** The form of the page of consent, filled in. */
function agreement(page: string): string {
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)">/g)].slice(0, FIELDS_AT_MOST);
  const given = fields.map(([, name = "", value = ""]) => `${name}=${encodeURIComponent(withoutEntities(value))}&`);
  return `${given.join("")}agree=agree&agree=agree`;
}

function withoutEntities(text: string): string {
  return text.replace(/&#x([0-9a-f]{1,3});/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
