import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { emptyDatabase } from "../../harness.ts";
import { testServer } from "../../test-server.ts";
import { siteOf } from "./site.ts";

const server = await testServer();
const { db } = server.services;
const site = siteOf(server);

describe("base variables are created with their source", () => {
  it("VAR-8 one for each slot of a camera, free until its device reports", async () => {
    const { id } = await site.slotCamera("Row A", 2);
    expect(await site.named("epld", "Row A Slot 1")).toMatchObject({
      type: "base",
      value: [],
      computedValue: 1,
      totalCapacity: 1,
      cameraId: id,
      sensorId: null,
      sourceName: "Row A",
    });
    const slot = await site.named("epld", "Row A Slot 2");
    const { body } = await server.call<{ data: object[] }>("GET /variables/{id}/movements", { params: slot });
    expect(body.data).toMatchObject([
      { kind: "correction", by: "system", reason: "taken as free until its device reports", delta: 1, effect: 1 },
    ]);
  });

  it("VAR-8 one for each slot of a slot controller", async () => {
    const { id } = await site.slotController("Deck", 2);
    expect(await site.values("epld")).toMatchObject({ "Deck Slot 1": 1, "Deck Slot 2": 1 });
    expect(await site.named("epld", "Deck Slot 2")).toMatchObject({ cameraId: null, sensorId: id, sourceName: "Deck" });
  });

  it("VAR-8 one for each class and direction of a manually entered camera", async () => {
    const { id } = await site.countingCamera("North", "N", ["2w", "4w"]);
    expect(await site.values("cc")).toEqual({ "North 2w Entry": 0, "North 4w Entry": 0 });
    expect(await site.named("cc", "North 4w Entry")).toMatchObject({ cameraId: id, totalCapacity: null });
  });

  it("VAR-8 one for each class and both directions of a reported camera, once it is saved", async () => {
    const { id } = await site.reportedCountingCamera("Seen", "new");
    expect(Object.keys(await site.values("cc")).filter((name) => name.startsWith("Seen"))).toEqual([]);
    await db.updateTable("cameras").set({ status: "saved" }).where("id", "=", id).execute();
    expect(Object.keys(await site.values("cc")).filter((name) => name.startsWith("Seen"))).toEqual([
      "Seen 2w Entry",
      "Seen 2w Exit",
      "Seen 4w Entry",
      "Seen 4w Exit",
    ]);
  });

  it("VAR-8 one for each loop detector and each reader, named by its direction", async () => {
    const loop = await site.loop("Ramp", "X");
    const reader = await site.reader("Booth", "N");
    expect(await site.named("loop", "Ramp Exit")).toMatchObject({ sensorId: loop.id, sourceName: "Ramp" });
    expect(await site.named("rfid-ac", "Booth Entry")).toMatchObject({ sensorId: reader.id, computedValue: 0 });
  });
});

describe("base variables follow their source", () => {
  it("VAR-8 keep their value when it is renamed or its direction changes", async () => {
    const { id } = await site.loop("Old", "N");
    const before = await site.named("loop", "Old Entry");
    await server.call("POST /variables/{id}/corrections", { params: before, body: { value: 7, reason: "counted" } });
    const additionalInfo = { ip: "127.10.0.6", port: 502, channel: 1, drv: "modbus-tcp", gtp: "X" };
    await server.call("PATCH /sensors/{id}", { params: { id }, body: { name: "New", additionalInfo } });
    expect(await site.named("loop", "New Exit")).toMatchObject({ id: before.id, computedValue: 7, version: 2 });
  });

  it("VAR-8 are deleted with it", async () => {
    const { id } = await site.loop("Gone", "N");
    await server.call("DELETE /sensors/{id}", { params: { id } });
    expect(await site.values("loop")).not.toHaveProperty("Gone Entry");
  });

  it("VAR-8 are deleted when a camera no longer counts a class", async () => {
    const { id, draft } = await site.countingCamera("West", "X", ["2w", "4w"]);
    await server.call("PUT /cameras/bosch/cc/{id}", { params: { id }, body: { ...draft, vehicleTypes: ["4w"] } });
    expect(await site.values("cc")).not.toHaveProperty("West 2w Exit");
    expect(await site.values("cc")).toHaveProperty("West 4w Exit");
  });

  it("VAR-5 cannot be changed or deleted directly", async () => {
    await site.loop("Own", "N");
    const { id } = await site.named("loop", "Own Entry");
    const body = { type: "constant", name: "Mine", scope: "loop", value: 1 };
    const changed = await server.call<{ code: string }>("PUT /variables/{id}", { params: { id }, body });
    const deleted = await server.call<{ code: string }>("DELETE /variables/{id}", { params: { id } });
    expect([changed.body.code, deleted.body.code]).toEqual(["variable/base", "variable/base"]);
  });
});

it("VAR-8 an existing site has its base variables after the upgrade", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const isEarly = (path: string) => /(migrations|000[123]-[^/]*)$/.test(path);
  cpSync(join(import.meta.dirname, "../../../src/migrations"), folder, { recursive: true, filter: isEarly });
  const connection = await emptyDatabase();
  await migrate(connection, folder);
  const client = new Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    insert into ai_devices (vendor, label, module) values ('bosch', 'Old', 'EPLD');
    insert into cameras ("aiDeviceId", module, name) select id, module, 'Old row' from ai_devices;
    insert into camera_slots ("cameraId", name, "displayName") select id, '1', 'Slot 1' from cameras`);
  await migrate(connection);
  const { rows } = await client.query('select name, "computedValue" from variables');
  expect(rows).toEqual([{ name: "Old row Slot 1", computedValue: 1 }]);
});
