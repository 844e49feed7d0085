import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { blockTable } from "../../intake/ingest/blocked-table.ts";
import { poll } from "../../intake/ingest/ingest-site.ts";
import { race } from "../../racing-writers.ts";
import { ownPassword, testServer } from "../../test-server.ts";
import { accessSite, type Explained } from "./access-site.ts";

const site = await accessSite();
const { server, db } = site;
const { connectionString: _, ...connection } = db.pool.options;
const other = await testServer(undefined, { connection: connection as never });
const relay = await fakeRelay("well");
afterAll(() => relay.close());
const entry = await site.plateGate(relay.port, { name: "Entry" });
const { body: session } = await server.login(ownPassword);

async function clearRules(): Promise<void> {
  for (const { id } of await site.list("rules")) await site.remove("rules", id);
}

/** The decision of the other server. */
const decideElsewhere = async (read: string): Promise<Explained> => {
  const body = { type: "LICENSE_PLATE", gateId: entry.gateId, read };
  return (await other.call<Explained>("POST /access/what-if", { body }, session.token)).body;
};

describe("changes of rules", () => {
  it("RULE-2 a rule that one server saves is applied by another one", async () => {
    await site.register("BOTH 1");
    expect(await decideElsewhere("BOTH1")).toMatchObject({ isGranted: true, policyVersion: null });
    await site.add("rules", { name: "Nobody", effect: "deny" });
    await poll(async () => expect(await decideElsewhere("BOTH1")).toMatchObject({ reasonCode: "deny.rule" }));
    await clearRules();
    await poll(async () => expect(await decideElsewhere("BOTH1")).toMatchObject({ isGranted: true }));
  });

  it("RULE-1 two servers that add the first rule at once add one rule that keeps the behaviour", async () => {
    const add = (caller: typeof server, name: string) => () =>
      caller.call("POST /access/rules", { body: { name, effect: "deny", mode: "off" } }, session.token);
    const responses = await race(db, (tx) => sql`lock table access_rules in access exclusive mode`.execute(tx), [
      add(server, "One"),
      add(other, "Two"),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const names = (await site.list("rules")).map(({ name }) => name);
    expect(names.toSorted()).toEqual(["Everyone valid, all gates, always", "One", "Two"]);
    await clearRules();
  });

  it("RULE-2 two people who change the same rule at once: the second one sees that it was changed", async () => {
    const { id, version } = await site.add("rules", { name: "Shared", effect: "deny", mode: "off" });
    const change = (caller: typeof server, name: string) => () =>
      caller.call(
        "PUT /access/rules/{id}",
        {
          params: { id },
          body: { name, effect: "deny", mode: "off", confirmation: name },
          headers: { "if-match": String(version) },
        },
        session.token,
      );
    const responses = await race(db, (tx) => sql`select from access_rules where id = ${id} for update`.execute(tx), [
      change(server, "Shared by one"),
      change(other, "Shared by two"),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await clearRules();
  });

  it("RULE-2 two changes that would close a cycle of areas: one is refused", async () => {
    const [one, two] = [await site.add("areas", { name: "One" }), await site.add("areas", { name: "Two" })];
    const move = (caller: typeof server, id: number, name: string, parentId: number) => () =>
      caller.call("PUT /access/areas/{id}", { params: { id }, body: { name, parentId } }, session.token);
    const responses = await race(db, (tx) => sql`lock table access_areas in access exclusive mode`.execute(tx), [
      move(server, one.id, "One", two.id),
      move(other, two.id, "Two", one.id),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it("RULE-2 opens nothing while the rules can't be loaded, and decides again afterwards", async () => {
    await site.register("FAIL 1");
    await sql`alter table access_schedules rename to hidden_schedules`.execute(db);
    site.parts.siteCache.drop();
    const failed = await site.push(entry, site.plateEvent("FAIL1"));
    await sql`alter table hidden_schedules rename to access_schedules`.execute(db);
    expect(failed.statusCode).toBeGreaterThanOrEqual(500);
    expect(await site.events("ac", { search: "FAIL1" })).toEqual([]);
    expect(await site.read(entry, "FAIL1")).toMatchObject({ isGranted: true });
  });

  it("RULE-2 opens nothing while the facts about a vehicle can't be looked up", async () => {
    await site.register("SLOW 1");
    await site.add("lists", { kind: "deny", type: "LICENSE_PLATE", iid: "LISTED 1", reason: "Unpaid" });
    const block = await blockTable(server.services, "access_lists");
    const pushed = site.push(entry, site.plateEvent("SLOW1"));
    await block.isWaitedFor();
    expect(await site.events("ac", { search: "SLOW1" })).toEqual([]);
    await block.release();
    expect((await pushed).statusCode).toBe(200);
    expect(await site.events("ac", { search: "SLOW1" })).toMatchObject([{ isGranted: true }]);
  });

  it.each([
    { kind: "group", column: "groupId", reasonCode: "deny.no-rule" },
    { kind: "schedule", column: "scheduleId", reasonCode: "deny.look-up-failed" },
    { kind: "area", column: "areaId", reasonCode: "deny.look-up-failed" },
  ])(
    "RULE-2 a rule whose $kind is gone from the database denies with its own reason",
    async ({ kind, column, reasonCode }) => {
      const plate = `GHOST ${kind}`.toUpperCase();
      const { id: groupId } = await site.add("groups", { name: `Members ${kind}` });
      await site.register(plate, [groupId]);
      const everyone = await site.add("rules", { name: `Ghost ${kind}`, effect: "allow", groupId });
      await site.remove("rules", (await site.list("rules"))[0]?.id ?? 0);
      expect(await site.whatIf(entry.gateId, plate)).toMatchObject({ isGranted: true });
      // Foreign keys prevent it, so this is a database that was damaged or restored in part.
      await db.connection().execute(async (damaged) => {
        await sql`set session_replication_role = replica`.execute(damaged);
        await sql`update access_rules set ${sql.ref(column)} = 999999 where id = ${everyone.id}`.execute(damaged);
        await sql`reset session_replication_role`.execute(damaged);
      });
      site.parts.siteCache.drop();
      expect(await site.whatIf(entry.gateId, plate)).toMatchObject({ isGranted: false, reasonCode });
      await clearRules();
    },
  );

  it("RULE-2 a schedule, area or gate of a rule can't be deleted", async () => {
    const windows = [{ days: [1], from: "06:00", to: "18:00" }];
    const { id: scheduleId } = await site.add("schedules", { name: "Used", windows });
    const { id: areaId } = await site.add("areas", { name: "Used" });
    await site.add("rules", { name: "Uses all", effect: "allow", scheduleId, areaId, gateIds: [entry.gateId] });
    const rejected = { status: 409, body: { dependents: [{ kind: "access_rules", name: "Uses all" }] } };
    const remove = (key: Parameters<typeof server.call>[0], id: number) => server.call(key, { params: { id } });
    expect(await remove("DELETE /access/schedules/{id}", scheduleId)).toMatchObject(rejected);
    expect(await remove("DELETE /access/areas/{id}", areaId)).toMatchObject(rejected);
    expect(await remove("DELETE /gates/{id}", entry.gateId)).toMatchObject({ status: 409 });
    await clearRules();
  });
});
