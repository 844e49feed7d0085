import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { DeviceView } from "../../src/devices/device-view.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { loadView, postAction } from "../control-client.ts";
import { listCameras } from "../devices/device-drivers.ts";

const site = await startSimulatedSite({ ports: { first: 0 } });
afterAll(() => site.close());
afterEach(() => Promise.all(site.devices.map((device) => device.reset())));

const post = (path: string, fields: object) => postAction(site.controlUrl, `/devices/${path}`, fields);
const loadCameras = async (name: string) =>
  (await listCameras(site.device(name))) as { ok: true; value: DeviceView["cameras"] };

describe("the device actions", () => {
  it.each([
    ["rename-camera", { camera: "11", name: "पूर्व" }, ["पूर्व", "Deck 1 west", "तल २"]],
    ["drop-camera", { camera: "12" }, ["Deck 1 east", "तल २"]],
    ["add-camera", { name: "Roof" }, ["Deck 1 east", "Deck 1 west", "तल २", "Roof"]],
  ])("CAM-8 %s with %j changes the cameras", async (action, fields, names) => {
    expect((await post(`deck-watch/${action}`, fields)).status).toBe(200);
    expect((await loadCameras("deck-watch")).value.map(({ name }) => name)).toEqual(names);
  });

  it.each([
    ["rename-slot", { camera: "13", slot: "2", name: "C-two" }, ["C1", "C-two", "C3", "C4", "C5"]],
    ["drop-slot", { camera: "13", slot: "1" }, ["C2", "C3", "C4", "C5"]],
    ["add-slot", { camera: "13", name: "C6" }, ["C1", "C2", "C3", "C4", "C5", "C6"]],
  ])("CAM-8 %s with %j changes the slots", async (action, fields, names) => {
    await post(`deck-watch/${action}`, fields);
    const deck = (await loadCameras("deck-watch")).value.find(({ id }) => id === "13");
    expect(deck?.slots.map(({ name }) => name)).toEqual(names);
  });

  it("CAM-8 renumber-camera gives a camera another id", async () => {
    await post("deck-watch/renumber-camera", { camera: "11", id: "99" });
    expect((await loadCameras("deck-watch")).value[0]).toMatchObject({ id: "99", name: "Deck 1 east" });
  });

  it("reset restores the cameras", async () => {
    await post("deck-watch/drop-camera", { camera: "12" });
    await post("deck-watch/reset", {});
    expect((await loadCameras("deck-watch")).value).toHaveLength(3);
  });

  it.each([
    ["nobody/reset", {}, 404],
    ["deck-watch/explode", {}, 404],
    ["deck-watch/toString", {}, 404],
    ["deck-watch/set-fault", { fault: "rude" }, 400],
    ["deck-watch/rename-camera", { camera: "11", name: " " }, 400],
    ["deck-watch/rename-camera", { camera: "77", name: "x" }, 404],
    ["deck-watch/add-camera", { name: "x", id: "11" }, 409],
    ["deck-watch/drop-slot", { camera: "11", slot: "77" }, 404],
  ])("%s with %j is rejected", async (path, fields, status) => {
    expect((await post(path, fields)).status).toBe(status);
  });
});

describe("the control", () => {
  it("accepts the forms of its own page and rejects those of other origins", async () => {
    const page = await (await fetch(`${site.controlUrl}/`)).text();
    expect(page).toContain('action="/devices/deck-watch/rename-slot"');
    const submitForm = (origin: string) =>
      fetch(`${site.controlUrl}/devices/deck-watch/set-fault`, {
        method: "POST",
        headers: { origin },
        redirect: "manual",
        body: new URLSearchParams({ fault: "silent" }),
      });
    expect((await submitForm("http://elsewhere.example")).status).toBe(403);
    expect((await submitForm(site.controlUrl)).status).toBe(303);
    expect(site.device("deck-watch").fault()).toBe("silent");
  });

  it("lists everything needed to register a device", async () => {
    const devices = await loadView<DeviceView[]>(site.controlUrl, "/devices");
    expect(devices.find(({ name }) => name === "service-gate")).toMatchObject({
      vendor: "generic",
      scope: "anpr-ac",
      ip: "127.0.0.1",
      apiPort: site.device("service-gate").port,
      apiBasepath: "/api/v1",
      username: "gatehouse",
      password: "open-sesame",
    });
  });

  it("fails to start on ports in use", async () => {
    const first = Number(new URL(site.controlUrl).port) - 1;
    await expect(startSimulatedSite({ ports: { first } })).rejects.toThrow(/Port \d+ is in use by another program/);
  });
});
