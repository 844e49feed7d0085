import { randomUUID } from "node:crypto";
import { builtInRoles, isBuiltInRole, type Permission } from "@gatehouse/contract/permissions";
import type { Database, Tx } from "../platform/database/database.ts";
import type { Caller, Person } from "../platform/http/call.ts";
import { sessionEnds, sessionMs } from "../platform/security/session-bounds.ts";
import type { Services } from "../platform/services.ts";

/** The console renews the token while somebody uses it. */
const tokenMs = 30 * 60_000;

interface Account {
  id: number;
  username: string;
  passwordChanged: boolean;
}

export interface SignedIn {
  token: string;
  passwordChanged: boolean;
}

/** How somebody signed in. */
export type SignInMethod = "password" | "provider" | "passkey" | "pin";

/** Starts a session and signs its first token. */
export async function createSession(
  tx: Tx,
  account: Account,
  { caller, method, id = randomUUID() }: { caller: Caller; method: SignInMethod; id?: string },
  services: Services,
): Promise<SignedIn> {
  const now = services.clock.now();
  const session = { id, expiresAt: new Date(now.getTime() + sessionMs) };
  await tx
    .insertInto("sessions")
    .values({
      ...session,
      userId: account.id,
      method,
      createdAt: now,
      lastSeenAt: now,
      address: caller.address,
      userAgent: caller.userAgent.slice(0, 500),
    })
    .execute();
  const holder = { userId: account.id, sessionId: session.id, ...account };
  return { token: await signToken(holder, session.expiresAt, services), passwordChanged: account.passwordChanged };
}

/** Signs a new token for an existing session. */
export async function renewToken(person: Person, services: Services): Promise<SignedIn> {
  const { expiresAt } = await services.db
    .updateTable("sessions")
    .set({ lastSeenAt: services.clock.now() })
    .where("id", "=", person.sessionId)
    .returning("expiresAt")
    .executeTakeFirstOrThrow();
  const token = await signToken(person, new Date(expiresAt), services);
  return { token, passwordChanged: person.passwordChanged };
}

type TokenHolder = Pick<Person, "userId" | "sessionId" | "username" | "passwordChanged">;

function signToken(holder: TokenHolder, sessionEnd: Date, { tokens, clock }: Services): Promise<string> {
  const now = clock.now();
  const until = new Date(Math.min(now.getTime() + tokenMs, sessionEnd.getTime()));
  const { userId, sessionId, username, passwordChanged } = holder;
  return tokens.sign({ userId, sessionId, name: username, passwordChanged }, now, until);
}

/** Returns the person of a token if the token and its session are valid. */
export async function authenticate(token: string, { db, tokens, clock }: Services): Promise<Person | undefined> {
  const now = clock.now();
  const claims = await tokens.read(token, now);
  if (!claims) return undefined;
  const ends = sessionEnds(now);
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .leftJoin("roles", "roles.name", "users.role")
    .select(["users.id as userId", "users.username", "users.name", "users.passwordChanged", "sessions.id as sessionId"])
    .select(["users.role", "users.gateIds", "roles.permissions"])
    .where("users.isDisabled", "=", false)
    .where("sessions.id", "=", claims.sessionId)
    .where("sessions.endedAt", "is", null)
    .where("sessions.expiresAt", ">", ends.after)
    .where("sessions.expiresAt", "<=", ends.until)
    .executeTakeFirst();
  return row && { ...row, permissions: toPermissions(row.role, row.permissions) };
}

/** ROLE-2: the permissions of a role. One that was deleted meanwhile has none. */
function toPermissions(role: string, own: readonly string[] | null): ReadonlySet<Permission> {
  return new Set(isBuiltInRole(role) ? builtInRoles[role].permissions : ((own ?? []) as Permission[]));
}

/** Ends one session, or every session of a person. */
export async function endSessions(
  db: Database | Tx,
  which: { id: string } | { userId: number },
  now: Date,
): Promise<void> {
  const open = db.updateTable("sessions").set({ endedAt: now }).where("endedAt", "is", null);
  await ("id" in which ? open.where("id", "=", which.id) : open.where("userId", "=", which.userId)).execute();
}

export async function isSessionValid(db: Database, id: string, now: Date): Promise<boolean> {
  const ends = sessionEnds(now);
  const session = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", ends.after)
    .where("expiresAt", "<=", ends.until)
    .executeTakeFirst();
  return session !== undefined;
}
