import { freshSessionMinutes } from "@gatehouse/contract/session-limits";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";

const recentMs = freshSessionMinutes * 60_000;

/** Whether the session started, or its password was confirmed, in the last five minutes. */
export async function isRecentSignIn(
  db: Database | ReadDb | Tx,
  { sessionId }: Pick<Person, "sessionId">,
  now: Date,
): Promise<boolean> {
  const session = await db
    .selectFrom("sessions")
    .select(["createdAt", "confirmedAt"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
  const times = [session?.createdAt, session?.confirmedAt].filter((time) => typeof time === "string");
  // A time in the future is one of a clock that was ahead.
  return times.some((time) => Math.abs(now.getTime() - Date.parse(time)) < recentMs);
}

/** Rejects a change of the account in a session that was left open. */
export async function requireRecentSignIn(db: Database | ReadDb | Tx, person: Person, now: Date): Promise<void> {
  if (!(await isRecentSignIn(db, person, now))) throw httpError("auth/recent-sign-in-needed");
}
