/** Checks where webhooks may be sent: when a URL is set, and again at every connection. */
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import type { Config } from "../../base/config.ts";
import type { AddressGuard } from "../../outbound/guarded-connection.ts";
import { getHost, getPort } from "../../outbound/guarded-fetch.ts";

export interface GuardSettings {
  /** Networks that the operator has allowed, e.g. `["127.0.0.1/32"]`. */
  readonly allowedCidrs: readonly string[];
  readonly allowHttp: boolean;
  /** Ports that this program listens on: no webhook may reach them on this machine, not even in an allowed network. */
  readonly ownPorts?: readonly number[];
}

export function getGuardSettings(config: Pick<Config, "WEBHOOK_ALLOWED_CIDRS" | "WEBHOOK_ALLOW_HTTP" | "PORT">) {
  return {
    allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
    allowHttp: config.WEBHOOK_ALLOW_HTTP,
    ownPorts: config.PORT === 0 ? [] : [config.PORT],
  } satisfies GuardSettings;
}

const LONGEST_URL = 2048;

/** Names of this machine, and of cloud metadata services, which give out credentials. */
const LOOPBACK_NAME = /^(.+\.)?localhost$/;
const METADATA_NAME = /^(.+\.)?(metadata|instance-data|metadata\.[a-z.]*internal|metadata\.azure\.com)$/;
/** Names without a dot, and names used only in local networks (RFC 6761, 6762, 8375, 9476; ICANN's .internal; common ones). */
const INSIDE_NAME = /^[^.]*$|\.(local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;

// Ports of 1024 or higher that a webhook URL must not have, because web servers do not use them: ports of databases, queues and
// remote administration, and ports that browsers block (WHATWG Fetch, "bad port"). Below 1024, only 80 and 443 are allowed.
const REFUSED_PORTS = new Set([
  1080, 1433, 1434, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2377, 2379, 2380, 3128, 3306, 3389, 3659,
  4045, 4190, 4369, 5060, 5061, 5432, 5433, 5672, 5900, 5901, 5984, 5985, 5986, 6000, 6379, 6380, 6443, 6566, 6665,
  6666, 6667, 6668, 6669, 6679, 6697, 7000, 7001, 8086, 8500, 9042, 9092, 9200, 9300, 10080, 10250, 10255, 11211, 26379,
  27017, 27018, 27019,
]);

/**
 * Returns why a webhook URL is rejected: `not_a_url`, `too_long`, `scheme_not_allowed`, `userinfo_not_allowed`,
 * `fragment_not_allowed`, `port_not_allowed` or `address_not_allowed`; null if it may be stored. Makes no DNS query: the
 * addresses of a host name are checked at each attempt.
 */
export function findUrlRejection(url: string, settings: GuardSettings): string | null {
  if (url.length > LONGEST_URL) return "too_long";
  const scheme = /^[\s\0-\x20]*([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== "https" && !(scheme === "http" && settings.allowHttp)) return "scheme_not_allowed";
  const parsed = URL.parse(url);
  if (parsed === null) return "not_a_url";
  if (parsed.username !== "" || parsed.password !== "" || /^[^/\\]*[/\\]+[^/\\?#]*@/.test(url)) {
    return "userinfo_not_allowed";
  }
  if (url.includes("#")) return "fragment_not_allowed";
  if (!isAllowedPort(getPort(parsed))) return "port_not_allowed";
  const guard = createAddressGuard(settings);
  return guard.refusesName(getHost(parsed), getPort(parsed)) ? "address_not_allowed" : null;
}

function isAllowedPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !REFUSED_PORTS.has(port));
}

/** @throws {RangeError} if an allowed network is invalid. */
export function createAddressGuard({ allowedCidrs, ownPorts = [] }: GuardSettings): AddressGuard {
  const allowed = buildNetworkSet(allowedCidrs);
  const ownPortSet = new Set(ownPorts);
  const opensMoreThanLoopback = allowedCidrs.some((cidr) => !/^(127\.|::1\/)/.test(cidr));

  const refusesAddress = (address: string, port: number): boolean => {
    const isOwn = isOwnAddress(address);
    if (isOwn && ownPortSet.has(port)) return true;
    if (isInNetworks(allowed, address)) return false;
    return isOwn || !isPublicAddress(address);
  };
  return {
    refusesAddress,
    refusesName(host, port) {
      if (isIP(host) !== 0) return refusesAddress(host, port);
      const name = host.toLowerCase();
      if (LOOPBACK_NAME.test(name)) return refusesAddress("127.0.0.1", port) && refusesAddress("::1", port);
      if (METADATA_NAME.test(name)) return refusesAddress("169.254.169.254", port);
      return INSIDE_NAME.test(name) && !opensMoreThanLoopback;
    },
  };
}

/** True for loopback, unspecified and this machine's addresses. Reads the machine's interfaces each time: they change. */
function isOwnAddress(address: string): boolean {
  const ip = unmapIpv4Address(address);
  if (ip.startsWith("127.") || ip === "::1" || ip === "0.0.0.0" || ip === "::") return true;
  return Object.values(networkInterfaces()).some((all) => all?.some((each) => unmapIpv4Address(each.address) === ip));
}

/** @throws {RangeError} if a network is not `address/bits`. */
function buildNetworkSet(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = "", bits = ""] = cidr.split("/");
    const family = isIP(address);
    if (family === 0 || !/^\d{1,3}$/.test(bits)) throw new RangeError(`"${cidr}" is not a network such as 10.0.0.0/8.`);
    list.addSubnet(address, Number(bits), family === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

function isInNetworks(list: BlockList, address: string): boolean {
  const family = address.includes("%") ? 0 : isIP(address);
  return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** IPv6 addresses are public only in the global unicast space (RFC 4291); ipaddr.js also calls unassigned addresses unicast. */
const GLOBAL_V6 = buildNetworkSet(["2000::/3"]);

// Returns whether an address has no special purpose in IANA's registries (RFC 6890), according to ipaddr.js. False for text that
// is not an IP address, and for an address with a zone (`fe80::1%eth0`).
function isPublicAddress(address: string): boolean {
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || ipaddr.parse(address).range() !== "unicast") return false;
  return family === 4 || isInNetworks(GLOBAL_V6, address);
}

/** Normalizes an IP address; an IPv4-mapped one (`::ffff:7f00:1`) becomes IPv4. Returns any other text unchanged. */
function unmapIpv4Address(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
