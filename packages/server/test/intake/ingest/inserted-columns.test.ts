import type { EventRecord } from "@gatehouse/engine/decision/outcome";
import { afterAll, describe, expect, it } from "vitest";
import { commandColumns, eventKeyColumns, passageColumns } from "../../../src/intake/ingest/inserted-columns.ts";
import { insertedEventColumns } from "../../../src/intake/inserted-event-columns.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import type { ColumnTypes } from "../../../src/platform/database/recordset.ts";
import { eventColumns } from "../../../src/record/events/event-columns.ts";
import { testDatabase } from "../../harness.ts";

const db = connectDatabase(await testDatabase());
afterAll(() => db.destroy());

/** The columns of a table with their types, as the database reports them. */
async function columnsOf(table: string): Promise<Record<string, string>> {
  const { rows } = await db.pool.query<{ name: string; type: string }>(
    `select attname as name, replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz') as type
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
}

describe("the columns that ingest inserts", () => {
  it.each([
    { table: "events", inserted: insertedEventColumns, others: ["fullImage", "plateImage", "sightings"] },
    { table: "passages", inserted: passageColumns, others: [] },
    { table: "commands", inserted: commandColumns, others: ["detail", "endedAt", "id"] },
    { table: "event_keys", inserted: eventKeyColumns, others: ["id", "receivedAt"] },
  ])("are all listed for $table, with the types of the table", async ({ table, inserted, others }) => {
    const columns = await columnsOf(table);
    expect(columns).toMatchObject(inserted);
    expect(
      Object.keys(columns)
        .filter((name) => !(name in inserted))
        .sort(),
    ).toEqual(others);
  });

  it("are, with those filled in later, all columns of an event", async () => {
    expect(await columnsOf("events")).toEqual(eventColumns);
  });

  it("do not compile if they differ from the record or from the table", () => {
    const { reason: _, ...withoutReason } = insertedEventColumns;
    // @ts-expect-error a field of the record is not listed
    withoutReason satisfies ColumnTypes<"events", keyof EventRecord>;
    // @ts-expect-error a field of the record has no column
    ({ ...insertedEventColumns, colour: "text" }) satisfies ColumnTypes<"events", keyof EventRecord | "colour">;
    // @ts-expect-error a column of the table is not listed
    insertedEventColumns satisfies ColumnTypes<"events">;
    // @ts-expect-error a time is not text
    ({ ...eventColumns, occurredAt: "text" }) satisfies ColumnTypes<"events">;
  });
});
