import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../free-port.ts";
import { engineSite, poll } from "../ingest/ingest-site.ts";

const site = await engineSite();
await site.server.app.listen({ port: 0, host: "127.0.0.1" });
const ownPort = (site.server.app.server.address() as AddressInfo).port;
const listeners = site.parts.sinkListeners.start(site.server.app, "127.0.0.1");
afterAll(() => listeners.stop());

const module = "ANPR_ACCESS_CONTROL";

async function listenAt(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return server;
}

interface Response {
  status: number;
  body: string;
}

/** Sends a request to a port of this machine, from one of its loopback addresses. */
function send(
  port: number,
  body: unknown,
  { from = "127.0.0.1", method = "POST", path = "/", forwardedFor = "" } = {},
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      ...(forwardedFor !== "" && { "x-forwarded-for": forwardedFor }),
    };
    const options = { host: "127.0.0.1", port, method, path, headers, localAddress: from, agent: false as const };
    const sent = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on("error", reject);
    sent.end(method === "GET" ? undefined : JSON.stringify(body));
  });
}

/** A camera without a name for itself, at its own address. */
async function pushingCamera(values: Record<string, unknown> = {}) {
  const sinkPort = await freePort();
  const device = await site.device(module, { ip: null, vendor: "carrida" });
  const camera = await site.camera(device.id, module, { ip: "127.0.0.1", sinkPort, ...values });
  await site.settle();
  return { deviceId: device.id, cameraId: camera.id, sinkPort };
}

const isOpen = (port: number) => poll(async () => send(port, {}));
const isClosed = (port: number) => poll(async () => expect(send(port, {})).rejects.toThrow("ECONNREFUSED"));
const cameraOf = async (plate: string) =>
  (await site.db.selectFrom("events").select("cameraId").where("plateNormalized", "=", plate).executeTakeFirst())
    ?.cameraId;

const createCamera = (sinkPort: number, aiDeviceId: number) =>
  site.server.call<{ id: number; errors: unknown }>("POST /cameras/carrida", {
    body: { aiDeviceId, ip: "127.0.0.1", port: 80, name: "Exit", sinkPort },
  });

const portAlerts = async () => (await site.alerts("ac")).filter(({ type }) => type === "CAMERA_SINK_PORT_UNAVAILABLE");

describe("the sink port of a camera", () => {
  it("LIVE-6 receives the camera's pushes without a secret, whatever camera they name", async () => {
    const { sinkPort, cameraId, deviceId } = await pushingCamera();
    await site.camera(deviceId, module, { name: "Other", anprCameraId: "other" });
    await isOpen(sinkPort);
    const sent = await send(sinkPort, site.plateEvent("SINK1", { source: "other" }), { path: "/any/path" });
    expect(sent.status, sent.body).toBe(200);
    expect(await cameraOf("SINK1")).toBe(cameraId);
  });

  it("LIVE-6 rejects pushes from another address, also with a forwarded one", async () => {
    const { sinkPort } = await pushingCamera();
    await isOpen(sinkPort);
    const sent = await send(sinkPort, site.plateEvent("SINK2"), { from: "127.0.0.2", forwardedFor: "127.0.0.1" });
    expect(sent.status).toBe(403);
    expect(JSON.parse(sent.body).message).toBe("This port accepts pushes from its camera's address only");
    expect(await cameraOf("SINK2")).toBeUndefined();
  });

  it("LIVE-6 accepts the address of the device if the camera has none", async () => {
    const sinkPort = await freePort();
    const device = await site.device(module, { ip: "127.0.0.3" });
    const camera = await site.camera(device.id, module, { sinkPort });
    await site.settle();
    await isOpen(sinkPort);
    expect((await send(sinkPort, site.plateEvent("SINK3"), { from: "127.0.0.3" })).status).toBe(200);
    expect(await cameraOf("SINK3")).toBe(camera.id);
  });

  it("LIVE-6 two cameras of one device may share a port; then the message names the camera", async () => {
    const { sinkPort, deviceId } = await pushingCamera({ anprCameraId: "in" });
    const second = await site.camera(deviceId, module, { ip: "127.0.0.1", sinkPort, anprCameraId: "out" });
    await site.settle();
    await isOpen(sinkPort);
    expect((await send(sinkPort, site.plateEvent("SINK4", { source: "out" }))).status).toBe(200);
    expect(await cameraOf("SINK4")).toBe(second.id);
  });

  it.each([
    ["GET", "/api/health"],
    ["GET", "/"],
    ["POST", "/api/auth/login"],
    ["DELETE", "/api/cameras/ac/1"],
  ])("LIVE-6 serves nothing else: %s %s", async (method, path) => {
    const { sinkPort } = await pushingCamera();
    await isOpen(sinkPort);
    const { status } = await send(sinkPort, { username: "admin" }, { method, path });
    expect([400, 404]).toContain(status);
  });

  it("LIVE-6 can't be reached through the server's own port", async () => {
    const { sinkPort } = await pushingCamera();
    await isOpen(sinkPort);
    expect((await send(ownPort, site.plateEvent("SINK5"), { path: `/side-ports/${sinkPort}/` })).status).toBe(404);
  });

  it("LIVE-6 follows changes of the camera", async () => {
    const { sinkPort, cameraId } = await pushingCamera();
    await isOpen(sinkPort);
    const next = await freePort();
    const { status } = await site.server.call("PATCH /cameras/{module}/{id}", {
      params: { module: "ac", id: cameraId },
      body: { sinkPort: next },
    });
    expect(status).toBe(200);
    await isOpen(next);
    await isClosed(sinkPort);
    await site.server.call("DELETE /cameras/{module}/{id}", { params: { module: "ac", id: cameraId } });
    await isClosed(next);
  });
});

describe("conflicts of sink ports", () => {
  const addError = (message: string) => ({
    status: 409,
    body: { code: "record/taken", message, errors: [{ path: "sinkPort", message }] },
  });

  it("LIVE-6 reports a port of another device's camera at the field", async () => {
    const { sinkPort } = await pushingCamera({ name: "Main entry" });
    const { id } = await site.device(module, { ip: null, vendor: "carrida" });
    const message = `Port ${sinkPort} is the sink port of the camera "Main entry"`;
    expect(await createCamera(sinkPort, id)).toMatchObject(addError(message));
  });

  it("LIVE-6 of two cameras saved at the same time one gets the port", async () => {
    const port = await freePort();
    const devices = await Promise.all([0, 1].map(() => site.device(module, { ip: null, vendor: "carrida" })));
    const saved = await Promise.all(devices.map(({ id }) => createCamera(port, id)));
    expect(saved.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("LIVE-6 reports the server's own port, the RFID server's port and a port in use", async () => {
    const { id } = await site.device(module, { ip: null, vendor: "carrida" });
    expect(await createCamera(ownPort, id)).toMatchObject(addError(`Port ${ownPort} is the port of the console`));
    const rfidPort = await freePort();
    await site.server.call("PUT /configs/pzapp-rfid-server-details", { body: { port: rfidPort, drv: "llrp" } });
    expect(await createCamera(rfidPort, id)).toMatchObject(addError(`Port ${rfidPort} is the port of the RFID server`));
    const { port } = (await listenAt(0)).address() as AddressInfo;
    const inUse = `Port ${port} is in use by another program on the server`;
    expect(await createCamera(port, id)).toMatchObject(addError(inUse));
  });

  it("LIVE-6 the RFID server can't get the port of a camera", async () => {
    const { id } = await site.device(module, { ip: null, vendor: "carrida" });
    const port = await freePort();
    expect((await createCamera(port, id)).status).toBe(201);
    const saved = await site.server.call("PUT /configs/pzapp-rfid-server-details", { body: { port, drv: "llrp" } });
    expect(saved).toMatchObject({ status: 409, body: { errors: [{ path: "port" }] } });
  });

  it("LIVE-6 a port that is in use at the start raises an alert, which is resolved once it is free", async () => {
    const blocker = createServer();
    const sinkPort = await freePort();
    await new Promise<void>((resolve) => blocker.listen(sinkPort, "127.0.0.1", resolve));
    const { cameraId } = await pushingCamera({ name: "Blocked", sinkPort });
    await poll(async () => expect(await portAlerts()).toMatchObject([{ additionalInfo: { cameraId } }]));
    const [alert] = await portAlerts();
    expect(alert?.description).toBe(
      `The server doesn't receive the pushes of "Blocked": port ${sinkPort} is in use by another program on the server.`,
    );
    await new Promise((resolve) => blocker.close(resolve));
    await poll(async () => expect(await portAlerts()).toEqual([]));
    expect((await send(sinkPort, site.plateEvent("SINK6"))).status).toBe(200);
  });
});
