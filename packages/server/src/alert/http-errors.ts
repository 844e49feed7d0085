import type { DeviceError } from "@gatehouse/drivers/device-result";

const untrusted = "The TLS certificate is not from a trusted authority.";

const detailByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Connection refused.",
  ECONNRESET: "Connection closed without a reply.",
  EPIPE: "Connection closed without a reply.",
  EHOSTUNREACH: "No route to the host.",
  ENETUNREACH: "Network unreachable.",
  CERT_HAS_EXPIRED: "The TLS certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The TLS certificate is for another host name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  EPROTO: "The TLS handshake failed.",
};

/** Maps an error of a connection or of Node's HTTP parser to a reason and a text. */
export function connectionError({ code = "", name }: NodeJS.ErrnoException): DeviceError {
  if (code === "ETIMEDOUT") return { kind: "timed-out", detail: "Connection timed out." };
  // Node's HTTP parser reports malformed responses with these codes.
  if (code.startsWith("HPE_")) return { kind: "not-understood", detail: "The response is not HTTP." };
  return { kind: "unreachable", detail: detailByCode[code] ?? `Connection failed (${code || name}).` };
}

const formatSeconds = (ms: number) => `${ms / 1_000} s`;

export const noReplyWithin = (ms: number): DeviceError => ({
  kind: "timed-out",
  detail: `No reply within ${formatSeconds(ms)}.`,
});

export const lookupTimedOut = (ms: number): DeviceError => ({
  kind: "timed-out",
  detail: `Host name lookup timed out after ${formatSeconds(ms)}.`,
});

export const responseTooLarge = (maxBytes: number): DeviceError => ({
  kind: "too-large",
  detail: `The response is larger than ${Math.round(maxBytes / 1_024)} KiB.`,
});

export const unsendableHeader = (name: string): DeviceError => ({
  kind: "wrong-credentials",
  detail: `The value of the header ${name} contains a character that can't be sent. Enter it again.`,
});

export const responseCutOff: DeviceError = { kind: "not-understood", detail: "The response was cut off." };
