import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import type { Alert } from "@gatehouse/contract/entities/alert";
import type { Camera, DeviceCamera } from "@gatehouse/contract/entities/camera";
import type { DashboardView } from "@gatehouse/contract/entities/dashboard";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { startCameraChecks } from "../../../src/intake/devices/camera-checks.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;

interface Rejected {
  code: string;
  message: string;
  errors: { path: string; message: string }[];
}

/** The simulated device: the cameras that it reports, and a hook that may respond instead. */
let cameras: { id: string; name: string; slots?: { id: string; name: string }[] }[] = [];
let behave: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
const device = createServer((request, response) => {
  if (behave(request, response)) return;
  const path = request.url ?? "";
  if (path.endsWith("/health")) return void response.end(JSON.stringify({ status: "ok" }));
  if (path.endsWith("/cameras")) return void response.end(JSON.stringify({ cameras }));
  response.writeHead(200, { "content-type": "text/html" }).end("<h1>Dashboard</h1>");
}).listen(0, "127.0.0.1");
const port = await new Promise<number>((resolve) =>
  device.once("listening", () => resolve((device.address() as AddressInfo).port)),
);
afterAll(() => void device.close());

const networks = (value: string) =>
  db
    .updateTable("configs")
    .set({ value: JSON.stringify(value) })
    .where("key", "=", "deviceNetworks")
    .execute();

beforeEach(async () => {
  cameras = [];
  behave = () => false;
  await networks("127.0.0.0/16");
  await db.deleteFrom("alerts").execute();
  await db.deleteFrom("slot_controllers").execute();
  await db.deleteFrom("cameras").execute();
  await db.deleteFrom("ai_devices").execute();
  await server.call("PUT /configs/module-activation-status", { body: everyModule(true) });
});

const draft = (over: object = {}) => ({
  vendor: "uncanny",
  label: "Shield",
  scope: "epld",
  ip: "127.0.0.1",
  apiPort: port,
  dashboardPort: port,
  ...over,
});
const addDevice = async (over: object = {}) =>
  (await server.call<AiDevice>("POST /ai-devices", { body: draft(over) })).body;
const reported = (id: number) => server.call<DeviceCamera[]>("GET /ai-devices/{id}/cameras", { params: { id } });
const saveCamera = (aiDeviceId: number, over: object = {}) =>
  server.call<Camera & Rejected>("POST /cameras/epld", {
    body: { aiDeviceId, reportedId: "c1", name: "Row A", sinkPort: 2000, ...over },
  });
const sync = (id: number, module = "epld") =>
  server.call<Camera & Rejected>("POST /cameras/{module}/sync/{id}", { params: { module, id } });
const alerts = async (scope = "epld") =>
  (await server.call<Alert[]>("GET /alerts", { query: { scope } })).body.map(({ type, description, count }) => [
    type,
    description,
    count,
  ]);

describe("AI devices", () => {
  it.each([
    ["ip", { ip: undefined }, "Required"],
    ["apiPort", { apiPort: undefined }, "Required"],
    ["apiPort", { apiPort: -1 }, "Should be positive"],
    ["dashboardPort", { dashboardPort: undefined }, "Required"],
    ["ip", { vendor: "generic", ip: undefined }, "Required"],
    ["apiPort", { vendor: "generic", apiPort: undefined }, "Required"],
    ["label", { label: " " }, "Required"],
    ["vendor", { vendor: "carrida" }, "EPLD has no carrida devices, only uncanny, bosch, pz_qube, generic"],
  ])("AIDEV-2 AIDEV-3 report the field %s for %j", async (path, over, message) => {
    const { status, body } = await server.call<Rejected>("POST /ai-devices", { body: draft(over) });
    expect([status, body.errors]).toEqual([400, [{ path, message }]]);
  });

  it("AIDEV-2 need no address if they are generic and only push", async () => {
    const made = await addDevice({ vendor: "generic", ip: undefined, apiPort: undefined });
    expect([made.ip, made.apiPort]).toEqual([null, null]);
    const { id } = await addDevice({ vendor: "generic" });
    const change = { params: { id }, body: { ip: "", apiPort: null } };
    expect((await server.call<AiDevice>("PATCH /ai-devices/{id}", change)).body.ip).toBeNull();
  });

  it.each([
    ["api/v1", "/api/v1"],
    ["/api/v1", "/api/v1"],
    ["", null],
  ])("AIDEV-2 store the base path %j as %j", async (apiBasepath, stored) => {
    expect((await addDevice({ apiBasepath })).apiBasepath).toBe(stored);
  });

  it("AIDEV-3 refuse a module that does not exist", async () => {
    const { body } = await server.call<Rejected>("POST /ai-devices", { body: draft({ scope: "attic" }) });
    expect(body.errors[0]?.message).toContain('Unknown module "attic"');
    expect((await server.call("GET /ai-devices/{module}", { params: { module: "attic" } })).status).toBe(404);
  });

  it("AIDEV-2 never return a password, store it encrypted, and keep it if the form leaves it empty", async () => {
    const made = await addDevice({ vendor: "generic", username: "guard", password: "open sesame" });
    expect(made.hasPassword).toBe(true);
    await server.call("PATCH /ai-devices/{id}", { params: { id: made.id }, body: { label: "Renamed", password: "" } });
    const { body } = await server.call<AiDevice[]>("GET /ai-devices/{module}", { params: { module: "epld" } });
    const stored = await db.selectFrom("ai_devices").selectAll().where("id", "=", made.id).executeTakeFirstOrThrow();
    const trail = await db.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify([made, body, stored, trail])).not.toContain("open sesame");
    expect(server.services.secrets.open(stored.passwordSecret ?? "")).toBe("open sesame");
    expect(body.find(({ id }) => id === made.id)?.label).toBe("Renamed");
  });

  it("AIDEV-2 check a partial change against the rules of the whole record", async () => {
    const { id } = await addDevice();
    const { status } = await server.call("PATCH /ai-devices/{id}", { params: { id }, body: { ip: null } });
    expect(status).toBe(400);
  });

  it("AIDEV-3 cannot be deleted while they have cameras", async () => {
    cameras = [{ id: "c1", name: "Row A" }];
    const { id } = await addDevice();
    await saveCamera(id);
    const { status, body } = await server.call<{ dependents: { kind: string; name: string }[] }>(
      "DELETE /ai-devices/{id}",
      { params: { id } },
    );
    expect(status).toBe(409);
    expect(body.dependents).toMatchObject([{ kind: "cameras", name: "Row A" }]);
  });
});

describe("a device's cameras", () => {
  const slots = [
    { id: "1", name: "A1" },
    { id: "2", name: "A2" },
  ];

  it("CAM-8 are new until they are saved, and missing once the device no longer reports them", async () => {
    cameras = [{ id: "c1", name: "Row A", slots }];
    const { id } = await addDevice();
    expect((await reported(id)).body).toMatchObject([
      { status: "new", reportedId: "c1", location: null, slots: [{ id: null, name: "A1" }, { name: "A2" }] },
    ]);
    const { body: saved } = await saveCamera(id);
    expect(saved.slots.map((slot) => slot.name)).toEqual(["A1", "A2"]);
    expect((await reported(id)).body).toMatchObject([{ status: "saved", id: saved.id }]);
    cameras = [];
    expect((await reported(id)).body).toMatchObject([{ status: "zombie", id: saved.id }]);
  });

  it("CAM-8 are answered whole once they are saved", async () => {
    cameras = [{ id: "c1", name: "Row A", slots }];
    const { id } = await addDevice();
    const { body: saved } = await saveCamera(id, { location: "North" });
    expect(saved.location).toBe("North");
    const listed = { ...saved, reportedId: "c1", newName: null, slotsAdded: [], slotsGone: [] };
    expect((await reported(id)).body).toEqual([listed]);
  });

  it("CAM-8 are not missing if the device does not respond", async () => {
    cameras = [{ id: "c1", name: "Row A" }];
    const { id } = await addDevice();
    await saveCamera(id);
    behave = (_request, response) => Boolean(response.destroy());
    const { status, body } = await server.call<Rejected>("GET /ai-devices/{id}/cameras", { params: { id } });
    expect([status, body.code]).toEqual([502, "device/unreachable"]);
    expect(body.message).toContain("Shield didn't respond");
  });

  it("CAM-6 need a sink port if the vendor uses one", async () => {
    cameras = [{ id: "c1", name: "Row A" }];
    const { id } = await addDevice();
    const { status, body } = await saveCamera(id, { sinkPort: 80 });
    expect([status, body.errors[0]?.message]).toEqual([400, "Sink port should be between 1025 and 65535"]);
    expect((await saveCamera(id, { sinkPort: undefined })).status).toBe(400);
  });

  it("CAM-8 are saved once", async () => {
    cameras = [{ id: "c1", name: "Row A" }];
    const { id } = await addDevice();
    await saveCamera(id);
    expect((await saveCamera(id)).status).toBe(409);
  });

  it("CAM-8 ALERT-6 get name and slots from the device at a sync, and raise alerts for changes", async () => {
    cameras = [{ id: "c1", name: "Row A", slots }];
    const { id } = await addDevice();
    const { body: saved } = await saveCamera(id);
    cameras = [
      {
        id: "c1",
        name: "Row B",
        slots: [
          { id: "1", name: "A1" },
          { id: "3", name: "A3" },
        ],
      },
    ];
    const { body } = await sync(saved.id);
    expect([body.name, body.slots.map((slot) => slot.name)]).toEqual(["Row B", ["A1", "A2", "A3"]]);
    expect(await alerts()).toEqual([
      ["EPLD_MISSING_SLOT", 'Camera "Row A" no longer has the slot "A2".', 1],
      ["EPLD_CAMERA_NAME_CHANGE", 'Camera "Row A" is called "Row B" on its device.', 1],
    ]);
    await sync(saved.id);
    expect((await alerts()).map(([type, , count]) => [type, count])).toContainEqual(["EPLD_MISSING_SLOT", 2]);
  });

  it("ALERT-6 raise an alert if a camera of access control could not be synced", async () => {
    cameras = [{ id: "c1", name: "Gate" }];
    const { id } = await addDevice({ scope: "anpr-ac" });
    const { body: saved } = await server.call<Camera>("POST /cameras/anpr/{module}", {
      params: { module: "anpr-ac" },
      body: { aiDeviceId: id, reportedId: "c1", name: "Gate", sinkPort: 2000 },
    });
    behave = (_request, response) => Boolean(response.writeHead(500).end());
    expect((await sync(saved.id, "anpr-ac")).status).toBe(502);
    expect((await alerts("ac"))[0]?.[0]).toBe("AC_CAMERA_SYNC_FAILED");
  });

  it("CAM-8 ALERT-6 are checked at an interval: missing ones are marked, new slots raise their alert once", async () => {
    cameras = [{ id: "c1", name: "Row A", slots }];
    const { id } = await addDevice();
    const { body: saved } = await saveCamera(id);
    cameras = [{ id: "c1", name: "Row A", slots: [...slots, { id: "9", name: "A9" }] }];
    const checks = startCameraChecks(server.services);
    await expect.poll(() => alerts()).toHaveLength(1);
    await checks.stop();
    expect((await alerts())[0]?.[0]).toBe("EPLD_NEW_SLOT");
    cameras = [];
    const again = startCameraChecks(server.services);
    const status = async () =>
      (await server.call<Camera[]>("GET /cameras/{module}", { params: { module: "epld" } })).body.find(
        (camera) => camera.id === saved.id,
      )?.status;
    await expect.poll(status).toBe("zombie");
    await again.stop();
  });

  it("CAM-8 keep their record when they come back under another id", async () => {
    cameras = [{ id: "c1", name: "Row A" }];
    const { id } = await addDevice();
    const { body: saved } = await saveCamera(id);
    cameras = [{ id: "c7", name: "Row A" }];
    await server.call("POST /cameras/{module}/{id}/relink", {
      params: { module: "epld", id: saved.id },
      body: { reportedId: "c7" },
    });
    expect((await reported(id)).body).toMatchObject([{ status: "saved", id: saved.id, reportedId: "c7" }]);
  });

  it("CAM-9 can have a missing slot deleted", async () => {
    cameras = [{ id: "c1", name: "Row A", slots }];
    const { id } = await addDevice();
    const { body: saved } = await saveCamera(id);
    const params = { module: "epld", id: saved.id, slotId: saved.slots[0]?.id };
    const key = "DELETE /cameras/{module}/{id}/slots/{slotId}";
    expect((await server.call(key, { params })).status).toBe(204);
    expect((await server.call(key, { params })).status).toBe(404);
  });

  it("AIDEV-1 are not requested from a device outside the site's networks", async () => {
    await networks("127.99.0.0/16");
    const { id } = await addDevice();
    const { body } = await server.call<Rejected>("GET /ai-devices/{id}/cameras", { params: { id } });
    expect(body.message).toContain("outside the site's networks");
  });
});

describe("cameras entered manually", () => {
  const address = { ip: "127.10.0.9", port: 80, name: "Cam", location: "North" };

  it("CAM-3 counting cameras keep their uid", async () => {
    const { id: aiDeviceId } = await addDevice({ vendor: "bosch", scope: "cc" });
    const body = { aiDeviceId, ...address, uid: "4", vehicleTypes: ["4w"] };
    const { body: made } = await server.call<Camera>("POST /cameras/bosch/cc", { body });
    expect(made.additionalInfo.pzapp).toEqual({ uid: "4", gateType: "N", vehicleTypes: ["4w"] });
    const put = (change: object) =>
      server.call<Camera & Rejected>("PUT /cameras/bosch/cc/{id}", {
        params: { id: made.id },
        body: { ...body, ...change },
      });
    expect((await put({ gateType: "X" })).body.additionalInfo.pzapp?.gateType).toBe("X");
    expect((await put({ uid: "5" })).body.errors).toEqual([{ path: "uid", message: "Cannot be changed" }]);
    expect((await server.call("POST /cameras/bosch/cc", { body })).status).toBe(409);
  });

  it.each([
    [{ port: 0 }, "port", "Port should be between 1 and 65535"],
    [{ name: "" }, "name", "Required"],
    [{ gateType: "Q" }, "gateType", "Invalid"],
    [{ vehicleTypes: [] }, "vehicleTypes", "Choose at least one vehicle type"],
    [{ uid: "0" }, "uid", "Must be a positive number"],
    [{ aiDeviceId: 99_999 }, "aiDeviceId", "This device does not exist"],
  ])("CAM-3 refuse %j", async (over, path, message) => {
    const { id: aiDeviceId } = await addDevice({ vendor: "bosch", scope: "cc" });
    const { body } = await server.call<Rejected>("POST /cameras/bosch/cc", {
      body: { aiDeviceId, ...address, uid: "4", vehicleTypes: ["4w"], ...over },
    });
    expect(body.errors).toEqual([{ path, message }]);
  });

  it.each([
    ["POST /cameras/bosch/cc", "bosch", "cc", { uid: "4", vehicleTypes: ["4w"] }],
    ["POST /cameras/bosch/epld", "bosch", "epld", { uid: "4", slots: 1 }],
    ["POST /cameras/carrida", "carrida", "anpr-ac", {}],
  ] as const)("CAM-3 CAM-4 CAM-5 need no port: %s", async (key, vendor, scope, own) => {
    const { id: aiDeviceId } = await addDevice({ vendor, scope });
    const body = { aiDeviceId, ip: address.ip, name: "Cam", ...own };
    const { status, body: made } = await server.call<Camera>(key, { body });
    expect([status, made.ip, made.port]).toEqual([201, address.ip, null]);
  });

  it("CAM-4 slot cameras have their slots from the start and keep their number", async () => {
    const { id: aiDeviceId } = await addDevice({ vendor: "bosch" });
    const body = { aiDeviceId, ...address, uid: "4", slots: 3 };
    const { body: made } = await server.call<Camera>("POST /cameras/bosch/epld", { body });
    expect(made.slots).toHaveLength(3);
    const { body: rejected } = await server.call<Rejected>("PUT /cameras/bosch/epld/{id}", {
      params: { id: made.id },
      body: { ...body, slots: 4 },
    });
    expect(rejected.errors).toEqual([{ path: "slots", message: "Cannot be changed" }]);
    const { body: many } = await server.call<Rejected>("POST /cameras/bosch/epld", { body: { ...body, slots: 101 } });
    expect(many.errors).toEqual([{ path: "slots", message: "Slots should be between 1 and 100" }]);
  });

  it("CAM-5 plate cameras have streams and a ticket machine", async () => {
    const { id: aiDeviceId } = await addDevice({ vendor: "carrida", scope: "anpr-ac" });
    const { body: tvm } = await server.call<{ id: number }>("POST /ac/tvms", { body: { name: "T", code: "T1" } });
    const body = { aiDeviceId, ...address, tvmId: tvm.id, rtspStreamUrl: "rtsp://127.10.0.9/stream" };
    const { body: made } = await server.call<Camera>("POST /cameras/carrida", { body });
    expect([made.tvm, made.stream.rtspStreamUrl]).toEqual([{ id: tvm.id }, "rtsp://127.10.0.9/stream"]);
    const { body: kept } = await server.call<Camera>("PUT /cameras/carrida/{id}", {
      params: { id: made.id },
      body: { ...body, tvmId: undefined, name: "Renamed" },
    });
    expect([kept.name, kept.tvm]).toEqual(["Renamed", { id: tvm.id }]);
    const { body: used } = await server.call<{ dependents: object[] }>("DELETE /ac/tvms/{id}", {
      params: { id: tvm.id },
    });
    expect(used.dependents).toHaveLength(1);
  });
});

describe("a stored stream URL with a scheme that is no longer allowed", () => {
  it("CAM-5 stays readable and has to be corrected at the next save", async () => {
    const { id: aiDeviceId } = await addDevice({ vendor: "carrida", scope: "anpr-ac" });
    const body = { aiDeviceId, ip: "127.10.0.9", port: 80, name: "Cam" };
    const { body: made } = await server.call<Camera>("POST /cameras/carrida", { body });
    await db.updateTable("cameras").set({ rtspStreamUrl: "exec:ffmpeg" }).where("id", "=", made.id).execute();
    const { body: list } = await server.call<Camera[]>("GET /cameras/{module}", { params: { module: "anpr-ac" } });
    expect(list.map(({ stream }) => stream.rtspStreamUrl)).toEqual(["exec:ffmpeg"]);
    const put = (rtspStreamUrl: string) =>
      server.call<Camera & Rejected>("PUT /cameras/carrida/{id}", {
        params: { id: made.id },
        body: { ...body, rtspStreamUrl },
      });
    const rejected = await put("exec:ffmpeg");
    expect([rejected.status, rejected.body.errors]).toEqual([
      400,
      [{ path: "rtspStreamUrl", message: "Must be a URL that starts with rtsp:// or rtsps://" }],
    ]);
    expect((await put("rtsp://127.10.0.9/live")).body.stream.rtspStreamUrl).toBe("rtsp://127.10.0.9/live");
  });
});

describe("slot controllers", () => {
  const info = { ip: "127.10.0.9", port: 80, slots: 8, prp: "p", adr: "00-11-22-33-44-55" };

  it("SLOT-1 are listed with their device and keep their uid and slots", async () => {
    const { id: aiDeviceId } = await addDevice({ vendor: "pz_qube" });
    const body = { aiDeviceId, uid: "3", name: "Level 1", additionalInfo: info };
    const { body: made } = await server.call<{ id: number }>("POST /slot-controllers", { body });
    const list = async (key: "GET /slot-controllers/{deviceId}" | "GET /slot-controllers", sent: object) =>
      (await server.call<{ id: number }[]>(key, sent)).body.map(({ id }) => id);
    expect(await list("GET /slot-controllers/{deviceId}", { params: { deviceId: aiDeviceId } })).toEqual([made.id]);
    expect(await list("GET /slot-controllers", { query: { scope: "epld" } })).toEqual([made.id]);
    const { body: rejected } = await server.call<Rejected>("PUT /slot-controllers/{id}", {
      params: { id: made.id },
      body: { ...body, additionalInfo: { ...info, slots: 9 } },
    });
    expect(rejected.errors[0]?.path).toBe("additionalInfo.slots");
  });

  it.each(["00-11-22-33-44-55", "00:11:22:33:44:55", "001122334455"])(
    "SLOT-1 accept the MAC address %s",
    async (adr) => {
      const { id: aiDeviceId } = await addDevice({ vendor: "pz_qube" });
      const body = { aiDeviceId, uid: "3", name: "Level 1", additionalInfo: { ...info, adr } };
      expect((await server.call("POST /slot-controllers", { body })).status).toBe(201);
    },
  );

  it.each([
    ["adr", "00-11:22-33-44-55", "Given is not a valid MAC address"],
    ["adr", "0011223344", "Given is not a valid MAC address"],
    ["slots", 25, "Slots should be between 1 and 24"],
    ["prp", "", "Required"],
  ])("SLOT-1 refuse %s %s", async (name, value, message) => {
    const { id: aiDeviceId } = await addDevice({ vendor: "pz_qube" });
    const body = { aiDeviceId, uid: "3", name: "Level 1", additionalInfo: { ...info, [name]: value } };
    const { body: rejected } = await server.call<Rejected>("POST /slot-controllers", { body });
    expect(rejected.errors).toEqual([{ path: `additionalInfo.${name}`, message }]);
  });
});

describe("dashboards", () => {
  const view = async (id: number, query = {}) =>
    (await server.call<DashboardView>("GET /dashboards/{module}/{id}/view", { params: { module: "epld", id }, query }))
      .body;

  it("DASH-1 are framed directly if possible", async () => {
    const { id } = await addDevice();
    expect(await view(id)).toMatchObject({ way: "direct", frameUrl: `http://127.0.0.1:${port}` });
  });

  it.each([
    ["the console is served over https", { secure: "true" }, {}],
    ["the device refuses framing", {}, { "x-frame-options": "DENY" }],
  ])("DASH-1 are proxied by the server if %s", async (_, query, headers) => {
    behave = (_request, response) =>
      Boolean(response.writeHead(200, { "content-type": "text/html", ...headers }).end("<h1>Dashboard</h1>"));
    const { id } = await addDevice();
    const { way, frameUrl } = await view(id, query);
    expect(way).toBe("proxy");
    const page = await server.app.inject({ url: frameUrl });
    expect(page.body).toBe("<h1>Dashboard</h1>");
    expect(page.headers["content-security-policy"]).toBe("sandbox allow-scripts allow-forms; frame-ancestors 'self'");
  });

  it("DASH-1 reject a forged ticket, a ticket for something else, and any ticket after log-out", async () => {
    const { id } = await addDevice();
    const { body: person } = await server.login("a password of my own");
    const { body } = await server.call<DashboardView>(
      "GET /dashboards/{module}/{id}/view",
      { params: { module: "epld", id }, query: { secure: "true" } },
      person.token,
    );
    expect((await server.app.inject({ url: "/device-pages/bm9uc2Vuc2U/" })).statusCode).toBe(403);
    const imageTicket = server.services.tickets.sign("image:0:0");
    expect((await server.app.inject({ url: `/device-pages/${imageTicket}/` })).statusCode).toBe(403);
    expect((await server.app.inject({ url: body.frameUrl })).statusCode).toBe(200);
    await server.call("POST /auth/logout", {}, person.token);
    expect((await server.app.inject({ url: body.frameUrl })).statusCode).toBe(403);
  });

  it.each([
    [
      "is down",
      (_: IncomingMessage, response: ServerResponse) => response.destroy(),
      "Connection closed without a reply.",
    ],
    [
      "announces a page above the size limit",
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(200, { "content-length": 65 * 1_048_576 }).write("<h1>"),
      "The response is larger than 65536 KiB.",
    ],
  ])("DASH-1 report through the proxy why there is no page if the device %s", async (_, respond, detail) => {
    const { id } = await addDevice();
    const { frameUrl } = await view(id, { secure: "true" });
    behave = (request, response) => {
      respond(request, response);
      return true;
    };
    const page = await server.app.inject({ url: frameUrl });
    expect([page.statusCode, page.body]).toEqual([502, detail]);
  });

  it("DASH-1 report through the proxy an address that no device can have", async () => {
    const { id } = await addDevice();
    const { frameUrl } = await view(id, { secure: "true" });
    await db.updateTable("ai_devices").set({ ip: "999.1.1.1" }).where("id", "=", id).execute();
    const page = await server.app.inject({ url: frameUrl });
    expect([page.statusCode, page.body]).toEqual([502, "The device has no valid URL."]);
  });

  it.each([
    ["nothing listens", { dashboardPort: 1 }, "Connection refused."],
    ["it is outside the networks", { ip: "127.20.2.1" }, "127.20.2.1 is outside the site's networks."],
  ])("DASH-1 report why there is nothing to show if %s", async (_, over, reason) => {
    const { id } = await addDevice(over);
    expect(await view(id)).toMatchObject({ way: "none", reason });
  });

  it("DASH-1 report a response that is not a web page", async () => {
    behave = (_request, response) => Boolean(response.writeHead(200, { "content-type": "image/png" }).end("x"));
    const { id } = await addDevice();
    expect(await view(id)).toMatchObject({
      way: "none",
      reason: "The device answered something that is not a web page",
    });
  });
});
