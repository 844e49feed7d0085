/** NOTE-1, NOTE-2: the limits of notifications. */
export const notificationLimits = {
  maxEmails: 50,
  maxWebhooks: 20,
  maxEscalationSteps: 3,
  maxEscalationMinutes: 1_440,
  /** How long a message waits in which an alert could turn out to be the consequence of another fault. */
  rootCauseMs: 10_000,
} as const;

/** How the connection to the mail server is encrypted, with its title. */
export const mailSecurities = {
  starttls: "STARTTLS (usually port 587)",
  tls: "TLS (usually port 465)",
  none: "Not encrypted (usually port 25)",
} as const;

/** One of the ways. */
export type MailSecurity = keyof typeof mailSecurities;

/** NOTE-1: a mail server before it is set up. */
export const mailServerDefaults = { port: 587, security: "starttls" } as const;

/** The prefix of signing secrets in the Standard Webhooks specification. */
export const webhookSecretPrefix = "whsec_";
