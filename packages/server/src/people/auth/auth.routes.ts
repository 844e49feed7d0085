import { authEndpoints } from "@gatehouse/contract/entities/auth/auth";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import { sql } from "kysely";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import { createSteadyTime } from "../../platform/database/steady-time.ts";
import { type Call, handle, type Person } from "../../platform/http/call.ts";
import { addressKey } from "../../platform/http/caller-address.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { createFairQueue } from "../../platform/security/fair-queue.ts";
import { hashPassword, verifyPassword } from "../../platform/security/passwords.ts";
import type { Services } from "../../platform/services.ts";
import { checkCurrentPassword, needsCurrentPassword } from "./current-password.ts";
import { isKnownAddress } from "./known-addresses.ts";
import {
  browserCookie,
  browserCookiePrefix,
  findKnownBrowser,
  type KnownBrowser,
  passwordFingerprint,
} from "./known-browser.ts";
import { isLocalSignInAllowed } from "./local-accounts.ts";
import { createLoginThrottle } from "./login-throttle.ts";
import { createSession, endSessions, renewToken, type SignedIn } from "./session.store.ts";
import { recordSignInError, toSignInActor } from "./sign-in-errors.ts";

type ChangeCall = Pick<
  Call<(typeof authEndpoints)["POST /auth/reset-password"]>,
  "person" | "body" | "caller" | "write" | "cookies" | "setCookie"
>;
type LoginCall = Pick<
  Call<(typeof authEndpoints)["POST /auth/login"]>,
  "body" | "caller" | "write" | "read" | "setCookie"
>;

// Each password hash takes one core and 19 MB. A full queue is processed within seconds.
const queueLimits = { maxRunning: 2, maxWaiting: 256, maxWaitingPerKey: 16 };
const busySeconds = 5;

/** Checks a session before its token is renewed; rejects one whose access has ended elsewhere. */
type SessionCheck = (person: Person, write: ChangeCall["write"]) => Promise<void>;

export const authRoutes = (services: Services, checkSession: SessionCheck = async () => undefined) => {
  const { db, clock, tickets } = services;
  const throttle = createLoginThrottle(db, createSteadyTime(db, clock));
  const queue = createFairQueue(queueLimits);

  /** Queues work that verifies a password. */
  function inQueue<T>(
    { caller }: Pick<LoginCall, "caller">,
    browser: KnownBrowser | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = browser?.id ?? addressKey(caller.address);
    const hasPriority = browser !== undefined || caller.isOnThisMachine;
    const queued = queue.run({ key, hasPriority }, work);
    if (!queued) throw httpError("auth/busy", { retryAfterSeconds: busySeconds });
    return queued;
  }

  /** Ends all sessions of the person and opens a new one. */
  async function changePassword(call: ChangeCall, key: keyof typeof authEndpoints): Promise<SignedIn> {
    const { person, body, caller, write, cookies, setCookie } = call;
    const browser = findKnownBrowser(cookies(browserCookiePrefix), person.username, tickets);
    if (await needsCurrentPassword(call, services)) {
      await inQueue(call, browser, () => checkCurrentPassword(call, key, browser, { services, throttle }));
    }
    const passwordHash = await hashPassword(body.password);
    const signedIn = await write(async (tx) => {
      const account = await tx
        .updateTable("users")
        .set({ passwordHash, passwordChanged: true, oneTimeUntil: null })
        .where("id", "=", person.userId)
        .where("providerId", "is", null)
        .returning(["id", "username", "passwordChanged"])
        .executeTakeFirst();
      if (!account) throw httpError("auth/no-password");
      await endSessions(tx, { userId: account.id }, clock.now());
      // Someone who replaces a one-time password has not used their second factor yet.
      const isVerified = person.passwordChanged && person.stage === null;
      return createSession(tx, account, { caller, method: "password", isVerified }, services);
    });
    setCookie(browserCookie(tickets, { username: person.username, passwordHash }, browser));
    return signedIn;
  }

  /** Takes the same steps for an unknown user name, to not reveal which exist. */
  async function login({ body, caller, write, read, setCookie }: LoginCall, browser?: KnownBrowser): Promise<SignedIn> {
    const { username, password } = body;
    const { address } = caller;
    // For an unknown name, looks up the addresses of another user, which takes equally long.
    const isNamed = sql<boolean>`lower(username) = ${username.toLowerCase()}`;
    const row = await read
      .selectFrom("users")
      .select([
        "id",
        "username",
        "passwordHash",
        "passwordChanged",
        "isDisabled",
        "oneTimeUntil",
        isNamed.as("isNamed"),
      ])
      .orderBy("isNamed", "desc")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    const account = row?.isNamed ? row : undefined;
    const isKnown = await isKnownAddress(read, row?.id ?? 0, address, clock.now());
    const isCurrentBrowser = account && browser?.fingerprint === passwordFingerprint(account.passwordHash);
    const counted = await throttle.count({
      username,
      address,
      isKnownAddress: (account !== undefined && isKnown) || caller.isOnThisMachine,
      browserId: isCurrentBrowser ? browser?.id : undefined,
    });
    const isCorrect = await verifyPassword(account?.passwordHash, password);
    const actor = toSignInActor("POST /auth/login", account, caller);
    if (!account || !isCorrect) throw await recordSignInError(db, "auth/wrong-credentials", actor);
    await throttle.undo(counted);
    if (account.isDisabled) throw await recordSignInError(db, "auth/disabled", actor);
    if (account.oneTimeUntil !== null && new Date(account.oneTimeUntil) <= clock.now()) {
      throw await recordSignInError(db, "auth/invitation-expired", actor);
    }
    if (!(await isLocalSignInAllowed(read, account.id)))
      throw await recordSignInError(db, "auth/local-disabled", actor);
    const signedIn = await write(async (tx) => {
      const started = await createSession(tx, account, { caller, method: "password" }, services);
      // Otherwise the second step is recorded.
      if (!started.secondFactor?.methods.length) {
        await insertAuditEntry(tx, { action: "sign-in", entity: "users", entityId: account.id }, actor);
      }
      return started;
    });
    setCookie(browserCookie(tickets, account, browser));
    return signedIn;
  }

  return handle(authEndpoints, {
    "POST /auth/login": (call) => {
      const { body, headers, cookies } = call;
      if (headers["app-id"] !== consoleAppId) throw httpError("auth/unknown-app");
      const browser = findKnownBrowser(cookies(browserCookiePrefix), body.username, tickets);
      return inQueue(call, browser, () => login(call, browser));
    },
    "POST /auth/reset-password": (call) => changePassword(call, "POST /auth/reset-password"),
    "POST /auth/change-password": (call) => changePassword(call, "POST /auth/change-password"),
    "POST /auth/renew": async ({ person, write }) => {
      await checkSession(person, write);
      return renewToken(person, services);
    },
    "POST /auth/logout": async ({ person, write }) => {
      await write(async (tx) => {
        await endSessions(tx, { id: person.sessionId }, clock.now());
        await insertAuditEntry(tx, { action: "sign-out", entity: "users", entityId: person.userId });
      });
      return undefined;
    },
  });
};
