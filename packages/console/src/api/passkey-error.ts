import { passkeysNeedHostName, passkeysNeedHttps } from "@gatehouse/contract/entities/auth/auth";

/** Why this page can't use passkeys; undefined if it can. */
export function passkeyError(): string | undefined {
  const { hostname } = location;
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith("[")) return passkeysNeedHostName;
  return isSecureContext && "PublicKeyCredential" in window ? undefined : passkeysNeedHttps;
}
