import { type AuditAction, auditPartsOf } from "@gatehouse/contract/entities/audit/audit-names";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import type { Place } from "../platform/security/cursors.ts";

/** The filters of the audit trail. */
export interface AuditFilter {
  user?: string | undefined;
  action?: AuditAction | undefined;
  entity?: string | undefined;
  entityId?: string | undefined;
  /** Also lists the parts of the record, such as the displays of a gate. */
  withParts?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A row of the audit trail. */
export interface AuditRow {
  id: number;
  at: string;
  user: string;
  action: AuditAction;
  call: string;
  entity: string;
  entityId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  restoredFrom: string | null;
}

/** Lists entries, newest first, or those next to the place of a cursor, nearest first. Each filter has an index. */
export async function listAuditRows(
  db: ReadDb,
  filter: AuditFilter,
  place: Place | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const order = place?.way === "prev" ? sql`asc` : sql`desc`;
  const { rows } = await sql<AuditRow>`
    select id, at, username as "user", action, call, "tableName" as entity, "rowId" as "entityId",
      masked(before) as before, masked(after) as after, address,
      "restoredFrom"
    from ${sourceOf(filter)}
    where ${sql.join(toConditions(filter, place), sql` and `)}
    order by at ${order}, id ${order}
    limit ${limit}`.execute(db);
  return rows;
}

/** The rows of a record and its parts, each by its own index, merged in the order of time. */
function sourceOf({ entity, entityId, withParts }: AuditFilter): RawBuilder<unknown> {
  if (!withParts || !entity || !entityId) return sql`audit_log`;
  const tables = [[entity, entityId], ...auditPartsOf(entity, entityId)].map(
    ([table, id]) => sql`select * from audit_log where "tableName" = ${table} and "rowId" = ${id}`,
  );
  return sql`(${sql.join(tables, sql` union all `)}) as history`;
}

/** The user names that contain a text. They are few, and found by steps through the index. */
const namesWith = (text: string): RawBuilder<unknown> => sql`array(
  with recursive names as (
    (select lower(username) as name from audit_log order by lower(username) limit 1)
    union all
    select (select lower(username) from audit_log where lower(username) > names.name order by lower(username) limit 1)
    from names where names.name is not null
  )
  select name from names where position(lower(${text}) in name) > 0)`;

function toConditions(filter: AuditFilter, place: Place | undefined): RawBuilder<unknown>[] {
  const { user, action, entity, entityId, withParts, from, to } = filter;
  const isHistory = withParts && entity && entityId;
  const beyond = place?.way === "prev" ? sql`>` : sql`<`;
  return [
    sql`true`,
    ...(user ? [sql`lower(username) = any(${namesWith(user)})`] : []),
    ...(action ? [sql`action = ${action}`] : []),
    ...(entity && !isHistory ? [sql`"tableName" = ${entity}`] : []),
    ...(entityId && !isHistory ? [sql`"rowId" = ${entityId}`] : []),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(to === undefined ? [] : [sql`at < ${to}`]),
    ...(place?.at === undefined ? [] : [sql`(at, id) ${beyond} (${place.at}, ${place.id})`]),
  ];
}
