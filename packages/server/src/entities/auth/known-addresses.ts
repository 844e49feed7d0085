import { signInLimits } from "@gatehouse/contract/entities/auth/sign-in-limits";
import { addressKey } from "../../platform/caller-address.ts";
import type { Reading } from "../../platform/database.ts";

const keptMs = signInLimits.knownAddressDays * 86_400_000;
// An IPv6 host changes its address within its /64.
const maxRows = 50;

/** Whether an address is among the latest that signed in to an account; the same work for an account without id. */
export async function isKnownAddress(
  db: Reading,
  userId: number | undefined,
  address: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .selectFrom("sessions")
    .select((row) => ["address", row.fn.max("createdAt").as("lastAt")])
    .where("userId", "=", userId ?? 0)
    // In both directions: the clock may have been ahead.
    .where("createdAt", ">", new Date(now.getTime() - keptMs).toISOString())
    .where("createdAt", "<", new Date(now.getTime() + keptMs).toISOString())
    .groupBy("address")
    .orderBy("lastAt", "desc")
    .limit(maxRows)
    .execute();
  const latest = [...new Set(rows.map((row) => addressKey(row.address)))].slice(0, signInLimits.knownAddresses);
  return latest.includes(addressKey(address));
}
