import { unknownUser } from "@gatehouse/contract/entities/audit/audit-names";
import { authEndpoints } from "@gatehouse/contract/entities/auth/auth.endpoints";
import type { FaultCode } from "@gatehouse/contract/errors";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import { sql } from "kysely";
import { type Actor, insertAuditEntry } from "../platform/database/audit-entry.ts";
import { createSteadyTime } from "../platform/database/steady-time.ts";
import { type Call, type Caller, handle, type Person } from "../platform/http/call.ts";
import { addressKey } from "../platform/http/caller-address.ts";
import { refuse } from "../platform/http/refusal.ts";
import { createFairQueue } from "../platform/security/fair-queue.ts";
import { hashPassword, verifyPassword } from "../platform/security/passwords.ts";
import type { Services } from "../platform/services.ts";
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

const toActor = (account: { id: number; username: string } | undefined, caller: Caller): Actor => ({
  userId: account?.id,
  username: account?.username ?? unknownUser,
  requestId: caller.requestId,
  call: "POST /auth/login" satisfies keyof typeof authEndpoints,
  address: caller.address,
});

/** AUTH-10: checks a session before its token is renewed; refuses one whose access has ended elsewhere. */
type SessionCheck = (person: Person, write: ChangeCall["write"]) => Promise<void>;

export const authRoutes = (services: Services, checkSession: SessionCheck = async () => undefined) => {
  const { db, clock, tickets } = services;
  const throttle = createLoginThrottle(db, createSteadyTime(db, clock));
  const queue = createFairQueue(queueLimits);

  /** AUTH-6: ends all sessions of the person and opens a new one. */
  async function changePassword(call: ChangeCall): Promise<SignedIn> {
    const { person, body, caller, write, cookies, setCookie } = call;
    const passwordHash = await hashPassword(body.password);
    const signedIn = await write(async (tx) => {
      const account = await tx
        .updateTable("users")
        .set({ passwordHash, passwordChanged: true, oneTimeUntil: null })
        .where("id", "=", person.userId)
        .where("providerId", "is", null)
        .returning(["id", "username", "passwordChanged"])
        .executeTakeFirst();
      if (!account) throw refuse("auth/no-password");
      await endSessions(tx, { userId: account.id }, clock.now());
      return createSession(tx, account, { caller, method: "password" }, services);
    });
    const browser = findKnownBrowser(cookies(browserCookiePrefix), person.username, tickets);
    setCookie(browserCookie(tickets, { username: person.username, passwordHash }, browser));
    return signedIn;
  }

  /** AUTH-9: takes the same steps for an unknown user name, to not reveal which exist. */
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
    const actor = toActor(account, caller);
    if (!account || !isCorrect) throw await refuseSignIn("auth/wrong-credentials", actor);
    await throttle.undo(counted);
    if (account.isDisabled) throw await refuseSignIn("auth/disabled", actor);
    if (account.oneTimeUntil !== null && new Date(account.oneTimeUntil) <= clock.now()) {
      throw await refuseSignIn("auth/invitation-expired", actor);
    }
    if (!(await isLocalSignInAllowed(read, account.id))) throw await refuseSignIn("auth/local-disabled", actor);
    const signedIn = await write(async (tx) => {
      await insertAuditEntry(tx, { action: "sign-in", entity: "users", entityId: account.id }, actor);
      return createSession(tx, account, { caller, method: "password" }, services);
    });
    setCookie(browserCookie(tickets, account, browser));
    return signedIn;
  }

  /** AUD-1: records why a sign-in failed. Throttled attempts are not recorded, so they can't fill the audit trail. */
  async function refuseSignIn(code: FaultCode, actor: Actor) {
    const entry = {
      action: "sign-in-failed",
      entity: "users",
      entityId: actor.userId,
      after: { reason: code },
    } as const;
    await insertAuditEntry(db, entry, actor);
    return refuse(code);
  }

  return handle(authEndpoints, {
    "POST /auth/login": (call) => {
      const { body, headers, caller, cookies } = call;
      if (headers["app-id"] !== consoleAppId) throw refuse("auth/unknown-app");
      const browser = findKnownBrowser(cookies(browserCookiePrefix), body.username, tickets);
      const key = browser?.id ?? addressKey(caller.address);
      const hasPriority = browser !== undefined || caller.isOnThisMachine;
      const queued = queue.run({ key, hasPriority }, () => login(call, browser));
      if (!queued) throw refuse("auth/busy", { retryAfterSeconds: busySeconds });
      return queued;
    },
    "POST /auth/reset-password": changePassword,
    "POST /auth/change-password": changePassword,
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
