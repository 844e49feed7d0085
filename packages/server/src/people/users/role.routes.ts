import { countIn } from "@gatehouse/contract/collections";
import { type RoleRecord, roleEndpoints } from "@gatehouse/contract/entities/user";
import type { Dependent } from "@gatehouse/contract/errors";
import { type BuiltInRole, builtInRoles, type Permission } from "@gatehouse/contract/permissions";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { rejectExceeding } from "../../platform/http/permission.ts";
import { mapConstraintErrors } from "../../platform/resources/constraint.ts";
import { rejectChangedEchoes } from "../../platform/resources/echoed-fields.ts";
import { lockRow, rejectOutdated, updateRow } from "../../platform/resources/versioned-row.ts";

const constraints = { roles_name: { path: "name", message: "This role already exists" } };

async function countUsers(db: ReadDb | Tx): Promise<(role: string) => number> {
  const rows = await db
    .selectFrom("users")
    .select(({ fn }) => ["role", fn.countAll<number>().as("count")])
    .groupBy("role")
    .execute();
  const counts = new Map(rows.map(({ role, count }) => [role, Number(count)]));
  return (role) => countIn(counts, role);
}

async function listOwnRoles(db: ReadDb | Tx): Promise<(RoleRecord & { id: number })[]> {
  const usersOf = await countUsers(db);
  const rows = await db.selectFrom("roles").selectAll().orderBy("name").execute();
  return rows.map(({ permissions, ...role }) => ({
    ...role,
    title: role.name,
    permissions: permissions as Permission[],
    users: usersOf(role.name),
  }));
}

async function lockRole(tx: Tx, id: number): Promise<RoleRecord & { id: number }> {
  await lockRow(tx, "roles", id);
  const role = (await listOwnRoles(tx)).find((own) => own.id === id);
  if (!role) throw httpError("record/not-found");
  return role;
}

/** The built-in roles, and those of the site. */
export const roleRoutes = handle(roleEndpoints, {
  "GET /roles": async ({ read }) => {
    const usersOf = await countUsers(read);
    const builtIn = (Object.keys(builtInRoles) as BuiltInRole[]).map((name) => ({
      id: null,
      version: 1,
      name,
      title: builtInRoles[name].title,
      permissions: [...builtInRoles[name].permissions],
      users: usersOf(name),
    }));
    return [...builtIn, ...(await listOwnRoles(read))];
  },
  "POST /roles": ({ body, person, write }) =>
    write(async (tx) => {
      rejectExceeding(person, body.permissions, "permissions");
      const insert = tx.insertInto("roles").values(body).returning("id").executeTakeFirstOrThrow();
      return lockRole(tx, (await mapConstraintErrors(constraints, insert)).id);
    }),
  "PUT /roles/{id}": ({ params: { id }, body, ifMatch, echoed, person, write }) =>
    write(async (tx) => {
      const before = await lockRole(tx, id);
      rejectOutdated(before, ifMatch);
      const added = body.permissions.filter((permission) => !before.permissions.includes(permission));
      rejectExceeding(person, added, "permissions");
      await updateRow(tx, "roles", id, body, constraints);
      if (body.name !== before.name) {
        await tx.updateTable("users").set({ role: body.name }).where("role", "=", before.name).execute();
        await tx.updateTable("role_policies").set({ role: body.name }).where("role", "=", before.name).execute();
        await renameProviderRole(tx, before.name, body.name);
      }
      const after = await lockRole(tx, id);
      const { title: _, ...kept } = echoed;
      rejectChangedEchoes(kept, before, after);
      return after;
    }),
  "DELETE /roles/{id}": ({ params: { id }, write }) =>
    write(async (tx) => {
      const role = await lockRole(tx, id);
      const users = await tx
        .selectFrom("users")
        .select(["id", "username as name"])
        .where("role", "=", role.name)
        .execute();
      const dependents = [
        ...users.map((user) => ({ kind: "users", ...user })),
        ...(await listProvidersWithRole(tx, role.name)),
      ];
      if (dependents.length > 0) throw httpError("record/in-use", { dependents });
      await tx.deleteFrom("role_policies").where("role", "=", role.name).execute();
      await tx.deleteFrom("roles").where("id", "=", id).execute();
      return undefined;
    }),
});

/** The sign-in providers that assign a role. */
async function listProvidersWithRole(tx: Tx, role: string): Promise<Dependent[]> {
  const { rows } = await sql<Dependent>`
    select 'sign_in_providers' as kind, id, name from sign_in_providers
    where "defaultRole" = ${role} or mapping @> ${JSON.stringify([{ role }])}::jsonb order by id`.execute(tx);
  return rows;
}

/** Renames a role where sign-in providers assign it. */
async function renameProviderRole(tx: Tx, from: string, to: string): Promise<void> {
  await sql`
    update sign_in_providers set
      version = version + 1,
      "defaultRole" = case when "defaultRole" = ${from} then ${to} else "defaultRole" end,
      mapping = coalesce((
        select jsonb_agg(
          case when entry->>'role' = ${from} then entry || jsonb_build_object('role', ${to}::text) else entry end
          order by place)
        from jsonb_array_elements(mapping) with ordinality as entries (entry, place)), '[]')
    where "defaultRole" = ${from} or mapping @> ${JSON.stringify([{ role: from }])}::jsonb`.execute(tx);
}
