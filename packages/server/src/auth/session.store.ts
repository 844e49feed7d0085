import { randomUUID } from "node:crypto";
import {
  type SecondFactorMethod,
  type SessionStage,
  secondStepMinutes,
} from "@gatehouse/contract/entities/auth/second-factor-limits";
import { builtInRoles, isBuiltInRole, type Permission } from "@gatehouse/contract/permissions";
import type { Database, Tx } from "../platform/database/database.ts";
import type { Caller, Person } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import { sessionEnds, sessionMs } from "../platform/security/session-bounds.ts";
import type { Services } from "../platform/services.ts";
import { findLackingStep } from "./second-factor.store.ts";

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
  /** AUTH-11: set while the session lacks a second factor. */
  secondFactor?: { methods: SecondFactorMethod[] };
}

/** How somebody signed in. */
export type SignInMethod = "password" | "provider" | "passkey" | "pin";

interface SessionStart {
  caller: Caller;
  method: SignInMethod;
  /** AUTH-11: the second factor is not asked for: it was used already, or the method is more than a password. */
  isVerified?: boolean;
}

/** Starts a session and signs its first token. AUTH-11: after a password, it may lack the second factor. */
export async function createSession(
  tx: Tx,
  account: Account,
  { caller, method, isVerified = method !== "password" }: SessionStart,
  services: Services,
): Promise<SignedIn> {
  const now = services.clock.now();
  // AUTH-4: the one-time password is replaced first.
  const lacking = isVerified || !account.passwordChanged ? undefined : await findLackingStep(tx, account.id);
  const stage = lacking?.stage ?? null;
  const lifeMs = stage === "second-factor" ? secondStepMinutes * 60_000 : sessionMs;
  const session = { id: randomUUID(), stage, expiresAt: new Date(now.getTime() + lifeMs) };
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
  const holder = { userId: account.id, sessionId: session.id, ...account, stage };
  const token = await signToken(holder, session.expiresAt, services);
  const { passwordChanged } = account;
  return { token, passwordChanged, ...(lacking && { secondFactor: { methods: lacking.methods } }) };
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

type TokenHolder = Pick<Person, "userId" | "sessionId" | "username" | "passwordChanged" | "stage">;

function signToken(holder: TokenHolder, sessionEnd: Date, { tokens, clock }: Services): Promise<string> {
  const now = clock.now();
  const until = new Date(Math.min(now.getTime() + tokenMs, sessionEnd.getTime()));
  const { userId, sessionId, username, passwordChanged, stage } = holder;
  return tokens.sign({ userId, sessionId, name: username, passwordChanged, stage }, now, until);
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
    .select(["sessions.stage", "users.role", "users.gateIds", "roles.permissions"])
    .where("users.isDisabled", "=", false)
    .where("sessions.id", "=", claims.sessionId)
    .where("sessions.endedAt", "is", null)
    .where("sessions.expiresAt", ">", ends.after)
    .where("sessions.expiresAt", "<=", ends.until)
    .executeTakeFirst();
  const stage = row?.stage as SessionStage | null;
  return row && { ...row, stage, permissions: toPermissions(row.role, row.permissions) };
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

/** AUTH-11: ends a session that lacked the second factor; of concurrent calls, one succeeds. */
export async function endPendingSession(tx: Tx, id: string, now: Date): Promise<void> {
  const ended = await tx
    .updateTable("sessions")
    .set({ endedAt: now })
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!ended) throw refuse("auth/session-ended");
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
