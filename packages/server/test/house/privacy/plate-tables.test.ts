import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { hashedTables } from "../../../src/house/retention/plate-hashing.ts";
import { plateTables } from "../../../src/house/retention/plate-tables.ts";
import { testServer } from "../../test-server.ts";

const { services } = await testServer();

interface Column {
  table: string;
  column: string;
  type: string;
}

const { rows: columns } = await sql<Column>`
  select c.table_name as "table", c.column_name as "column", c.data_type as type
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.table_name !~ '^events_(other|\\d{4}_\\d{2})$'
  order by 1, 2`.execute(services.db);

/** Names that suggest a plate, and every document: a device or a person may have put one there. */
const isSuspect = ({ column, type }: Column) =>
  /(?<!tem)plate|^lp|^iid|^vehicle$|licen[cs]e/i.test(column) || type === "jsonb" || type === "json";

/** Columns of that kind without plates. */
const withoutPlates: readonly string[] = [
  // Settings.
  "ai_devices.plateFormat",
  "access_schedules.exceptions",
  "access_schedules.windows",
  "boom_barriers.additionalInfo",
  "buzzers.additionalInfo",
  "cameras.pzapp",
  "commissions.refused",
  "commissions.snapshot",
  "configs.value",
  "displays.additionalInfo",
  "notification_rules.escalation",
  "payload_mappings.mapping",
  "policy_versions.policy",
  "report_jobs.filters",
  "report_schedules.filters",
  "sensors.additionalInfo",
  "sign_in_providers.mapping",
  "slot_controllers.additionalInfo",
  "tariff_versions.days",
  "tariff_versions.rates",
  "tariff_versions.vehicleTypes",
  "tariffs.days",
  "tariffs.rates",
  "tariffs.vehicleTypes",
  "variables.examples",
  // States of devices.
  "events.occupancy",
  "rfid_server_status.status",
  // The name of a file; the file has the retention of pictures.
  "events.plateImage",
];

const listed = plateTables.flatMap(({ table, columns: names }) => names.map((name) => `${table}.${name}`));

describe("the list of tables with plates", () => {
  it("PRIV-3 contains every column of the database that can hold a plate", () => {
    const suspects = columns.filter(isSuspect).map(({ table, column }) => `${table}.${column}`);
    const unlisted = suspects.filter((name) => !listed.includes(name) && !withoutPlates.includes(name));
    expect(unlisted).toEqual([]);
  });

  it("PRIV-3 contains only columns that exist", () => {
    const known = columns.map(({ table, column }) => `${table}.${column}`);
    expect([...listed, ...withoutPlates].filter((name) => !known.includes(name))).toEqual([]);
  });

  it("PRIV-3 says which tables are hashed", () => {
    const expected = plateTables.filter(({ afterRetention }) => afterRetention === "hash").map(({ table }) => table);
    // The partition with wrong clocks is a part of the events.
    const hashed = hashedTables.map(({ table }) => table).filter((table) => table !== "events_other");
    expect(hashed.toSorted()).toEqual(expected.toSorted());
  });
});
