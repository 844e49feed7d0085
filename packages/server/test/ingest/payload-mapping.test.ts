import type {
  MappingPreview,
  PayloadMappingState,
} from "@gatehouse/contract/entities/payload-mapping/payload-mapping.endpoints";
import { describe, expect, it } from "vitest";
import { relayForTest } from "../hardware/relay-for-test.ts";
import { engineSite, poll } from "./ingest-site.ts";

const site = await engineSite();

const mapping = {
  name: "Gate cam",
  list: null,
  fields: { plate: { path: ["json", "car", "no"] }, time: { path: ["json", "t"], format: "automatic" } },
};
const payload = (no: string) => ({ car: { no }, t: site.server.clock.now().toISOString() });

const at = (id: number) => ({ params: { id } });
const state = async (id: number) =>
  (await site.server.call<PayloadMappingState>("GET /ai-devices/{id}/payload-mapping", at(id))).body;

describe("custom formats", () => {
  it("FEED-3 a payload without a built-in format is mapped, and then opens a gate", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("MAP 1");
    expect((await site.push(gate, payload("MAP1"))).statusCode).toBe(400);
    await poll(async () =>
      expect((await state(gate.id)).sample?.tree).toMatchObject({ json: { car: { no: "MAP1" } } }),
    );
    const preview = await site.server.call<MappingPreview>("POST /ai-devices/{id}/payload-mapping/preview", {
      ...at(gate.id),
      body: { list: null, fields: mapping.fields },
    });
    expect(preview.body.events).toMatchObject([{ kind: "plate", text: "MAP1" }]);
    const saved = await site.server.call("PUT /ai-devices/{id}/payload-mapping", { ...at(gate.id), body: mapping });
    expect(saved).toMatchObject({ status: 200, body: { version: 1, mapping } });
    expect((await site.push(gate, payload("MAP1"))).statusCode).toBe(200);
    expect(await relay.until(1)).toEqual(["1 on"]);
    expect(await site.events("ac", { search: "MAP1", all: true })).toMatchObject([{ lp: "MAP1", isGranted: true }]);
  });

  it("FEED-3 every change is a version, and a removed format no longer reads", async () => {
    const sender = await site.device("ANPR_ACCESS_CONTROL");
    const save = (body: object, headers = {}) =>
      site.server.call("PUT /ai-devices/{id}/payload-mapping", { ...at(sender.id), body, headers });
    await save(mapping);
    await save({ ...mapping, name: "Second" });
    expect(await save(mapping, { "if-match": "1" })).toMatchObject({ status: 409, body: { code: "record/changed" } });
    expect((await site.push(sender, payload("VER1"))).statusCode).toBe(200);
    await site.server.call("DELETE /ai-devices/{id}/payload-mapping", at(sender.id));
    expect((await site.push(sender, payload("VER2"))).statusCode).toBe(400);
    expect((await state(sender.id)).history.map(({ version, mapping: stored }) => [version, stored?.name])).toEqual([
      [3, undefined],
      [2, "Second"],
      [1, "Gate cam"],
    ]);
  });

  it.each([
    ["no plate", { fields: { time: mapping.fields.time } }, "fields.plate", "Assign the plate or the tag"],
    [
      "neither time nor id",
      { fields: { plate: mapping.fields.plate } },
      "fields.time",
      "Assign the time or the id: without either, a repeated message would count twice",
    ],
    ["no name", { name: " " }, "name", "Required"],
  ])("FEED-3 a format with %s is rejected at its field", async (_, over, path, message) => {
    const sender = await site.device("ANPR_ACCESS_CONTROL");
    const { status, body } = await site.server.call("PUT /ai-devices/{id}/payload-mapping", {
      ...at(sender.id),
      body: { ...mapping, ...over },
    });
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
  });

  it("FEED-3 nothing can be previewed before the first message", async () => {
    const sender = await site.device("ANPR_ACCESS_CONTROL");
    const preview = await site.server.call("POST /ai-devices/{id}/payload-mapping/preview", {
      ...at(sender.id),
      body: { list: null, fields: {} },
    });
    expect(preview).toMatchObject({ status: 409, body: { code: "mapping/no-sample" } });
  });
});
