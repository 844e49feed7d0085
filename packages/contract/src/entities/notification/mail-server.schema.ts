import * as z from "zod";
import { host } from "../../fields/address.ts";
import { emailAddress } from "../../fields/email.ts";
import { isLoopbackHost } from "../../fields/loopback-host.ts";
import { port } from "../../fields/number.ts";
import { version } from "../../fields/record.ts";
import { required } from "../../fields/required.ts";
import { optionalText, requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";
import { type MailSecurity, mailSecurities, mailServerDefaults } from "./notification-limits.ts";

const securities = Object.keys(mailSecurities) as [MailSecurity, ...MailSecurity[]];

const fields = z.strictObject({
  /** Empty: no e-mail is sent. */
  host: z.union([z.literal(""), host]),
  port: port.default(mailServerDefaults.port),
  security: z.enum(securities, `Must be one of ${securities.join(", ")}`).default(mailServerDefaults.security),
  username: optionalText(200),
  /** Never returned; if absent, the stored one is kept. */
  password: z.union([z.literal("").transform(() => undefined), requiredText(500)]).optional(),
  sender: z.union([z.literal(""), emailAddress]).default(""),
});

const unencrypted = "A password is only sent over an encrypted connection";

/** NOTE-1: the input for the mail server. */
export const mailServerDraft = fields.check(({ value, issues }) => {
  const { host: server, security, username, sender } = value;
  if (server === "") return;
  if (sender === "") issues.push({ code: "custom", message: required, path: ["sender"], input: sender });
  if (username && security === "none" && !isLoopbackHost(server))
    issues.push({ code: "custom", message: unencrypted, path: ["security"], input: security });
});

/** The validated input. */
export type MailServerDraft = z.output<typeof mailServerDraft>;

/** NOTE-1, NOTE-3: the mail server as the server returns it, with the state of the delivery. */
export const mailServer = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(securities),
  username: z.string().nullable(),
  sender: z.string(),
  hasPassword: z.boolean(),
  /** SAFE-1: there is a password, but it can't be decrypted. */
  isPasswordUnreadable: z.boolean(),
  /** The number of messages that wait to be sent. */
  waiting: z.int(),
  /** Why the last attempt failed; null if none waits. */
  lastFault: z.string().nullable(),
  lastSentAt: instant.nullable(),
  /** 0 before the first save. */
  version,
});
mailServer.register(z.globalRegistry, {
  id: "MailServer",
  description: "The mail server, with the state of the delivery",
});

/** The current mail server. */
export type MailServer = z.output<typeof mailServer>;

/** NOTE-4: where a test message is sent. */
export const mailTestDraft = z.strictObject({ to: emailAddress });
