import { randomUUID } from "node:crypto";
import type { SecondFactorMethod } from "@gatehouse/contract/entities/auth/auth";
import { type SessionStage, secondStepMinutes } from "@gatehouse/contract/entities/auth/second-factor";
import { builtInRoles, isBuiltInRole, type Permission } from "@gatehouse/contract/permissions";
import { sessionLimits } from "@gatehouse/contract/session-limits";
import type { SignInMethod } from "@gatehouse/contract/sign-in-methods";
import { sql } from "kysely";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";
import type { Caller, Person } from "../../platform/http/call.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { listValidTokens } from "./personal-token.store.ts";
import { unlockPin } from "./pin-attempts.ts";
import { findLackingStep } from "./second-factor.store.ts";
import { endOfIdleTime, endOfSession, maxAgeMs, type SessionState, sessionError } from "./session-rules.ts";

interface Account {
  id: number;
  username: string;
  passwordChanged: boolean;
}

export interface SignedIn {
  token: string;
  passwordChanged: boolean;
  /** Set while the session lacks a second factor. */
  secondFactor?: { methods: SecondFactorMethod[] };
}

export interface StoredSession extends SessionState, Omit<Person, "permissions"> {
  readonly id: string;
  readonly rolePermissions: readonly string[] | null;
  readonly address: string;
  readonly userAgent: string;
  readonly method: SignInMethod;
}

interface SessionStart {
  caller: Caller;
  method: SignInMethod;
  id?: string;
  /** The second factor is not asked for: it was used already, or the method is more than a password. */
  isVerified?: boolean;
}

/** Starts a session and signs its first token. After a password, it may lack the second factor. */
export async function createSession(
  tx: Tx,
  account: Account,
  { caller, method, id = randomUUID(), isVerified = method !== "password" }: SessionStart,
  services: Services,
): Promise<SignedIn> {
  const now = services.clock.now();
  const policy = await tx
    .selectFrom("users")
    .leftJoin("role_policies as policy", (join) => join.on(isPolicyOfUser))
    .select(["policy.idleMinutes", "policy.maxAgeHours"])
    .where("users.id", "=", account.id)
    .executeTakeFirstOrThrow();
  // The one-time password is replaced first.
  const lacking = isVerified || !account.passwordChanged ? undefined : await findLackingStep(tx, account.id);
  const stage = lacking?.stage ?? null;
  const lifeMs = stage === "second-factor" ? secondStepMinutes * 60_000 : maxAgeMs(policy);
  await tx
    .insertInto("sessions")
    .values({
      id,
      stage,
      expiresAt: new Date(now.getTime() + lifeMs),
      userId: account.id,
      method,
      createdAt: now,
      lastSeenAt: now,
      address: caller.address,
      userAgent: caller.userAgent.slice(0, 500),
    })
    .execute();
  // A PIN that is locked after wrong attempts needs a complete sign-in.
  if (method !== "pin" && stage === null) await unlockPin(tx, account.id);
  const [session] = await listSessions(tx, { ids: [id] });
  if (!session) throw new Error("the new session is missing");
  return { ...(await signToken(session, services)), ...(lacking && { secondFactor: { methods: lacking.methods } }) };
}

/** Signs a new token for a session and stores that it was used, at most once a minute. */
export async function renewToken(person: Person, services: Services): Promise<SignedIn> {
  const { db, clock } = services;
  const now = clock.now();
  const [before] = await listSessions(db, { ids: [person.sessionId] });
  if (!before) throw new Error("the session of this call is missing");
  // Absolute difference, because the clock may have stepped back.
  const sinceMs = Math.abs(now.getTime() - Date.parse(before.lastSeenAt ?? before.createdAt));
  if (sinceMs < sessionLimits.lastSeenIntervalMs) return signToken(before, services);
  await db.updateTable("sessions").set({ lastSeenAt: now }).where("id", "=", before.id).execute();
  return signToken({ ...before, lastSeenAt: now.toISOString() }, services);
}

/** The token is valid until the session would be idle, because only a new token proves that it is used. */
async function signToken(session: StoredSession, { tokens, clock }: Services): Promise<SignedIn> {
  const end = endOfSession(session);
  const until = new Date(Math.min(endOfIdleTime(session).getTime(), end.getTime()));
  const { userId, id, username, passwordChanged, stage, createdAt } = session;
  const signedInAt = new Date(createdAt);
  const claims = { userId, sessionId: id, name: username, passwordChanged, stage, signedInAt, end };
  return { token: await tokens.sign(claims, clock.now(), until), passwordChanged };
}

// The unique index of the policies ignores case.
const isPolicyOfUser = sql<boolean>`lower(policy.role) = lower(users.role)`;

/** Lists sessions, valid or not, that have one of the ids, or belong to the person; newest first. */
export async function listSessions(
  db: ReadDb | Tx,
  which: { ids: readonly string[] } | { userId: number },
): Promise<StoredSession[]> {
  const query = db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.userId")
    .leftJoin("roles", "roles.name", "users.role")
    .leftJoin("role_policies as policy", (join) => join.on(isPolicyOfUser))
    .select(["sessions.id", "sessions.id as sessionId", "sessions.createdAt", "sessions.expiresAt"])
    .select(["sessions.lastSeenAt", "sessions.endedAt", "sessions.address", "sessions.userAgent"])
    .select(sql<SignInMethod>`sessions.method`.as("method"))
    .select(sql<SessionStage | null>`sessions.stage`.as("stage"))
    .select(["users.id as userId", "users.username", "users.name", "users.passwordChanged", "users.isDisabled"])
    .select(["users.role", "users.gateIds", "roles.permissions as rolePermissions"])
    .select(["policy.idleMinutes", "policy.maxAgeHours"])
    .orderBy("sessions.createdAt", "desc");
  const chosen =
    "ids" in which
      ? query.where("sessions.id", "in", [...which.ids])
      : query
          .where("sessions.userId", "=", which.userId)
          .where("sessions.endedAt", "is", null)
          .where(sql<boolean>`sessions.stage is distinct from ${"second-factor" satisfies SessionStage}`);
  return chosen.execute();
}

/** The permissions of a role. One that was deleted meanwhile has none. */
export function toPermissions(role: string, own: readonly string[] | null): Set<Permission> {
  return new Set(isBuiltInRole(role) ? builtInRoles[role].permissions : ((own ?? []) as Permission[]));
}

interface SessionChoice {
  readonly userId: number;
  readonly id?: string;
  readonly exceptId?: string;
}

/** Ends sessions of a person and closes their connections. Returns how many there were. */
export async function endSessions(
  db: Database | Tx,
  which: { id: string } | SessionChoice,
  now: Date,
): Promise<number> {
  const { id, userId, exceptId }: Partial<SessionChoice> = which;
  let open = db.updateTable("sessions").set({ endedAt: now }).where("endedAt", "is", null);
  if (id !== undefined) open = open.where("id", "=", id);
  if (userId !== undefined) open = open.where("userId", "=", userId);
  if (exceptId !== undefined) open = open.where("id", "!=", exceptId);
  const { numUpdatedRows } = await open.executeTakeFirst();
  await sql`select ${notifyChange("sessions")}`.execute(db);
  return Number(numUpdatedRows);
}

const uuid = /^[0-9a-f-]{36}$/i;

/** The valid ones among the ids of sessions and personal access tokens, with the gates of their people. */
export async function loadSessionGates(
  db: ReadDb,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, GateLimit>> {
  const sessionIds = ids.filter((id) => uuid.test(id));
  const sessions = sessionIds.length === 0 ? [] : await listSessions(db, { ids: sessionIds });
  const valid = sessions.filter((session) => sessionError(session, now) === undefined);
  const tokens = await listValidTokens(db, ids, now);
  return new Map([...valid, ...tokens].map(({ sessionId, gateIds }) => [sessionId, gateIds]));
}

/** Ends a session that lacked the second factor; of concurrent calls, one succeeds. */
export async function endPendingSession(tx: Tx, id: string, now: Date): Promise<void> {
  if ((await endSessions(tx, { id }, now)) === 0) throw httpError("auth/session-ended");
}
