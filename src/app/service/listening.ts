/** Listens on the configured addresses, and explains why one cannot be used. */
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import type { ApiServer } from "./api-server.ts";

/** Explanation and advice for each error code of the operating system when an address cannot be used. */
const CANNOT_LISTEN: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is already in use; stop the other program, or set another PORT",
  EACCES: "permission denied; set a PORT of 1024 or higher",
  EADDRNOTAVAIL: "this machine does not have that address; set another HOST",
  ENOTFOUND: "there is no such address; set another HOST",
};

/** @throws {ConfigError} when the address cannot be used, naming the settings for host and port. */
async function listenOrExplain(
  hostSetting: string,
  host: string,
  portSetting: string,
  port: number,
  listen: ApiServer["listen"],
): Promise<{ readonly port: number }> {
  try {
    return await listen({ host, port });
  } catch (cause) {
    const why = CANNOT_LISTEN[(cause as { code?: string }).code ?? ""];
    if (why === undefined) throw cause;
    const requested = `${hostSetting} ${host}, ${portSetting} ${port}`;
    const message = why.replaceAll("PORT", portSetting).replaceAll("HOST", hostSetting);
    throw new ConfigError(`The service cannot listen on ${requested}: ${message}.`, { cause });
  }
}

/** Puts an IPv6 address in brackets, as URLs require: `[::1]`. */
function formatHostForUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

interface Addresses {
  readonly url: string;
  readonly operationsUrl: string | null;
  /** The ports, the API's first. */
  readonly ports: readonly number[];
}

export async function listenOnAddresses(config: Config, api: ApiServer): Promise<Addresses> {
  const { port } = await listenOrExplain("HOST", config.HOST, "PORT", config.PORT, api.listen);
  const url = `http://${formatHostForUrl(config.HOST)}:${port}/api/v1`;
  const { OPERATIONS_HOST: host, OPERATIONS_PORT: requested } = config;
  if (requested === null) return { url, operationsUrl: null, ports: [port] };
  const operations = await listenOrExplain(
    "OPERATIONS_HOST",
    host,
    "OPERATIONS_PORT",
    requested,
    api.listenOnOperationsAddress,
  );
  const operationsUrl = `http://${formatHostForUrl(host)}:${operations.port}`;
  return { url, operationsUrl, ports: [port, operations.port] };
}
