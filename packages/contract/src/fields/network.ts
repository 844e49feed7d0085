/** An IP address as a number; IPv4-mapped IPv6 (::ffff:10.0.0.1) counts as IPv4. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** A range of addresses: those that share the first `prefix` bits. */
export interface Network {
  readonly bits: 32 | 128;
  readonly prefix: number;
  readonly value: bigint;
}

/** The networks of the machine itself. */
export const loopbackNetworks = "127.0.0.0/8, ::1/128";

const mapped = 0xffffn;

/** Parses an IPv4 or IPv6 address; undefined if the text is neither. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (!text.includes(":")) {
    const value = ipv4(text);
    return value === undefined ? undefined : { bits: 32, value };
  }
  const value = ipv6(text);
  if (value === undefined) return undefined;
  return value >> 32n === mapped ? { bits: 32, value: value & 0xffffffffn } : { bits: 128, value };
}

/** Parses a network such as 10.0.0.0/8 or fc00::/7; a single address is a network of one. */
export function parseNetwork(text: string): Network | undefined {
  const [host = "", length, ...rest] = text.split("/");
  const address = parseIpAddress(host);
  if (address === undefined || rest.length > 0) return undefined;
  const { bits, value } = address;
  if (length === undefined) return { bits, value, prefix: bits };
  if (!/^(0|[1-9]\d{0,2})$/.test(length)) return undefined;
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8 in the other spelling.
  const prefix = Number(length) - (bits === 32 && host.includes(":") ? 96 : 0);
  return prefix >= 0 && prefix <= bits ? { bits, value, prefix } : undefined;
}

/** The parts of a comma-separated list of networks. */
export const networkParts = (list: string): string[] => list.split(",").map((part) => part.trim());

/** The error of a list of networks; undefined if it is valid. */
export function networksError(list: string): string | undefined {
  const wrong = networkParts(list).find((part) => parseNetwork(part) === undefined);
  if (wrong === undefined) return undefined;
  return wrong === ""
    ? "Must be networks such as 10.0.0.0/8, separated by commas"
    : `"${wrong}" is not a network such as 10.0.0.0/8`;
}

/** Whether a text is an IP address in none of the networks of a list. Names are resolved only when they are called. */
export function isOutsideNetworks(list: string, text: string): boolean {
  const ip = parseIpAddress(text.trim());
  if (ip === undefined) return false;
  return !networkParts(list).some((part) => {
    const network = parseNetwork(part);
    if (network?.bits !== ip.bits) return false;
    const hostBits = BigInt(network.bits - network.prefix);
    return network.value >> hostBits === ip.value >> hostBits;
  });
}

/** Stands for every public address in a list of integration networks. */
export const publicWord = "public";

/** The error of a list of integration networks; undefined if it is valid. */
export function integrationNetworksError(list: string): string | undefined {
  const parts = networkParts(list).filter((part) => part !== publicWord);
  return parts.length === 0 ? undefined : networksError(parts.join(","));
}

function ipv4(text: string): bigint | undefined {
  const parts = text.split(".");
  // Leading zeros are rejected, because some programs read 010 as 8.
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) {
    return undefined;
  }
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function ipv6(text: string): bigint | undefined {
  const halves = withoutDots(text)?.split("::");
  if (halves === undefined || halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** The last two groups of an IPv6 address may be written as IPv4. */
function withoutDots(text: string): string | undefined {
  if (!text.includes(".")) return text;
  const start = text.lastIndexOf(":") + 1;
  const value = ipv4(text.slice(start));
  return value === undefined
    ? undefined
    : `${text.slice(0, start)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}
