import { type ReportCode, reportOf } from "@gatehouse/contract/reports/report-types";
import { sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import type { AuditRow } from "./audit.store.ts";

/** The tables whose records others refer to, with the column of their name. */
const nameColumns = {
  access_areas: "name",
  access_groups: "name",
  access_passes: "name",
  access_rules: "name",
  displays: "name",
  gates: "name",
  identifiers: "iid",
  notification_rules: "name",
  notification_webhooks: "name",
  report_jobs: "type",
  users: "username",
  variables: "name",
} as const;

/** A table whose records others refer to. */
export type LinkedTable = keyof typeof nameColumns;

/** Fields of audited records that hold the id of another record. */
export const linkFields: Readonly<Record<string, LinkedTable>> = {
  areaId: "access_areas",
  displayId: "displays",
  gateId: "gates",
  groupId: "access_groups",
  identifierId: "identifiers",
  passId: "access_passes",
  ruleId: "access_rules",
  variableId: "variables",
};

/** The name that a record has now; undefined if it is deleted. */
export type NameOf = (table: LinkedTable, id: unknown) => string | undefined;

/** AUD-1: loads the names of the records that entries are about or refer to. */
export async function loadLinkedNames(db: ReadDb, rows: readonly AuditRow[]): Promise<NameOf> {
  const ids = new Map<LinkedTable, Set<number>>();
  for (const [table, id] of rows.flatMap(linksOf)) ids.set(table, (ids.get(table) ?? new Set()).add(id));
  const names = new Map<string, string>();
  for (const [table, wanted] of ids) {
    const found = sql<{ id: number; name: string | null }>`
      select id, ${sql.ref(nameColumns[table])} as name from ${sql.table(table)} where id = any(${[...wanted]}::integer[])`;
    for (const { id, name } of (await found.execute(db)).rows) if (name) names.set(`${table} ${id}`, name);
  }
  return (table, id) => {
    const name = names.get(`${table} ${id}`);
    return table === "report_jobs" && name !== undefined ? reportOf(name as ReportCode).title : name;
  };
}

function linksOf({ entity, entityId, before, after }: AuditRow): [LinkedTable, number][] {
  const links = Object.entries({ ...before, ...after }).map(([field, value]) => [linkFields[field], value] as const);
  const ownTable = Object.hasOwn(nameColumns, entity) ? (entity as LinkedTable) : undefined;
  // Acts have the id of their record in what was sent.
  const own = [entityId, after?.id, after?.scope].map((value) => [ownTable, value] as const);
  return [...links, ...own].flatMap(([table, value]) => {
    const id = Number(value ?? Number.NaN);
    return table !== undefined && isRecordId(id) ? [[table, id]] : [];
  });
}

/** Ids of tables are integers of 4 bytes. */
const isRecordId = (id: number) => Number.isInteger(id) && id > 0 && id < 2 ** 31;
