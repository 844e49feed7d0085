import type { Camera } from "@gatehouse/contract/entities/camera";
import type { Gate } from "@gatehouse/contract/entities/gate";
import { describe, expect, it } from "vitest";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite } from "./ingest-site.ts";

const site = await engineSite();
const { server } = site;

// Nothing listens on this port: such a camera only pushes.
const pushOnly = { ip: "127.0.0.1", apiPort: 1, plateFormat: "gatehouse" };

const save = (aiDeviceId: number, over: object = {}) =>
  server.call<Camera>("POST /cameras/anpr/{module}", {
    params: { module: "anpr-ac" },
    body: { aiDeviceId, reportedId: "7", name: "Entry camera", ...over },
  });

async function gateWithoutCamera() {
  const relay = await relayForTest();
  const { id: boomBarrierId } = await site.barrier(relay.port);
  const { id: gateId } = await site.create("POST /gates", samples.gate({ boomBarrierId }));
  return { relay, gateId };
}

describe("connecting a camera", () => {
  it("FEED-4 a camera known from its events is saved and assigned to a gate at once, and opens it", async () => {
    const { relay, gateId } = await gateWithoutCamera();
    const sender = await site.device("ANPR_ACCESS_CONTROL", pushOnly);
    await site.push(sender, site.plateEvent("FIRST1", { source: "7" }));
    const saved = await save(sender.id, { gateId });
    expect(saved).toMatchObject({ status: 201, body: { status: "saved", name: "Entry camera" } });
    await site.settle();
    await site.plate("SECOND 2");
    await site.push(sender, site.plateEvent("SECOND2", { source: "7" }));
    expect(await relay.until(1)).toEqual(["1 on"]);
  });

  it("AIDEV-2 FEED-4 a camera of a device without an address is saved once it has sent an event", async () => {
    const sender = await site.device("ANPR_ACCESS_CONTROL", { ip: null, apiPort: null });
    expect(await save(sender.id)).toMatchObject({ status: 409, body: { code: "device/by-hand" } });
    await site.push(sender, site.plateEvent("PUSH1", { source: "7" }));
    expect(await save(sender.id)).toMatchObject({ status: 201, body: { status: "saved", name: "Entry camera" } });
  });

  it("GATE-2 FEED-4 a camera known from its events is saved with the gate that gets it", async () => {
    const { relay, gateId } = await gateWithoutCamera();
    const sender = await site.device("ANPR_ACCESS_CONTROL", pushOnly);
    await site.push(sender, site.plateEvent("PICK1", { source: "8" }));
    const list = () => server.call<Camera[]>("GET /cameras/{module}", { params: { module: "anpr-ac" } });
    const pushed = (await list()).body.find(({ aiDeviceId }) => aiDeviceId === sender.id);
    expect(pushed?.status).toBe("new");
    const { body: gates } = await server.call<Gate[]>("GET /gates");
    const gate = gates.find(({ id }) => id === gateId);
    const saved = await server.call<Gate>("PUT /gates/{id}", {
      params: { id: gateId },
      body: { ...gate, cameraId: pushed?.id },
    });
    expect([saved.status, saved.body.cameras]).toEqual([200, [{ id: pushed?.id, name: "8" }]]);
    expect((await list()).body.find(({ id }) => id === pushed?.id)?.status).toBe("saved");
    await site.settle();
    await site.plate("PICK 2");
    await site.push(sender, site.plateEvent("PICK2", { source: "8" }));
    expect(await relay.until(1)).toEqual(["1 on"]);
  });

  it("CAM-6 a camera that needs a sink port is not saved with its gate", async () => {
    const { gateId } = await gateWithoutCamera();
    const device = { vendor: "carrida", label: "Reader", module: "ANPR_ACCESS_CONTROL" };
    const { id: aiDeviceId } = await server.services.db
      .insertInto("ai_devices")
      .values(device)
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: cameraId } = await server.services.db
      .insertInto("cameras")
      .values({ aiDeviceId, module: device.module, name: "Lane 3", status: "new", anprCameraId: "3" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { body: gates } = await server.call<Gate[]>("GET /gates");
    const gate = gates.find(({ id }) => id === gateId);
    const rejected = await server.call("PUT /gates/{id}", { params: { id: gateId }, body: { ...gate, cameraId } });
    expect(rejected).toMatchObject({
      status: 400,
      body: { errors: [{ path: "cameraId", message: "Save Lane 3 at its device first: it needs a sink port" }] },
    });
  });

  it("FEED-4 a camera that neither sent events nor is reported is not saved", async () => {
    const sender = await site.device("ANPR_ACCESS_CONTROL", pushOnly);
    expect(await save(sender.id)).toMatchObject({ status: 502, body: { code: "device/unreachable" } });
  });

  it("FEED-4 a gate that has a camera is rejected at its field, and nothing is saved", async () => {
    const { gateId } = await gateWithoutCamera();
    const [first, second] = [
      await site.device("ANPR_ACCESS_CONTROL", pushOnly),
      await site.device("ANPR_ACCESS_CONTROL", pushOnly),
    ];
    for (const sender of [first, second]) await site.push(sender, site.plateEvent("GATE1", { source: "7" }));
    expect((await save(first.id, { gateId })).status).toBe(201);
    expect(await save(second.id, { gateId })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "gateId", message: expect.stringContaining("already has the camera Entry camera") }] },
    });
    expect(await save(second.id, { gateId: 999_999 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "gateId" }] },
    });
    expect((await save(second.id)).status).toBe(201);
  });

  it("FEED-4 the selected format of a device is stored, and its push settings name it", async () => {
    const body = {
      vendor: "generic",
      scope: "anpr-ac",
      label: "Gate",
      ip: "127.0.0.1",
      apiPort: 1,
      plateFormat: "hikvision",
    };
    const { id } = await site.create("POST /ai-devices", body);
    const settings = await server.call("GET /ai-devices/{id}/ingest", { params: { id } });
    expect(settings.body).toMatchObject({ plateFormat: "hikvision", last: null });
    const rejected = await server.call("POST /ai-devices", { body: { ...body, plateFormat: "kodak" } });
    expect(rejected).toMatchObject({
      status: 400,
      body: { errors: [{ path: "plateFormat", message: "Unknown format" }] },
    });
  });
});
