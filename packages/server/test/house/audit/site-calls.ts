import type { Database } from "../../../src/platform/database/database.ts";
import { samples } from "../../gate/site/samples.ts";
import { createBy, type Make } from "./account-calls.ts";

/** The calls that change devices and how their messages are read. */
export async function callDevices(make: Make): Promise<void> {
  const deviceId = await createBy(make, "POST /ai-devices", {
    vendor: "generic",
    label: "Push",
    scope: "ac",
    ip: "127.0.0.1",
    apiPort: 9,
  });
  const sensorId = await createBy(make, "POST /sensors", samples.reader());
  const mapping = { name: "Own", list: null, fields: { plate: { path: ["plate"] }, id: { path: ["id"] } } };
  for (const [sender, id] of [
    ["ai-devices", deviceId],
    ["sensors", sensorId],
  ] as const) {
    const params = { id };
    await make(`PUT /${sender}/{id}/payload-mapping`, { params, body: mapping });
    await make(`DELETE /${sender}/{id}/payload-mapping`, { params });
    await make(`PUT /${sender}/{id}/ingest`, { params, body: { isByAddress: true } });
    await make(`POST /${sender}/{id}/ingest/secret`, { params });
  }
  await make("DELETE /ai-devices/{id}", { params: { id: deviceId } });
}

/** The calls that change and command hardware, and the keys of displays. */
export async function callHardware(make: Make, variableId: unknown): Promise<void> {
  const boomBarrierId = await createBy(make, "POST /boom-barriers", samples.boomBarrier({ uid: "201" }));
  const buzzerId = await createBy(make, "POST /buzzers", samples.buzzer({ uid: "201" }));
  const displayId = await createBy(make, "POST /displays/grid", samples.grid());
  const wiring = { boomBarrierId, buzzerId, displayIds: [displayId] };
  const params = { id: await createBy(make, "POST /gates", samples.gate(wiring)) };
  const tested = await createBy(make, "POST /boom-barriers", samples.boomBarrier({ uid: "202" }));
  const sounded = await createBy(make, "POST /buzzers", samples.buzzer({ uid: "202" }));
  const lamp = await createBy(make, "POST /displays/binary", samples.binary());
  // Nothing drives the hardware here, so that each of them waits for its result until it gives up.
  await Promise.all([
    make("POST /gates/{id}/open", { params, body: { reason: "Visitor" } }),
    make("POST /gates/{id}/buzz", { params, body: { reason: "Visitor" } }),
    make("POST /gates/{id}/show", { params, body: { reason: "Visitor", text: "Hello" } }),
    make("POST /boom-barriers/{id}/test", { params: { id: tested } }),
    make("POST /buzzers/{id}/test", { params: { id: sounded } }),
    make("POST /displays/{id}/test", { params: { id: lamp } }),
  ]);
  const shown = { templateKey: "free", variableId };
  const screen = { uid: "m-9", name: "Screen", scope: "epld", templateId: 1, variables: [shown] };
  const screenId = { id: await createBy(make, "POST /displays/multimedia", screen) };
  await make("POST /displays/{id}/key", { params: screenId });
  await make("DELETE /displays/{id}/key", { params: screenId });
}

/** The calls that change cameras and their slots. */
export async function callCameras(make: Make, db: Database, cameraId: number): Promise<void> {
  const params = { module: "ac", id: cameraId };
  await make("POST /cameras/{module}/{id}/relink", { params, body: { reportedId: "c9" } });
  const { id: slotId } = await db
    .insertInto("camera_slots")
    .values({ cameraId, name: "S1", displayName: "S1" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await make("DELETE /cameras/{module}/{id}/slots/{slotId}", { params: { ...params, slotId } });
}

/** The calls that change the access rules. */
export async function callAccess(make: Make): Promise<void> {
  const gateId = await createBy(make, "POST /gates", samples.gate());
  const drafts = {
    areas: { name: "Deck" },
    groups: { name: "Residents" },
    schedules: { name: "Office hours" },
    rules: { name: "Residents", effect: "allow" },
    lists: { kind: "deny", type: "LICENSE_PLATE", iid: "KA01ZZ1", reason: "Unpaid" },
    passes: { lp: "KA01ZZ2", name: "Asha", validFrom: "2026-01-01T00:00:00Z", validTo: "2026-01-02T00:00:00Z" },
    overrides: { kind: "lockdown", gateId, until: "2999-01-01T00:00:00Z", reason: "Drill" },
  } as const;
  const makeAll = async (path: keyof typeof drafts | "presence", body: Record<string, unknown>) => {
    const params = { id: await createBy(make, `POST /access/${path}`, body) };
    await make(`PUT /access/${path}/{id}`, { params, body });
    return () => make(`DELETE /access/${path}/{id}`, { params });
  };
  const removals: (() => Promise<unknown>)[] = [];
  for (const path of Object.keys(drafts) as (keyof typeof drafts)[]) removals.push(await makeAll(path, drafts[path]));
  const areaId = await createBy(make, "POST /access/areas", { name: "Yard" });
  removals.push(await makeAll("presence", { vehicle: "KA01ZZ3", areaId }));
  await make("PUT /overview/areas/{id}", { params: { id: areaId }, body: { leading: "gates" } });
  const counted = { count: 2, reason: "Counted by hand" };
  await make("POST /overview/areas/{id}/corrections", { params: { id: areaId }, body: counted });
  for (const remove of removals) await remove();
  const versions = (await make("GET /access/policy-versions")) as unknown as { version: number }[];
  await make("POST /access/policy-versions/{id}/restore", { params: { id: versions[1]?.version }, body: {} });
}
