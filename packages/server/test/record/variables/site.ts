import type { Term, Variable, VariableScope } from "@gatehouse/contract/entities/variable";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { expect } from "vitest";
import { samples } from "../../gate/site/samples.ts";
import type { TestServer } from "../../test-server.ts";

/** Builds an equation: `sum(1, -2)` is variable 1 minus variable 2. */
export const sum = (...signed: number[]): Term[] =>
  signed.flatMap((id, index): Term[] => [
    ...(index > 0 ? [{ type: "operation", operation: id < 0 ? "subtraction" : "addition" } as const] : []),
    { type: "variable", id: Math.abs(id) },
  ]);

/** A site with counting devices, with helpers for tests of variables. */
export function siteOf(server: TestServer) {
  const { db } = server.services;
  let cameras = 0;

  async function device(module: ModuleKind, vendor = "bosch"): Promise<number> {
    const values = { vendor, label: "Device", module };
    return (await db.insertInto("ai_devices").values(values).returning("id").executeTakeFirstOrThrow()).id;
  }

  const list = async (scope: VariableScope) =>
    (await server.call<Variable[]>("GET /variables", { query: { scope } })).body;

  async function one(scope: VariableScope, isSought: (variable: Variable) => boolean): Promise<Variable> {
    const found = (await list(scope)).find(isSought);
    if (!found) throw new Error(`There is no such variable in ${scope}`);
    return found;
  }

  return {
    device,
    list,
    /** Loads a variable by name or id. */
    named: (scope: VariableScope, name: string) => one(scope, (variable) => variable.name === name),
    numbered: (scope: VariableScope, id: number) => one(scope, (variable) => variable.id === id),
    values: async (scope: VariableScope) =>
      Object.fromEntries((await list(scope)).map(({ name, computedValue }) => [name, computedValue])),
    add: async (draft: Record<string, unknown>) => {
      const { status, body } = await server.call<Variable>("POST /variables", { body: draft });
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    slotCamera: async (name: string, slots: number) => {
      cameras += 1;
      const aiDeviceId = await device("EPLD");
      const body = { aiDeviceId, ip: "127.10.0.1", port: 80, name, uid: String(cameras), slots };
      return (await server.call<{ id: number; slots: { id: number }[] }>("POST /cameras/bosch/epld", { body })).body;
    },
    countingCamera: async (name: string, gateType: "N" | "X", vehicleTypes: readonly string[]) => {
      cameras += 1;
      const aiDeviceId = await device("CAMERA_COUNTING");
      const body = { aiDeviceId, ip: "127.10.0.1", port: 80, name, uid: String(cameras), gateType, vehicleTypes };
      return { ...(await server.call<{ id: number }>("POST /cameras/bosch/cc", { body })).body, draft: body };
    },
    /** Creates a camera whose device reports counts in both directions. */
    reportedCountingCamera: async (name: string, status: "saved" | "new" = "saved") => {
      const values = {
        aiDeviceId: await device("CAMERA_COUNTING", "uncanny"),
        module: "CAMERA_COUNTING",
        name,
        status,
      };
      return db.insertInto("cameras").values(values).returning("id").executeTakeFirstOrThrow();
    },
    slotController: async (name: string, slots: number) => {
      const aiDeviceId = await device("EPLD", "pz_qube");
      const additionalInfo = { ip: "127.10.0.2", port: 80, slots, prp: "x", adr: "0123456789ab" };
      const body = { aiDeviceId, uid: "1", name, additionalInfo };
      return (await server.call<{ id: number }>("POST /slot-controllers", { body })).body;
    },
    loop: async (name: string, gtp: "N" | "X") => {
      const { additionalInfo } = samples.loop();
      const body = samples.loop({ name, additionalInfo: { ...additionalInfo, gtp } });
      return (await server.call<{ id: number }>("POST /sensors", { body })).body;
    },
    reader: async (name: string, gtp: "N" | "X") => {
      const { additionalInfo } = samples.reader();
      const body = samples.reader({ name, additionalInfo: { ...additionalInfo, gtp } });
      return (await server.call<{ id: number }>("POST /sensors", { body })).body;
    },
  };
}
