import type { OutputOf } from "@gatehouse/contract/endpoint";
import {
  accountEndpoints,
  type OwnSession,
  type PersonalToken,
  type tokenDraft,
} from "@gatehouse/contract/entities/account";
import { tokenEndsInPast, tokenEndsTooLate, tokenExceedsPerson } from "@gatehouse/contract/entities/account.messages";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { tokenLimits, tokenPrefix } from "@gatehouse/contract/session-limits";
import type { SignInMethod } from "@gatehouse/contract/sign-in-methods";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { mapConstraintErrors } from "../../platform/resources/constraint.ts";
import { createRandomKey, hashRandomKey } from "../../platform/security/random-keys.ts";
import type { Services } from "../../platform/services.ts";
import { toBrowserName } from "../auth/browser-name.ts";
import { endSessions, listSessions } from "../auth/session.store.ts";
import { endOfSession, sessionError } from "../auth/session-rules.ts";

type Draft = OutputOf<typeof tokenDraft>;

const columns = ["id", "name", "permissions", "prefix", "createdAt", "expiresAt", "lastUsedAt", "lastAddress"] as const;
const prefixLength = 8;
const constraints = { personal_tokens_name: { path: "name", message: "Another of your tokens has this name" } };

/** Lists a person's tokens that are not revoked, newest first. */
async function listTokens(db: ReadDb | Tx, userId: number): Promise<PersonalToken[]> {
  const rows = await db
    .selectFrom("personal_tokens")
    .select(columns)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .orderBy("id", "desc")
    .execute();
  return rows as PersonalToken[];
}

/** Creates a token. Only this response contains it; the database stores its hash. */
async function createToken(
  tx: Tx,
  person: Person,
  draft: Draft,
  now: Date,
): Promise<PersonalToken & { token: string }> {
  checkDraft(draft, person, now);
  const existing = await listTokens(tx, person.userId);
  if (existing.length >= tokenLimits.maxPerPerson) {
    throw fieldErrors([{ path: "name", message: `At most ${tokenLimits.maxPerPerson} tokens. Revoke one first.` }]);
  }
  const token = createRandomKey(tokenPrefix);
  const insert = tx
    .insertInto("personal_tokens")
    .values({
      ...draft,
      expiresAt: new Date(draft.expiresAt),
      userId: person.userId,
      prefix: token.slice(0, prefixLength),
      tokenHash: hashRandomKey(token),
      createdAt: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...((await mapConstraintErrors(constraints, insert)) as PersonalToken), token };
}

function checkDraft({ permissions, expiresAt }: Draft, person: Person, now: Date): void {
  const leftMs = Date.parse(expiresAt) - now.getTime();
  const errors = permissions.flatMap((permission, index) =>
    person.permissions.has(permission) ? [] : [{ path: `permissions.${index}`, message: tokenExceedsPerson }],
  );
  if (leftMs <= 0) errors.push({ path: "expiresAt", message: tokenEndsInPast });
  if (leftMs > tokenLimits.maxDays * dayMs) errors.push({ path: "expiresAt", message: tokenEndsTooLate });
  if (errors.length > 0) throw fieldErrors(errors);
}

function fieldErrors(errors: { path: string; message: string }[]) {
  return httpError("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}

/** Revokes a token of the person; rejects if there is none with this id. */
async function revokeToken(tx: Tx, userId: number, id: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("personal_tokens")
    .set({ revokedAt: now })
    .where("id", "=", id)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw httpError("record/not-found");
}

/** A person's own sessions and personal access tokens. */
export const accountRoutes = ({ clock }: Services) =>
  handle(accountEndpoints, {
    "GET /auth/sessions": async ({ person, read }) => {
      const now = clock.now();
      const sessions = await listSessions(read, { userId: person.userId });
      return sessions
        .filter((session) => sessionError(session, now) === undefined)
        .map(
          (session): OwnSession => ({
            id: session.id,
            address: session.address,
            userAgent: toBrowserName(session.userAgent),
            method: session.method as SignInMethod,
            createdAt: session.createdAt,
            lastSeenAt: session.lastSeenAt ?? session.createdAt,
            expiresAt: endOfSession(session).toISOString(),
            isCurrent: session.id === person.sessionId,
          }),
        );
    },
    "DELETE /auth/sessions": ({ person: { userId, sessionId }, query: { keepCurrent }, write }) =>
      write(async (tx) => {
        await endSessions(tx, { userId, ...(keepCurrent && { exceptId: sessionId }) }, clock.now());
        await insertAuditEntry(tx, { action: "sign-out", entity: "users", entityId: userId });
        return undefined;
      }),
    "DELETE /auth/sessions/{id}": ({ person: { userId }, params: { id }, write }) =>
      write(async (tx) => {
        const ended = await endSessions(tx, { userId, id }, clock.now());
        if (ended === 0) throw httpError("record/not-found");
        await insertAuditEntry(tx, { action: "sign-out", entity: "users", entityId: userId });
        return undefined;
      }),
    "GET /auth/tokens": ({ person, read }) => listTokens(read, person.userId),
    "POST /auth/tokens": ({ person, body, write }) => write((tx) => createToken(tx, person, body, clock.now())),
    "DELETE /auth/tokens/{id}": async ({ person, params, write }) => {
      await write((tx) => revokeToken(tx, person.userId, params.id, clock.now()));
      return undefined;
    },
  });
