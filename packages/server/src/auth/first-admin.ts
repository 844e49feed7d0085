import type { Database } from "../platform/database/database.ts";
import { hashPassword, oneTimePassword } from "../platform/security/passwords.ts";

/** The name of the person who is there from the start. */
export const adminName = "admin";

/** AUTH-8: creates `admin` in an empty installation and gives the one-time password back; nothing when people exist. */
export async function createFirstAdmin(
  db: Database,
  given: string | null,
  { isLasting = false } = {},
): Promise<string | null> {
  const { count } = await db
    .selectFrom("users")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count > 0) return null;
  const password = given ?? oneTimePassword();
  const created = await db
    .insertInto("users")
    .values({ username: adminName, passwordHash: await hashPassword(password), passwordChanged: isLasting })
    // Two servers may start on one new database: only the one that wrote it has the password to print.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return created ? password : null;
}
