import { describe, expect, it } from "vitest";
import { testServer } from "../test-server.ts";

type Row = Record<string, unknown>;

const server = await testServer();

async function addVariable(draft: Row): Promise<Row> {
  const { status, body } = await server.call<Row>("POST /variables", { body: { scope: "cc", ...draft } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const constant = await addVariable({ type: "constant", name: "Capacity", value: 100 });
const dynamic = await addVariable({ type: "dynamic", name: "Free", value: [{ type: "variable", id: constant.id }] });

describe.each([
  ["constant", constant.id],
  ["dynamic", dynamic.id],
])("WIRE-7 a %s variable that was read", (type, id) => {
  const read = async () => {
    const { body } = await server.call<Row[]>("GET /variables", { query: { scope: "cc" } });
    return body.find((row) => row.id === id) as Row;
  };
  const send = (body: Row) => server.call<{ errors: Row[] } & Row>("PUT /variables/{id}", { params: { id }, body });

  it("can be sent back, also with an older computed value", async () => {
    const record = await read();
    const { status, body } = await send({ ...record, computedValue: 7 });
    expect([status, body]).toEqual([200, { ...record, version: Number(record.version) + 1 }]);
  });

  it("can be sent back to create a copy", async () => {
    const { status } = await server.call("POST /variables", { body: { ...(await read()), name: `Copy of ${type}` } });
    expect(status).toBe(201);
  });

  it.each([["id", 9999]])("can't get another %s", async (path, value) => {
    const { status, body } = await send({ ...(await read()), [path]: value });
    expect([status, body.errors]).toEqual([400, [{ path, message: "Cannot be changed" }]]);
  });

  it("is refused with an outdated version", async () => {
    const { status } = await send({ ...(await read()), version: 99 });
    expect(status).toBe(409);
  });
});

describe("WIRE-7 the RFID server's settings that were read", () => {
  const key = "PUT /configs/pzapp-rfid-server-details";

  it("can be sent back with their version, which must be current", async () => {
    const saved = await server.call<Row>(key, { body: { port: 5084, drv: "llrp" } });
    expect((await server.call(key, { body: saved.body })).status).toBe(200);
    expect((await server.call(key, { body: saved.body })).status).toBe(409);
  });
});

describe("WIRE-7 a camera that was read", () => {
  it("can be sent back in a PATCH, but not with another status", async () => {
    const device = await server.call<Row>("POST /ai-devices", {
      body: { vendor: "carrida", label: "Box", scope: "anpr-ac" },
    });
    const added = await server.call<Row>("POST /cameras/carrida", {
      body: { aiDeviceId: device.body.id, ip: "127.10.0.9", port: 80, name: "Entry" },
    });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    const params = { module: "anpr-ac", id: added.body.id };
    const sent = await server.call<Row>("PATCH /cameras/{module}/{id}", {
      params,
      body: { ...added.body, name: "Exit" },
    });
    expect([sent.status, sent.body]).toEqual([200, { ...added.body, name: "Exit", label: "Exit", version: 2 }]);
    const { status, body } = await server.call<Row>("PATCH /cameras/{module}/{id}", {
      params,
      body: { ...sent.body, status: "zombie" },
    });
    expect([status, body.errors]).toEqual([400, [{ path: "status", message: "Cannot be changed" }]]);
  });
});
