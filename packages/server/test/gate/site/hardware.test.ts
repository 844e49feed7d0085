import type { EndpointKey } from "@gatehouse/contract/endpoint";
import type { Dependent } from "@gatehouse/contract/errors";
import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { entities, samples } from "./samples.ts";

const server = await testServer();
interface Stored {
  id: number;
  name: string;
  version: number;
  [field: string]: unknown;
}
interface Rejected {
  code: string;
  message: string;
  errors: { path: string; message: string }[];
  dependents: Dependent[];
}

const add = async (key: EndpointKey, body: unknown) => {
  const { status, body: stored } = await server.call<Stored>(key, { body });
  expect(status, JSON.stringify(stored)).toBe(201);
  return stored;
};
const withoutTimer = (draft: ReturnType<typeof samples.binary>) => ({
  ...draft,
  additionalInfo: { ...draft.additionalInfo, tmr: undefined },
});
const addError = async (key: EndpointKey, body: unknown, params = {}) => {
  const { status, body: answer } = await server.call<Rejected>(key, { params, body });
  return { status, answer };
};

describe.each(entities)("a $name", ({ draft, create, change, remove }) => {
  it("BARRIER-2 BUZZER-1 GATE-1 LANE-1 TVM-1 LOOP-1 READER-1 DISP-4 is added, read, changed and deleted", async () => {
    const made = draft();
    const stored = await add(create, made);
    expect(stored).toMatchObject({ ...made, version: 1 });
    const read = remove.replace("DELETE", "GET") as EndpointKey;
    expect((await server.call(read, { params: { id: stored.id } })).body).toEqual(stored);

    const body = change.startsWith("PATCH") ? { name: "Renamed" } : { ...made, name: "Renamed", id: stored.id };
    const changed = await server.call<Stored>(change, { params: { id: stored.id }, body });
    expect(changed.body).toMatchObject({ ...made, name: "Renamed", version: 2 });

    expect((await server.call(remove, { params: { id: stored.id } })).status).toBe(204);
    expect((await server.call(remove, { params: { id: stored.id } })).status).toBe(404);
  });

  it("needs a name", async () => {
    const { status, answer } = await addError(create, { ...draft(), name: "  " });
    expect([status, answer.errors]).toEqual([400, [{ path: "name", message: "Required" }]]);
  });

  it("is not overwritten by a save that is based on an older version", async () => {
    const made = draft();
    const stored = await add(create, made);
    const save = (name: string) =>
      server.call<Rejected & { current: Stored }>(change, {
        params: { id: stored.id },
        body: change.startsWith("PATCH") ? { name } : { ...made, name },
        headers: { "if-match": "1" },
      });
    await save("first");
    const { status, body } = await save("second");
    expect([status, body.code, body.current.name]).toEqual([409, "record/changed", "first"]);
    await server.call(remove, { params: { id: stored.id } });
  });
});

it("READER-1 replacing a reader without a uid removes its uid", async () => {
  const stored = await add("POST /sensors", samples.reader({ uid: "tag-1" }));
  const body = samples.reader({ uid: undefined });
  const changed = await server.call<Stored>("PUT /sensors/{id}", { params: { id: stored.id }, body });
  expect(changed.body).toMatchObject({ uid: null, version: 2 });
});

describe("uniqueness", () => {
  it.each([
    ["BARRIER-2", "POST /boom-barriers", samples.boomBarrier({ uid: "200" }), "uid"],
    ["BUZZER-1", "POST /buzzers", samples.buzzer({ uid: "200" }), "uid"],
    ["LOOP-1", "POST /sensors", samples.loop({ uid: "same" }), "uid"],
    ["DISP-2", "POST /displays/grid", samples.grid({ uid: "same" }), "uid"],
    ["LANE-1", "POST /lanes", samples.lane({ name: "Same" }), "name"],
    ["GATE-1", "POST /gates", samples.gate({ name: "Same" }), "name"],
    ["TVM-1", "POST /ac/tvms", samples.tvm({ code: "same" }), "code"],
  ] as const)("%s: %s rejects a duplicate at its field", async (_, key, draft, path) => {
    await add(key, draft);
    const { status, answer } = await addError(key, path === "code" ? { ...draft, name: "Another" } : draft);
    expect([status, answer.code, answer.errors[0]?.path]).toEqual([409, "record/taken", path]);
  });

  it("holds for concurrent requests", async () => {
    const draft = samples.gate();
    const responses = await Promise.all([1, 2, 3, 4].map(() => server.call("POST /gates", { body: draft })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe("validation", () => {
  const info = (over: object) => ({ ...samples.boomBarrier().additionalInfo, ...over });
  const buzz = (over: object) => ({ ...samples.buzzer().additionalInfo, ...over });
  const loop = (over: object) => ({ ...samples.loop().additionalInfo, ...over });

  it.each([
    ["BARRIER-2", "POST /boom-barriers", samples.boomBarrier({ uid: "0" }), "uid", "Must be a number from 1 to 255"],
    ["BARRIER-2", "POST /boom-barriers", samples.boomBarrier({ uid: "256" }), "uid", "Must be a number from 1 to 255"],
    ["BARRIER-2", "POST /boom-barriers", samples.boomBarrier({ uid: undefined }), "uid", "Required"],
    [
      "BARRIER-2",
      "POST /boom-barriers",
      samples.boomBarrier({ additionalInfo: info({ ser: "" }) }),
      "additionalInfo.ser",
      "Required",
    ],
    [
      "BARRIER-2",
      "POST /boom-barriers",
      samples.boomBarrier({ additionalInfo: info({ rel: 0 }) }),
      "additionalInfo.rel",
      "Must be at least 1",
    ],
    [
      "BARRIER-2",
      "POST /boom-barriers",
      samples.boomBarrier({ additionalInfo: info({ port: undefined }) }),
      "additionalInfo.port",
      "Required",
    ],
    [
      "BARRIER-2",
      "POST /boom-barriers",
      samples.boomBarrier({ additionalInfo: info({ port: "80a" }) }),
      "additionalInfo.port",
      "Must be a whole number",
    ],
    ["BUZZER-1", "POST /buzzers", samples.buzzer({ scope: "attic" }), "scope", "Invalid scope"],
    [
      "BUZZER-1",
      "POST /buzzers",
      samples.buzzer({ additionalInfo: buzz({ ser: 0 }) }),
      "additionalInfo.ser",
      "Must be at least 1",
    ],
    [
      "BUZZER-1",
      "POST /buzzers",
      samples.buzzer({ additionalInfo: buzz({ ind: 2 }) }),
      "additionalInfo.ind",
      "Must be 0 (inactive) or 1 (active)",
    ],
    ["GATE-1", "POST /gates", samples.gate({ type: "Q" }), "type", "Required"],
    ["GATE-1", "POST /gates", samples.gate({ cameraId: 4711 }), "cameraId", "This camera does not exist"],
    [
      "GATE-1",
      "POST /gates",
      samples.gate({ displayIds: [4711] }),
      "displayIds",
      "One of these displays does not exist",
    ],
    ["LANE-1", "POST /lanes", samples.lane({ speedLimit2w: "40" }), "speedLimit2w", "Must be a number"],
    [
      "LOOP-1",
      "POST /sensors",
      samples.loop({ additionalInfo: loop({ channel: 0 }) }),
      "additionalInfo.channel",
      "Should be positive",
    ],
    [
      "LOOP-1",
      "POST /sensors",
      samples.loop({ additionalInfo: loop({ gtp: undefined }) }),
      "additionalInfo.gtp",
      "Gate type is required",
    ],
    [
      "READER-1",
      "POST /sensors",
      samples.reader({ actuatorId: 4711 }),
      "actuatorId",
      "This boom barrier does not exist",
    ],
    ["DISP-1", "POST /displays/binary", samples.binary({ scope: "osd" }), "scope", "osd has no binary displays"],
    [
      "DISP-2",
      "POST /displays/binary",
      samples.binary({ variableId: -1 }),
      "variableId",
      "Should be a positive number",
    ],
    [
      "DISP-2",
      "POST /displays/grid",
      samples.grid({}, { idl: ["far too long for this sign"] }),
      "additionalInfo.idl.0",
      "At most 16 characters",
    ],
    [
      "DISP-3",
      "POST /displays/grid",
      samples.grid({}, { variables: [{ variableId: 0, label: "x" }] }),
      "additionalInfo.variables.0.variableId",
      "Variable not selected",
    ],
    [
      "DISP-3",
      "POST /displays/grid",
      samples.grid({}, { variables: [{ variableId: 1, label: "" }] }),
      "additionalInfo.variables.0.label",
      "Label cannot be empty",
    ],
    [
      "DISP-3",
      "POST /displays/grid",
      samples.grid({}, { variables: [{ variableId: 1, label: "a:b" }] }),
      "additionalInfo.variables.0.label",
      'A label cannot contain ":" or ";"',
    ],
    [
      "DISP-2",
      "POST /displays/multimedia",
      { uid: "m", name: "m", scope: "cc", variables: [] },
      "templateId",
      "Required",
    ],
    [
      "DISP-2",
      "POST /displays/multimedia",
      { uid: "m", name: "m", scope: "cc", templateId: 1, variables: [] },
      "variables",
      "A variable should be selected for each template key",
    ],
  ] as const)("%s: %s with %j names %s", async (_, key, draft, path, message) => {
    const { status, answer } = await addError(key, draft);
    expect([status, answer.errors?.[0]]).toEqual([400, { path, message }]);
  });

  it("BARRIER-2 keeps the uid that a barrier was added with", async () => {
    const { id, uid } = await add("POST /boom-barriers", samples.boomBarrier());
    const { status, answer } = await addError("PATCH /boom-barriers/{id}", { uid: "250" }, { id });
    expect([status, answer.errors]).toEqual([400, [{ path: "uid", message: "Cannot be changed" }]]);
    expect(
      (await server.call("PATCH /boom-barriers/{id}", { params: { id }, body: { uid, name: "Same" } })).status,
    ).toBe(200);
  });

  it("DISP-2 validates the whole record after a partial change", async () => {
    const { id, additionalInfo } = await add("POST /displays/grid", samples.grid({}, { idl: ["WELCOME"] }));
    const { status, answer } = await addError(
      "PATCH /displays/grid/{id}",
      { additionalInfo: { ...(additionalInfo as object), chars: 3 } },
      { id },
    );
    expect([status, answer.errors[0]?.path]).toEqual([400, "additionalInfo.idl.0"]);
  });

  it("DISP-2 fills in the access messages of a grid", async () => {
    const { additionalInfo } = await add("POST /displays/grid", samples.grid());
    expect(additionalInfo).toMatchObject({
      type: "vms",
      accessControl: { accessGrantedMessage: "ACCESS GRANTED", accessDeniedMessage: "ACCESS DENIED" },
    });
  });

  it.each([
    ["DISP-2", "POST /displays/grid", () => samples.grid({}, { tmr: undefined })],
    ["DISP-2", "POST /displays/binary", () => withoutTimer(samples.binary())],
  ] as const)("%s: %s without a timer stores 5 s", async (_, key, draft) => {
    expect((await add(key, draft())).additionalInfo).toMatchObject({ tmr: 5 });
  });

  it("WIRE-4 lists readers under ac and loop detectors under loop", async () => {
    const reader = await add("POST /sensors", samples.reader());
    const list = async (module: string) =>
      (await server.call<Stored[]>("GET /sensors/{module}", { params: { module } })).body.map(({ id }) => id);
    expect(await list("ac")).toContain(reader.id);
    expect(await list("loop")).not.toContain(reader.id);
    expect((await server.call("GET /sensors/{module}", { params: { module: "attic" } })).status).toBe(404);
  });

  it("WIRE-5 takes any driver", async () => {
    const draft = samples.boomBarrier();
    await add("POST /boom-barriers", {
      ...draft,
      additionalInfo: { ...draft.additionalInfo, drv: "of the mobile app" },
    });
  });

  it("READER-1 shows the actuator by its name", async () => {
    const barrier = await add("POST /boom-barriers", samples.boomBarrier({ name: "North arm" }));
    const reader = await add("POST /sensors", samples.reader({ actuatorId: barrier.id }));
    expect(reader.actuator).toEqual({ name: "North arm" });
  });
});

describe("a record in use", () => {
  it("GATE-5 can't be deleted, and lists what uses it", async () => {
    const barrier = await add("POST /boom-barriers", samples.boomBarrier());
    const display = await add("POST /displays/grid", samples.grid());
    const gate = await add("POST /gates", samples.gate({ boomBarrierId: barrier.id, displayIds: [display.id] }));
    const reader = await add("POST /sensors", samples.reader({ name: "At the gate", actuatorId: barrier.id }));

    const kept = await server.call<Rejected>("DELETE /boom-barriers/{id}", { params: { id: barrier.id } });
    expect(kept.status).toBe(409);
    expect(kept.body.dependents).toEqual([
      { kind: "gates", id: gate.id, name: gate.name },
      { kind: "sensors", id: reader.id, name: "At the gate" },
    ]);
    expect(kept.body.message).toBe(`This is still used by "${gate.name}", "At the gate"`);

    const sign = await server.call<Rejected>("DELETE /displays/{id}", { params: { id: display.id } });
    expect(sign.body.dependents).toEqual([{ kind: "gates", id: gate.id, name: gate.name }]);

    await server.call("DELETE /gates/{id}", { params: { id: gate.id } });
    await server.call("DELETE /sensors/{id}", { params: { id: reader.id } });
    expect((await server.call("DELETE /boom-barriers/{id}", { params: { id: barrier.id } })).status).toBe(204);
  });

  it("GATE-1 keeps the order of a gate's displays", async () => {
    const first = await add("POST /displays/grid", samples.grid());
    const second = await add("POST /displays/grid", samples.grid());
    const gate = await add("POST /gates", samples.gate({ displayIds: [second.id, first.id] }));
    expect(gate.displayIds).toEqual([second.id, first.id]);
    expect(gate.displays).toEqual([
      { id: second.id, name: second.name },
      { id: first.id, name: first.name },
    ]);
  });
});

describe("lanes and cameras", () => {
  async function camera(): Promise<number> {
    const { db } = server.services;
    const device = await db
      .insertInto("ai_devices")
      .values({ vendor: "uncanny", label: "Speed", module: "OSD" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const made = await db
      .insertInto("cameras")
      .values({ aiDeviceId: device.id, module: "OSD", name: "Cam" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return made.id;
  }
  const attach = (id: number, laneId: number | null) =>
    server.call<Rejected & Stored>("PATCH /cameras/{module}/{id}", { params: { module: "osd", id }, body: { laneId } });

  it("LANE-3 assigns a lane to one camera only, also for concurrent requests", async () => {
    const lane = await add("POST /lanes", samples.lane());
    const [first, second] = [await camera(), await camera()];
    const responses = await Promise.all([attach(first, lane.id), attach(second, lane.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rejected = responses.find(({ status }) => status === 409);
    expect(rejected?.body.message).toBe("This lane already has a camera");
  });

  it("LANE-3 removes a lane with null", async () => {
    const lane = await add("POST /lanes", samples.lane());
    const id = await camera();
    expect((await attach(id, lane.id)).body.laneId).toBe(lane.id);
    expect((await server.call("DELETE /lanes/{id}", { params: { id: lane.id } })).status).toBe(409);
    expect((await attach(id, null)).body.laneId).toBeNull();
    expect((await server.call("DELETE /lanes/{id}", { params: { id: lane.id } })).status).toBe(204);
  });
});

describe("single settings", () => {
  it("READER-2 keeps the RFID server's port and driver", async () => {
    const key = "GET /configs/pzapp-rfid-server-details";
    expect((await server.call(key)).body).toBeNull();
    await server.call("PUT /configs/pzapp-rfid-server-details", { body: { port: 5084, drv: "llrp" } });
    expect((await server.call(key)).body).toEqual({ port: 5084, drv: "llrp", version: 1 });
    expect((await addError("PUT /configs/pzapp-rfid-server-details", { port: 0, drv: "llrp" })).status).toBe(400);
  });

  it("READER-2 accepts one of several concurrent changes of the RFID server's settings, also before the first save", async () => {
    const key = "PUT /configs/pzapp-rfid-server-details";
    await server.services.db.deleteFrom("rfid_server").execute();
    for (const version of [0, 1, 2]) {
      const responses = await Promise.all(
        [1, 2, 3, 4].map((port) =>
          server.call<{ port: number }>(key, { body: { port, drv: "llrp" }, headers: { "if-match": `"${version}"` } }),
        ),
      );
      const won = responses.filter(({ status }) => status === 200).map(({ body }) => body);
      expect(won).toEqual([{ port: won[0]?.port, drv: "llrp", version: version + 1 }]);
      const lost = responses.filter(({ status }) => status !== 200);
      expect(lost.map(({ status, body }) => [status, body])).toEqual(
        Array(3).fill([409, { code: "record/changed", message: "Someone else changed this record", current: won[0] }]),
      );
    }
    const unconditional = await server.call(key, { body: { port: 9, drv: "llrp" } });
    expect(unconditional.body).toEqual({ port: 9, drv: "llrp", version: 4 });
  });

  it("REP-1 keeps the enabled report types", async () => {
    expect((await server.call("GET /configs/reports/types")).body).toEqual({ reportTypes: [] });
    await server.call("PUT /configs/reports/types", { body: { reportTypes: ["FARE", "BULK"] } });
    expect((await server.call("GET /configs/reports/types")).body).toEqual({ reportTypes: ["FARE", "BULK"] });
    expect((await addError("PUT /configs/reports/types", { reportTypes: ["GOSSIP"] })).status).toBe(400);
  });

  it("DISP-4 offers the templates of multimedia displays", async () => {
    const { body } = await server.call<{ keys: string[] }[]>("GET /displays/templates");
    expect(body[0]?.keys).toEqual(["free"]);
  });

  it("the test of a barrier, a buzzer or a sign reports that the device is unreachable", async () => {
    const devices = [
      ["POST /boom-barriers/{id}/test", "POST /boom-barriers", samples.boomBarrier()],
      ["POST /buzzers/{id}/test", "POST /buzzers", samples.buzzer()],
      ["POST /displays/{id}/test", "POST /displays/grid", samples.grid()],
    ] as const;
    // Each waits for its reply.
    const results = devices.map(async ([key, create, draft]) => {
      const { id } = await add(create, draft);
      expect((await server.call(key, { params: { id: 99_999 } })).status).toBe(404);
      return (await server.call<{ outcome: string }>(key, { params: { id } })).body.outcome;
    });
    expect(await Promise.all(results)).toEqual(devices.map(() => "unreachable"));
  });
});

describe("the reader of a gate", () => {
  const error = { path: "sensorId", message: "This reader is for Exit, the gate is not" };
  const exitReader = () =>
    add("POST /sensors", samples.reader({ additionalInfo: { ip: "127.10.0.7", drv: "llrp", gtp: "X" } }));
  /** A gate of an earlier version, which did not check its reader. */
  async function mismatched() {
    const gate = await add("POST /gates", samples.gate());
    const reader = await exitReader();
    await server.services.db.updateTable("gates").set({ sensorId: reader.id }).where("id", "=", gate.id).execute();
    return { gate, reader };
  }

  it("GATE-2 is refused if it is for the other direction", async () => {
    const reader = await exitReader();
    const { status, answer } = await addError("POST /gates", samples.gate({ sensorId: reader.id }));
    expect([status, answer.errors]).toEqual([400, [error]]);
    expect((await add("POST /gates", samples.gate({ type: "X", sensorId: reader.id }))).sensorId).toBe(reader.id);
  });

  it("GATE-2 is refused if it is a loop detector", async () => {
    const loop = await add("POST /sensors", samples.loop());
    const { status, answer } = await addError("POST /gates", samples.gate({ sensorId: loop.id }));
    const message = "This is a loop detector, not a reader";
    expect([status, answer.errors]).toEqual([400, [{ path: "sensorId", message }]]);
  });

  it("GATE-2 is kept by a gate that already has one of the other direction, until the gate's type or reader changes", async () => {
    const { gate, reader } = await mismatched();
    const put = (over: object) =>
      server.call<Stored & Rejected>("PUT /gates/{id}", {
        params: { id: gate.id },
        body: { name: "Renamed", type: "N", sensorId: reader.id, ...over },
      });
    expect((await put({})).body).toMatchObject({ name: "Renamed", sensorId: reader.id });
    expect((await put({ sensorId: (await exitReader()).id })).body.errors).toEqual([error]);
    expect((await put({ type: "X" })).status).toBe(200);
    expect((await put({})).body.errors).toEqual([error]);
  });

  it("GATE-2 keeps its direction while a gate uses it", async () => {
    const reader = await exitReader();
    const gate = await add("POST /gates", samples.gate({ type: "X", sensorId: reader.id }));
    const { additionalInfo } = samples.reader();
    const { status, answer } = await addError("PATCH /sensors/{id}", { additionalInfo }, { id: reader.id });
    const message = `The gate ${gate.name} (Exit) uses this reader. Remove it there first`;
    expect([status, answer.errors]).toEqual([400, [{ path: "additionalInfo.gtp", message }]]);
    const renamed = await server.call("PATCH /sensors/{id}", { params: { id: reader.id }, body: { name: "Same way" } });
    expect(renamed.status).toBe(200);
  });
});
