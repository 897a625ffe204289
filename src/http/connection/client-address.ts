/** Identifies a caller without a key by the client's address, trusting only the configured proxies. */
import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { ConfigError } from "../../base/errors.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface ClientAddresses {
  /** `forwardedFor`: the value of `X-Forwarded-For`, with repeated headers joined by commas. */
  getIdentity(peer: string | undefined, forwardedFor: string | undefined): string;
  /** Same as `getIdentity`, for a trusted peer. */
  getForwardedIdentity(peer: string | undefined, forwardedFor: string): string;
  isTrusted(peer: string | undefined): boolean;
  /** The /48 of an IPv6 peer, which is what a provider may assign to one customer; null for IPv4. */
  getNetwork(peer: string | undefined): string | null;
}

/**
 * An identity is `203.0.113.7`, or the /64 of an IPv6 address, `2001:db8:1:2::/64`; an IPv4-mapped address counts as IPv4.
 * `trustedProxies`: CIDR blocks or single addresses. @throws {ConfigError} naming the entry that is neither.
 */
export function createClientAddressResolver(trustedProxies: readonly string[]): ClientAddresses {
  const trusted = trustedProxies.map(parseAddressBlock);
  const isTrusted = (address: Address): boolean =>
    trusted.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  const getIdentity = (peer: string | undefined, forwardedFor: string | undefined): string => {
    let client = peer === undefined ? null : parseAddress(peer);
    if (client === null) return "unknown";
    if (trusted.length > 0 && forwardedFor !== undefined && isTrusted(client)) {
      // Read the header from the right: each hop was added by the proxy after it, so stop at the first hop that is not trusted.
      for (const hop of forwardedFor.split(",").reverse()) {
        const address = parseAddress(removePort(hop.trim()));
        if (address === null) break;
        client = address;
        if (!isTrusted(address)) break;
      }
    }
    return toClientIdentity(client);
  };
  return {
    isTrusted(peer) {
      const address = trusted.length > 0 && peer !== undefined ? parseAddress(peer) : null;
      return address !== null && isTrusted(address);
    },
    getNetwork(peer) {
      const address = peer === undefined ? null : parseAddress(peer);
      return address === null || address.kind() === "ipv4" ? null : formatIpv6Prefix(address as ipaddr.IPv6, 48);
    },
    getIdentity,
    // Fast path: nearly all proxies send a single IPv4 address, which has only one spelling and is the identity as is.
    getForwardedIdentity: (peer, forwardedFor) =>
      isIPv4(forwardedFor) ? forwardedFor : getIdentity(peer, forwardedFor),
  };
}

function parseAddressBlock(text: string): [Address, number] {
  try {
    if (!text.includes("/")) {
      const address = ipaddr.process(text);
      return [address, address.kind() === "ipv4" ? 32 : 128];
    }
    return ipaddr.parseCIDR(text);
  } catch (cause) {
    throw new ConfigError(`TRUSTED_PROXIES must be addresses or CIDR blocks like 10.0.0.0/8, not "${text}".`, {
      cause,
    });
  }
}

/** Accepts only complete addresses, unlike the library, which would parse `127.1`. */
function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return new ipaddr.IPv4(text.split(".").map(Number));
  const plain = text.split("%", 1)[0] ?? "";
  return isIPv6(plain) ? ipaddr.process(plain) : null;
}

/** Removes the port: some proxies write `203.0.113.7:51234` or `[2001:db8::1]:51234`. */
function removePort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

function toClientIdentity(address: Address): string {
  if (address.kind() === "ipv4") return address.toString();
  return formatIpv6Prefix(address as ipaddr.IPv6, 64);
}

/** `bits`: a multiple of 16. */
function formatIpv6Prefix({ parts }: ipaddr.IPv6, bits: number): string {
  const leadingParts = parts.slice(0, bits / 16);
  return `${leadingParts.map((part) => part.toString(16)).join(":")}::/${bits}`;
}
