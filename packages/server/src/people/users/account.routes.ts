import { accountEndpoints, type OwnSession } from "@gatehouse/contract/entities/account";
import type { SignInMethod } from "@gatehouse/contract/sign-in-methods";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import { handle } from "../../platform/http/call.ts";
import { refuse } from "../../platform/http/refusal.ts";
import type { Services } from "../../platform/services.ts";
import { toBrowserName } from "../auth/browser-name.ts";
import { endSessions, listSessions } from "../auth/session.store.ts";
import { endOfSession, sessionFault } from "../auth/session-rules.ts";
import { createToken, listTokens, revokeToken } from "./personal-token.store.ts";

/** A person's own sessions and personal access tokens. */
export const accountRoutes = ({ clock }: Services) =>
  handle(accountEndpoints, {
    "GET /auth/sessions": async ({ person, read }) => {
      const now = clock.now();
      const sessions = await listSessions(read, { userId: person.userId });
      return sessions
        .filter((session) => sessionFault(session, now) === undefined)
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
        if (ended === 0) throw refuse("record/not-found");
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
