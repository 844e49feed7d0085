import {
  type MailSecurity,
  type MailServer,
  type MailServerDraft,
  mailServerDefaults,
} from "@gatehouse/contract/entities/notification";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { httpError, invalidFields } from "../../platform/http/http-error.ts";
import type { Secrets } from "../../platform/security/secrets.ts";

const columns = ["host", "port", "security", "username", "passwordSecret", "sender", "version"] as const;
const unset = {
  host: "",
  ...mailServerDefaults,
  username: null,
  passwordSecret: null,
  sender: "",
  version: 0,
} as const;

/** The mail server with its decrypted password. */
interface StoredMailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly username: string | null;
  readonly password: string | undefined;
  /** There is a password, but it can't be decrypted. */
  readonly isPasswordUnreadable: boolean;
  readonly sender: string;
}

/** Loads the mail server; undefined if no e-mail is sent. */
export async function loadMailServer(db: ReadDb, secrets: Secrets): Promise<StoredMailServer | undefined> {
  const row = await db.selectFrom("mail_server").select(columns).executeTakeFirst();
  if (!row || row.host === "") return undefined;
  const { passwordSecret: sealed, security, version: _, ...server } = row;
  const password = sealed === null ? undefined : secrets.open(sealed);
  const isPasswordUnreadable = sealed !== null && password === undefined;
  return { ...server, security: security as MailSecurity, password, isPasswordUnreadable };
}

/** Loads the mail server for display, with the state of the delivery. */
export async function loadMailServerSettings(db: ReadDb | Tx, secrets: Secrets): Promise<MailServer> {
  const row = await db.selectFrom("mail_server").select(columns).executeTakeFirst();
  const outbox = db.selectFrom("outbox").where("kind", "=", "notification-mail");
  const waiting = await outbox
    .select((of) => [of.fn.countAll<number>().as("count"), of.fn.max("lastFault").as("lastFault")])
    .where("takenAt", "is", null)
    .executeTakeFirstOrThrow();
  const sent = await outbox
    .select((of) => of.fn.max("takenAt").as("at"))
    .where("takenAt", "is not", null)
    .executeTakeFirst();
  const { passwordSecret, security, ...server } = row ?? unset;
  return {
    ...server,
    security: security as MailSecurity,
    hasPassword: passwordSecret !== null,
    isPasswordUnreadable: passwordSecret !== null && secrets.open(passwordSecret) === undefined,
    waiting: waiting.count,
    lastFault: waiting.lastFault,
    lastSentAt: sent?.at ?? null,
  };
}

/** Saves the mail server; fails if its version changed. Before the first save it has version 0. */
export async function saveMailServer(
  tx: Tx,
  { password, username = null, ...server }: MailServerDraft,
  secrets: Secrets,
  ifMatch: number | undefined,
): Promise<void> {
  // A row to lock, so that of two concurrent first saves the second one sees the first.
  await tx
    .insertInto("mail_server")
    .values({ id: 1, ...unset })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = await tx.selectFrom("mail_server").select(columns).forUpdate().executeTakeFirstOrThrow();
  if (ifMatch !== undefined && ifMatch !== before.version)
    throw httpError("record/changed", { current: await loadMailServerSettings(tx, secrets) });
  const isKept = username !== null && password === undefined && before.passwordSecret !== null;
  // A stored password must not reach a server that it was not entered for.
  if (isKept && server.host !== before.host)
    throw invalidFields([{ path: "password", message: "Enter the password for this server" }]);
  await tx
    .updateTable("mail_server")
    .set({
      ...server,
      username,
      ...(username === null && { passwordSecret: null }),
      ...(username !== null && password !== undefined && { passwordSecret: secrets.seal(password) }),
      version: before.version + 1,
    })
    .execute();
}
