import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { signIn } from "@gatehouse/simulator/gatehouse/api-client";
import { deckCapacity, listHolidays, residentsOnFullDeck } from "@gatehouse/simulator/plan/access-plan";
import {
  contractors,
  deniedVehicle,
  guests,
  passHolder,
  residents,
  staff,
  type Vehicle,
  visitors,
} from "@gatehouse/simulator/plan/vehicle-plan";
import { connectWithClient } from "@gatehouse/simulator/registration/connect-site";
import { registerSite } from "@gatehouse/simulator/registration/register-site";
import { startSimulatedSite } from "@gatehouse/simulator/run-site";
import { afterAll, describe, expect, it } from "vitest";
import { listenSignedIn, ownPassword } from "../../test-server.ts";
import { accessSite } from "./access-site.ts";

const site = await accessSite();
const { server } = site;
await site.configure("timeZone", "UTC");
const minuteMs = 60_000;
const dayMs = 86_400_000;
const evening = pastMonday() + (18 * 60 + 7) * minuteMs;
server.clock.step(evening - server.clock.now().getTime());
const { port } = await listenSignedIn(server);
const simulated = await startSimulatedSite({ ports: { first: 0 } });
afterAll(() => simulated.close());
const api = await signIn({ serverUrl: `http://127.0.0.1:${port}`, username: "admin", password: ownPassword });
await registerSite(api, simulated, server.clock.now());
await connectWithClient(simulated, api);
await site.settle();
const gates = await api.call("GET /gates", {});

/** Midnight of a Monday in the past that is no holiday. */
function pastMonday(): number {
  const today = Math.floor(server.clock.now().getTime() / dayMs);
  const days = Array.from({ length: 28 }, (_, ago) => new Date((today - ago - 1) * dayMs));
  const holidays = listHolidays(server.clock.now());
  const monday = days.find((day) => day.getUTCDay() === 1 && !holidays.includes(day.toISOString().slice(0, 10)));
  return monday?.getTime() ?? 0;
}

/** A simulated camera reads a vehicle at a gate; returns why it was admitted or denied. */
async function read(gate: string, vehicle: Vehicle, direction: "N" | "X" = "N") {
  const { status } = await simulated.traffic.read({ gate, vehicle, by: "plate", direction, at: server.clock.now() });
  expect(status).toBe(200);
  const { data } = await api.call("GET /events/{module}", {
    params: { module: "ac" },
    query: { search: vehicle.plate },
  });
  const { id, isGranted, receivedAt } = data[0] as { id: number; isGranted: boolean; receivedAt: string };
  return {
    ...(await api.call("GET /events/{module}/{id}/why", { params: { module: "ac", id } })),
    isGranted,
    receivedAt,
  };
}

const whatIf = (label: string, { plate }: Vehicle, at: number) =>
  api.call("POST /access/what-if", {
    body: {
      type: "LICENSE_PLATE",
      read: plate,
      gateId: gates.find(({ name }) => name === label)?.id ?? 0,
      at: new Date(at).toISOString(),
    },
  });

const contractor = contractors[1] as Vehicle;
const late = (clock: string) => `Contractors are allowed until 18:00; it was ${clock}`;

describe("the rules of the simulated site", () => {
  it("RULE-2 a contractor is denied at 18:07 with the nearest fix, as an event and in what-if", async () => {
    const denied = { isGranted: false, reasonCode: "deny.schedule-closed" };
    const { receivedAt, ...event } = await read("service-gate", contractor);
    // The clock runs on while a slow machine registers the site.
    expect(event).toMatchObject({ ...denied, nearestFix: late(receivedAt.slice(11, 16)) });
    expect(await whatIf("Service gate", contractor, evening)).toMatchObject({ ...denied, nearestFix: late("18:07") });
    expect(await whatIf("Service gate", contractor, evening - 8 * minuteMs)).toMatchObject({ isGranted: true });
  });

  it("RULE-2 denies contractors at the other entries, and a vehicle of the deny list", async () => {
    expect(await read("main-entry", contractor)).toMatchObject({ isGranted: false, reasonCode: "deny.rule" });
    expect(await read("main-entry", deniedVehicle)).toMatchObject({ isGranted: false, reasonCode: "deny.list" });
  });

  it.each([
    ["a resident at the main entry", "main-entry", residents[0] as Vehicle, "allow.rule"],
    ["a resident at the service gate", "service-gate", residents[1] as Vehicle, "allow.rule"],
    ["staff at the main entry", "main-entry", staff[0] as Vehicle, "allow.rule"],
    ["a reservation at the visitors’ entry", "visitors-entry", visitors[0] as Vehicle, "allow.rule"],
    ["a pass at the visitors’ entry", "visitors-entry", passHolder, "allow.pass"],
  ])("RULE-2 admits %s at any time", async (_, gate, vehicle, reasonCode) => {
    expect(await read(gate, vehicle)).toMatchObject({ isGranted: true, reasonCode });
    expect(await read("service-gate", vehicle, "X")).toMatchObject({ isGranted: true });
    await site.confirm();
  });

  it("RULE-5 the full deck denies visitors, admits residents by their quota, and reopens with two free places", async () => {
    const enter = (vehicle: Vehicle | undefined) => read("visitors-entry", vehicle as Vehicle);
    const leave = async (list: readonly Vehicle[]) => {
      for (const vehicle of list) await read("service-gate", vehicle, "X");
      await site.confirm();
    };
    const parked = guests.slice(0, deckCapacity);
    for (const guest of parked) expect(await enter(guest)).toMatchObject({ isGranted: true });
    await site.confirm();
    const full = { isGranted: false, reasonCode: "deny.area-full" };
    const fix = `Wait until at most ${deckCapacity - 2} places of Visitors’ deck are taken`;
    expect(await enter(guests[20])).toMatchObject({ ...full, nearestFix: fix });

    const owners = residents.slice(10, 10 + residentsOnFullDeck);
    for (const resident of owners) {
      const { isGranted, steps = [] } = await enter(resident);
      expect(isGranted).toBe(true);
      expect(steps.find(({ step }) => step === "capacity")?.text).toContain("admitted by the quota of Residents");
    }
    expect(await enter(residents[30])).toMatchObject(full);

    await leave(owners);
    await leave(parked.slice(0, 1));
    expect(await enter(guests[21])).toMatchObject(full);
    await leave(parked.slice(1, 2));
    expect(await enter(guests[22])).toMatchObject({ isGranted: true });
    const inside = (await api.call("GET /access/presence", {})).map(({ vehicle }) => vehicle);
    expect(inside).not.toContain(normalizeIdentifier(parked[0]?.plate ?? ""));
  });
});
