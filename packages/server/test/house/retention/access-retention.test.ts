import { keptBackTestDays } from "@gatehouse/contract/entities/access/back-test";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { startRetentionJobs } from "../../../src/house/retention/retention-jobs.ts";
import { accessSite } from "../../access/rules/access-site.ts";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";

const site = await accessSite();
const { db } = site;
const { services, clock } = site.server;
const dayMs = 86_400_000;
const keptDays = 400;
await site.configure("eventRetentionDays", keptDays);
const relay = await fakeRelay("well");
afterAll(() => relay.close());
const entry = await site.plateGate(relay.port, { name: "Entry" });

const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);

/** Long before everything that is kept; events are deleted by whole months. */
const forgotten = daysAgo(keptDays + 200);

/** Runs the retention jobs once. */
const runRetention = () => startRetentionJobs(services).stop();

async function countOf(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

describe("retention of access rules", () => {
  it("RULE-9 deletes versions that were replaced before the oldest event, and keeps those of events", async () => {
    for (const name of ["First", "Second", "Third"]) await site.add("rules", { name, effect: "allow" });
    const versions = async () =>
      (await db.selectFrom("policy_versions").select("version").orderBy("version").execute()).map((row) => row.version);
    const [oldest = 0, older = 0, inForce = 0, ...later] = await versions();
    await site.register("KEPT 1");
    const { policyVersion } = await site.read(entry, "KEPT1");
    expect(policyVersion).toBe(later.at(-1) ?? inForce);
    const move = (version: number, at: Date) =>
      db.updateTable("policy_versions").set({ at }).where("version", "=", version).execute();
    for (const version of [oldest, older]) await move(version, forgotten);
    await runRetention();
    // The second one was in force at the time of the oldest event.
    expect(await versions()).toEqual([older, inForce, ...later]);
    await move(inForce, forgotten);
    await runRetention();
    expect(await versions()).toEqual([inForce, ...later]);
    expect(await versions()).toContain(policyVersion);
  });

  it("RULE-9 keeps the version of an event until its month is deleted", async () => {
    await db
      .updateTable("policy_versions")
      .set({ at: daysAgo(keptDays + 1) })
      .execute();
    const before = await countOf("policy_versions");
    await runRetention();
    expect(await countOf("policy_versions")).toBe(before);
  });

  it("RULE-9 deletes memberships that ended before the oldest event, and keeps present ones of any age", async () => {
    const { id: groupId } = await site.add("groups", { name: "Residents" });
    const present = await site.register("STAY 1", [groupId]);
    const former = await site.register("GONE 1", [groupId]);
    const recent = await site.register("LEFT 1", [groupId]);
    for (const id of [former, recent])
      await db.deleteFrom("identifier_groups").where("identifierId", "=", id).execute();
    await sql`update identifier_group_changes set at = ${forgotten}
      where "isMember" or "identifierId" = ${former}`.execute(db);
    await sql`update identifier_group_changes set "endedAt" = ${forgotten} where "identifierId" = ${former} and "isMember"`.execute(
      db,
    );
    await runRetention();
    const rows = await db
      .selectFrom("identifier_group_changes")
      .select(["identifierId", "isMember"])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { identifierId: present, isMember: true },
      { identifierId: recent, isMember: true },
      { identifierId: recent, isMember: false },
    ]);
  });

  it("RULE-9 deletes old back-tests", async () => {
    const added = [keptBackTestDays + 1, keptBackTestDays - 1].map((days) => ({
      createdAt: daysAgo(days),
      by: "admin",
      days: 7,
      state: "done",
    }));
    await db.insertInto("back_tests").values(added).execute();
    await runRetention();
    expect(await countOf("back_tests")).toBe(1);
  });

  it("RULE-3 RULE-7 PASS-1 deletes list entries, overrides and passes that ended before the oldest event", async () => {
    const reason = "Test";
    const listed = { kind: "deny", type: "LICENSE_PLATE", reason };
    const overriding = { kind: "hold-open", gateId: entry.gateId, reason };
    const pass = { name: "Visitor", validFrom: daysAgo(keptDays + 2) };
    const ended = daysAgo(keptDays + 1);
    const kept = daysAgo(keptDays - 1);
    for (const [name, until] of [["ENDED", ended] as const, ["KEPT", kept] as const]) {
      await db
        .insertInto("access_lists")
        .values({ ...listed, iid: name, iidNormalized: name, until })
        .execute();
      await db
        .insertInto("access_overrides")
        .values({ ...overriding, since: ended, until })
        .execute();
      await db
        .insertInto("access_passes")
        .values({ ...pass, lp: name, lpNormalized: name, validTo: until })
        .execute();
    }
    await db
      .insertInto("access_lists")
      .values({ ...listed, iid: "EVER", iidNormalized: "EVER" })
      .execute();
    await runRetention();
    expect((await site.list("lists")).map(({ iid }) => iid)).toEqual(["KEPT", "EVER"]);
    expect((await site.list("passes")).map(({ lp }) => lp)).toEqual(["KEPT"]);
    expect(await countOf("access_overrides")).toBe(1);
  });

  it("RULE-10 deletes measurements that are older than the oldest event", async () => {
    const camera = { cameraId: entry.cameraId };
    for (const at of [daysAgo(keptDays + 1), daysAgo(keptDays - 1)]) {
      const plate = `READ ${at.getTime()}`;
      await db
        .insertInto("camera_hours")
        .values({ ...camera, hour: at, reads: 1 })
        .execute();
      await db.insertInto("plate_reads").values({ plate, reads: 1, lastReadAt: at }).execute();
      const confusion = { ...camera, read: plate, actual: "O", observed: 1, lastAt: at };
      await db.insertInto("camera_confusions").values(confusion).execute();
      const corrected = {
        eventId: 1,
        occurredAt: at,
        readNormalized: "A",
        lp: "B",
        lpNormalized: "B",
        by: "admin",
        at,
      };
      await db.insertInto("event_corrections").values(corrected).execute();
    }
    await runRetention();
    const tables = ["camera_hours", "plate_reads", "camera_confusions", "event_corrections"];
    expect(await Promise.all(tables.map(countOf))).toEqual([1, 1, 1, 1]);
  });
});
