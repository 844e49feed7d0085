import type { DeviceResult } from "@gatehouse/drivers/ai-devices/driver";
import { aiDeviceDrivers } from "@gatehouse/drivers/ai-devices/registry";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type ListedDevice, listedDevice as listed } from "../../src/devices/device-view.ts";
import type { SimulatedDevice } from "../../src/devices/simulated-device.ts";
import { type Manner, manners } from "../../src/network/http-fault.ts";
import { startSimulatedSite } from "../../src/simulated-site.ts";
import { fetchTransport } from "./fetch-transport.ts";

const site = await startSimulatedSite({ ports: { first: 0 } });
afterAll(() => site.close());
afterEach(() => Promise.all(site.devices.map((device) => device.reset())));

const driverOf = ({ plan }: SimulatedDevice) => {
  const driver = aiDeviceDrivers[plan.vendor];
  if (!driver) throw new Error(`no driver for ${plan.vendor}`);
  return driver;
};
const probe = (device: SimulatedDevice, http = fetchTransport()) => driverOf(device).probe(listed(device), http);
const list = (device: SimulatedDevice, http = fetchTransport()) => driverOf(device).listCameras?.(listed(device), http);
const kindOf = (result: DeviceResult<unknown> | undefined) => result && (result.ok ? "answered" : result.failure.kind);

const devices = site.devices.map((device) => [device.plan.name, device] as const);
const reporting = devices.filter(([, device]) => driverOf(device).listCameras);
const camerasOf = async (name: string) =>
  (await list(site.device(name))) as { ok: true; value: ListedDevice["cameras"] };

const control = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${site.controlUrl}/devices/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

describe("a simulated site", () => {
  it("has a device of each vendor", () => {
    expect(new Set(devices.map(([, { plan }]) => plan.vendor))).toEqual(new Set(Object.keys(aiDeviceDrivers)));
  });

  it.each(devices)("HEALTH-4 its %s is well", async (_, device) => {
    expect(await probe(device)).toEqual({ ok: true, value: null });
  });

  it.each(reporting)("CAM-8 its %s names its cameras and slots", async (_, device) => {
    const cameras = device.plan.cameras.map(({ id, name, slots }) => ({ id, name, slots }));
    expect(await list(device)).toEqual({ ok: true, value: cameras });
  });

  it.each(reporting)("CAM-8 its %s answers for one camera", async (_, device) => {
    const [{ id, name, slots } = { id: "", name: "", slots: [] }] = device.plan.cameras;
    expect(await driverOf(device).readCamera?.(listed(device), id, fetchTransport())).toEqual({
      ok: true,
      value: { id, name, slots },
    });
  });

  it.each(devices)("DASH-1 its %s has a page of its own", async (_, device) => {
    const answer = await fetch(`http://127.0.0.1:${device.port}/`);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).toContain(`<h1>${device.plan.label}</h1>`);
  });

  it("draws what a camera sees, with a plate that can be read", async () => {
    const answer = await fetch(`http://127.0.0.1:${site.device("main-gate").port}/snapshots/1.svg`);
    expect(answer.headers.get("content-type")).toBe("image/svg+xml");
    expect(await answer.text()).toMatch(/>[A-Z]{2} ?\d{2} [A-Z]{2} \d{4}<|>[A-Z]{2} \d[A-Z] [A-Z]{2} \d{4}</);
  });

  it("draws the slots that a camera watches", async () => {
    const answer = await fetch(`http://127.0.0.1:${site.device("deck-watch").port}/snapshots/11.svg`);
    expect(await answer.text()).toContain(">A6<");
  });

  it("AIDEV-2 asks for a username and password where it has them", async () => {
    const { username: _u, password: _p, ...anonymous } = listed(site.device("service-gate"));
    expect(kindOf(await aiDeviceDrivers.generic?.listCameras?.(anonymous, fetchTransport()))).toBe("wrong-credentials");
  });
});

describe("a device that is told to be", () => {
  const impatient = fetchTransport(200);
  const patient = fetchTransport();
  const transports = (manner: Manner) => (manner === "silent" || manner === "slow" ? impatient : patient);
  const kinds: Record<Manner, string> = {
    normal: "answered",
    refusing: "unreachable",
    silent: "timed-out",
    slow: "timed-out",
    garbage: "not-understood",
    truncated: "not-understood",
    huge: "too-large",
    redirecting: "refused",
    "wrong-credentials": "wrong-credentials",
  };

  const cases = manners.map((manner) => [manner, kinds[manner], transports(manner)] as const);
  it.each(cases)("%s is met so (%s), and is well again when told", async (manner, kind, http) => {
    const device = site.device("deck-watch");
    expect((await control("deck-watch/behave", { manner })).status).toBe(200);
    expect([kindOf(await probe(device, http)), kindOf(await list(device, http))]).toEqual([kind, kind]);
    await control("deck-watch/behave", { manner: "normal" });
    expect(kindOf(await probe(device))).toBe("answered");
  });
});

describe("the control", () => {
  it.each([
    ["rename-camera", { camera: "11", name: "पूर्व" }, ["पूर्व", "Deck 1 west", "तल २"]],
    ["drop-camera", { camera: "12" }, ["Deck 1 east", "तल २"]],
    ["add-camera", { name: "Roof" }, ["Deck 1 east", "Deck 1 west", "तल २", "Roof"]],
  ])("CAM-8 can %s", async (action, body, names) => {
    expect((await control(`deck-watch/${action}`, body)).status).toBe(200);
    expect((await camerasOf("deck-watch")).value.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ["rename-slot", { camera: "13", slot: "2", name: "C-two" }, ["C1", "C-two", "C3", "C4", "C5"]],
    ["drop-slot", { camera: "13", slot: "1" }, ["C2", "C3", "C4", "C5"]],
    ["add-slot", { camera: "13", name: "C6" }, ["C1", "C2", "C3", "C4", "C5", "C6"]],
  ])("CAM-8 can %s", async (action, body, names) => {
    await control(`deck-watch/${action}`, body);
    const deck = (await camerasOf("deck-watch")).value.find(({ id }) => id === "13");
    expect(deck?.slots.map(({ name }) => name)).toEqual(names);
  });

  it("CAM-8 can give a camera another id", async () => {
    await control("deck-watch/renumber-camera", { camera: "11", id: "99" });
    expect((await camerasOf("deck-watch")).value[0]).toMatchObject({ id: "99", name: "Deck 1 east" });
  });

  it("puts a device back as it was", async () => {
    await control("deck-watch/drop-camera", { camera: "12" });
    await control("deck-watch/reset", {});
    expect((await camerasOf("deck-watch")).value).toHaveLength(3);
  });

  it.each([
    ["nobody/reset", {}, 404],
    ["deck-watch/explode", {}, 404],
    ["deck-watch/toString", {}, 404],
    ["deck-watch/behave", { manner: "rude" }, 400],
    ["deck-watch/rename-camera", { camera: "11", name: " " }, 400],
    ["deck-watch/rename-camera", { camera: "77", name: "x" }, 404],
    ["deck-watch/add-camera", { name: "x", id: "11" }, 409],
    ["deck-watch/drop-slot", { camera: "11", slot: "77" }, 404],
  ])("refuses %s with %j", async (path, body, status) => {
    expect((await control(path, body)).status).toBe(status);
  });

  it("obeys its own page, which has a form for everything, and no other page", async () => {
    const page = await (await fetch(`${site.controlUrl}/`)).text();
    expect(page).toContain('action="/devices/deck-watch/rename-slot"');
    const form = (origin: string) =>
      fetch(`${site.controlUrl}/devices/deck-watch/behave`, {
        method: "POST",
        headers: { origin },
        redirect: "manual",
        body: new URLSearchParams({ manner: "silent" }),
      });
    expect((await form("http://elsewhere.example")).status).toBe(403);
    expect((await form(site.controlUrl)).status).toBe(303);
    expect(site.device("deck-watch").manner()).toBe("silent");
  });

  it("lists what is needed to register a device", async () => {
    const all = (await (await fetch(`${site.controlUrl}/devices`)).json()) as ListedDevice[];
    expect(all.find(({ name }) => name === "service-gate")).toMatchObject({
      vendor: "generic",
      scope: "anpr-ac",
      ip: "127.0.0.1",
      apiPort: site.device("service-gate").port,
      apiBasepath: "/api/v1",
      username: "gatehouse",
      password: "open-sesame",
    });
  });

  it("refuses ports that are taken", async () => {
    const first = Number(new URL(site.controlUrl).port) - 1;
    await expect(startSimulatedSite({ ports: { first } })).rejects.toThrow(/Port \d+ is taken by another program/);
  });
});
