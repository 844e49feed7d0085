import { authEndpoints } from "@gatehouse/contract/entities/auth/auth.endpoints";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import { sql } from "kysely";
import { type Call, handle } from "../../platform/call.ts";
import { hashPassword, verifyPassword } from "../../platform/passwords.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Services } from "../../platform/services.ts";
import { countAttempt, forgetAttempt } from "./login-throttle.ts";
import { endSessions, openSession, renewToken, type SignedIn } from "./session.store.ts";

type ChangeCall = Pick<
  Call<(typeof authEndpoints)["POST /auth/reset-password"]>,
  "person" | "body" | "caller" | "write"
>;

/** Signing in and out, and changing the password. */
export const authRoutes = (services: Services) => {
  const { db, clock } = services;

  /** AUTH-6: the change ends every session of the person and opens a fresh one. */
  async function changePassword({ person, body, caller, write }: ChangeCall): Promise<SignedIn> {
    const passwordHash = await hashPassword(body.password);
    return write(async (tx) => {
      const account = await tx
        .updateTable("users")
        .set({ passwordHash, passwordChanged: true })
        .where("id", "=", person.userId)
        .returning(["id", "username", "passwordChanged"])
        .executeTakeFirstOrThrow();
      await endSessions(tx, { userId: account.id }, clock.now());
      return openSession(tx, account, caller, services);
    });
  }

  return handle(authEndpoints, {
    "POST /auth/login": async ({ body, headers, caller, write, read }) => {
      if (headers["app-id"] !== consoleAppId) throw refuse("auth/unknown-app");
      const attempt = { username: body.username, address: caller.address };
      await countAttempt(db, attempt, clock.now());
      const account = await read
        .selectFrom("users")
        .select(["id", "username", "passwordHash", "passwordChanged"])
        .where(sql`lower(username)`, "=", body.username.toLowerCase())
        .executeTakeFirst();
      const isRight = await verifyPassword(account?.passwordHash, body.password);
      if (!account || !isRight) throw refuse("auth/wrong-credentials");
      await forgetAttempt(db, attempt);
      return write((tx) => openSession(tx, account, caller, services));
    },
    "POST /auth/reset-password": changePassword,
    "POST /auth/change-password": changePassword,
    "POST /auth/renew": ({ person }) => renewToken(person, services),
    "POST /auth/logout": async ({ person, write }) => {
      await write((tx) => endSessions(tx, { id: person.sessionId }, clock.now()));
      return undefined;
    },
  });
};
