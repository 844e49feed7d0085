import type { ErrorCode } from "@gatehouse/contract/errors";
import type { Permission } from "@gatehouse/contract/permissions";
import { integrationKeyPrefix, sessionLimits, tokenPrefix } from "@gatehouse/contract/session-limits";
import { insertAuditEntry, setActor } from "../../platform/database/audit-entry.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Attempt, Authenticate } from "../../platform/http/mount.ts";
import { createKeyCheck } from "../../platform/security/key-check.ts";
import type { Services } from "../../platform/services.ts";
import { deniedWithPin } from "./authorize.ts";
import { findToken, listTokenAddresses, type StoredToken, tokenError, toSessionId } from "./personal-token.store.ts";
import { listSessions, toPermissions } from "./session.store.ts";
import { sessionError } from "./session-rules.ts";

/** Confirms the account of a token at its provider, in a session; rejects one whose access has ended there. */
type ProviderCheck = (
  person: { userId: number; username: string; sessionId: string },
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
) => Promise<void>;

/** Creates the check of session tokens and personal access tokens. */
export function createAuthenticator(services: Services, checkAtProvider: ProviderCheck): Authenticate {
  const { db, clock, tokens } = services;

  const checkToken = createKeyCheck<StoredToken, Attempt>(clock, {
    find: (secret, attempt, address) => useToken(secret, attempt, address),
    idOf: ({ id }) => id,
    listAddresses: () => listTokenAddresses(db),
    invalid: "token/invalid",
  });

  async function useToken(secret: string, attempt: Attempt, address: string): Promise<StoredToken | undefined> {
    const now = clock.now();
    const token = await findToken(db, secret).then((found) => found && confirm(found, secret, attempt));
    if (!token) return undefined;
    const error = tokenError(token, now);
    if (error !== undefined) throw await recordError("personal_tokens", token, error, attempt);
    // Absolute difference, because the clock may have stepped back.
    const sinceMs = Math.abs(now.getTime() - Date.parse(token.lastUsedAt ?? ""));
    if (!(sinceMs < sessionLimits.lastSeenIntervalMs) || token.lastAddress !== address) {
      await db
        .updateTable("personal_tokens")
        .set({ lastUsedAt: now, lastAddress: address })
        .where("id", "=", token.id)
        .execute();
    }
    return token;
  }

  /** Asks the provider of the token's owner if it is time to; returns the token as it is then. */
  async function confirm(token: StoredToken, secret: string, attempt: Attempt): Promise<StoredToken | undefined> {
    const { userId, username, confirmedIn } = token;
    if (confirmedIn === null || tokenError(token, clock.now()) !== undefined) return token;
    await checkAtProvider({ userId, username, sessionId: confirmedIn }, (work) =>
      db.transaction().execute(async (tx) => {
        await setActor(tx, { userId, username, ...attempt });
        return work(tx);
      }),
    );
    return findToken(db, secret);
  }

  /** Records the first rejected use of a session or token; more rows would only fill the audit trail. */
  async function recordError(
    table: "sessions" | "personal_tokens",
    { id, userId, username }: { id: string | number; userId: number; username: string },
    code: ErrorCode,
    attempt: Attempt,
  ) {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ refusedAt: clock.now() })
      .where("id", "=", id as never)
      .where("refusedAt", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      const entry = { action: "sign-in-failed", entity: "users", entityId: userId, after: { reason: code } } as const;
      await insertAuditEntry(db, entry, { userId, username, ...attempt });
    }
    return httpError(code);
  }

  async function authenticateToken(secret: string, attempt: Attempt): Promise<Person> {
    const token = await checkToken(secret, attempt, attempt.address);
    const { id, tokenName, userId, username, name, passwordChanged, role, gateIds } = token;
    // What the person may do now, not what they could do when the token was created.
    const own = toPermissions(role, token.rolePermissions);
    const permissions = new Set((token.permissions as Permission[]).filter((permission) => own.has(permission)));
    const person = { userId, username, name, passwordChanged, stage: null, role, gateIds, permissions };
    const method = "token";
    return { ...person, method, sessionId: toSessionId(id), token: { id, name: tokenName } };
  }

  async function authenticateSession(signed: string, attempt: Attempt): Promise<Person> {
    const now = clock.now();
    const claims = await tokens.read(signed, now);
    const [session] = claims ? await listSessions(db, { ids: [claims.sessionId] }) : [];
    if (!session) throw httpError("auth/session-ended");
    const error = sessionError(session, now);
    if (error === "auth/account-disabled") throw await recordError("sessions", session, error, attempt);
    if (error !== undefined) throw httpError(error);
    const { userId, username, name, passwordChanged, stage, method, role, gateIds, id, rolePermissions } = session;
    const permissions = toPermissions(role, rolePermissions);
    if (method === "pin") permissions.delete(deniedWithPin);
    return { userId, username, name, passwordChanged, stage, method, role, gateIds, sessionId: id, permissions };
  }

  return async (token, attempt) => {
    if (token.startsWith(integrationKeyPrefix)) throw httpError("key/wrong-call");
    return token.startsWith(tokenPrefix) ? authenticateToken(token, attempt) : authenticateSession(token, attempt);
  };
}
