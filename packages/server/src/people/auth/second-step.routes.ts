import { codeLimits, passkeyFailureLimit, secondStepEndpoints } from "@gatehouse/contract/entities/auth/second-factor";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import type { Tx } from "../../platform/database/database.ts";
import { createSteadyTime } from "../../platform/database/steady-time.ts";
import { type Caller, handle, type Person } from "../../platform/http/call.ts";
import { addressKey } from "../../platform/http/caller-address.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { isLocalSignInAllowed } from "./local-accounts.ts";
import { createKeyThrottle } from "./login-throttle.ts";
import { createSignInOptions, verifyPasskey } from "./passkey.store.ts";
import { type PasskeyPage, readPasskeyPage } from "./passkey-challenges.ts";
import { useRecoveryCode } from "./recovery-codes.ts";
import { createSession, endPendingSession, type SignedIn } from "./session.store.ts";
import { recordingErrors, recordSignInError, toSignInActor } from "./sign-in-errors.ts";
import { useTotpCode } from "./totp.store.ts";

type StepCall = keyof typeof secondStepEndpoints;

interface Step {
  person: Person;
  caller: Caller;
}

const toAccount = ({ userId, username, passwordChanged }: Person) => ({ id: userId, username, passwordChanged });

/** The second step of signing in, and signing in with a passkey alone. */
export const secondStepRoutes = (services: Services) => {
  const { db, clock } = services;
  const time = createSteadyTime(db, clock);
  const codes = createKeyThrottle(db, time, "code", codeLimits);
  const passkeyFailures = createKeyThrottle(db, time, "passkey", passkeyFailureLimit);

  /** Ends the pending session and opens a complete one. */
  async function complete(
    tx: Tx,
    { person, caller }: Step,
    { call, method }: { call: StepCall; method: string },
  ): Promise<SignedIn> {
    const account = toAccount(person);
    await endPendingSession(tx, person.sessionId, clock.now());
    const entry = { action: "sign-in", entity: "users", entityId: account.id, after: { method } } as const;
    await insertAuditEntry(tx, entry, toSignInActor(call, account, caller));
    return createSession(tx, account, { caller, method: "password", isVerified: true }, services);
  }

  /** A step that can be guessed: attempts are counted before the code is checked. */
  async function completeWithCode(
    step: Step,
    signIn: { call: StepCall; method: string },
    useCode: (tx: Tx, userId: number) => Promise<void>,
  ): Promise<SignedIn> {
    requirePending(step.person);
    const { userId } = step.person;
    const counted = await codes.count(userId);
    const actor = toSignInActor(signIn.call, toAccount(step.person), step.caller);
    const signedIn = await recordingErrors(db, actor, () =>
      db.transaction().execute(async (tx) => {
        await useCode(tx, userId);
        return complete(tx, step, signIn);
      }),
    );
    await codes.undo(counted);
    return signedIn;
  }

  async function completeWithPasskey(step: Step, page: PasskeyPage, response: unknown): Promise<SignedIn> {
    requirePending(step.person);
    const signIn = { call: "POST /auth/second-factor/passkey", method: "second-factor-passkey" } as const;
    const { userId } = step.person;
    const actor = toSignInActor(signIn.call, toAccount(step.person), step.caller);
    await recordingErrors(db, actor, () =>
      verifyPasskey(response, { purpose: "second-factor", userId }, page, services),
    );
    return db.transaction().execute((tx) => complete(tx, step, signIn));
  }

  async function signInWithPasskey(caller: Caller, page: PasskeyPage, response: unknown): Promise<SignedIn> {
    const call = "POST /auth/passkey-sign-in";
    const counted = await passkeyFailures.count(addressKey(caller.address));
    const userId = await recordingErrors(db, toSignInActor(call, undefined, caller), () =>
      verifyPasskey(response, { purpose: "sign-in" }, page, services),
    );
    await passkeyFailures.undo(counted);
    const account = await db
      .selectFrom("users")
      .select(["id", "username", "passwordChanged", "isDisabled", "providerId"])
      .where("id", "=", userId)
      .executeTakeFirst();
    const actor = toSignInActor(call, account, caller);
    if (!account) throw await recordSignInError(db, "passkey/unknown", actor);
    if (account.isDisabled) throw await recordSignInError(db, "auth/disabled", actor);
    if (account.providerId !== null) throw await recordSignInError(db, "auth/no-password", actor);
    if (!(await isLocalSignInAllowed(db, account.id))) throw await recordSignInError(db, "auth/local-disabled", actor);
    return db.transaction().execute(async (tx) => {
      const after = { method: "passkey" };
      await insertAuditEntry(tx, { action: "sign-in", entity: "users", entityId: account.id, after }, actor);
      return createSession(tx, account, { caller, method: "passkey" }, services);
    });
  }

  return handle(secondStepEndpoints, {
    "POST /auth/second-factor/totp": (call) =>
      completeWithCode(call, { call: "POST /auth/second-factor/totp", method: "totp" }, (tx, userId) =>
        useTotpCode(tx, userId, call.body.code, services),
      ),
    "POST /auth/second-factor/recovery-code": (call) =>
      completeWithCode(
        call,
        { call: "POST /auth/second-factor/recovery-code", method: "recovery-code" },
        (tx, userId) => useRecoveryCode(tx, userId, call.body.code, clock.now()),
      ),
    "POST /auth/second-factor/passkey/options": ({ person, headers }) => {
      requirePending(person);
      return createSignInOptions("second-factor", person.userId, readPasskeyPage(headers), services);
    },
    "POST /auth/second-factor/passkey": (call) =>
      completeWithPasskey(call, readPasskeyPage(call.headers), call.body.response),
    "POST /auth/passkey-sign-in/options": ({ headers }) =>
      createSignInOptions("sign-in", undefined, readPasskeyPage(headers), services),
    "POST /auth/passkey-sign-in": ({ caller, headers, body }) =>
      signInWithPasskey(caller, readPasskeyPage(headers), body.response),
  });
};

function requirePending({ stage }: Person): void {
  if (stage !== "second-factor") throw httpError("auth/second-step-done");
}
