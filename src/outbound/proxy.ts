/** Reads the proxy from the environment, as other programs do. */
import { ConfigError } from "../base/errors.ts";

interface ProxySettings {
  /** Null: HTTP URLs are requested directly. */
  readonly httpProxy: string | null;
  readonly httpsProxy: string;
  /** Hosts that bypass the proxy, separated by commas; always includes this machine. */
  readonly noProxy: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** This machine. Its services, such as a database or a local substitute for a website, are always reached without the proxy. */
const THIS_MACHINE = "localhost,127.0.0.1,::1";

/**
 * Reads `HTTPS_PROXY` (default: `HTTP_PROXY`), `HTTP_PROXY` and `NO_PROXY`; lower-case names take precedence, as in curl. Null if
 * no proxy is set. @throws {ConfigError} for an invalid URL; the message omits the URL, which may contain a password.
 */
export function readProxySettings(environment: Environment = process.env): ProxySettings | null {
  const readVariable = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const httpProxy = parseProxyUrl("HTTP_PROXY", readVariable("HTTP_PROXY"));
  const httpsProxy = parseProxyUrl("HTTPS_PROXY", readVariable("HTTPS_PROXY")) ?? httpProxy;
  if (httpsProxy === null) return null;
  const others = readVariable("NO_PROXY");
  return { httpProxy, httpsProxy, noProxy: others === undefined ? THIS_MACHINE : `${others},${THIS_MACHINE}` };
}

/** @param value a URL; `proxy.example:3128` means HTTP. */
function parseProxyUrl(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  const url = value.includes("://") ? value : `http://${value}`;
  if (/^https?:\/\/\S+$/.test(url) && URL.canParse(url)) return url;
  throw new ConfigError(`${name} must be the address of a proxy, such as http://proxy.example:3128.`);
}

interface BrowserProxy {
  readonly server: string;
  readonly bypass: string;
  readonly username?: string;
  readonly password?: string;
}

/** Converts proxy settings to the form that a browser started by this program needs. */
export function toBrowserProxy({ httpsProxy, noProxy }: ProxySettings): BrowserProxy {
  const { protocol, host, username, password } = new URL(httpsProxy);
  return {
    server: `${protocol}//${host}`,
    bypass: noProxy,
    ...(username !== "" && { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
  };
}
