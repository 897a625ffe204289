/** A connection that goes only where a guard lets it: to addresses that others have given us. */
import { ADDRCONFIG, type LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { DeliveryAttempt } from "../domain/premium.ts";

type AttemptError = NonNullable<DeliveryAttempt["error"]>;

/** Decides where a connection may go. */
export interface AddressGuard {
  /** True if a URL's host is refused: an IP address by itself, a name by what it can only mean. */
  refusesName(host: string, port: number): boolean;
  /** True if an address that would be dialled, or has been, is refused. */
  refusesAddress(address: string, port: number): boolean;
}

/** Reason for which an attempt has no status. */
export class AttemptFailure extends Error {
  readonly kind: AttemptError;
  constructor(kind: AttemptError, options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

/** All addresses of a name, as DNS has them now. @throws when there are none. */
export type ResolveName = (name: string) => Promise<readonly LookupAddress[]>;

const ASK_MS = 2000;
const ASK_TIMES = 2;

/**
 * Asks the name servers directly: the system's look-up has four places for the whole process, which hanging name servers of a few
 * receivers would take from everything else. Where the operator has opened nets, a name that DNS does not know is looked up as the system
 * does, so that its own names (a hosts file, containers) work.
 */
export function createResolver(alsoOfSystem: boolean): ResolveName {
  const resolver = new Resolver({ timeout: ASK_MS, tries: ASK_TIMES });
  return async (name) => {
    if (isLoopbackName(name)) return [v4("127.0.0.1"), v6("::1")];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const [four, six] = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : []));
    const found = [...(four ?? []).map(v4), ...(six ?? []).map(v6)];
    if (found.length > 0) return found;
    if (alsoOfSystem) return lookup(name, { all: true, hints: ADDRCONFIG });
    throw answers[0]?.status === "rejected" ? answers[0].reason : new Error(`${name} has no address.`);
  };
}

function isLoopbackName(name: string): boolean {
  return /(^|\.)localhost$/i.test(name);
}

const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const v6 = (address: string): LookupAddress => ({ address, family: 6 });

interface Destination {
  /** Name or address as in the URL, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/**
 * Resolves, checks every address, dials only those, and checks again whom it reached; TLS is verified against the name.
 * @throws {AttemptFailure} any kind but `http_status`, `redirect` and `timeout`.
 */
export async function connectGuarded(
  { host, port, tls }: Destination,
  guard: AddressGuard,
  resolve: ResolveName,
  timeoutMs: number,
): Promise<Socket> {
  const deadline = performance.now() + timeoutMs;
  if (guard.refusesName(host, port)) throw new AttemptFailure("blocked_address");
  const found = isIP(host) === 0 ? await resolved(host, resolve, timeoutMs) : [{ address: host, family: isIP(host) }];
  // The machine's own name has two addresses; if the operator has opened one of them, that one is meant.
  const addresses = isLoopbackName(host) ? found.filter(({ address }) => !guard.refusesAddress(address, port)) : found;
  // One inner address beside public ones is how rebinding is tried: none of them is dialled.
  if (addresses.some(({ address }) => guard.refusesAddress(address, port)) || addresses.length === 0) {
    throw new AttemptFailure("blocked_address");
  }
  return dial({ host, port, tls }, addresses, guard, Math.max(1, deadline - performance.now()));
}

async function resolved(host: string, resolve: ResolveName, timeoutMs: number): Promise<readonly LookupAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new AttemptFailure("connect_timeout")), timeoutMs);
    });
    const addresses = await Promise.race([resolve(host), late]);
    if (addresses.length === 0) throw new Error(`${host} has no address.`);
    return addresses;
  } catch (cause) {
    throw cause instanceof AttemptFailure ? cause : new AttemptFailure("dns_error", { cause });
  } finally {
    clearTimeout(timer);
  }
}

function dial(
  { host, port, tls }: Destination,
  addresses: readonly LookupAddress[],
  guard: AddressGuard,
  timeoutMs: number,
): Promise<Socket> {
  const options = {
    host,
    port,
    autoSelectFamily: true,
    lookup: checkedLookup(addresses),
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
      // A socket that is given up may still report; nobody else listens.
      socket.on("error", () => {});
      socket.destroy();
      reject(new AttemptFailure(kind, { cause }));
    };
    const refused = (error: NodeJS.ErrnoException) => fail(connectError(error, reached), error);
    socket.once("error", refused);
    socket.once("connect", () => {
      reached = true;
      const { remoteAddress } = socket;
      const known = addresses.some(({ address }) => address === remoteAddress);
      if (remoteAddress === undefined || !known || guard.refusesAddress(remoteAddress, port)) fail("blocked_address");
    });
    socket.once(tls ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      if (socket.destroyed) return;
      socket.off("error", refused);
      resolve(socket);
    });
  });
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Answers a connection's look-up with what has been checked, whether it asks for one address or for all. */
function checkedLookup(addresses: readonly LookupAddress[]) {
  return (_name: string, options: { readonly all?: boolean | undefined }, callback: LookupCallback): void => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else if (first) callback(null, first.address, first.family);
  };
}

/** @param reached whether the TCP connection stood, so that what failed is TLS. */
function connectError(error: NodeJS.ErrnoException, reached: boolean): AttemptError {
  const codes = [error, ...(error instanceof AggregateError ? error.errors : [])].map(
    (each) => (each as NodeJS.ErrnoException).code,
  );
  if (codes.includes("ETIMEDOUT")) return "connect_timeout";
  if (codes.includes("ECONNRESET") || codes.includes("EPIPE")) return "connection_reset";
  return reached ? "tls_error" : "connection_refused";
}
