/** Connects only to addresses that a guard allows; used for URLs that other people supply. */
import { ADDRCONFIG, type LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { DeliveryAttempt } from "../domain/premium.ts";

type AttemptError = NonNullable<DeliveryAttempt["error"]>;

export interface AddressGuard {
  /** True if a URL's host is a forbidden IP address, or a name that always means a forbidden address (`localhost`). */
  refusesName(host: string, port: number): boolean;
  /** True if the guard forbids connections to this address. The address is checked before dialing and again after connecting. */
  refusesAddress(address: string, port: number): boolean;
}

/** Why an attempt got no HTTP status. */
export class AttemptFailure extends Error {
  readonly kind: AttemptError;
  constructor(kind: AttemptError, options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

/** Resolves a name to all its current DNS addresses. @throws if there are none. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

const ASK_MS = 2000;
const ASK_TIMES = 2;

/**
 * Queries the name servers directly. The system's lookup has four slots for the whole process. Unresponsive name servers of a few
 * receivers would block all four slots. @param canUseSystem true if the operator has set `WEBHOOK_ALLOWED_CIDRS`. The system
 * then looks up names unknown to DNS, so that local names (a hosts file, containers) work.
 */
export function createResolver(canUseSystem: boolean): ResolveName {
  const resolver = new Resolver({ timeout: ASK_MS, tries: ASK_TIMES });
  return async (name) => {
    if (isLoopbackName(name)) return [toIpv4Address("127.0.0.1"), toIpv6Address("::1")];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const [four, six] = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const found = [...(four ?? []).map(toIpv4Address), ...(six ?? []).map(toIpv6Address)];
    if (found.length > 0) return found;
    if (canUseSystem) return lookup(name, { all: true, hints: ADDRCONFIG });
    throw answers[0]?.status === "rejected" ? answers[0].reason : new Error(`${name} has no address.`);
  };
}

function isLoopbackName(name: string): boolean {
  return /(^|\.)localhost$/i.test(name);
}

const toIpv4Address = (address: string): LookupAddress => ({ address, family: 4 });
const toIpv6Address = (address: string): LookupAddress => ({ address, family: 6 });

interface Destination {
  /** Name or address as in the URL, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/**
 * Resolves the name, checks every address, dials only checked addresses, and checks the connected address again; TLS is verified
 * against the name. @throws {AttemptFailure} `blocked_address`, `dns_error`, and the kinds of `toConnectError`.
 */
export async function connectGuarded(
  { host, port, tls }: Destination,
  guard: AddressGuard,
  resolve: ResolveName,
  timeoutMs: number,
): Promise<Socket> {
  const deadline = performance.now() + timeoutMs;
  if (guard.refusesName(host, port)) throw new AttemptFailure("blocked_address");
  const found =
    isIP(host) === 0 ? await resolveHost(host, resolve, timeoutMs) : [{ address: host, family: isIP(host) }];
  // `localhost` has two addresses; if the operator has allowed one of them, only that one is used.
  const addresses = isLoopbackName(host) ? found.filter(({ address }) => !guard.refusesAddress(address, port)) : found;
  // A refused address among public ones indicates DNS rebinding, so none of them is dialed.
  if (addresses.some(({ address }) => guard.refusesAddress(address, port)) || addresses.length === 0) {
    throw new AttemptFailure("blocked_address");
  }
  return dialAddresses({ host, port, tls }, addresses, guard, Math.max(1, deadline - performance.now()));
}

async function resolveHost(host: string, resolve: ResolveName, timeoutMs: number): Promise<readonly LookupAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new AttemptFailure("connect_timeout")), timeoutMs);
    });
    const addresses = await Promise.race([resolve(host), timeout]);
    if (addresses.length === 0) throw new Error(`${host} has no address.`);
    return addresses;
  } catch (cause) {
    throw cause instanceof AttemptFailure ? cause : new AttemptFailure("dns_error", { cause });
  } finally {
    clearTimeout(timer);
  }
}

function dialAddresses(
  { host, port, tls }: Destination,
  addresses: readonly LookupAddress[],
  guard: AddressGuard,
  timeoutMs: number,
): Promise<Socket> {
  const options = {
    host,
    port,
    autoSelectFamily: true,
    lookup: createFixedLookup(addresses),
    noDelay: true,
  };
  const socket = tls
    ? connectTls({ ...options, ALPNProtocols: ["http/1.1"], ...(isIP(host) === 0 ? { servername: host } : {}) })
    : connectTcp(options);
  return new Promise((resolve, reject) => {
    let reached = false;
    const timer = setTimeout(() => fail("connect_timeout"), timeoutMs);
    const fail = (kind: AttemptError, cause?: unknown) => {
      clearTimeout(timer);
      // An abandoned socket may still emit an error, and nobody else listens.
      socket.on("error", () => {});
      socket.destroy();
      reject(new AttemptFailure(kind, { cause }));
    };
    const failOnError = (error: NodeJS.ErrnoException) => fail(toConnectError(error, reached), error);
    socket.once("error", failOnError);
    socket.once("connect", () => {
      reached = true;
      const { remoteAddress } = socket;
      const known = addresses.some(({ address }) => address === remoteAddress);
      if (remoteAddress === undefined || !known || guard.refusesAddress(remoteAddress, port)) fail("blocked_address");
    });
    socket.once(tls ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      if (socket.destroyed) return;
      socket.off("error", failOnError);
      resolve(socket);
    });
  });
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Creates the lookup function of a connection: it returns the checked addresses, or only the first if Node asks for one. */
function createFixedLookup(addresses: readonly LookupAddress[]) {
  return (_name: string, options: { readonly all?: boolean | undefined }, callback: LookupCallback): void => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
  };
}

/** @param reached whether the TCP connection was established. If it was, TLS failed. */
function toConnectError(error: NodeJS.ErrnoException, reached: boolean): AttemptError {
  const codes = [error, ...(error instanceof AggregateError ? error.errors : [])].map(
    (each) => (each as NodeJS.ErrnoException).code,
  );
  if (codes.includes("ETIMEDOUT")) return "connect_timeout";
  if (codes.includes("ECONNRESET") || codes.includes("EPIPE")) return "connection_reset";
  return reached ? "tls_error" : "connection_refused";
}
