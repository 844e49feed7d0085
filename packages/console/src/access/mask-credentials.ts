/** A URL with its user name and password masked; undefined if it has none. */
export function maskCredentials(url: string): string | undefined {
  const masked = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1•••@");
  return masked === url ? undefined : masked;
}
