import type { EndpointKey } from "@gatehouse/contract/endpoint";
import { describe, expect, it } from "vitest";
import { samples } from "../gate/site/samples.ts";
import { testServer } from "../test-server.ts";

type Row = Record<string, unknown>;

interface Rejected {
  code: string;
  errors?: { path: string; message: string }[];
}

interface Entity {
  name: string;
  draft: () => Row | Promise<Row>;
  create: EndpointKey;
  changes: EndpointKey[];
  /** Lists the records of the entity that was created from the draft. */
  list: (draft: Row) => Promise<Row[]>;
  /** A value for the unique field, to create a copy. */
  renamed: () => Row;
  /** Deletes a record that can't exist twice, so that its copy can be created. */
  release?: (record: Row) => Promise<unknown>;
}

const server = await testServer();
let count = 0;
const unique = () => {
  count += 1;
  return String(count);
};

const rows = async (key: EndpointKey, params: Row = {}) => (await server.call<Row[]>(key, { params })).body;
const changesOf = (path: string, ...methods: string[]) =>
  methods.map((method) => `${method} ${path}/{id}` as EndpointKey);

async function addDevice(draft: Row): Promise<number> {
  const { status, body } = await server.call<{ id: number }>("POST /ai-devices", { body: draft });
  expect(status).toBe(201);
  return body.id;
}

const display = (type: string, draft: () => Row, scope: string): Entity => ({
  name: `${type} display`,
  draft,
  create: `POST /displays/${type}`,
  changes: changesOf(`/displays/${type}`, "PUT", "PATCH"),
  list: () => rows("GET /displays/{module}", { module: scope }),
  renamed: () => ({ uid: `copy-${unique()}` }),
});

const entities: Entity[] = [
  {
    name: "lane",
    draft: samples.lane,
    create: "POST /lanes",
    changes: changesOf("/lanes", "PUT"),
    list: () => rows("GET /lanes"),
    renamed: () => ({ name: `Copy ${unique()}` }),
  },
  {
    name: "ticket vending machine",
    draft: samples.tvm,
    create: "POST /ac/tvms",
    changes: changesOf("/ac/tvms", "PATCH"),
    list: () => rows("GET /ac/tvms"),
    renamed: () => ({ name: `Copy ${unique()}`, code: `C-${unique()}` }),
  },
  {
    name: "boom barrier",
    draft: samples.boomBarrier,
    create: "POST /boom-barriers",
    changes: changesOf("/boom-barriers", "PATCH"),
    list: () => rows("GET /boom-barriers"),
    renamed: () => samples.boomBarrier(),
  },
  {
    name: "buzzer",
    draft: samples.buzzer,
    create: "POST /buzzers",
    changes: changesOf("/buzzers", "PATCH"),
    list: () => rows("GET /buzzers"),
    renamed: () => samples.buzzer(),
  },
  {
    name: "loop detector",
    draft: samples.loop,
    create: "POST /sensors",
    changes: changesOf("/sensors", "PUT", "PATCH"),
    list: () => rows("GET /sensors/{module}", { module: "loop" }),
    renamed: () => ({ uid: `copy-${unique()}` }),
  },
  {
    name: "RFID reader with an actuator",
    draft: async () => {
      const { body } = await server.call<{ id: number }>("POST /boom-barriers", { body: samples.boomBarrier() });
      return samples.reader({ uid: `reader-${unique()}`, actuatorId: body.id });
    },
    create: "POST /sensors",
    changes: changesOf("/sensors", "PUT", "PATCH"),
    list: () => rows("GET /sensors/{module}", { module: "ac" }),
    renamed: () => ({ uid: `copy-${unique()}` }),
  },
  {
    name: "gate with its lists",
    draft: async () => {
      const { body: boom } = await server.call<{ id: number }>("POST /boom-barriers", { body: samples.boomBarrier() });
      const { body: sign } = await server.call<{ id: number }>("POST /displays/grid", { body: samples.grid() });
      return samples.gate({ boomBarrierId: boom.id, displayIds: [sign.id] });
    },
    create: "POST /gates",
    changes: changesOf("/gates", "PUT"),
    list: () => rows("GET /gates"),
    renamed: () => ({ name: `Copy ${unique()}` }),
  },
  display("grid", samples.grid, "ac"),
  display("binary", samples.binary, "epld"),
  {
    name: "configuration",
    draft: () => ({ key: `key-${unique()}`, dataType: "NUMBER", value: 3, scope: "cc" }),
    create: "POST /configs",
    changes: changesOf("/configs", "PUT"),
    list: () => rows("GET /configs/{scope}", { scope: "cc" }),
    renamed: () => ({ key: `copy-${unique()}` }),
  },
  {
    name: "AI device",
    draft: () => ({ vendor: "generic", label: "Box", scope: "anpr-ac", ip: "127.10.0.9", apiPort: 80 }),
    create: "POST /ai-devices",
    changes: changesOf("/ai-devices", "PATCH"),
    list: () => rows("GET /ai-devices/{module}", { module: "anpr-ac" }),
    renamed: () => ({}),
  },
  {
    name: "slot controller",
    draft: async () => ({
      aiDeviceId: await addDevice({ vendor: "pz_qube", label: "Qube", scope: "epld" }),
      uid: "1",
      name: "Controller",
      additionalInfo: { ip: "127.10.0.9", port: 80, slots: 2, prp: "x", adr: "00:11:22:33:44:55" },
    }),
    create: "POST /slot-controllers",
    changes: changesOf("/slot-controllers", "PUT"),
    list: ({ aiDeviceId }) => rows("GET /slot-controllers/{deviceId}", { deviceId: aiDeviceId }),
    renamed: () => ({ uid: String(100 + Number(unique())) }),
  },
  {
    name: "identifier",
    draft: () => ({ type: "LICENSE_PLATE", iid: `KA 01 ${unique()}`, vehicleType: "CAR" }),
    create: "POST /ac/ids",
    changes: changesOf("/ac/ids", "PUT"),
    list: async () => {
      const { body } = await server.call<{ data: Row[] }>("GET /ac/ids", { query: { scope: "ADMIN" } });
      return body.data;
    },
    renamed: () => ({}),
    release: ({ id }) => server.call("DELETE /ac/ids/{id}", { params: { id } }),
  },
];

const store = async ({ draft, create, list }: Entity): Promise<Row> => {
  const entered = await draft();
  const created = await server.call<Row>(create, { body: entered });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const found = (await list(entered)).find(({ id }) => id === created.body.id);
  if (!found) throw new Error(`${create} stored nothing`);
  return found;
};

const send = <Body = Row>(key: EndpointKey, { id }: Row, body: Row) => server.call<Body>(key, { params: { id }, body });

describe.each(entities)("WIRE-7 a $name that was read", (entity) => {
  it("can be sent back in every update", async () => {
    const record = await store(entity);
    for (const [index, key] of entity.changes.entries()) {
      const version = Number(record.version) + index;
      const { status, body } = await send(key, record, { ...record, version });
      expect([status, body]).toEqual([200, { ...record, version: version + 1 }]);
    }
  });

  it("can be sent back to create a copy", async () => {
    const record = await store(entity);
    await entity.release?.(record);
    const { status, body } = await server.call<Row>(entity.create, { body: { ...record, ...entity.renamed() } });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.id).not.toBe(record.id);
  });

  it("can't get another id", async () => {
    const record = await store(entity);
    for (const key of entity.changes) {
      const { status, body } = await send<Rejected>(key, record, { ...record, id: Number(record.id) + 1000 });
      expect([status, body.errors]).toEqual([400, [{ path: "id", message: "Cannot be changed" }]]);
    }
  });

  it("is refused with an outdated version, like If-Match", async () => {
    const record = await store(entity);
    for (const key of entity.changes) {
      const { status, body } = await send<Rejected>(key, record, { ...record, version: Number(record.version) + 7 });
      expect([status, body.code]).toEqual([409, "record/changed"]);
    }
  });

  it("is refused with a field that no record has", async () => {
    const record = await store(entity);
    for (const key of [entity.create, ...entity.changes]) {
      const { status, body } = await send<Rejected>(key, record, { ...record, colour: "red" });
      expect([status, body.errors]).toEqual([400, [{ path: "colour", message: "Is not a known field" }]]);
    }
  });
});

describe("WIRE-7 a field that only the server sets", () => {
  it.each([
    ["the type of a display", "grid display", "type", "binary"],
    ["the list of a gate", "gate with its lists", "boomBarriers", []],
    ["isRequired of a configuration", "configuration", "isRequired", true],
    ["the normalized text of an identifier", "identifier", "iidNormalized", "OTHER"],
    ["the origin of an identifier", "identifier", "origin", "CLOUD"],
  ])("can't be changed: %s", async (_, name, field, value) => {
    const entity = entities.find((candidate) => candidate.name === name);
    if (!entity) throw new Error(`no entity ${name}`);
    const record = await store(entity);
    for (const key of entity.changes) {
      const { status, body } = await send<Rejected>(key, record, { ...record, [field]: value });
      expect([status, body.errors]).toEqual([400, [{ path: field, message: "Cannot be changed" }]]);
    }
    expect((await entity.list(record)).find(({ id }) => id === record.id)).toEqual(record);
  });

  it("may be outdated if it changes by itself", async () => {
    const record = await store(entities.find(({ name }) => name === "boom barrier") as Entity);
    const sent = { ...record, commissionedAt: "2026-03-01T10:00:00.000Z" };
    const { status, body } = await send("PATCH /boom-barriers/{id}", record, sent);
    expect([status, body.commissionedAt]).toEqual([200, null]);
  });

  it("refuses a version that is not a number, and one that differs from If-Match", async () => {
    const record = await store(entities[0] as Entity);
    const changed = { params: { id: record.id }, headers: { "if-match": "1" } };
    for (const version of ["1", 2]) {
      const { status, body } = await server.call<Rejected>("PUT /lanes/{id}", {
        ...changed,
        body: { ...record, version },
      });
      expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, ["version"]]);
    }
  });
});

describe("WIRE-7 a record that was read before another was renamed", () => {
  const rename = async (key: EndpointKey, id: unknown) => {
    const { status, body } = await send(key, { id } as Row, { name: `Renamed ${unique()}` });
    expect(status, JSON.stringify(body)).toBe(200);
  };

  it.each([
    ["the barrier of a gate", "gate with its lists", "PUT /gates/{id}", "boomBarrierId", "PATCH /boom-barriers/{id}"],
    ["the sign of a gate", "gate with its lists", "PUT /gates/{id}", "displayIds", "PATCH /displays/grid/{id}"],
    [
      "the barrier of a reader",
      "RFID reader with an actuator",
      "PUT /sensors/{id}",
      "actuatorId",
      "PATCH /boom-barriers/{id}",
    ],
    [
      "the same, partially",
      "RFID reader with an actuator",
      "PATCH /sensors/{id}",
      "actuatorId",
      "PATCH /boom-barriers/{id}",
    ],
  ] as const)(
    "can be sent back in an update and to create a copy: %s",
    async (_, name, change, reference, renaming) => {
      const entity = entities.find((candidate) => candidate.name === name) as Entity;
      const record = await store(entity);
      await rename(renaming, [record[reference]].flat()[0]);
      const { status, body } = await send(change, record, record);
      expect(status, JSON.stringify(body)).toBe(200);
      const copied = await server.call<Row>(entity.create, { body: { ...record, ...entity.renamed() } });
      expect(copied.status, JSON.stringify(copied.body)).toBe(201);
    },
  );

  it("can be sent back in an update: the camera of a variable", async () => {
    const aiDeviceId = await addDevice({ vendor: "bosch", label: "Counter", scope: "cc" });
    const counting = {
      aiDeviceId,
      ip: "127.10.0.8",
      port: 80,
      name: "Ramp",
      uid: "7",
      gateType: "N",
      vehicleTypes: ["4w"],
    };
    const camera = await server.call<Row>("POST /cameras/bosch/cc", { body: counting });
    expect(camera.status, JSON.stringify(camera.body)).toBe(201);
    const query = { scope: "cc" };
    const listed = await server.call<Row[]>("GET /variables", { query });
    const base = listed.body.find(({ cameraId }) => cameraId === camera.body.id) as Row;
    const value = [{ type: "variable", id: base.id }];
    const draft = { type: "camera", name: "Ramp total", scope: "cc", cameraId: camera.body.id, value };
    const { body: found } = await server.call<Row>("POST /variables", { body: draft });
    await server.services.db
      .updateTable("cameras")
      .set({ name: "Other" })
      .where("id", "=", Number(camera.body.id))
      .execute();
    const { status, body } = await server.call<Row>("PUT /variables/{id}", {
      params: { id: found.id },
      query,
      body: found,
    });
    expect([status, body.sourceName], JSON.stringify(body)).toEqual([200, "Other"]);
  });

  it("can't be wired to other records by the lists of their names", async () => {
    const record = await store(entities.find(({ name }) => name === "gate with its lists") as Entity);
    const { status, body } = await send<Rejected>("PUT /gates/{id}", record, {
      ...record,
      boomBarriers: [{ id: Number(record.boomBarrierId) + 1000, name: "Other" }],
    });
    expect([status, body.errors]).toEqual([400, [{ path: "boomBarriers", message: "Cannot be changed" }]]);
  });
});

describe("WIRE-7 an alias of a module", () => {
  it("is not a change of a device's scope", async () => {
    const id = await addDevice({ vendor: "generic", label: "Box", scope: "ac", ip: "127.10.0.9", apiPort: 80 });
    const { status, body } = await send("PATCH /ai-devices/{id}", { id }, { scope: "ac" });
    expect([status, body.scope]).toEqual([200, "anpr-ac"]);
  });
});
