import type { Config } from "@gatehouse/contract/entities/config";
import { requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import { describe, expect, it } from "vitest";
import { ensureRequiredConfigs, loadRequiredConfigs } from "../../../src/house/required-config.store.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
let sequence = 0;

async function created(over: Partial<Config> = {}): Promise<Config> {
  sequence += 1;
  const draft = { key: `key ${sequence}`, dataType: "STRING", value: "a", scope: "epld", ...over };
  return (await server.call<Config>("POST /configs", { body: draft })).body;
}

async function required(key: string): Promise<Config> {
  const { body } = await server.call<Config[]>("GET /configs/{scope}", { params: { scope: "global" } });
  const found = body.find((config) => config.key === key);
  if (!found) throw new Error(`no required config ${key}`);
  return found;
}

const put = (config: Config, change: Partial<Config>, headers: Record<string, string> = {}) => {
  const { isRequired: _r, version: _v, ...fields } = config;
  return server.call<Config & { code: string; current: Config; message: string }>("PUT /configs/{id}", {
    params: { id: config.id },
    body: { ...fields, ...change },
    headers,
  });
};

describe("configurations", () => {
  it("CFG-4 are listed by scope", async () => {
    const config = await created({ scope: "cc" });
    const { body } = await server.call("GET /configs/{scope}", { params: { scope: "cc" } });
    expect(body).toEqual([config]);
  });

  it("CFG-4 can be changed and deleted", async () => {
    const config = await created();
    expect((await put(config, { value: "b" })).body.value).toBe("b");
    expect((await server.call("DELETE /configs/{id}", { params: { id: config.id } })).status).toBe(204);
    expect((await put(config, { value: "c" })).status).toBe(404);
  });

  it("CFG-2 refuses a duplicate key in a scope, at the field", async () => {
    const config = await created();
    const { status, body } = await server.call<{ errors: unknown[] }>("POST /configs", {
      body: { key: config.key, dataType: "STRING", value: "b", scope: config.scope },
    });
    expect(status).toBe(409);
    expect(body.errors).toEqual([{ path: "key", message: "This key already exists in this scope" }]);
  });

  it.each([
    ["STRING", "text"],
    ["NUMBER", 4.5],
    ["BOOLEAN", false],
  ] as const)("CFG-2 keeps a %s as what it is", async (dataType, value) => {
    expect((await created({ dataType, value })).value).toBe(value);
  });

  it.each([
    ["STRING", 5, "Must be a string"],
    ["STRING", "  ", "Required"],
    ["NUMBER", "5", "Must be a number"],
    ["BOOLEAN", "true", "Must be a boolean"],
    ["STRING", undefined, "Required"],
    ["STRING", "a\u0000b", "Contains a character that cannot be stored"],
  ])("CFG-2 refuses a %s with the value %j", async (dataType, value, message) => {
    const { status, body } = await server.call<{ errors: unknown[] }>("POST /configs", {
      body: { key: "x", dataType, value, scope: "epld" },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: "value", message }]);
  });

  it.each([
    ["retentionDays", { key: "anotherName" }],
    ["siteName", { dataType: "NUMBER", value: 5 }],
    ["retentionDays", { scope: "epld" }],
  ] as const)("CFG-3 holds the required %s to its key and type: %j", async (key, change) => {
    const { status, body } = await put(await required(key), change);
    expect([status, body.code]).toEqual([409, "config/locked"]);
  });

  it("CFG-3 does not delete a required one", async () => {
    const { id } = await required("timeZone");
    expect((await server.call("DELETE /configs/{id}", { params: { id } })).status).toBe(409);
  });

  it.each([
    ["timeZone", "Mars/Olympus", "Must be a time zone such as Asia/Kolkata"],
    ["retentionDays", 0, "Must be a whole number from 1 to 3650"],
    ["cloudUrl", "nowhere", "Must be a full URL such as https://cloud.example"],
  ])("CFG-6 checks the value of %s", async (key, value, message) => {
    const { status, body } = await put(await required(key), { value });
    expect([status, body.message]).toEqual([400, `value: ${message}`]);
  });

  it("CFG-6 lets the cloud address be empty", async () => {
    expect((await put(await required("cloudUrl"), { value: "" })).status).toBe(200);
  });

  it("CFG-6 is loaded on each use, so that a change takes effect without a restart", async () => {
    await put(await required("retentionDays"), { value: 30 });
    expect((await loadRequiredConfigs(server.services.db)).retentionDays).toBe(30);
  });

  it("CFG-6 keeps changed values across restarts", async () => {
    await put(await required("siteName"), { value: "North car park" });
    await ensureRequiredConfigs(server.services.db);
    expect((await required("siteName")).value).toBe("North car park");
  });

  it.each(["global", "anpr-ac"])("CFG-6 offers every setting of %s with its default", async (scope) => {
    const { body } = await server.call<Config[]>("GET /configs/{scope}", { params: { scope } });
    const keys = Object.entries(requiredConfigs).filter(([, config]) => config.scope === scope);
    expect(body.filter((config) => config.isRequired).map((config) => config.key)).toEqual(keys.map(([key]) => key));
  });

  it("returns the current record on a conflicting change", async () => {
    const config = await created();
    const basedOn = { "if-match": `"${config.version}"` };
    await put(config, { value: "first" }, basedOn);
    const { status, body } = await put(config, { value: "second" }, basedOn);
    expect([status, body.code, body.current.value]).toEqual([409, "record/changed", "first"]);
    expect((await put(config, { value: "second" }, { "if-match": "2" })).status).toBe(200);
  });

  it("does not delete a record that was changed since it was read", async () => {
    const config = await created();
    const remove = (version: number) =>
      server.call("DELETE /configs/{id}", { params: { id: config.id }, headers: { "if-match": `"${version}"` } });
    await put(config, { value: "first" });
    expect(await remove(config.version)).toMatchObject({ status: 409, body: { code: "record/changed" } });
    expect((await remove(config.version + 1)).status).toBe(204);
  });
});

describe("vehicle types", () => {
  const key = "PUT /configs/rfid-ac/vehicle-types";

  it("CFG-5 are initially all selected", async () => {
    const { body } = await server.call<{ vehicleTypes: string[] }>("GET /configs/rfid-ac/vehicle-types");
    expect(body.vehicleTypes).toHaveLength(9);
  });

  it("CFG-5 store the selection", async () => {
    await server.call(key, { body: { vehicleTypes: ["CAR", "2W"] } });
    const { body } = await server.call("GET /configs/rfid-ac/vehicle-types");
    expect(body).toEqual({ vehicleTypes: ["CAR", "2W"] });
  });

  it.each([[["SPACESHIP"]], [["CAR", "CAR"]], ["CAR"]])("CFG-5 refuse %j", async (vehicleTypes) => {
    expect((await server.call(key, { body: { vehicleTypes } })).status).toBe(400);
  });
});
