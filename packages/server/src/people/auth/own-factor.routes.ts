import { codeLimits, maxPasskeys, ownFactorEndpoints } from "@gatehouse/contract/entities/auth/second-factor";
import type { Tx } from "../../platform/database/database.ts";
import { createSteadyTime } from "../../platform/database/steady-time.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { verifyPassword } from "../../platform/security/passwords.ts";
import type { Services } from "../../platform/services.ts";
import { createKeyThrottle } from "./login-throttle.ts";
import { createRegistrationOptions, listPasskeys, verifyRegistration } from "./passkey.store.ts";
import { readPasskeyPage } from "./passkey-challenges.ts";
import { requireRecentSignIn } from "./recent-sign-in.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import { finishRemoval, loadFactorState, lockFactors } from "./second-factor.store.ts";
import { renewToken } from "./session.store.ts";
import { recordSignInError, toSignInActor } from "./sign-in-errors.ts";
import { checkTotpCode, saveTotpSecret } from "./totp.store.ts";
import { createTotpSecret, totpUri } from "./totp.ts";

const issuer = "Gatehouse";

/** One's own second factors. */
export const ownFactorRoutes = (services: Services) => {
  const { db, clock } = services;
  const passwords = createKeyThrottle(db, createSteadyTime(db, clock), "confirm", codeLimits);

  const requireRecent = (person: Person) => requireRecentSignIn(db, person, clock.now());

  /** Completes a session that lacked a factor; the first factor comes with recovery codes. */
  async function finishEnrolment(tx: Tx, person: Person): Promise<string[] | null> {
    await tx.updateTable("sessions").set({ stage: null }).where("id", "=", person.sessionId).execute();
    const { recoveryCodesLeft } = await loadFactorState(tx, person.userId);
    return recoveryCodesLeft > 0 ? null : replaceRecoveryCodes(tx, person.userId);
  }

  const enrolled = async (person: Person, recoveryCodes: string[] | null) => ({
    ...(await renewToken({ ...person, stage: null }, services)),
    recoveryCodes,
  });

  return handle(ownFactorEndpoints, {
    "GET /auth/second-factor": async ({ person: { userId }, read }) => {
      const { recoveryCodesLeft, isRequired } = await loadFactorState(read, userId);
      const totp = await read
        .selectFrom("totp_secrets")
        .select("createdAt")
        .where("userId", "=", userId)
        .executeTakeFirst();
      return {
        totpSince: totp?.createdAt ?? null,
        passkeys: await listPasskeys(read, userId),
        recoveryCodesLeft,
        isRequired,
      };
    },
    "POST /auth/confirm-password": async ({ person, body, caller }) => {
      const counted = await passwords.count(person.userId);
      const account = await db
        .selectFrom("users")
        .select(["id", "username", "passwordHash"])
        .where("id", "=", person.userId)
        .executeTakeFirst();
      if (!(await verifyPassword(account?.passwordHash, body.password))) {
        const actor = toSignInActor("POST /auth/confirm-password", account, caller);
        throw await recordSignInError(db, "auth/wrong-password", actor);
      }
      await passwords.undo(counted);
      const confirmedAt = clock.now();
      await db.updateTable("sessions").set({ confirmedAt }).where("id", "=", person.sessionId).execute();
      return undefined;
    },
    "POST /auth/totp/setup": ({ person }) => {
      const secret = createTotpSecret();
      return { secret, uri: totpUri(secret, person.username, issuer) };
    },
    "POST /auth/totp": async ({ person, body: { secret, code }, write }) => {
      await requireRecent(person);
      const lastStep = checkTotpCode(secret, code, clock.now());
      const codes = await write(async (tx) => {
        await lockFactors(tx, person.userId);
        await saveTotpSecret(tx, person.userId, { secret, lastStep }, services);
        return finishEnrolment(tx, person);
      });
      return enrolled(person, codes);
    },
    "DELETE /auth/totp": async ({ person, write }) => {
      await requireRecent(person);
      return write(async (tx) => {
        await lockFactors(tx, person.userId);
        const removed = await tx
          .deleteFrom("totp_secrets")
          .where("userId", "=", person.userId)
          .returning("id")
          .executeTakeFirst();
        if (!removed) throw httpError("record/not-found");
        await finishRemoval(tx, person.userId);
        return undefined;
      });
    },
    "POST /auth/passkeys/options": async ({ person, headers }) => {
      const page = readPasskeyPage(headers);
      await requireRecent(person);
      return createRegistrationOptions(person, page, services);
    },
    "POST /auth/passkeys": async ({ person, headers, body: { name, response }, write }) => {
      const passkey = await verifyRegistration(response, person, readPasskeyPage(headers), services);
      const codes = await write(async (tx) => {
        await lockFactors(tx, person.userId);
        if ((await listPasskeys(tx, person.userId)).length >= maxPasskeys) throw httpError("passkey/too-many");
        const inserted = await tx
          .insertInto("passkeys")
          .values({ ...passkey, userId: person.userId, name, createdAt: clock.now() })
          .onConflict((conflict) => conflict.column("credentialId").doNothing())
          .returning("id")
          .executeTakeFirst();
        if (!inserted) throw httpError("record/taken", { message: "This passkey was added already" });
        return finishEnrolment(tx, person);
      });
      return enrolled(person, codes);
    },
    "PATCH /auth/passkeys/{id}": ({ person, params: { id }, body: { name }, write }) =>
      write(async (tx) => {
        const renamed = await tx
          .updateTable("passkeys")
          .set((row) => ({ name, version: row("version", "+", 1) }))
          .where("id", "=", id)
          .where("userId", "=", person.userId)
          .returning(["id", "version", "name", "hostName", "createdAt", "lastUsedAt"])
          .executeTakeFirst();
        if (!renamed) throw httpError("record/not-found");
        return renamed;
      }),
    "DELETE /auth/passkeys/{id}": async ({ person, params: { id }, write }) => {
      await requireRecent(person);
      return write(async (tx) => {
        await lockFactors(tx, person.userId);
        const removed = await tx
          .deleteFrom("passkeys")
          .where("id", "=", id)
          .where("userId", "=", person.userId)
          .returning("id")
          .executeTakeFirst();
        if (!removed) throw httpError("record/not-found");
        await finishRemoval(tx, person.userId);
        return undefined;
      });
    },
    "POST /auth/recovery-codes": async ({ person, write }) => {
      await requireRecent(person);
      return write(async (tx) => {
        await lockFactors(tx, person.userId);
        const { hasTotp, passkeys } = await loadFactorState(tx, person.userId);
        if (!hasTotp && passkeys === 0) throw httpError("auth/no-factor");
        return { recoveryCodes: await replaceRecoveryCodes(tx, person.userId) };
      });
    },
  });
};
