import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { testCertificate } from "../outbound/test-certificate.ts";

/** A received e-mail. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  readonly user: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
}

/** A real SMTP server on this machine. */
export interface TestSmtp {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Addresses that are rejected. */
  readonly refused: Set<string>;
  stop(): Promise<void>;
}

/** Starts an SMTP server. With a login it requires it; with STARTTLS it offers a certificate that nobody trusts. */
export async function startSmtp(
  options: {
    login?: { user: string; pass: string };
    hasStartTls?: boolean;
    onMail?: (mail: ReceivedMail) => void;
  } = {},
): Promise<TestSmtp> {
  const { login, hasStartTls = false, onMail } = options;
  const mails: ReceivedMail[] = [];
  const refused = new Set<string>();
  const server = new SMTPServer({
    ...testCertificate,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: hasStartTls ? [] : ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) => {
      if (username === login?.user && password === login?.pass) done(null, { user: username ?? "" });
      else done(new Error("Wrong user name or password"));
    },
    onRcptTo: ({ address }, _session, done) => {
      done(refused.has(address) ? Object.assign(new Error("No such mailbox"), { responseCode: 550 }) : null);
    },
    onData: (stream, { envelope, user }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address).join(", ");
        const text = Buffer.concat(chunks).toString("utf8");
        const mail = { from, to, user: user as string | undefined, ...parseMail(text) };
        mails.push(mail);
        onMail?.(mail);
        done();
      });
    },
  });
  // A client that gives up, such as one that does not trust the certificate, is not an error of the test.
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    refused,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parseMail(raw: string): Pick<ReceivedMail, "subject" | "text" | "messageId"> {
  const end = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, " ");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
  const isQuoted = header("content-transfer-encoding") === "quoted-printable";
  const body = raw
    .slice(end + 4)
    .replaceAll("\r\n", "\n")
    .trim();
  const text = isQuoted
    ? body
        .replaceAll("=\n", "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
  return { subject: header("subject"), text, messageId: header("message-id") };
}
