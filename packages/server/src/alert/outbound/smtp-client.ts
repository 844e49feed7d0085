import { isIP } from "node:net";
import type { MailSecurity } from "@gatehouse/contract/entities/notification";
import { type DeviceError, type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import { createTransport } from "nodemailer";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { integrationNetworks, lookupWithin, resolveAllowedAddress } from "../allowed-address.ts";
import { deviceUrl } from "../device-address.ts";
import { systemLookup } from "../dns-lookup.ts";
import { connectionError, noReplyWithin } from "../http-errors.ts";

/** A server that accepts e-mail. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
}

/** A message to one recipient. */
export interface OutgoingMail {
  /** Identifies the message, also when it is sent again. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly filename: string; readonly content: Buffer };
}

const timeoutMs = 10_000;

/** Sends an e-mail to a server in the networks that integrations may reach. */
export async function sendMail(db: ReadDb, server: SmtpServer, mail: OutgoingMail): Promise<DeviceResult<null>> {
  const target = deviceUrl(server.host);
  if (!target) return failed("unreachable", "Invalid address.");
  const networks = integrationNetworks((await loadRequiredConfigs(db)).integrationNetworks);
  const place = await lookupWithin(resolveAllowedAddress(target, networks, systemLookup), timeoutMs);
  if (!place.ok) return place;
  const transport = createTransport({
    // The address that was checked, so that the name is not resolved again.
    host: place.value,
    port: server.port,
    secure: server.security === "tls",
    requireTLS: server.security === "starttls",
    ignoreTLS: server.security === "none",
    ...(isIP(server.host) === 0 && { servername: server.host, tls: { servername: server.host } }),
    ...(server.login && { auth: server.login }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: mail.from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      ...(mail.attachment && { attachments: [mail.attachment] }),
      messageId: `<${mail.id}@${mail.from.split("@")[1]}>`,
      // RFC 3834: no automatic replies.
      headers: { "Auto-Submitted": "auto-generated" },
    });
    return success(null);
  } catch (error) {
    return { ok: false, failure: toError(error as SmtpError) };
  } finally {
    transport.close();
  }
}

interface SmtpError extends NodeJS.ErrnoException {
  readonly response?: string;
  readonly responseCode?: number;
  readonly originalCode?: string;
}

const maxReplyLength = 200;

function toError(error: SmtpError): DeviceError {
  const { code, response, originalCode } = error;
  const reply = response?.replaceAll(/\s+/g, " ").slice(0, maxReplyLength);
  if (code === "EAUTH") return { kind: "wrong-credentials", detail: `Sign-in refused: ${reply ?? error.message}` };
  if (code === "ETIMEDOUT") return noReplyWithin(timeoutMs);
  if (code === "ETLS") return { kind: "unreachable", detail: tlsDetail(error) };
  if (reply !== undefined) return { kind: "refused", detail: `The mail server replied: ${reply}` };
  if (code === "EPROTOCOL") return { kind: "not-understood", detail: "The reply is not SMTP." };
  return connectionError({ ...error, name: error.name, message: error.message, code: originalCode ?? code ?? "" });
}

/** The reason of a failed TLS handshake, or that the server offers none. */
const tlsDetail = ({ originalCode, message }: SmtpError) =>
  originalCode === undefined
    ? `No encrypted connection: ${message}`
    : connectionError({ name: "", message, code: originalCode }).detail;
