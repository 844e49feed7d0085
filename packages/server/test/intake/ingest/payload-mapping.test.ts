import type { MappingPreview, PayloadMappingState } from "@gatehouse/contract/entities/payload-mapping";
import { describe, expect, it } from "vitest";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
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

  it("FEED-3 a constant id raises a warning, and by the time of arrival every passage is stored", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("CONST 1");
    const car = (no: string) => ({ unit: "gate-7", car: { no } });
    const byId = { list: null, fields: { plate: mapping.fields.plate, id: { path: ["json", "unit"] } } };
    const { plate } = mapping.fields;
    const preview = async () =>
      (
        await site.server.call<MappingPreview>("POST /ai-devices/{id}/payload-mapping/preview", {
          ...at(gate.id),
          body: byId,
        })
      ).body.warnings;
    await site.push(gate, car("CONST2"));
    await poll(async () =>
      expect(await preview()).toEqual([expect.stringContaining("told apart by the event id alone")]),
    );
    await site.push(gate, car("CONST1"));
    await poll(async () => expect(await preview()).toEqual([expect.stringContaining('"gate-7" was the same')]));
    const body = { name: "Box", list: null, fields: { plate }, timeOfArrival: true };
    expect(await site.server.call("PUT /ai-devices/{id}/payload-mapping", { ...at(gate.id), body })).toMatchObject({
      status: 200,
    });
    expect((await site.push(gate, car("CONST1"))).statusCode).toBe(200);
    expect(await relay.until(1)).toEqual(["1 on"]);
    // The next passage, after the passage time.
    await site.configure("passageSeconds", 0);
    expect((await site.push(gate, car("CONST1"))).statusCode).toBe(200);
    await site.configure("passageSeconds", 30);
    expect(await site.events("ac", { search: "CONST1", all: true })).toHaveLength(2);
  });

  it("FEED-3 a tag goes to the reader of its antenna at the same address", async () => {
    const readerAt = async (channel: number) => {
      const additionalInfo = { ip: "127.0.0.21", drv: "llrp", gtp: "N", channel };
      const { id } = await site.create("POST /sensors", samples.reader({ name: `Antenna ${channel}`, additionalInfo }));
      const { body } = await site.server.call<{ secret: string }>("GET /sensors/{id}/ingest", { params: { id } });
      return { id, secret: body.secret };
    };
    const [first, second] = [await readerAt(1), await readerAt(2)];
    const fields = {
      tag: { path: ["json", 0, "epcHex"] },
      time: { path: ["json", 0, "timestamp"], format: "automatic" },
      channel: { path: ["json", 0, "antennaPort"] },
    };
    const body = { name: "Impinj", list: ["json"], fields };
    await site.server.call("PUT /sensors/{id}/payload-mapping", { params: { id: first.id }, body });
    await site.settle();
    const timestamp = site.server.clock.now().toISOString();
    const tags = [1, 2, 3].map((antennaPort) => ({ timestamp, epcHex: `E2AA0${antennaPort}`, antennaPort }));
    const pushed = await site.push(first, tags, `/api/ingest/sensor-${first.id}`);
    expect(pushed.statusCode).toBe(200);
    const rows = await site.db
      .selectFrom("events")
      .select(["tag", "sensorId"])
      .where("tag", "like", "E2AA0%")
      .orderBy("tag")
      .execute();
    expect(rows).toEqual([
      { tag: "E2AA01", sensorId: first.id },
      { tag: "E2AA02", sensorId: second.id },
    ]);
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
      "Assign the time or the id, or select the time of arrival",
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
