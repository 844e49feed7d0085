import { signInLimits } from "@gatehouse/contract/entities/auth/auth";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { ReadDb } from "../../platform/database/database.ts";
import { addressKey } from "../../platform/http/caller-address.ts";

const knownMs = signInLimits.knownAddressDays * dayMs;
const maxSessions = 500;

/** Whether somebody signed in to the account from this address recently. */
export async function isKnownAddress(db: ReadDb, userId: number, address: string, now: Date): Promise<boolean> {
  const sessions = await db
    .selectFrom("sessions")
    .select("address")
    .where("userId", "=", userId)
    // Includes the future: the clock may have been ahead.
    .where("createdAt", ">", new Date(now.getTime() - knownMs).toISOString())
    .where("createdAt", "<", new Date(now.getTime() + knownMs).toISOString())
    .orderBy("createdAt", "desc")
    .limit(maxSessions)
    .execute();
  const latest = [...new Set(sessions.map((session) => addressKey(session.address)))];
  return latest.slice(0, signInLimits.knownAddresses).includes(addressKey(address));
}
