import { replaceCredentials } from "@gatehouse/contract/fields/url";

/** A URL with its user name and password masked; undefined if it has none. */
export function maskCredentials(url: string): string | undefined {
  const masked = replaceCredentials(url, "•••@");
  return masked === url ? undefined : masked;
}
