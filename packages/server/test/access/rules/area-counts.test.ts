import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { accessSite } from "./access-site.ts";

const site = await accessSite();
const areas = await Promise.all(["One", "Two"].map((name) => site.add("areas", { name })));
const areaIds = areas.map(({ id }) => id);
const gate = await site.plateGate(1, { name: "Entry" });

const anyVehicle = fc.constantFrom("'V1'", "'V2'", "'V3'");
const anyArea = fc.constantFrom(...areaIds.map(String));
const anyAreaOrNone = fc.oneof(anyArea, fc.constant("null::integer"));
const anyGroups = fc.constantFrom("'{}'", "'{901}'", "'{901,902}'");
const anyEvents = fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 }).map((ids) => `'{${ids.join(",")}}'::bigint[]`);
const anyTime = fc.integer({ min: 0, max: 9 }).map((second) => `timestamptz '2026-01-01 00:00:0${second}Z'`);

const anyPassage = fc
  .tuple(fc.integer({ min: 1, max: 6 }), anyVehicle, anyTime, anyAreaOrNone, anyAreaOrNone, anyGroups)
  .map((values) => `(${values.join(", ")}, ${gate.gateId}, 'ANPR_ACCESS_CONTROL', 'N', now())`);
const insertPassages = (rows: readonly string[]) =>
  `insert into passage_holds ("eventId", vehicle, at, "fromAreaId", "toAreaId", "groupIds", "gateId", module, direction,
    "dueAt") values ${rows.join(", ")} on conflict do nothing`;
const insertPresence = (values: readonly string[]) =>
  `insert into access_presence (vehicle, "areaId", "groupIds", since) values (${values.join(", ")})
   on conflict (vehicle) do update set "areaId" = excluded."areaId", "groupIds" = excluded."groupIds"`;
/** A correction by a person drops unconfirmed passages. */
const byPerson = (statement: string) =>
  `set local gatehouse.actor = '{"username":"admin","requestId":"1","call":"PUT"}'; ${statement}`;

const anyEntry = fc.tuple(anyVehicle, anyArea, anyGroups, anyTime).map(insertPresence);
const anyExit = anyVehicle.map((vehicle) => `delete from access_presence where vehicle = ${vehicle}`);
const anyChange = fc.oneof(
  fc.array(anyPassage, { minLength: 1, maxLength: 6 }).map(insertPassages),
  anyEvents.map((ids) => `select confirm_passages(${ids})`),
  anyEvents.map((ids) => `delete from passage_holds where "eventId" = any(${ids})`),
  fc
    .tuple(anyEvents, anyVehicle, anyAreaOrNone)
    .map(
      ([ids, vehicle, area]) =>
        `update passage_holds set vehicle = ${vehicle}, "toAreaId" = ${area} where "eventId" = any(${ids})`,
    ),
  anyEntry,
  anyEntry.map(byPerson),
  anyExit,
  anyExit.map(byPerson),
);

const loadCounts = async () =>
  (
    await sql`select "areaId", "groupId", count + held as count from access_area_counts
      where "areaId" = any(${areaIds}) and count + held <> 0 order by 1, 2`.execute(site.db)
  ).rows;

const countVehicles = async () =>
  (
    await sql`
      with held as (
        select distinct on (vehicle) vehicle, "toAreaId" as "areaId", "groupIds" from passage_holds
        where "toAreaId" is not null order by vehicle, at desc, "eventId" desc
      ), places as (
        select * from held
        union all
        select vehicle, "areaId", "groupIds" from access_presence where vehicle not in (select vehicle from held)
      )
      select "areaId", g.id as "groupId", count(*)::integer as count
      from places, unnest(array_prepend(0, "groupIds")) as g(id) group by 1, 2 order by 1, 2`.execute(site.db)
  ).rows;

it("RULE-5 PERF-5 the counts of areas follow any change of passages and presence, also before a passage is confirmed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 12 }), async (changes) => {
      for (const change of changes) {
        await site.db.transaction().execute((tx) => sql.raw(change).execute(tx));
        expect(await loadCounts(), change).toEqual(await countVehicles());
      }
    }),
    { numRuns: 60 },
  );
});
