import type { SwitchablePerson } from "@gatehouse/contract/entities/auth/pin";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import { isPinLocked, unlockPin } from "./pin-attempts.ts";

const isSecondFactorRequired = sql<boolean>`coalesce((
  select "isSecondFactorRequired" from role_policies where lower(role_policies.role) = lower(users.role)), false)`;

const isAllowed = sql<boolean>`users."providerId" is null and not ${isSecondFactorRequired}`;

/**
 * People who can be switched to. A PIN can't stand in for a second factor, nor for a provider, which is asked
 * whether the person still has access.
 */
const selectSwitchable = (db: ReadDb | Tx) =>
  db
    .selectFrom("users")
    .innerJoin("pins", "pins.userId", "users.id")
    .where("users.isDisabled", "=", false)
    .where("users.passwordChanged", "=", true)
    .where(isAllowed)
    .where(
      sql<boolean>`not exists (select from sign_in_settings where "onlyUserId" is not null and "onlyUserId" <> users.id)`,
    );

/** Everybody to whom a person can switch, by name. */
export function listSwitchable(db: ReadDb, exceptUserId: number, gateIds: GateLimit): Promise<SwitchablePerson[]> {
  return selectSwitchable(db)
    .select(["users.id", "users.username", "users.name", isPinLocked.as("isLocked")])
    .select(
      sql<SwitchablePerson["gates"]>`case when users."gateIds" is not null then coalesce(
        (select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name) from gates g
          where g.id = any(users."gateIds")
            and (${gateIds === null} or g.id = any(${gateIds === null ? [] : [...gateIds]}::integer[]))), '[]') end`.as(
        "gates",
      ),
    )
    .where("users.id", "<>", exceptUserId)
    .orderBy(sql`lower(coalesce(nullif(users.name, ''), users.username))`)
    .orderBy("users.id")
    .execute();
}

/** The account and PIN of a person, if it is possible to switch to them. */
export const findSwitchable = (db: ReadDb | Tx, userId: number) =>
  selectSwitchable(db)
    .select(["users.id", "users.username", "users.passwordChanged", "pins.pinHash"])
    .where("users.id", "=", userId)
    .executeTakeFirst();

/** The state of a person's PIN. */
export const loadOwnPin = (db: ReadDb | Tx, userId: number) =>
  db
    .selectFrom("users")
    .leftJoin("pins", "pins.userId", "users.id")
    .select(sql<boolean>`pins."userId" is not null`.as("isSet"))
    .select([isPinLocked.as("isLocked"), isAllowed.as("isAllowed")])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();

/** Stores a new PIN, which also unlocks it. */
export async function savePin(tx: Tx, userId: number, pinHash: string): Promise<void> {
  await tx
    .insertInto("pins")
    .values({ userId, pinHash })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ pinHash }))
    .execute();
  await unlockPin(tx, userId);
}

/** Removes a PIN, if there is one. */
export async function deletePin(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom("pins").where("userId", "=", userId).execute();
  await unlockPin(tx, userId);
}
