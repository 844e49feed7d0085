import { type RolePolicy, rolePolicyEndpoints } from "@gatehouse/contract/entities/role-policy";
import { type BuiltInRole, builtInRoles } from "@gatehouse/contract/permissions";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { rejectChangedEchoes } from "../../platform/resources/echoed-fields.ts";
import { rejectOutdated } from "../../platform/resources/versioned-row.ts";

async function listPolicies(db: ReadDb | Tx): Promise<RolePolicy[]> {
  const own = await db.selectFrom("roles").select("name").orderBy("name").execute();
  const stored = await db.selectFrom("role_policies").selectAll().execute();
  const byRole = new Map(stored.map((policy) => [policy.role.toLowerCase(), policy]));
  const roles = [
    ...(Object.keys(builtInRoles) as BuiltInRole[]).map((role) => ({
      role,
      title: builtInRoles[role].title as string,
    })),
    ...own.map(({ name }) => ({ role: name, title: name })),
  ];
  return roles.map(({ role, title }) => {
    const policy = byRole.get(role.toLowerCase());
    return {
      role,
      title,
      version: policy?.version ?? 1,
      idleMinutes: policy?.idleMinutes ?? null,
      maxAgeHours: policy?.maxAgeHours ?? null,
      isSecondFactorRequired: policy?.isSecondFactorRequired ?? false,
    };
  });
}

async function loadPolicy(tx: Tx, role: string): Promise<RolePolicy> {
  const policy = (await listPolicies(tx)).find((each) => each.role.toLowerCase() === role.toLowerCase());
  if (!policy) throw httpError("record/not-found");
  return policy;
}

/** What each role asks of its sessions. */
export const rolePolicyRoutes = handle(rolePolicyEndpoints, {
  "GET /sign-in/policies": ({ read }) => listPolicies(read),
  "PUT /sign-in/policies/{role}": ({ params, body, ifMatch, echoed, write }) =>
    write(async (tx) => {
      const { role } = await loadPolicy(tx, params.role);
      // Creates the row if there is none, so that it can be locked.
      await tx
        .insertInto("role_policies")
        .values({ role })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await tx.selectFrom("role_policies").select("id").where("role", "=", role).forUpdate().execute();
      const before = await loadPolicy(tx, role);
      rejectOutdated(before, ifMatch);
      await tx
        .updateTable("role_policies")
        .set((row) => ({ ...body, version: row("version", "+", 1) }))
        .where("role", "=", role)
        .execute();
      const after = await loadPolicy(tx, role);
      rejectChangedEchoes(echoed, before, after);
      return after;
    }),
});
