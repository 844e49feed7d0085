import { pinEndpoints } from "@gatehouse/contract/entities/auth/pin";
import { wrongPin } from "@gatehouse/contract/entities/auth/pin.messages";
import type { ErrorCode } from "@gatehouse/contract/errors";
import { type Actor, insertAuditEntry } from "../../platform/database/audit-entry.ts";
import { createSteadyTime } from "../../platform/database/steady-time.ts";
import { type Call, type Caller, handle } from "../../platform/http/call.ts";
import { type ErrorDetails, httpError } from "../../platform/http/http-error.ts";
import { createFairQueue } from "../../platform/security/fair-queue.ts";
import { hashPassword, verifyPassword } from "../../platform/security/passwords.ts";
import type { Services } from "../../platform/services.ts";
import { checkCurrentPassword, needsCurrentPassword } from "./current-password.ts";
import { createLoginThrottle } from "./login-throttle.ts";
import { deletePin, findSwitchable, listSwitchable, loadOwnPin, savePin } from "./pin.store.ts";
import { createPinAttempts } from "./pin-attempts.ts";
import { createSession, endSessions, type SignedIn } from "./session.store.ts";

type SwitchCall = Pick<
  Call<(typeof pinEndpoints)["POST /auth/switch"]>,
  "person" | "body" | "caller" | "read" | "write"
>;
type PinCall = keyof typeof pinEndpoints;
type PinChange = Pick<Call<(typeof pinEndpoints)["PUT /auth/pin" | "DELETE /auth/pin"]>, "person" | "caller" | "body">;

// Each PIN hash takes one core and 19 MB, like that of a password.
const queueLimits = { maxRunning: 1, maxWaiting: 64, maxWaitingPerKey: 8 };
const busySeconds = 5;

interface Target {
  id: number;
  username?: string;
}

const toActor = (by: { userId: number; username: string }, { requestId, address }: Caller): Actor => ({
  userId: by.userId,
  username: by.username,
  requestId,
  call: "POST /auth/switch" satisfies PinCall,
  address,
});

/** PINs, and switching to another person at a shared screen. */
export const pinRoutes = (services: Services) => {
  const { db, clock } = services;
  const steadyTime = createSteadyTime(db, clock);
  const attempts = createPinAttempts(db, steadyTime);
  const throttle = createLoginThrottle(db, steadyTime);
  const queue = createFairQueue(queueLimits);

  async function requireCurrentPassword(call: PinChange, key: PinCall): Promise<void> {
    if (!(await needsCurrentPassword(call, services))) return;
    await checkCurrentPassword(call, key, undefined, { services, throttle });
  }

  async function switchPerson(call: SwitchCall): Promise<SignedIn> {
    const { person, body, read } = call;
    const target = body.userId === person.userId ? undefined : await findSwitchable(read, body.userId);
    if (!target) throw await recordSwitchError(call, "auth/not-switchable", { id: body.userId });
    const attempt = await attempts.count(target.id);
    // Not recorded, like throttled sign-ins, so that it can't fill the audit trail.
    if (!attempt) throw httpError("auth/pin-locked");
    if (!(await verifyPassword(target.pinHash, body.pin))) {
      if (attempt.left === 0) throw await recordSwitchError(call, "auth/pin-locked", target);
      const message = wrongPin(attempt.left);
      throw await recordSwitchError(call, "auth/wrong-pin", target, { message, errors: [{ path: "pin", message }] });
    }
    await attempts.undo(attempt);
    return startSession(call, target);
  }

  /** Ends the session of the screen and starts that of the other person. */
  function startSession({ person, caller, write }: SwitchCall, checked: Target & { pinHash: string }) {
    return write(async (tx) => {
      // Two switches of one session at the same time: the second waits here and finds that the session has ended.
      const isEnded = !(await endSessions(tx, { id: person.sessionId }, clock.now()));
      if (isEnded) throw httpError("auth/session-ended");
      await tx.selectFrom("users").select("id").where("id", "=", checked.id).forShare().execute();
      const target = await findSwitchable(tx, checked.id);
      if (target?.pinHash !== checked.pinHash) throw httpError("auth/not-switchable");
      const to = { userId: target.id, username: target.username };
      const entry = { entity: "users", entityId: target.id } as const;
      const after = { from: person.username, to: target.username };
      await insertAuditEntry(tx, { ...entry, action: "switch", after });
      const signIn = { ...entry, action: "sign-in", after: { ...after, method: "pin" } } as const;
      await insertAuditEntry(tx, signIn, toActor(to, caller));
      return createSession(tx, target, { caller, method: "pin" }, services);
    });
  }

  /** Records who could not switch to whom, and why. */
  async function recordSwitchError(
    { person, caller }: SwitchCall,
    reason: ErrorCode,
    { id, username }: Target,
    details: ErrorDetails = {},
  ) {
    const after = { from: person.username, to: username ?? `user ${id}`, reason };
    const entry = { action: "switch-failed", entity: "users", entityId: id, after } as const;
    await insertAuditEntry(db, entry, toActor(person, caller));
    return httpError(reason, details);
  }

  return handle(pinEndpoints, {
    "GET /auth/pin": ({ person, read }) => loadOwnPin(read, person.userId),
    "PUT /auth/pin": async (call) => {
      const { person, body, read, write } = call;
      const { isAllowed } = await loadOwnPin(read, person.userId);
      if (!isAllowed) throw httpError("auth/pin-not-allowed");
      await requireCurrentPassword(call, "PUT /auth/pin");
      const pinHash = await hashPassword(body.pin);
      return write(async (tx) => {
        await savePin(tx, person.userId, pinHash);
        return loadOwnPin(tx, person.userId);
      });
    },
    "DELETE /auth/pin": async (call) => {
      const { person, write } = call;
      await requireCurrentPassword(call, "DELETE /auth/pin");
      await write((tx) => deletePin(tx, person.userId));
      return undefined;
    },
    "GET /auth/switchable-people": ({ person, read }) => listSwitchable(read, person.userId, person.gateIds),
    "POST /auth/switch": (call) => {
      const key = String(call.person.userId);
      const queued = queue.run({ key, hasPriority: false }, () => switchPerson(call));
      if (!queued) throw httpError("auth/busy", { retryAfterSeconds: busySeconds });
      return queued;
    },
  });
};
