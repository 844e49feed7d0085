/** An IP address without the prefix that IPv4 addresses have on an IPv6 socket. */
export const plainAddress = (address: string | undefined) => address?.replace(/^::ffff:/i, "") ?? "";

/** Whether an address is of this machine itself, as a trusted reverse proxy's is. */
export const isLoopback = (address: string) => address === "::1" || address.startsWith("127.");
