import type { Stay } from "@gatehouse/contract/entities/stay";
import type { Tariff, TariffVersion } from "@gatehouse/contract/entities/tariff";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createPeople } from "../../people/users/people.ts";
import { testServer } from "../../test-server.ts";
import { fareSite } from "./fare-site.ts";

const server = await testServer();
const { db } = server.services;
const site = await fareSite(server);
const people = createPeople(server);
const hourMs = 3_600_000;

const rates = (price: number) => ({
  freeMinutes: 0,
  steps: [{ fromMinute: 0, periodMinutes: 60, price }],
  dailyCap: null,
  night: null,
});
const draft = (over: Record<string, unknown> = {}) => ({
  name: "Everyone",
  validFrom: "2020-01-01",
  rates: rates(200),
  ...over,
});
const add = (over?: Record<string, unknown>) => server.call<Tariff>("POST /tariffs", { body: draft(over) });

const now = () => server.clock.now().getTime();

/** A stay of some hours that ended just now; returns its id. */
async function stay(plate: string, hours: number, vehicleType?: string): Promise<number> {
  const typed = vehicleType === undefined ? {} : { vehicleType };
  const at = server.clock.now();
  await site.pass({ plate, gate: "in", at: new Date(at.getTime() - hours * hourMs), ...typed });
  await site.pass({ plate, gate: "out", at, ...typed });
  await site.follow();
  return idOf(plate);
}

const idOf = async (plate: string) =>
  (
    await db
      .selectFrom("stays")
      .select("id")
      .where("vehicle", "=", plate)
      .where("state", "=", "complete")
      .executeTakeFirstOrThrow()
  ).id;

const load = async (id: number, token?: string) =>
  (await server.call<Stay>("GET /stays/{id}", { params: { id } }, token)).body;

describe("tariffs", () => {
  it("REP-4 are stored, and every change is a version, also of a deleted tariff", async () => {
    const { status, body } = await add({ name: "Night owls", validFrom: "2099-01-01" });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...draft({ name: "Night owls", validFrom: "2099-01-01" }),
      vehicleTypes: [],
      days: [1, 2, 3, 4, 5, 6, 7],
      id: body.id,
      version: 1,
    });
    const { id } = body;
    server.clock.advance(1_000);
    const changed = await server.call<Tariff>("PUT /tariffs/{id}", {
      params: { id },
      body: draft({ name: "Night owls", validFrom: "2099-01-01", rates: rates(300) }),
    });
    expect(changed.body).toMatchObject({ version: 2, rates: rates(300) });
    expect((await server.call("DELETE /tariffs/{id}", { params: { id } })).status).toBe(204);
    const versions = await server.call<TariffVersion[]>("GET /tariffs/{id}/versions", { params: { id } });
    expect(
      versions.body.map(({ version, rates: { steps }, deletedAt }) => [version, steps[0]?.price, deletedAt]),
    ).toEqual([
      [2, 300, expect.any(String)],
      [1, 200, expect.any(String)],
    ]);
    const missing = await server.call("GET /tariffs/{id}/versions", { params: { id: 999 } });
    expect(missing.status).toBe(404);
  });

  it("REP-4 refuse a name, and vehicles and days, that another tariff has", async () => {
    const first = await add({ name: "Trucks", vehicleTypes: ["TRUCK", "DUMPER"] });
    expect(first.status).toBe(201);
    expect(await add({ name: "trucks", validFrom: "2099-01-01" })).toMatchObject({
      status: 409,
      body: { errors: [{ path: "name", message: "Another tariff has this name" }] },
    });
    expect(await add({ name: "Dumpers", vehicleTypes: ["DUMPER"] })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { path: "validFrom", message: 'The tariff "Trucks" applies to the same vehicles and days from this date' },
        ],
      },
    });
    const wrong = await add({ name: "Wrong", rates: { steps: [] } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: "rates.steps" }] } });
  });

  it("REP-4 a stay costs what its tariff said at the entry, whatever changes later", async () => {
    const { body: tariff } = await add({ name: "Bikes", vehicleTypes: ["2W"] });
    const before = await stay("BIKE1", 1.5, "twoWheelVehicle");
    expect(await load(before)).toMatchObject({
      state: "complete",
      vehicleType: "2W",
      seconds: 5_400,
      tariff: { id: tariff.id, version: 1, name: "Bikes" },
      gross: 400,
      net: 400,
    });
    // This one is inside while the price changes.
    await site.pass({ plate: "BIKE2", gate: "in", at: new Date(now() - hourMs / 2), vehicleType: "2W" });
    const body = { ...draft({ name: "Bikes 2", vehicleTypes: ["2W"], rates: rates(500) }) };
    expect((await server.call("PUT /tariffs/{id}", { params: { id: tariff.id }, body })).status).toBe(200);
    await site.pass({ plate: "BIKE2", gate: "out", at: new Date(now()) });
    await site.follow();
    expect(await load(await idOf("BIKE2"))).toMatchObject({ tariff: { version: 1, name: "Bikes" }, gross: 200 });
    const after = await stay("BIKE3", 10 / 3_600, "2W");
    expect(await load(after)).toMatchObject({ tariff: { version: 2, name: "Bikes 2" }, gross: 500 });
    await server.call("DELETE /tariffs/{id}", { params: { id: tariff.id } });
    expect(await load(before)).toMatchObject({ tariff: { version: 1, name: "Bikes" }, gross: 400 });
  });

  it("REP-4 a first version applies to earlier stays without a tariff, and a later one does not", async () => {
    const id = await stay("CYCLE1", 2, "CYCLE");
    expect(await load(id)).toMatchObject({ tariff: null, gross: 0, net: 0 });
    const { body } = await add({ name: "Cycles", vehicleTypes: ["CYCLE"], validFrom: "2099-01-01" });
    await site.follow();
    expect(await load(id)).toMatchObject({ tariff: null });
    const earlier = draft({ name: "Cycles", vehicleTypes: ["CYCLE"] });
    await server.call("PUT /tariffs/{id}", { params: { id: body.id }, body: earlier });
    await site.follow();
    expect(await load(id)).toMatchObject({ tariff: null });
    await add({ name: "Cycles before", vehicleTypes: ["CYCLE"], validFrom: "2020-02-01" });
    await site.follow();
    expect(await load(id)).toMatchObject({ tariff: { name: "Cycles before", version: 1 }, gross: 400 });
  });
});

describe("discounts and waivers", () => {
  const discount = (id: number, amount: number, token?: string) =>
    server.call<Stay>("POST /stays/{id}/discounts", { params: { id }, body: { amount, reason: "Shop" } }, token);
  const waive = (id: number, reason = "Fault", token?: string) =>
    server.call<Stay>("POST /stays/{id}/waiver", { params: { id }, body: { reason } }, token);

  it("REP-4 reduce a fare to 0 at most, with a reason, and can be withdrawn", async () => {
    const { body: tariff } = await add({ name: "Tankers", vehicleTypes: ["OIL_TANKER"], rates: rates(1_000) });
    const id = await stay("TANK1", 1, "OIL_TANKER");
    expect((await discount(id, 300)).body).toMatchObject({ gross: 1_000, discount: 300, waived: 0, net: 700 });
    expect(await discount(id, 701)).toMatchObject({
      status: 400,
      body: { errors: [{ path: "amount", message: "At most €7.00: this is left of the fare" }] },
    });
    expect(await waive(id, " ")).toMatchObject({
      status: 400,
      body: { errors: [{ path: "reason", message: "Enter a reason" }] },
    });
    const waived = await waive(id);
    expect(waived.body).toMatchObject({
      discount: 300,
      waived: 700,
      net: 0,
      tariff: { id: tariff.id },
      reductions: [
        { kind: "discount", amount: 300, reason: "Shop", by: "admin" },
        { kind: "waiver", amount: null, reason: "Fault", by: "admin" },
      ],
    });
    expect(await waive(id)).toMatchObject({ status: 409, body: { code: "stay/no-fare" } });
    const audited = await db
      .selectFrom("audit_log")
      .select(["username", "action"])
      .where("tableName", "=", "stay_reductions")
      .execute();
    expect(audited).toEqual(Array(2).fill({ username: "admin", action: "insert" }));
    expect((await server.call("DELETE /stays/{id}/reductions", { params: { id } })).status).toBe(204);
    expect(await load(id)).toMatchObject({ discount: 0, waived: 0, net: 1_000, reductions: [] });
  });

  it("REP-4 stay with the exit when its entry is found by a corrected plate", async () => {
    await add({ name: "Cars", vehicleTypes: ["CAR"], rates: rates(100) });
    const at = now();
    const entry = await site.pass({ plate: "MISREAD", gate: "in", at: new Date(at - 5 * hourMs), vehicleType: "CAR" });
    await site.pass({ plate: "CAR1", gate: "in", at: new Date(at - 9 * hourMs), vehicleType: "CAR" });
    await site.pass({ plate: "CAR1", gate: "out", at: new Date(at), vehicleType: "CAR" });
    await site.follow();
    const id = await idOf("CAR1");
    expect((await discount(id, 250)).body).toMatchObject({ gross: 900, net: 650 });
    await site.correct(entry, new Date(at - 5 * hourMs), "CAR1");
    await site.follow();
    expect(await load(await idOf("CAR1"))).toMatchObject({ gross: 500, discount: 250, net: 250 });
  });

  it("ROLE-3 REP-4 need the permission to open gates, and one of the gates of the stay", async () => {
    await add({ name: "Vans", vehicleTypes: ["MPV"], rates: rates(100) });
    const id = await stay("VAN1", 1, "MPV");
    const viewer = await people.signIn();
    const guard = await people.signIn({ role: "guard", gateIds: [site.gateIds.out] });
    const other = await people.signIn({ role: "guard", gateIds: [site.gateIds.northIn] });
    expect((await discount(id, 10, viewer.token)).status).toBe(403);
    expect((await discount(id, 10, other.token)).status).toBe(404);
    expect((await server.call("GET /stays/{id}", { params: { id } }, other.token)).status).toBe(404);
    expect((await discount(id, 10, guard.token)).body).toMatchObject({ net: 90, reductions: [{ by: guard.username }] });
  });

  it("REP-4 are refused for stays without a fare", async () => {
    const { rows } = await sql<{ id: number }>`
      insert into stays (vehicle, "areaId", "exitAreaId", state, "exitEventId", "leftAt", "exitGateId")
      values ('LOST', 0, 0, 'exit-only', 999999, now(), ${site.gateIds.out}) returning id`.execute(db);
    expect(await waive(rows[0]?.id ?? 0)).toMatchObject({ status: 409, body: { code: "stay/no-fare" } });
    expect((await waive(999_999)).status).toBe(404);
  });
});
