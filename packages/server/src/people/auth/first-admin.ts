import { administrator } from "@gatehouse/contract/permissions";
import type { Database } from "../../platform/database/database.ts";
import { generatePassword, hashPassword } from "../../platform/security/passwords.ts";

/** The user name of the first account. */
export const adminName = "admin";

/** Creates `admin` in a new installation and returns the one-time password; null if there are users already. */
export async function createFirstAdmin(
  db: Database,
  givenPassword: string | null,
  { isPermanent = false } = {},
): Promise<string | null> {
  const { count } = await db
    .selectFrom("users")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count > 0) return null;
  const password = givenPassword ?? generatePassword();
  const created = await db
    .insertInto("users")
    .values({
      username: adminName,
      passwordHash: await hashPassword(password),
      passwordChanged: isPermanent,
      role: administrator,
    })
    // Two servers may start on one new database: only the one that inserts the row prints its password.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return created ? password : null;
}
