import type { Variable } from "@gatehouse/contract/entities/variable";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toBoardView } from "../../src/hardware/hardware-views.ts";
import { deckCapacity, groupNames, rulePlans, siteCapacity } from "../../src/plan/access-plan.ts";
import { gatePlans } from "../../src/plan/gate-plan.ts";
import { lightPlans } from "../../src/plan/hardware-plan.ts";
import { screenPlans } from "../../src/plan/screen-plan.ts";
import { expiredVehicles, residents, vehicles } from "../../src/plan/vehicle-plan.ts";
import { registerActuators } from "../../src/registration/actuators.ts";
import { registerSite } from "../../src/registration/register-site.ts";
import { createScreenLinks, registerScreens } from "../../src/registration/screens.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { createMemoryApi } from "./memory-api.ts";

const site = await startSimulatedSite({ ports: { first: 0 } });
afterAll(() => site.close());

const now = new Date("2026-11-15T08:00:00Z");
const api = createMemoryApi();
beforeAll(() => registerSite(api, site, now));

describe("registering the simulated site", () => {
  it("connects every gate to its camera, barrier and displays", () => {
    const gates = api.rows("/gates");
    expect(gates.map(({ name }) => name)).toEqual(gatePlans.map(({ label }) => label));
    expect(gates[0]).toMatchObject({
      type: "N",
      cameraId: expect.any(Number),
      sensorId: expect.any(Number),
      boomBarrierId: expect.any(Number),
      buzzerId: expect.any(Number),
      displayIds: [expect.any(Number), expect.any(Number)],
    });
  });

  it("gives barriers, buzzers and displays the ports of the simulated hardware", () => {
    const ports = [...site.boards, ...site.signs].map(({ port }) => port);
    const hardware = [
      "/boom-barriers",
      "/buzzers",
      ...["ac", "rfid-ac", "cc", "epld"].map((scope) => `/displays/${scope}`),
    ].flatMap((path) => api.rows(path));
    const used = hardware.map(({ additionalInfo }) => (additionalInfo as { port: number }).port);
    expect(ports).toEqual(expect.arrayContaining(used));
  });

  it("REP-4 registers tariffs that apply to its history", () => {
    expect(api.rows("/tariffs").map(({ name, validFrom }) => [name, validFrom])).toEqual([
      ["Visitors", "2026-09-16"],
      ["Two-wheelers", "2026-09-16"],
    ]);
  });

  it("LIVE-9 registers the SNMP sign with its driver and community string, at a gate with a reader", () => {
    const [sign] = api.rows("/displays/rfid-ac");
    expect(sign).toMatchObject({
      name: "Main exit sign",
      community: "lakeview",
      additionalInfo: { drv: "ntcip-1203" },
    });
    const exit = api.rows("/gates").find(({ name }) => name === "Main exit");
    expect(exit).toMatchObject({ sensorId: expect.any(Number), displayIds: expect.arrayContaining([sign?.id]) });
  });

  it("LIVE-2 gives readers the drivers and ports of the simulated readers", () => {
    expect(api.rows("/sensors/ac").map(({ additionalInfo }) => additionalInfo)).toMatchObject(
      site.readers.map(({ plan, port }) => ({ ip: "127.0.0.1", port, drv: plan.driver, gtp: plan.direction })),
    );
  });

  it.each(lightPlans)("DISP-2 links the light of $device $source to the variable of its free places", async (light) => {
    const emptyApi = createMemoryApi();
    const free = { id: 42 } as Variable;
    await registerActuators(emptyApi, site.boards.map(toBoardView), new Map([[light.variable, free]]));
    const { board, relay: rel, driver: drv } = light.relay;
    const lights = emptyApi.rows("/displays/epld");
    expect(lights).toMatchObject([{ variableId: 42, additionalInfo: { port: site.board(board).port, rel, drv } }]);
    const watched = site.device(light.device).plan.cameras.find(({ id }) => id === light.source);
    expect(light.variable).toBe(`epld/${watched?.name} free`);
  });

  it("LIVE-8 registers the multimedia displays and links their pages", async () => {
    const emptyApi = createMemoryApi();
    const names = screenPlans.flatMap(({ variables }) => Object.values(variables));
    await registerScreens(emptyApi, new Map(names.map((name, index) => [name, { id: index + 1 } as Variable])));
    expect(emptyApi.rows("/displays/cc")).toMatchObject([
      { uid: "201", templateId: 2, variables: [{ templateKey: "free" }, { templateKey: "total" }] },
    ]);
    expect(emptyApi.rows("/displays/epld").map(({ uid }) => uid)).toEqual(["202", "203"]);
    await createScreenLinks(emptyApi);
    expect(emptyApi.writes.filter((write) => write.endsWith("/key"))).toHaveLength(screenPlans.length);
  });

  it("RULE-2 registers groups, areas, schedules with holidays, rules, lists and a pass", () => {
    expect(api.rows("/access/groups").map(({ name }) => name)).toEqual(groupNames);
    expect(api.rows("/access/areas")).toMatchObject([
      { name: "Lakeview site", parentId: null, capacity: siteCapacity },
      { name: "Visitors’ deck", parentId: 1, capacity: deckCapacity },
    ]);
    expect(api.rows("/access/schedules")[0]).toMatchObject({
      name: "Contractors’ hours",
      exceptions: expect.arrayContaining([{ date: "2026-12-25", windows: [] }]),
    });
    const rules = api.rows("/access/rules");
    expect(rules.map(({ name }) => name)).toEqual(rulePlans.map(({ name }) => name));
    const serviceGate = api.rows("/gates").find(({ name }) => name === "Service gate");
    expect(rules.find(({ name }) => name === "Contractors in working hours")).toMatchObject({
      groupId: 3,
      gateIds: [serviceGate?.id],
      scheduleId: 1,
    });
    expect(api.rows("/access/lists").map(({ kind }) => kind)).toEqual(["deny", "watch"]);
    expect(api.rows("/access/passes")).toHaveLength(1);
  });

  it("RULE-5 gives every gate its areas", () => {
    const areas = api.rows("/gates").map(({ fromAreaId, toAreaId }) => [fromAreaId, toAreaId]);
    expect(areas).toEqual([
      [null, 1],
      [1, null],
      [null, 2],
      [null, 1],
    ]);
  });

  it("saves every camera that a device reports", () => {
    const reported = site.devices.flatMap(({ plan }) => plan.cameras.map(({ name }) => name));
    const saved = ["anpr-ac", "osd", "cc", "epld"].flatMap((module) => api.rows(`/cameras/${module}`));
    expect(saved.map(({ name }) => name)).toEqual(expect.arrayContaining(reported));
  });

  it("creates no duplicates when it is repeated", async () => {
    const countRows = () =>
      ["/gates", "/boom-barriers", "/lanes", "/displays/ac", "/displays/epld"].map((path) => api.rows(path).length);
    const before = countRows();
    const earlierWrites = api.writes.length;
    await registerSite(api, site, now);
    expect(countRows()).toEqual(before);
    // Uploading the same identifiers changes nothing, and the reservations get a new key.
    const posts = api.writes.slice(earlierWrites).filter((write) => write.startsWith("POST"));
    expect(posts).toEqual([
      "POST /ac/upload-lps?scope=ADMIN",
      "POST /ac/upload-rfids?scope=ADMIN",
      "POST /integration-keys",
    ]);
  });
});

describe("the planned vehicles", () => {
  it("have unique plates and tags", () => {
    const tags = vehicles.flatMap(({ tag }) => tag ?? []);
    expect(new Set(vehicles.map(({ plate }) => plate)).size).toBe(vehicles.length);
    expect(new Set(tags).size).toBe(tags.length);
    expect([residents.length, expiredVehicles.length].map((count) => count >= 20)).toEqual([true, true]);
  });
});
