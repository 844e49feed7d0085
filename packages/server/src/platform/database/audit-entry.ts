import type { AuditAction } from "@gatehouse/contract/entities/audit/audit-names";
import { sql } from "kysely";
import type { Database, Tx } from "./database.ts";

/** The author of an entry of the audit trail; the audit triggers read it from the transaction. */
export interface Actor {
  readonly userId?: number | undefined;
  readonly username: string;
  readonly requestId: string;
  readonly call: string;
  readonly address: string;
  /** The id of the entry whose values the call restores. */
  readonly restoredFrom?: number | undefined;
}

/** Sets the author for the audit triggers. Writes without one aren't audited by them. */
export async function setActor(tx: Tx, actor: Actor | undefined): Promise<void> {
  if (actor) await sql`select set_config('gatehouse.actor', ${JSON.stringify(actor)}, true)`.execute(tx);
}

interface NewEntry {
  readonly action: AuditAction;
  /** The table. */
  readonly entity: string;
  readonly entityId?: number | undefined;
  readonly after?: object;
}

/** Records an act that changes no row, such as a sign-in. By default, the author is that of the transaction. */
export async function insertAuditEntry(db: Database | Tx, entry: NewEntry, actor?: Actor): Promise<void> {
  const { action, entity, entityId = null, after } = entry;
  const by = actor === undefined ? sql`current_setting('gatehouse.actor')` : sql`${JSON.stringify(actor)}`;
  const document = after === undefined ? null : JSON.stringify(after);
  await sql`
    insert into audit_log ("userId", username, "requestId", call, "tableName", "rowId", action, after, address)
    select (actor->>'userId')::integer, actor->>'username', actor->>'requestId', actor->>'call', ${entity},
      ${entityId}::integer::text, ${action}, masked(${document}::jsonb), actor->>'address'
    from (select ${by}::jsonb as actor) as by`.execute(db);
}
