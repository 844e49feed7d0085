import type { InsertType, SelectType } from "kysely";
import type { Tables } from "./database.types.ts";

type PgNumber = "bigint" | "integer" | "double precision";

/** The PostgreSQL types of a column, as far as its generated TypeScript type tells them apart. */
type PgTypeOf<Column> =
  unknown extends SelectType<Column>
    ? "jsonb"
    : NonNullable<InsertType<Column>> extends Date
      ? "timestamptz"
      : NonNullable<SelectType<Column>> extends number
        ? PgNumber
        : NonNullable<SelectType<Column>> extends boolean
          ? "boolean"
          : "text";

/**
 * The PostgreSQL type of each named column of a table. With the keys of a record as names, an object that `satisfies` this
 * lists exactly the fields of the record, and a field without a column does not compile: `jsonb_to_recordset` would drop it
 * silently.
 */
export type ColumnTypes<Table extends keyof Tables, Name extends PropertyKey = keyof Tables[Table]> = {
  readonly [Key in Name]: Key extends keyof Tables[Table] ? PgTypeOf<Tables[Table][Key]> : never;
};

type Columns = Readonly<Record<string, PgNumber | "text" | "boolean" | "timestamptz" | "jsonb">>;

/** The quoted column names, for a list in SQL. */
export const columnNames = (columns: Columns) =>
  Object.keys(columns)
    .map((name) => `"${name}"`)
    .join(", ");

/** SQL that reads the rows of the JSON array in parameter $1. */
export const recordset = (columns: Columns) =>
  `jsonb_to_recordset($1::jsonb) as row(${Object.entries(columns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(", ")})`;

/** SQL that inserts the rows of the JSON array in parameter $1. */
export const insertRecordset = (table: keyof Tables, columns: Columns) =>
  `insert into ${table} (${columnNames(columns)}) select ${columnNames(columns)} from ${recordset(columns)}`;

/** SQL assignments that overwrite a row with the one whose insert conflicted, except its key. */
export const overwriteColumns = (columns: Columns, key: readonly string[]) =>
  Object.keys(columns)
    .filter((name) => !key.includes(name))
    .map((name) => `"${name}" = excluded."${name}"`)
    .join(", ");
