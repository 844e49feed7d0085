import { aiDeviceDrivers } from "@gatehouse/drivers/ai-devices/registry";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { toDeviceView } from "../../src/devices/device-view.ts";
import { type HttpFault, httpFaults } from "../../src/network/http-fault.ts";
import { startSimulatedSite } from "../../src/run-site.ts";
import { postAction } from "../control-client.ts";
import { findDriver, listCameras, probe, toKind } from "./device-drivers.ts";
import { createFetchTransport } from "./fetch-transport.ts";

const site = await startSimulatedSite({ ports: { first: 0 } });
afterAll(() => site.close());
afterEach(() => Promise.all(site.devices.map((device) => device.reset())));

const devices = site.devices.map((device) => [device.plan.name, device] as const);
const reportingDevices = devices.filter(([, device]) => findDriver(device).listCameras);

describe("the simulated devices", () => {
  it("cover every vendor", () => {
    expect(new Set(devices.map(([, { plan }]) => plan.vendor))).toEqual(new Set(Object.keys(aiDeviceDrivers)));
  });

  it.each(devices)("HEALTH-4 %s is healthy", async (_, device) => {
    expect(await probe(device)).toEqual({ ok: true, value: null });
  });

  it.each(reportingDevices)("CAM-8 %s lists its cameras and slots", async (_, device) => {
    const cameras = device.plan.cameras.map(({ id, name, slots }) => ({ id, name, slots }));
    expect(await listCameras(device)).toEqual({ ok: true, value: cameras });
  });

  it.each(reportingDevices)("CAM-8 %s describes one camera", async (_, device) => {
    const [{ id, name, slots } = { id: "", name: "", slots: [] }] = device.plan.cameras;
    expect(await findDriver(device).readCamera?.(toDeviceView(device), id, createFetchTransport())).toEqual({
      ok: true,
      value: { id, name, slots },
    });
  });

  it.each(devices)("DASH-1 %s has a dashboard", async (_, device) => {
    const response = await fetch(`http://127.0.0.1:${device.port}/`);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await response.text()).toContain(`<h1>${device.plan.label}</h1>`);
  });

  it("render a snapshot with a readable plate", async () => {
    const response = await fetch(`http://127.0.0.1:${site.device("main-gate").port}/snapshots/1.svg`);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(await response.text()).toMatch(/>[A-Z]{2} ?\d{2} [A-Z]{2} \d{4}<|>[A-Z]{2} \d[A-Z] [A-Z]{2} \d{4}</);
  });

  it("render a snapshot with the slots of a camera", async () => {
    const response = await fetch(`http://127.0.0.1:${site.device("deck-watch").port}/snapshots/11.svg`);
    expect(await response.text()).toContain(">A6<");
  });

  it("AIDEV-2 require the username and password if they have one", async () => {
    const { username: _u, password: _p, ...anonymous } = toDeviceView(site.device("service-gate"));
    const result = await aiDeviceDrivers.generic.listCameras?.(anonymous, createFetchTransport());
    expect(toKind(result)).toBe("wrong-credentials");
  });
});

describe("the fault of a device", () => {
  const shortTimeout = createFetchTransport(200);
  const longTimeout = createFetchTransport();
  const pickTransport = (fault: HttpFault) => (fault === "silent" || fault === "slow" ? shortTimeout : longTimeout);
  const kinds: Record<HttpFault, string> = {
    normal: "answered",
    refusing: "unreachable",
    silent: "timed-out",
    slow: "timed-out",
    unavailable: "refused",
    garbage: "not-understood",
    truncated: "not-understood",
    huge: "too-large",
    redirecting: "refused",
    "wrong-credentials": "wrong-credentials",
  };

  const cases = httpFaults.map((fault) => [fault, kinds[fault], pickTransport(fault)] as const);
  it.each(cases)("%s is reported as %s by the driver and can be cleared", async (fault, kind, http) => {
    const device = site.device("deck-watch");
    expect((await postAction(site.controlUrl, "/devices/deck-watch/set-fault", { fault })).status).toBe(200);
    expect([toKind(await probe(device, http)), toKind(await listCameras(device, http))]).toEqual([kind, kind]);
    await postAction(site.controlUrl, "/devices/deck-watch/set-fault", { fault: "normal" });
    expect(toKind(await probe(device))).toBe("answered");
  });
});
