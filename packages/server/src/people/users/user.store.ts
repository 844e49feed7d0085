import type { User } from "@gatehouse/contract/entities/user";
import { accountExceedsOwn, administrator, isBuiltInRole, type Permission } from "@gatehouse/contract/permissions";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { rejectExceeding } from "../../platform/http/permission.ts";
import { loadEmergencyAccount } from "../auth/local-accounts.ts";
import { toPermissions } from "../auth/session.store.ts";

/** Every user with the time of their last call, by name. */
export async function listUsers(db: ReadDb | Tx, where: { id?: number } = {}): Promise<User[]> {
  let query = db
    .selectFrom("users")
    .select(["id", "version", "username", "name", "role", "gateIds", "isDisabled", "oneTimeUntil as invitedUntil"])
    .select(({ selectFrom }) =>
      selectFrom("sessions")
        .select(({ fn }) => fn.max("sessions.lastSeenAt").as("at"))
        .whereRef("sessions.userId", "=", "users.id")
        .as("lastSeenAt"),
    )
    .select(
      sql<boolean>`exists (select from totp_secrets where "userId" = users.id)
        or exists (select from passkeys where "userId" = users.id)`.as("hasSecondFactor"),
    )
    .orderBy("username");
  if (where.id !== undefined) query = query.where("id", "=", where.id);
  return query.execute();
}

/** Loads a user; fails if there is none with this id. */
export async function loadUser(db: ReadDb | Tx, id: number): Promise<User> {
  const [user] = await listUsers(db, { id });
  if (!user) throw httpError("record/not-found");
  return user;
}

/** Whether a user is an enabled administrator of the whole site. One who is limited to gates can't manage users. */
export const isFullAdministrator = ({ role, isDisabled, gateIds }: Pick<User, "role" | "isDisabled" | "gateIds">) =>
  role === administrator && !isDisabled && gateIds === null;

/**
 * Locks all enabled administrators of the whole site in the same order, so that two calls can't each remove the other's last one.
 * The result says whether someone besides the user is left.
 */
export async function lockAdministrators(tx: Tx): Promise<(userId: number) => boolean> {
  const rows = await tx
    .selectFrom("users")
    .select("id")
    .where("role", "=", administrator)
    .where("isDisabled", "=", false)
    .where("gateIds", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  return (userId) => rows.some(({ id }) => id !== userId);
}

/** Rejects a role that does not exist or may do more than the person, and gates that do not exist. */
export async function checkAssignment(
  tx: Tx,
  person: Pick<Person, "permissions">,
  { role, gateIds }: { role?: string | undefined; gateIds?: readonly number[] | null | undefined },
): Promise<void> {
  if (role !== undefined) {
    const granted = await loadRolePermissions(tx, role);
    if (!granted) throw fieldError("role", `There is no role "${role}"`);
    rejectExceeding(person, granted, "role");
  }
  if (!gateIds || gateIds.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select wanted as id from unnest(${[...gateIds]}::integer[]) wanted
    where not exists (select from gates where gates.id = wanted)`.execute(tx);
  if (rows[0]) throw fieldError("gateIds", `There is no gate ${rows[0].id}`);
}

/** What a role may do; undefined if there is none with this name. The role is not changed until this transaction ends. */
async function loadRolePermissions(tx: Tx, role: string): Promise<Set<Permission> | undefined> {
  if (isBuiltInRole(role)) return toPermissions(role, null);
  const own = await tx.selectFrom("roles").select("permissions").where("name", "=", role).forShare().executeTakeFirst();
  return own && toPermissions(role, own.permissions);
}

/** Refuses to take over, enable or widen an account that may do more than the person. */
export async function rejectSuperior(
  tx: Tx,
  person: Pick<Person, "permissions">,
  { role }: Pick<User, "role">,
  path: string,
): Promise<void> {
  rejectExceeding(person, (await loadRolePermissions(tx, role)) ?? [], path, accountExceedsOwn);
}

/** Refuses to take the emergency account away. */
export async function rejectEmergencyAccount(tx: Tx, id: number): Promise<void> {
  if ((await loadEmergencyAccount(tx)).onlyUserId === id) throw httpError("user/emergency-account");
}

/** Rejects a password for an account of a provider: it would still work after its removal there. */
export async function rejectProviderAccount(tx: Tx, id: number): Promise<void> {
  const user = await tx.selectFrom("users").select("providerId").where("id", "=", id).executeTakeFirst();
  if (user && user.providerId !== null) throw httpError("auth/no-password");
}

function fieldError(path: string, message: string) {
  return httpError("request/invalid", { message: `${path}: ${message}`, errors: [{ path, message }] });
}
