/** The proxy that the environment names, as other programs read it. */
import { ConfigError } from "../base/errors.ts";

interface ProxySettings {
  /** Null: addresses of HTTP are asked directly. */
  readonly httpProxy: string | null;
  readonly httpsProxy: string;
  /** Hosts that are asked without it, separated by commas; this machine is always one. */
  readonly noProxy: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A stand-in of the sites, a database, another service: none of them lies behind the proxy. */
const THIS_MACHINE = "localhost,127.0.0.1,::1";

/**
 * Reads `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; the lower case goes first, as with curl. Without `HTTPS_PROXY` the other one serves both.
 * @returns null where no proxy is named. @throws {ConfigError} for an address that is none; it is not repeated, since it may hold a password.
 */
export function readProxySettings(environment: Environment = process.env): ProxySettings | null {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || undefined;
  const httpProxy = proxyUrl("HTTP_PROXY", read("HTTP_PROXY"));
  const httpsProxy = proxyUrl("HTTPS_PROXY", read("HTTPS_PROXY")) ?? httpProxy;
  if (httpsProxy === null) return null;
  const others = read("NO_PROXY");
  return { httpProxy, httpsProxy, noProxy: others === undefined ? THIS_MACHINE : `${others},${THIS_MACHINE}` };
}

/** @param given `proxy.example:3128` is an address of HTTP too. */
function proxyUrl(name: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  const url = given.includes("://") ? given : `http://${given}`;
  if (/^https?:\/\/\S+$/.test(url) && URL.canParse(url)) return url;
  throw new ConfigError(`${name} must be the address of a proxy, such as http://proxy.example:3128.`);
}

interface BrowserProxy {
  readonly server: string;
  readonly bypass: string;
  readonly username?: string;
  readonly password?: string;
}

/** The same for a browser that is started by this program. */
export function browserProxy({ httpsProxy, noProxy }: ProxySettings): BrowserProxy {
  const { protocol, host, username, password } = new URL(httpsProxy);
  return {
    server: `${protocol}//${host}`,
    bypass: noProxy,
    ...(username !== "" && { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
  };
}
