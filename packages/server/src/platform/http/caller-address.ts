import { isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";

/** Removes the prefix that a dual-stack socket gives an IPv4 address; empty for a closed socket, which has no address. */
export const plainAddress = (address: string | undefined): string =>
  address?.startsWith("::") ? address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "") : (address ?? "");

/** Whether a plain address is one of this machine. */
export const isLoopback = (address: string): boolean => address === "::1" || address.startsWith("127.");

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 address, because one host has all of it. */
export function addressKey(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(":")}::/64` : plain;
}

/** The network that a provider may assign to one customer: an IPv4 /24 or an IPv6 /48. */
export function networkKey(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain)
    ? `${groupsOf(plain).slice(0, 3).join(":")}::/48`
    : `${plain.split(".").slice(0, 3).join(".")}.0/24`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.replace(/%.*$/s, "").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  // A dotted end, as in 64:ff9b::192.0.2.1, stands for two groups.
  const width = (groups: string[]) => groups.length + (groups.at(-1)?.includes(".") ? 1 : 0);
  const zeros = Array<string>(Math.max(0, 8 - width(first) - width(last))).fill("0");
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, "").toLowerCase());
}

const forwardingHeaders = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/**
 * The caller's own address; undefined if a proxy forwarded the request without X-Forwarded-For, or if the other headers name none of
 * its addresses: the caller may have written it.
 */
export function callerAddress({ headers, ip }: Pick<FastifyRequest, "headers" | "ip">): string | undefined {
  const stated = `${headers["x-forwarded-for"] ?? ""}`.split(",").map((address) => plainAddress(address.trim()));
  const others = ["forwarded", "x-real-ip"].flatMap((name) => headers[name] ?? []);
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  const agrees = (text: string) => text.split(/[^\da-f.:]+/i).some((part) => stated.includes(plainAddress(part)));
  const isStated = stated.some((address) => address !== "") && others.every(agrees);
  return isForwarded && !isStated ? undefined : plainAddress(ip);
}

/** Whether the caller is on the server's own machine: a loopback connection that no proxy forwarded. */
export function isOnThisMachine({ raw, headers }: Pick<FastifyRequest, "raw" | "headers">): boolean {
  return (
    isLoopback(plainAddress(raw.socket.remoteAddress)) && forwardingHeaders.every((name) => headers[name] === undefined)
  );
}

/** The origin in the caller's browser; empty if the request names no valid host. */
export function originOf({ protocol, host }: Pick<FastifyRequest, "protocol" | "host">): string {
  const stated = `${protocol}://${host}`;
  return URL.canParse(stated) ? new URL(stated).origin : "";
}
