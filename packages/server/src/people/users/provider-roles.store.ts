import type { Dependent } from "@gatehouse/contract/errors";
import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";

/** The sign-in providers that assign a role. */
export async function listProvidersWithRole(tx: Tx, role: string): Promise<Dependent[]> {
  const { rows } = await sql<Dependent>`
    select 'sign_in_providers' as kind, id, name from sign_in_providers
    where "defaultRole" = ${role} or mapping @> ${JSON.stringify([{ role }])}::jsonb order by id`.execute(tx);
  return rows;
}

/** Renames a role where sign-in providers assign it. */
export async function renameProviderRole(tx: Tx, from: string, to: string): Promise<void> {
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
