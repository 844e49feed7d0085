import { beforeEach, describe, expect, it } from "vitest";
import { createAreaAlerts } from "../../../src/access/rules/area-alerts.ts";
import { createNotificationSite } from "../../alert/notifications/notification-site.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db, clock } = server.services;
const site = createNotificationSite(server);

const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);
const addVehicle = (vehicle: string, areaId: number, since: Date) =>
  db.insertInto("access_presence").values({ vehicle, areaId, since }).execute();
const leave = (vehicle: string) => db.deleteFrom("access_presence").where("vehicle", "=", vehicle).execute();
const setFull = (areaId: number, isFull: boolean) =>
  db
    .insertInto("access_area_states")
    .values({ areaId, isFull })
    .onConflict((conflict) => conflict.column("areaId").doUpdateSet({ isFull }))
    .execute();
const addArea = async (name: string, capacity: number | null = null) =>
  (await site.make("POST /access/areas", { body: { name, capacity } })).id;

beforeEach(async () => {
  await db.deleteFrom("access_areas").execute();
  await db.deleteFrom("alerts").execute();
});

describe("alerts of areas", () => {
  it("NOTE-1 a full area has an alert until it has room again", async () => {
    const check = createAreaAlerts(server.services);
    const areaId = await addArea("Visitors", 40);
    await setFull(areaId, true);
    await check();
    await check();
    expect(await site.listOpen()).toMatchObject([
      { type: "AREA_FULL", description: '"Visitors" is full: it has room for 40.', count: 1 },
    ]);
    await setFull(areaId, false);
    await check();
    expect(await site.listOpen()).toEqual([]);
  });

  it("NOTE-1 vehicles that stay too long are one alert per area, raised again for each further one", async () => {
    const check = createAreaAlerts(server.services);
    const areaId = await addArea("Visitors");
    await addVehicle("KA1", areaId, hoursAgo(25));
    await addVehicle("KA2", areaId, hoursAgo(23));
    await check();
    await check();
    expect(await site.listOpen()).toMatchObject([
      {
        type: "VEHICLE_OVERSTAY",
        description: '1 vehicle has been in "Visitors" for more than 24 h: KA 1.',
        count: 1,
      },
    ]);
    await addVehicle("KA3", areaId, hoursAgo(26));
    await check();
    expect(await site.listOpen()).toMatchObject([
      { count: 2, description: '2 vehicles have been in "Visitors" for more than 24 h: KA 3, KA 1.' },
    ]);
    await leave("KA1");
    await check();
    expect(await site.listOpen()).toMatchObject([{ count: 2 }]);
    await leave("KA3");
    await check();
    expect(await site.listOpen()).toEqual([]);
  });

  it("NOTE-1 a restarted server does not repeat what is reported", async () => {
    const areaId = await addArea("Visitors");
    await addVehicle("KA1", areaId, hoursAgo(25));
    await createAreaAlerts(server.services)();
    await createAreaAlerts(server.services)();
    expect(await site.listOpen()).toMatchObject([{ count: 1 }]);
  });
});
