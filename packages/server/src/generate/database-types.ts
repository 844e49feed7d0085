import { sql } from "kysely";
import type { Database } from "../platform/database.ts";

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  /** The database fills it in when an insert leaves it out. */
  filled: boolean;
  /** Identity columns are never written. */
  generated: boolean;
}

// What each type is when read | when written.
const types: Record<string, string> = {
  int4: "number",
  int8: "number",
  float8: "number",
  numeric: "number",
  text: "string",
  uuid: "string",
  bool: "boolean",
  bytea: "Buffer",
  _text: "string[]",
  _int4: "number[]",
  _float8: "number[]",
  timestamptz: "Time",
  jsonb: "Json",
};

/** The TypeScript of every table, read from a migrated database. */
export async function databaseTypes(db: Database): Promise<string> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as column, c.udt_name as type, c.is_nullable = 'YES' as nullable,
           c.column_default is not null as filled, c.is_identity = 'YES' as generated
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    -- A partition has what its table has.
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and not (select relispartition from pg_class where oid = format('%I.%I', c.table_schema, c.table_name)::regclass)
    order by c.table_name, c.ordinal_position`.execute(db);
  const tables = [...Map.groupBy(rows, (row) => row.table)];
  const bodies = tables.map(([table, columns]) => `  ${table}: {\n${columns.map(memberOf).join("")}  };\n`);
  return `${header}\n/** Every table of the database. */\nexport interface Tables {\n${bodies.join("")}}\n`;
}

function memberOf({ column, type, nullable, filled, generated }: Column): string {
  const known = types[type];
  if (!known) throw new Error(`no TypeScript type for the PostgreSQL type ${type} of ${column}`);
  const value = nullable ? `${known} | null` : known;
  if (generated) return `    ${column}: GeneratedAlways<${value}>;\n`;
  return `    ${column}: ${filled ? `Filled<${value}>` : value};\n`;
}

const header = `// Written by \`npm run generate\` from the migrated database; a test fails when it is out of date.
import type { ColumnType, GeneratedAlways } from "kysely";

/** Read as the wire writes it, written as a Date. */
type Time = ColumnType<string, Date, Date>;

/** Written as JSON text, so that arrays and bare values are never taken for something else. */
type Json = ColumnType<unknown, string, string>;

/** Filled in by the database when an insert leaves it out. */
type Filled<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;
`;
