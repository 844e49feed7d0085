import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { EndpointKey } from "@gatehouse/contract/endpoint";
import { afterAll, describe, expect, it } from "vitest";
import { samples } from "../gate/site/samples.ts";
import { testServer } from "../test-server.ts";

type Row = Record<string, unknown> & { id: number };

interface Rejected {
  errors?: { path: string; message: string }[];
}

const server = await testServer();
const cameras = ["c1", "c2"].map((id) => ({ id, name: id, slots: [] }));
const device = createServer((_, response) => response.end(JSON.stringify({ cameras }))).listen(0, "127.0.0.1");
await once(device, "listening");
afterAll(() => void device.close());

async function add(key: EndpointKey, body: object, params: object = {}): Promise<Row> {
  const response = await server.call<Row>(key, { body, params: { ...params } });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
}

const address = { ip: "127.20.1.1", port: 80, name: "Camera" };
const addDevice = (vendor: string, scope: string) =>
  add("POST /ai-devices", {
    vendor,
    scope,
    label: vendor,
    ...(vendor === "generic" && { ip: "127.0.0.1", apiPort: (device.address() as AddressInfo).port }),
  });
const plates = await addDevice("carrida", "anpr-ac");
const counter = await addDevice("bosch", "cc");
const slotBox = await addDevice("bosch", "epld");
const generic = await addDevice("generic", "anpr-ac");
const plateCamera = await add("POST /cameras/carrida", { aiDeviceId: plates.id, ...address });
const counting = await add("POST /cameras/bosch/cc", {
  aiDeviceId: counter.id,
  ...address,
  uid: 1,
  vehicleTypes: ["2w"],
});
const slotCamera = await add("POST /cameras/bosch/epld", { aiDeviceId: slotBox.id, ...address, uid: 1, slots: 2 });
const controller = await add("POST /slot-controllers", {
  aiDeviceId: slotBox.id,
  uid: 1,
  name: "Controller",
  additionalInfo: { ip: "127.20.1.2", port: 80, slots: 2, prp: "x", adr: "001122334455" },
});
const reader = await add("POST /sensors", samples.reader());

const params = { module: "anpr-ac", id: plateCamera.id };
const patch = (body: object) => server.call<Row>("PATCH /cameras/{module}/{id}", { params, body });
const slots = slotCamera.slots as Row[];

describe("WIRE-7 WIRE-8 a changed value in a document's shape is refused at its field", () => {
  it.each<[string, EndpointKey, Row, object, string]>([
    [
      "another camera in a wrapped update",
      "PATCH /cameras/{module}/{id}",
      plateCamera,
      { module: "ac", cameraId: 99, updateCameraPayload: {} },
      "id",
    ],
    [
      "another module in a wrapped update",
      "PATCH /cameras/{module}/{id}",
      plateCamera,
      { module: "osd", updateCameraPayload: {} },
      "module",
    ],
    [
      "a typo in a wrapped update",
      "PATCH /cameras/{module}/{id}",
      plateCamera,
      { updateCameraPayload: { lane: 1 } },
      "lane",
    ],
    [
      "a typo beside it",
      "PATCH /cameras/{module}/{id}",
      plateCamera,
      { updateCameraPayload: {}, payload: 1 },
      "payload",
    ],
    ["no address of a manual camera", "PATCH /cameras/{module}/{id}", plateCamera, { ip: null, port: null }, "ip"],
    ["an empty name", "PATCH /cameras/{module}/{id}", plateCamera, { name: "" }, "name"],
    ["an empty name of a reader", "PATCH /sensors/{id}", reader, { name: null }, "name"],
    [
      "a display that does not exist",
      "PATCH /cameras/{module}/{id}",
      plateCamera,
      { display: { id: 9999 } },
      "display.id",
    ],
    [
      "another device of a plate camera",
      "PUT /cameras/carrida/{id}",
      plateCamera,
      { ...plateCamera, aiDeviceId: 9999 },
      "aiDeviceId",
    ],
    [
      "another status of a plate camera",
      "PUT /cameras/carrida/{id}",
      plateCamera,
      { ...plateCamera, status: "new" },
      "status",
    ],
    [
      "another uid",
      "PUT /cameras/bosch/cc/{id}",
      counting,
      { ...counting, additionalInfo: { pzapp: { uid: "2", vehicleTypes: ["2w"] } } },
      "uid",
    ],
    [
      "a typo in pzapp",
      "PUT /cameras/bosch/cc/{id}",
      counting,
      { ...counting, additionalInfo: { pzapp: { vehicleTypes: ["2w"], colour: 1 } } },
      "additionalInfo",
    ],
    ["another number of slots", "PUT /cameras/bosch/epld/{id}", slotCamera, { ...slotCamera, slots: 3 }, "slots"],
    [
      "another list of slots",
      "PUT /cameras/bosch/epld/{id}",
      slotCamera,
      { ...slotCamera, slots: [{ ...slots[0], displayName: "New" }, slots[1]] },
      "slots",
    ],
    [
      "another number of flat slots",
      "PUT /slot-controllers/{id}",
      controller,
      { name: "C", ip: "127.20.1.2", port: 80, slots: 3, prp: "x", adr: "001122334455" },
      "additionalInfo.slots",
    ],
    [
      "a typo in a flat controller",
      "PUT /slot-controllers/{id}",
      controller,
      { name: "C", ip: "127.20.1.2", port: 80, prp: "x", mac: "001122334455" },
      "mac",
    ],
    ["another scope of a reader", "PATCH /sensors/{id}", reader, { scope: "loop" }, "scope"],
    ["an unknown word", "PATCH /sensors/{id}", reader, { scope: "attic" }, "scope"],
  ])("%s", async (_, key, { id }, body, path) => {
    const { status, body: rejected } = await server.call<Rejected>(key, { params: { module: "anpr-ac", id }, body });
    expect(status, JSON.stringify(rejected)).toBe(400);
    expect(rejected.errors?.map((error) => error.path)).toContain(path);
  });

  it("an outdated version of a manual camera", async () => {
    const sent = { params: { id: counting.id }, body: { ...counting, version: 99 } };
    expect((await server.call("PUT /cameras/bosch/cc/{id}", sent)).status).toBe(409);
  });
});

describe("WIRE-8 a document's shape has the effect of ours", () => {
  it("a wrapped update", async () => {
    const payload = {
      module: "ANPR_ACCESS_CONTROL",
      cameraId: plateCamera.id,
      updateCameraPayload: { name: "Wrapped" },
    };
    expect((await patch(payload)).body.name).toBe("Wrapped");
  });

  it("a label is a name, and one that contradicts the name is refused", async () => {
    expect((await patch({ label: "Label" })).body).toMatchObject({ name: "Label", label: "Label" });
    expect((await patch({ label: "Label", name: "Name" })).body).toMatchObject({ name: "Name", label: "Name" });
    expect((await patch({ label: "Both", name: "Both" })).body).toMatchObject({ name: "Both", label: "Both" });
    expect((await patch({ label: "Other", name: "Both" })).status).toBe(400);
  });

  it("a ticket machine and the streams as objects", async () => {
    const { id } = await add("POST /ac/tvms", samples.tvm());
    const stream = { rtspStreamUrl: "rtsp://127.20.1.1/live" };
    const { body } = await patch({ tvm: { id }, stream });
    expect(body).toMatchObject({ tvm: { id }, stream });
    expect((await patch({ tvm: null, stream: { rtspStreamUrl: "" } })).body).toMatchObject({
      tvm: null,
      stream: { rtspStreamUrl: null },
    });
  });

  it("the display of a camera is added to its gate, once", async () => {
    const sign = await add("POST /displays/grid", samples.grid());
    const gate = await add("POST /gates", samples.gate({ cameraId: plateCamera.id }));
    await patch({ display: { id: sign.id } });
    expect((await patch({ display: { id: sign.id } })).body.display).toEqual({ id: sign.id });
    const { body } = await server.call<Row[]>("GET /gates");
    expect(body.find(({ id }) => id === gate.id)).toMatchObject({ displayIds: [sign.id], version: 2 });
  });

  it("the display of a camera without a gate is refused", async () => {
    const sign = await add("POST /displays/grid", samples.grid());
    const { status, body } = await server.call<{ errors: object[] }>("PATCH /cameras/{module}/{id}", {
      params: { module: "epld", id: slotCamera.id },
      body: { display: { id: sign.id } },
    });
    const message = "A display belongs to a gate, and this camera has none. Add the camera to a gate first";
    expect([status, body.errors]).toEqual([400, [{ path: "display.id", message }]]);
  });

  it("anprCameraId stands for reportedId, and responses have it", async () => {
    const list = await server.call<Row[]>("GET /ai-devices/{id}/cameras", { params: { id: generic.id } });
    expect(list.body[0]).toMatchObject({ reportedId: "c1", anprCameraId: "c1", epldCameraId: null });
    const saved = await add(
      "POST /cameras/{module}",
      { aiDeviceId: generic.id, anprCameraId: "c2", name: "Two" },
      { module: "ac" },
    );
    expect(saved).toMatchObject({ anprCameraId: "c2", epldCameraId: null, module: "ANPR_ACCESS_CONTROL" });
  });

  it("a PUT without locked fields keeps them", async () => {
    const { body } = await server.call<Row>("PUT /cameras/bosch/epld/{id}", {
      params: { id: slotCamera.id },
      body: { ...address, name: "Renamed" },
    });
    expect(body).toMatchObject({ name: "Renamed", additionalInfo: slotCamera.additionalInfo, slots });
  });

  it("a date without a time is a whole day at the site", async () => {
    const value = JSON.stringify("Asia/Kolkata");
    await server.services.db.updateTable("configs").set({ value }).where("key", "=", "timeZone").execute();
    const day = { type: "LP", iid: "KA01", vehicleType: "car", validFrom: "2026-01-01", validTo: "2026-01-01" };
    expect(await add("POST /ac/ids", day)).toMatchObject({
      type: "LICENSE_PLATE",
      vehicleType: "CAR",
      validFrom: "2025-12-31T18:30:00.000Z",
      validTo: "2026-01-01T18:29:59.999Z",
    });
  });

  it.each(["POST", "PUT"] as const)("%s /variables/reset of one variable resets what is behind it", async (method) => {
    await add("POST /sensors", samples.loop({ name: `Loop ${method}` }));
    const { body } = await server.call<Row[]>("GET /variables", { query: { scope: "loop" } });
    const counted = body.filter(({ type }) => type === "base");
    const value = [{ type: "variable", id: counted.at(-1)?.id }];
    const follower = await add("POST /variables", { name: method, type: "dynamic", scope: "loop", value });
    const correct = (id?: number) =>
      server.call("POST /variables/{id}/corrections", { params: { id }, body: { value: 5, reason: "counted" } });
    await correct(counted.at(-1)?.id);
    const key = `${method} /variables/reset/{scope}` as const;
    const sent = { params: { scope: follower.id }, query: { scope: "loop" } };
    expect((await server.call(key, sent)).body).toEqual({ variables: 1 });
    expect((await server.call(key, { ...sent, query: { scope: "cc" } })).status).toBe(404);
  });
});
