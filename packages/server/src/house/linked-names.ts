import type { AuditEntry } from "@gatehouse/contract/entities/audit/audit";
import { listAuditChanges } from "@gatehouse/contract/entities/audit/audit-fields";
import { reports } from "@gatehouse/contract/reports/report-types";
import { sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import type { AuditRow } from "./audit.store.ts";

/** The tables whose records others refer to, with the column of their name. */
const nameColumns = {
  access_areas: "name",
  access_groups: "name",
  access_passes: "name",
  access_rules: "name",
  access_schedules: "name",
  ai_devices: "label",
  boom_barriers: "name",
  buzzers: "name",
  camera_slots: "name",
  cameras: "name",
  displays: "name",
  gates: "name",
  identifiers: "iid",
  lanes: "name",
  notification_rules: "name",
  notification_webhooks: "name",
  report_jobs: "type",
  report_schedules: "name",
  sensors: "name",
  sign_in_providers: "name",
  slot_controllers: "name",
  tvms: "name",
  users: "username",
  variables: "name",
} as const;

/** A table whose records others refer to. */
export type LinkedTable = keyof typeof nameColumns;

/** Fields of audited records that hold the id of another record; lists of ids end in `s`. */
const linkFields = {
  actuatorId: "boom_barriers",
  aiDeviceId: "ai_devices",
  areaId: "access_areas",
  boomBarrierId: "boom_barriers",
  buzzerId: "buzzers",
  cameraId: "cameras",
  camerasVariableId: "variables",
  countingCameraId: "cameras",
  deviceId: "ai_devices",
  displayId: "displays",
  equationOf: "variables",
  filterGateId: "gates",
  filterGroupId: "access_groups",
  fromAreaId: "access_areas",
  gateId: "gates",
  groupId: "access_groups",
  identifierId: "identifiers",
  laneId: "lanes",
  loopId: "sensors",
  loopsVariableId: "variables",
  onlyUserId: "users",
  parentId: "access_areas",
  passId: "access_passes",
  providerId: "sign_in_providers",
  ruleId: "access_rules",
  scheduleId: "access_schedules",
  sensorId: "sensors",
  slotControllerId: "slot_controllers",
  slotId: "camera_slots",
  slotsVariableId: "variables",
  sourceControllerId: "slot_controllers",
  sourceSensorId: "sensors",
  toAreaId: "access_areas",
  tvmId: "tvms",
  userId: "users",
  variableId: "variables",
} as const satisfies Record<string, LinkedTable>;

/** Fields that mean something else in a table; null: no record of Gatehouse. */
const ownLinkFields: Readonly<Record<string, Readonly<Record<string, LinkedTable | null>>>> = {
  mygate: { deviceId: null },
  report_jobs: { scheduleId: "report_schedules" },
};

/** The table that the field at a path of a record refers to; null if it is no link. */
export function linkedTableOf(entity: string, path: string): LinkedTable | null {
  const field = path.slice(path.lastIndexOf(".") + 1).replace(/Ids$/, "Id");
  const own = ownLinkFields[entity];
  if (own && Object.hasOwn(own, field)) return own[field] ?? null;
  return isLinkField(field) ? linkFields[field] : null;
}

const isLinkField = (field: string): field is keyof typeof linkFields => Object.hasOwn(linkFields, field);

/** Entries whose id is that of a record in another table. */
const tableOfId: Readonly<Record<string, LinkedTable>> = {
  area_counts: "access_areas",
  recovery_codes: "users",
  second_factors: "users",
};

/** The name of a record, the last one if it is deleted; undefined if it has none. */
export type NameOf = (table: LinkedTable, id: unknown) => string | undefined;

/** Loads the names of the records that entries are about or refer to. */
export async function loadLinkedNames(db: ReadDb, rows: readonly AuditRow[]): Promise<NameOf> {
  const ids = new Map<LinkedTable, Set<number>>();
  for (const [table, id] of rows.flatMap(linksOf)) ids.set(table, (ids.get(table) ?? new Set()).add(id));
  const names = new Map<string, string>();
  for (const [table, wanted] of ids)
    for (const { id, name } of await loadNames(db, table, [...wanted])) if (name) names.set(`${table} ${id}`, name);
  return (table, id) => {
    const name = names.get(`${table} ${id}`);
    return table === "report_jobs" ? (reports.find(({ code }) => code === name)?.title ?? name) : name;
  };
}

/** The names of records; those of deleted ones are in the entries about their deletion. */
async function loadNames(db: ReadDb, table: LinkedTable, ids: readonly number[]) {
  const column = nameColumns[table];
  const { rows } = await sql<{ id: number; name: string | null }>`
    with wanted as (select unnest(${ids}::integer[]) as id)
    select wanted.id, coalesce(kept.name, deleted.name) as name
    from wanted
    left join lateral (select ${sql.ref(column)} as name from ${sql.table(table)} t where t.id = wanted.id) kept on true
    left join lateral (
      select before->>${column} as name from audit_log
      where kept.name is null and "tableName" = ${table} and "rowId" = wanted.id::text and action = 'delete'
      order by at desc, audit_log.id desc limit 1
    ) deleted on true`.execute(db);
  return rows;
}

/** Everything that an entry refers to, and the record that it is about. */
function linksOf(row: AuditRow): [LinkedTable, number][] {
  const { entity, entityId, after } = row;
  const ownTable = Object.hasOwn(nameColumns, entity) ? (entity as LinkedTable) : tableOfId[entity];
  // Acts have the id of their record in what was sent.
  const own = [entityId, after?.id, after?.scope].filter(isRecordId).map(Number);
  return [
    ...listLinks(row).map(({ table, id }): [LinkedTable, number] => [table, id]),
    ...own.flatMap((id): [LinkedTable, number][] => (ownTable === undefined ? [] : [[ownTable, id]])),
  ];
}

/** The ids of other records in the fields of a record, before and after. */
function listLinks({ entity, before, after }: AuditRow) {
  return listAuditChanges(before, after).flatMap((field) => {
    const table = linkedTableOf(entity, field.path);
    if (table === null) return [];
    const ids = new Set([field.before, field.after].flat().filter(isRecordId).map(Number));
    return [...ids].map((id) => ({ path: field.path, table, id }));
  });
}

/** The names of what the fields of an entry refer to. */
export const nameLinks = (row: AuditRow, nameOf: NameOf): AuditEntry["links"] =>
  listLinks(row).flatMap(({ path, table, id }) => {
    const name = nameOf(table, id);
    return name === undefined ? [] : [{ path, id, name }];
  });

/** Ids of tables are integers of 4 bytes. */
function isRecordId(value: unknown): boolean {
  const id = Number(value ?? Number.NaN);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31;
}
