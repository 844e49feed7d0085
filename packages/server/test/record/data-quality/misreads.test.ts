import type { DeviceQuality } from "@gatehouse/contract/entities/data-quality";
import { correctionErrors } from "@gatehouse/contract/entities/event.messages";
import type { PlateSuggestion } from "@gatehouse/contract/events/plate-correction";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { accessSite } from "../../access/rules/access-site.ts";

const site = await accessSite();
const { server } = site;

interface Why {
  event: { lpRaw: string };
  trace: { isGranted: boolean | null };
  commands: { kind: string }[];
  suggestions: PlateSuggestion[];
  correction: { lp: string; by: string } | null;
}

const read = async (gate: { id: number; secret: string }, plate: string) => {
  expect((await site.push(gate, site.plateEvent(plate))).statusCode).toBe(200);
  const [event] = await site.events<{ id: number }>("ac", { search: plate });
  return event?.id ?? 0;
};
const why = async (id: number) =>
  (await server.call<Why>("GET /events/{module}/{id}/why", { params: { module: "ac", id } })).body;
const correct = (id: number, lp: string, remember = true) =>
  server.call("POST /events/{module}/{id}/correct", { params: { module: "ac", id }, body: { plate: lp, remember } });
const qualityOf = async (id: number) =>
  (await server.call<DeviceQuality>("GET /ai-devices/{id}/data-quality", { params: { id } })).body.cameras[0];

describe("misread plates", () => {
  it("RULE-10 corrections teach a camera's confusions; the suggestion says why and opens nothing", async () => {
    const gate = await site.gate();
    await site.register("KA 01 AB 1234");
    expect((await why(await read(gate, "KA01A81234"))).suggestions).toMatchObject([{ isLearned: false }]);
    for (const [misread, actual] of [
      ["MH128Y9999", "MH12BY9999"],
      ["GJ15P87777", "GJ15PB7777"],
    ] as const)
      expect((await correct(await read(gate, misread), actual)).status).toBe(201);
    site.server.clock.advance(15_000);
    const id = await read(gate, "KA01A81234");
    const explained = await why(id);
    expect(explained.suggestions[0]).toEqual({
      lp: "KA 01 AB 1234",
      owner: null,
      reason: "This camera has read 8 instead of B 2 times",
      isLearned: true,
    });
    expect(explained).toMatchObject({ trace: { isGranted: false } });
    expect(explained.commands.filter(({ kind }) => kind === "open")).toEqual([]);
    expect((await qualityOf(gate.id))?.confusions).toEqual([{ read: "8", actual: "B", byTag: 0, byCorrection: 2 }]);
  });

  it("RULE-10 OPS-6 plates that don't look alike teach nothing, unless tags have shown that the camera confuses them", async () => {
    const gate = await site.gate();
    const id = await read(gate, "RJ24CV0001");
    expect(await correct(id, "RJ14CV0001")).toMatchObject({
      status: 400,
      body: { errors: [{ path: "remember", message: correctionErrors.notAlike }] },
    });
    expect(await correct(id, "RJ14CV0001", false)).toMatchObject({ status: 201, body: { isRemembered: false } });
    // An earlier version remembered it.
    await site.db.updateTable("event_corrections").set({ isRemembered: true }).where("eventId", "=", id).execute();
    expect((await qualityOf(gate.id))?.confusions).toEqual([]);
    await sql`insert into camera_confusions ("cameraId", read, actual, observed, "lastAt")
      select "cameraId", '2', '1', 1, now() from events where id = ${id}`.execute(site.db);
    expect((await qualityOf(gate.id))?.confusions).toEqual([{ read: "2", actual: "1", byTag: 1, byCorrection: 1 }]);
  });

  it("RULE-10 OPS-6 what a correction taught is taken back, and the plate stays corrected", async () => {
    const gate = await site.gate();
    const id = await read(gate, "UP166H1111");
    expect(await correct(id, "UP 16 GH 1111")).toMatchObject({ status: 201, body: { isRemembered: true } });
    expect((await qualityOf(gate.id))?.confusions).toHaveLength(1);
    expect(await correct(id, "UP 16 GH 1111", false)).toMatchObject({ status: 201, body: { isRemembered: false } });
    expect((await qualityOf(gate.id))?.confusions).toEqual([]);
    expect(await why(id)).toMatchObject({ correction: { lp: "UP 16 GH 1111", isRemembered: false } });
    expect((await correct(id, "UP 16 GH 1111", false)).status).toBe(400);
  });

  it("RULE-10 another camera suggests only characters that look alike", async () => {
    const gate = await site.gate();
    await site.register("TN 09 BC 7777");
    expect((await why(await read(gate, "TN09BC77T7"))).suggestions).toEqual([]);
    expect((await why(await read(gate, "TN098C7777"))).suggestions).toMatchObject([
      { lp: "TN 09 BC 7777", reason: "8 and B look alike", isLearned: false },
    ]);
  });

  it("RULE-10 a correction keeps the raw read, replaces the suggestions and counts once for an event", async () => {
    const gate = await site.gate();
    await site.register("UP 16 GH 5555");
    const id = await read(gate, "UP166H5555");
    expect((await why(id)).suggestions).toHaveLength(1);
    await correct(id, "UP 16 CH 5555", false);
    await correct(id, "UP 16 GH 5555");
    expect(await why(id)).toMatchObject({
      event: { lpRaw: "UP166H5555" },
      suggestions: [],
      correction: { lp: "UP 16 GH 5555", by: "admin" },
    });
    expect((await qualityOf(gate.id))?.confusions).toEqual([{ read: "6", actual: "G", byTag: 0, byCorrection: 1 }]);
  });

  it("OPS-6 a wrong correction is taken back by the plate that was read, and teaches nothing", async () => {
    const gate = await site.gate();
    const id = await read(gate, "UP166H7777");
    await correct(id, "UP 16 GH 7777");
    expect((await qualityOf(gate.id))?.confusions).toHaveLength(1);
    expect(await correct(id, "UP16GH7777")).toMatchObject({ status: 400, body: { message: correctionErrors.again } });
    expect((await correct(id, "UP 16 6H 7777", false)).status).toBe(201);
    expect(await why(id)).toMatchObject({ correction: { lp: "UP 16 6H 7777" } });
    expect((await qualityOf(gate.id))?.confusions).toEqual([]);
  });

  it("RULE-10 tag and plate of one passage teach the camera, in either order and across saves", async () => {
    const reader = await site.reader("Learning reader");
    const gate = await site.gate({ sensorId: reader.id });
    await site.tag("E2000L01", "WB 20 BB 4321");
    let sent = 0;
    const readTag = async () => {
      sent += 1;
      const tag = { type: "tag", id: `learn-${sent}`, tag: "E2000L01", at: server.clock.now().toISOString() };
      expect((await site.push(reader, tag, `/api/ingest/sensor-${reader.id}`)).statusCode).toBe(200);
    };
    await read(gate, "WB20B84321");
    await site.parts.quality.flush();
    await readTag();
    await site.parts.quality.flush();
    await site.confirm();
    await readTag();
    await read(gate, "WB208B4321");
    await site.parts.quality.flush();
    await site.confirm();
    await readTag();
    await read(gate, "WB20BB4321");
    // Another vehicle that follows closely.
    await read(gate, "RJ14CV0002");
    await site.parts.quality.flush();
    const camera = await qualityOf(gate.id);
    expect(camera?.confusions).toEqual([{ read: "8", actual: "B", byTag: 2, byCorrection: 0 }]);
    const sum = (key: "verified" | "misreads") => camera?.hours.reduce((total, hour) => total + hour[key], 0);
    expect([sum("verified"), sum("misreads")]).toEqual([3, 2]);
  });

  it.each([
    ["the plate that was read", "bad1", correctionErrors.unchanged],
    ["an empty plate", "", "Required"],
    ["a plate without letters and digits", "--", "Must have a letter or a digit"],
    ["forbidden characters", "AB_1", expect.stringContaining("a plate has only letters, digits, spaces and dashes")],
  ])("RULE-10 refuses %s at its field", async (_, lp, message) => {
    const id = await read(await site.gate(), "BAD1");
    expect(await correct(id, lp)).toMatchObject({ status: 400, body: { errors: [{ path: "plate", message }] } });
  });
});
