/** Tells which addresses belong to the public Internet, and which nets an operator has opened. */
import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** A set of nets. @throws {RangeError} when one is not `address/bits`. */
export function netsOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = "", bits = ""] = cidr.split("/");
    const family = isIP(address);
    if (family === 0 || !/^\d{1,3}$/.test(bits)) throw new RangeError(`"${cidr}" is not a net such as 10.0.0.0/8.`);
    list.addSubnet(address, Number(bits), family === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

export function isIn(list: BlockList, address: string): boolean {
  const family = address.includes("%") ? 0 : isIP(address);
  return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** IPv6 is allowed only in the global unicast space (RFC 4291); ipaddr.js calls the unassigned rest unicast, too. */
const GLOBAL_V6 = netsOf(["2000::/3"]);

/**
 * Tells whether an address has none of the special purposes of IANA's registries (RFC 6890), as ipaddr.js has them. It is false for every
 * text that is not a plain IP address, and for one with a zone (`fe80::1%eth0`).
 */
export function isPublic(address: string): boolean {
  const family = address.includes("%") ? 0 : isIP(address);
  if (family === 0 || ipaddr.parse(address).range() !== "unicast") return false;
  return family === 4 || isIn(GLOBAL_V6, address);
}

/** An address in its shortest form; of an IPv6 one that only carries an IPv4 one (`::ffff:7f00:1`) that one. Other text as it is. */
export function unmapped(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}
