import { providerLimits } from "@gatehouse/contract/entities/provider";
import { accessEnded, accessNotCheckable } from "@gatehouse/contract/entities/provider.messages";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { HttpError, httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { endSessions } from "../auth/session.store.ts";
import { toAssignment } from "./identity-claims.ts";
import { findProvider } from "./provider.store.ts";
import { updateProviderAccount } from "./provider-account.store.ts";
import type { ProviderClient } from "./provider-client.ts";
import { ProviderError } from "./provider-error.ts";

const intervalMs = providerLimits.checkMinutes * 60_000;
const uncheckedMs = providerLimits.uncheckedTokenHours * 3_600_000;

type Holder = Pick<Person, "userId" | "username" | "sessionId">;

/** Checks a session before its token is renewed, or a personal access token; rejects one whose access has ended. */
export type SessionCheck = (person: Holder, write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) => Promise<void>;

interface Checked {
  readonly providerId: number;
  readonly refreshToken: string | null;
  readonly previousAt: string;
  readonly signedInAt: string;
  readonly subject: string;
}

/**
 * Asks the provider whether the person of a session still has access, and with which role. A personal access
 * token is checked with a session of its owner, which may have ended; after a rejection it needs a new sign-in.
 */
export function createSessionCheck(
  services: Services,
  client: ProviderClient,
  kind: "session" | "token",
): SessionCheck {
  const { db, clock, secrets, log } = services;

  /** Reserves the check, so that concurrent renewals don't use the same refresh token. */
  async function reserve(person: Holder): Promise<Checked | undefined> {
    const now = clock.now();
    return db.transaction().execute(async (tx) => {
      const session = await tx
        .selectFrom("provider_sessions")
        .innerJoin("sessions", "sessions.id", "provider_sessions.sessionId")
        .innerJoin("users", "users.id", "sessions.userId")
        .select(["provider_sessions.providerId", "refreshToken", "checkedAt as previousAt", "users.subject"])
        .select("sessions.createdAt as signedInAt")
        .where("sessionId", "=", person.sessionId)
        .forUpdate("provider_sessions")
        .executeTakeFirst();
      if (!session || distanceMs(session.previousAt) < intervalMs) return undefined;
      await saveSession(tx, person.sessionId, { checkedAt: now });
      return { ...session, subject: session.subject ?? "" };
    });
  }

  /** Also large after the clock was set back. */
  const distanceMs = (at: string) => Math.abs(clock.now().getTime() - Date.parse(at));

  async function check(
    person: Holder,
    { providerId, refreshToken, signedInAt, subject }: Checked,
    write: Parameters<SessionCheck>[1],
  ) {
    const provider = await findProvider(db, secrets, providerId);
    if (!provider?.isEnabled) throw httpError("provider/unknown");
    const token = refreshToken === null ? undefined : secrets.open(refreshToken);
    if (token === undefined) {
      if (kind === "token" && distanceMs(signedInAt) < uncheckedMs) return;
      throw new ProviderError("provider/refused", provider, accessNotCheckable[kind]);
    }
    const identity = await client.refresh(provider, token, subject);
    await saveSession(db, person.sessionId, { refreshToken: secrets.seal(identity.refreshToken ?? token) });
    const assignment = toAssignment(provider, identity.claims);
    const account = { id: person.userId, username: person.username, isDisabled: false };
    await write((tx) => updateProviderAccount(tx, account, identity, assignment));
  }

  return async (person, write) => {
    const reserved = await reserve(person);
    if (!reserved) return;
    try {
      await check(person, reserved, write);
    } catch (error) {
      if (!(error instanceof ProviderError) && !(error instanceof HttpError)) throw error;
      const name = (await findProvider(db, secrets, reserved.providerId))?.name ?? "the provider";
      const detail = error instanceof ProviderError ? error.detail : String(error.body.message);
      if (error.code === "provider/unreachable") {
        // The session lasts until its maximum age; the next renewal asks again.
        log.warn({ provider: name, detail }, "sign-in provider unreachable, session not checked");
        await saveSession(db, person.sessionId, { checkedAt: new Date(reserved.previousAt) });
        return;
      }
      await write(async (tx) => {
        const ended = await endSessions(tx, { id: person.sessionId }, clock.now());
        if (kind === "token") {
          await tx.deleteFrom("provider_sessions").where("sessionId", "=", person.sessionId).execute();
        } else {
          // Makes a check of the person's tokens due.
          await saveSession(tx, person.sessionId, { checkedAt: new Date(reserved.previousAt) });
        }
        const action = ended > 0 ? "sign-out" : "sign-in-failed";
        const after = { reason: error.code, detail };
        await insertAuditEntry(tx, { action, entity: "users", entityId: person.userId, after });
      });
      throw httpError("auth/access-ended", { message: accessEnded(name, detail) });
    }
  };
}

async function saveSession(
  db: Services["db"] | Tx,
  sessionId: string,
  values: { checkedAt?: Date; refreshToken?: string },
): Promise<void> {
  await db.updateTable("provider_sessions").set(values).where("sessionId", "=", sessionId).execute();
}
