import type { Alert } from "@gatehouse/contract/entities/alert";
import type { AreaCount, Series } from "@gatehouse/contract/entities/overview";
import { describe, expect, it } from "vitest";
import { checkAreaCounts, createAreaAlerts } from "../../../src/record/overview/overview-jobs.ts";
import { accessSite } from "../../access/rules/access-site.ts";
import { createPeople } from "../../people/users/people.ts";

const site = await accessSite();
const { server, db } = site;
const alerts = createAreaAlerts(server.services);

const counts = async (token?: string) => (await server.call<AreaCount[]>("GET /overview/areas", {}, token)).body;
const countOf = async (id: number) => (await counts()).find((area) => area.id === id);
const correct = (id: number, count: unknown, reason = "Counted by hand", token?: string) =>
  server.call<AreaCount>("POST /overview/areas/{id}/corrections", { params: { id }, body: { count, reason } }, token);
const save = (id: number, body: Record<string, unknown>) =>
  server.call<AreaCount>("PUT /overview/areas/{id}", { params: { id }, body });

/** An area with an entry and an exit, and vehicles inside. */
async function deck(name: string, values: Record<string, unknown> = {}, vehicles = 0) {
  const { id } = await site.add("areas", { name, ...values });
  const entry = await site.gate({ name: `${name} entry`, toAreaId: id });
  for (const place of Array.from({ length: vehicles }, (_, index) => index))
    await site.add("presence", { vehicle: `${name.replaceAll(" ", "")}${place}`, areaId: id });
  return { id, entry };
}

/** A variable with a value, as loops or slots would count. */
async function variable(name: string, value: number, totalCapacity: number | null = null) {
  const { id } = await db
    .insertInto("variables")
    .values({ name, type: "base", scope: "loop", computedValue: value, ledgerValue: value, totalCapacity })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("variable_weights").values({ movedId: id, variableId: id, weight: 1 }).execute();
  return id;
}

describe("the count of an area", () => {
  it("OPS-7 is that of its gates, with the vehicles of the areas in it", async () => {
    const { id } = await deck("House", { capacity: 4 }, 1);
    await deck("Level 1", { parentId: id }, 2);
    expect(await countOf(id)).toMatchObject({
      count: 3,
      leading: "gates",
      level: "ok",
      sources: [{ source: "gates", count: 3, variableId: null }],
      drifts: [],
    });
  });

  it.each([
    [3, 4, "ok"],
    [17, 20, "nearly-full"],
    [20, 20, "full"],
    [21, 20, "impossible"],
  ])("OPS-7 of %d vehicles in %d spaces is %s", async (vehicles, capacity, level) => {
    const { id } = await site.add("areas", { name: `${vehicles} of ${capacity}`, capacity });
    await correct(id, vehicles);
    expect(await countOf(id)).toMatchObject({ count: vehicles, level });
  });

  it("OPS-7 follows the leading source, and compares the others with it", async () => {
    const { id, entry } = await deck("Checked", { capacity: 30 }, 2);
    const loopsVariableId = await variable("Checked by loops", 12);
    const slotsVariableId = await variable("Checked free slots", 22, 30);
    const saved = await save(id, { leading: "slots", loopsVariableId, slotsVariableId });
    expect(saved).toMatchObject({ status: 200, body: { leading: "slots", count: 8, version: 2 } });
    expect(saved.body.sources).toEqual([
      { source: "gates", count: 2, variableId: null },
      { source: "loops", count: 12, variableId: loopsVariableId },
      { source: "slots", count: 8, variableId: slotsVariableId },
    ]);
    expect(saved.body.drifts).toMatchObject([
      { source: "gates", difference: 6, cause: expect.stringContaining("without being read") },
      { source: "loops", difference: -4, cause: expect.stringContaining("Loops missed vehicles that left") },
    ]);
    await site.db
      .insertInto("alerts")
      .values({
        type: "HARDWARE_OFFLINE",
        scope: "ac",
        status: "new",
        subject: "board test",
        title: "Board offline",
        description: '"Board 1" does not reply',
        additionalInfo: JSON.stringify({ gates: ["Checked entry"] }),
        createdAt: new Date(),
        lastSeenAt: new Date(),
      })
      .execute();
    expect(entry.gateId).toBeGreaterThan(0);
    expect((await countOf(id))?.drifts[0]?.cause).toBe('"Board 1" does not reply.');
  });

  it.each(["gates", "loops", "slots"] as const)("OPS-7 by %s is corrected with a reason", async (leading) => {
    const { id } = await deck(`Corrected ${leading}`, { capacity: 50 }, 2);
    const loopsVariableId = await variable(`Loops ${leading}`, 12);
    const slotsVariableId = await variable(`Slots ${leading}`, 30, 50);
    await save(id, { leading, loopsVariableId, slotsVariableId });
    expect(await correct(id, 9)).toMatchObject({ status: 201, body: { count: 9, leading } });
    const stored = await db.selectFrom("area_corrections").selectAll().where("areaId", "=", id).execute();
    expect(await countOf(id)).toMatchObject({ count: 9, correctedAt: stored[0]?.at });
    expect(stored).toMatchObject([{ source: leading, to: 9, reason: "Counted by hand", by: "admin" }]);
  });

  it.each([
    ["no reason", 3, "", "reason"],
    ["a negative count", -1, "Counted", "count"],
    ["a part of a vehicle", 1.5, "Counted", "count"],
  ])("OPS-7 is not corrected with %s", async (_, count, reason, path) => {
    const [area] = await counts();
    expect(await correct(area?.id ?? 0, count, reason)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it("OPS-7 needs the variable of its leading source", async () => {
    const { id } = await site.add("areas", { name: "Without variable" });
    expect(await save(id, { leading: "loops" })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "leading" }] },
    });
    expect(await save(id, { leading: "loops", loopsVariableId: 999_999 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "loopsVariableId" }] },
    });
    const loopsVariableId = await variable("Deleted later", 3);
    await save(id, { leading: "loops", loopsVariableId });
    await db.deleteFrom("variables").where("id", "=", loopsVariableId).execute();
    expect(await countOf(id)).toMatchObject({ leading: "gates", loopsVariableId: null, count: 0 });
  });

  it("OPS-7 raises an alert while it can't be right", async () => {
    const { id } = await deck("Overfull", { capacity: 1 }, 2);
    const own = async () => (await site.alerts("ac")).filter((alert: Alert) => alert.additionalInfo.areaId === id);
    await checkAreaCounts(server.services, alerts);
    expect(await own()).toMatchObject([
      {
        type: "AREA_COUNT_IMPOSSIBLE",
        description: '"Overfull" has 2 vehicles by its gates, more than its 1 spaces.',
      },
    ]);
    await correct(id, 1);
    await checkAreaCounts(server.services, alerts);
    expect(await own()).toEqual([]);
  });

  it("OPS-1 has a curve that ends with the present count", async () => {
    const { id, entry } = await deck("Curve");
    const from = new Date(server.clock.now().getTime() - 3 * 3_600_000).toISOString();
    for (const plate of ["CURVE 1", "CURVE 2"]) {
      await site.register(plate);
      await site.read(entry, plate.replace(" ", ""));
    }
    await site.confirm();
    const to = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    const query = { name: "occupancy", area: id, from, to, step: "hour" };
    const { body } = await server.call<Series>("GET /overview/series", { query });
    const known = body.points.flatMap(({ value }) => value ?? []);
    expect([known[0], known.at(-1)]).toEqual([0, 2]);
    expect((await countOf(id))?.count).toBe(2);
  });

  it("OPS-1 has a curve that falls when vehicles leave an inner area through a gate of the outer one", async () => {
    const outer = await deck("Around");
    const inner = await deck("Inner", { parentId: outer.id });
    const exit = await site.gate({ name: "Around exit", type: "X", fromAreaId: outer.id });
    const from = new Date(server.clock.now().getTime() - 3 * 3_600_000).toISOString();
    await site.register("INNER 1");
    await site.read(inner.entry, "INNER1");
    await site.confirm();
    server.clock.advance(60_000);
    await site.read(exit, "INNER1");
    await site.confirm();
    const to = new Date(server.clock.now().getTime() + 60_000).toISOString();
    const query = { name: "occupancy", area: inner.id, from, to, step: "hour" };
    const { body } = await server.call<Series>("GET /overview/series", { query });
    const known = body.points.flatMap(({ value }) => value ?? []);
    // Without the exit, the curve would begin below zero.
    expect([known[0], known.at(-1)]).toEqual([0, 0]);
  });

  it("ROLE-3 OPS-7 is shown and corrected by people who are limited to one of its gates, and by nobody else", async () => {
    const own = await deck("Own area", {}, 1);
    const other = await deck("Other area", {}, 1);
    const guard = await createPeople(server).signIn({ role: "guard", gateIds: [own.entry.gateId] });
    const names = (await counts(guard.token)).map(({ name }) => name);
    expect([names.includes("Own area"), names.includes("Other area")]).toEqual([true, false]);
    expect((await correct(own.id, 4, "Counted", guard.token)).status).toBe(201);
    expect((await correct(other.id, 4, "Counted", guard.token)).status).toBe(403);
    const query = { name: "occupancy", area: other.id, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" };
    expect((await server.call("GET /overview/series", { query }, guard.token)).status).toBe(404);
  });
});
