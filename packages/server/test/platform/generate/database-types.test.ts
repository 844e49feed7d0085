import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { databaseTypes } from "../../../src/platform/generate/database-types.ts";
import { testDatabase } from "../../harness.ts";

const db = connectDatabase(await testDatabase());
afterAll(() => db.destroy());

let types = "";

/** Types of the columns of one table or view, by name. */
function columnTypes(relation: string): Record<string, string> {
  const [, body = ""] = types.split(`  ${relation}: {\n`);
  const members = body.slice(0, body.indexOf("  };")).matchAll(/^ {4}(\w+): (.+);$/gm);
  return Object.fromEntries([...members].map(([, name, type]) => [name, type]));
}

describe("the generated database types", () => {
  beforeAll(async () => {
    await sql`create table owners (id integer primary key, name text not null, phone text, at timestamptz not null)`.execute(
      db,
    );
    await sql`create table cars (id integer generated always as identity primary key, "ownerId" integer,
      info jsonb not null, wheels integer not null default 4)`.execute(db);
    await sql`create view car_owners as
      select c.id, c."ownerId", c.info, o.id as "joinedId", o.name, coalesce(o.name, 'none') as "shownName"
      from cars c left join owners o on o.id = c."ownerId"`.execute(db);
    await sql`create view owners_of_cars as
      select o.id, o.name, o.phone, o.at from cars c join owners o on o.id = c."ownerId"`.execute(db);
    await sql`create view aliased_join as
      select j.name from (cars c left join owners o on o.id = c."ownerId") as j (a, b, c, d, e, name)`.execute(db);
    await sql`create view names as select name from owners union all select phone from owners`.execute(db);
    await sql`create view view_of_view as select id, name from car_owners`.execute(db);
    types = await databaseTypes(db);
  });

  it("have read and write types for the columns of a table", () => {
    expect(columnTypes("cars")).toEqual({
      id: "GeneratedAlways<number>",
      ownerId: "number | null",
      info: "Json",
      wheels: "Filled<number>",
    });
  });

  it.each([
    [
      "car_owners",
      {
        id: "ReadOnly<number>",
        ownerId: "ReadOnly<number | null>",
        info: "ReadOnly<Json>",
        // Not null in its table, but nullable through the outer join.
        joinedId: "ReadOnly<number | null>",
        name: "ReadOnly<string | null>",
        // The planner proves nothing about expressions, so they stay nullable.
        shownName: "ReadOnly<string | null>",
      },
    ],
    [
      "owners_of_cars",
      {
        id: "ReadOnly<number>",
        name: "ReadOnly<string>",
        phone: "ReadOnly<string | null>",
        at: "ReadOnly<Time>",
      },
    ],
    ["aliased_join", { name: "ReadOnly<string | null>" }],
    ["names", { name: "ReadOnly<string | null>" }],
    ["view_of_view", { id: "ReadOnly<number>", name: "ReadOnly<string | null>" }],
  ])("make a column of the view %s nullable unless it can never be null", (view, expected) => {
    expect(columnTypes(view)).toEqual(expected);
  });

  it("report the column whose type is unknown", async () => {
    await sql`create table places (spot point)`.execute(db);
    await expect(databaseTypes(db)).rejects.toThrow("the PostgreSQL type point of places.spot");
  });
});
