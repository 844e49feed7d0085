import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Camera } from "@gatehouse/contract/entities/camera";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { race } from "../../racing-writers.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;

interface ReportedCamera {
  id: string;
  name: string;
  slots: { id: string; name: string }[];
}

const rowA = { id: "c1", name: "Row A", slots: [{ id: "1", name: "A1" }] };
let cameras: ReportedCamera[] = [rowA];
/** Runs between the device's receipt of a request and its response. */
let beforeResponse: () => Promise<unknown> = async () => {};
const device = createServer(async (_request, response) => {
  await beforeResponse();
  response.end(JSON.stringify({ cameras }));
}).listen(0, "127.0.0.1");
await new Promise((resolve) => device.once("listening", resolve));
afterAll(() => void device.close());

async function addDevice(): Promise<number> {
  const { port } = device.address() as AddressInfo;
  const body = { vendor: "uncanny", label: "D", scope: "epld", ip: "127.0.0.1", apiPort: port, dashboardPort: port };
  return (await server.call<{ id: number }>("POST /ai-devices", { body })).body.id;
}

const saveCamera = (aiDeviceId: number, name: string) =>
  server.call<Camera>("POST /cameras/epld", { body: { aiDeviceId, reportedId: "c1", name, sinkPort: 2000 } });

const patch = (id: number, body: object, version?: number) =>
  server.call<Camera & { current: Camera }>("PATCH /cameras/{module}/{id}", {
    params: { module: "epld", id },
    body,
    headers: version === undefined ? {} : { "if-match": `"${version}"` },
  });

const lockCamera = (id: number) => (tx: Parameters<Parameters<typeof race>[1]>[0]) =>
  sql`select from cameras where id = ${id} for update`.execute(tx);

async function stored(id: number): Promise<Camera> {
  const { body } = await server.call<Camera[]>("GET /cameras/{module}", { params: { module: "epld" } });
  return body.find((camera) => camera.id === id) as Camera;
}

beforeEach(async () => {
  cameras = [rowA];
  beforeResponse = async () => {};
  await db.deleteFrom("alerts").execute();
  await db.deleteFrom("cameras").execute();
  await db.deleteFrom("ai_devices").execute();
});

describe("two people who change the same camera at the same time", () => {
  it("CAM-7 one wins and the other gets the winner's record", async () => {
    const { body: before } = await saveCamera(await addDevice(), "Row A");
    const responses = await race(db, lockCamera(before.id), [
      () => patch(before.id, { name: "North" }, before.version),
      () => patch(before.id, { location: "Level 2" }, before.version),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = responses.find(({ status }) => status === 200)?.body;
    const loser = responses.find(({ status }) => status === 409)?.body;
    expect(loser?.current).toEqual(winner);
    expect(await stored(before.id)).toEqual(winner);
    expect(winner?.version).toBe(before.version + 1);
  });

  it("CAM-7 without a version both changes are stored, each with a version of its own", async () => {
    const { body: before } = await saveCamera(await addDevice(), "Row A");
    await race(db, lockCamera(before.id), [
      () => patch(before.id, { name: "North" }),
      () => patch(before.id, { location: "Level 2" }),
    ]);
    expect(await stored(before.id)).toMatchObject({
      name: "North",
      location: "Level 2",
      version: before.version + 2,
    });
  });

  it("CAM-8 a camera known from its events is saved once", async () => {
    const aiDeviceId = await addDevice();
    const { id } = await db
      .insertInto("cameras")
      .values({ aiDeviceId, module: "EPLD", name: "c1", epldCameraId: "c1", status: "new" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const responses = await race(db, lockCamera(id), [
      () => saveCamera(aiDeviceId, "First"),
      () => saveCamera(aiDeviceId, "Second"),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await stored(id)).toEqual(responses.find(({ status }) => status === 201)?.body);
  });
});

describe("a camera that is changed while a sync waits for its device", () => {
  const sync = (id: number) =>
    server.call<Camera>("POST /cameras/{module}/sync/{id}", { params: { module: "epld", id } });

  it("CAM-8 keeps the change next to what the device reports", async () => {
    const { body: before } = await saveCamera(await addDevice(), "Row A");
    cameras = [{ ...rowA, name: "Row B", slots: [...rowA.slots, { id: "2", name: "A2" }] }];
    beforeResponse = () => patch(before.id, { location: "Level 2" }, before.version);
    const { status, body } = await sync(before.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Row B", location: "Level 2", version: before.version + 2 });
    expect(body.slots.map(({ name }) => name)).toEqual(["A1", "A2"]);
  });

  it("CAM-8 keeps a name that was entered meanwhile", async () => {
    const { body: before } = await saveCamera(await addDevice(), "Row A");
    beforeResponse = () => patch(before.id, { name: "North" }, before.version);
    expect((await sync(before.id)).body).toMatchObject({ name: "North", version: before.version + 2 });
    expect(await db.selectFrom("alerts").select("type").execute()).toEqual([]);
  });

  it("CAM-8 follows a relink", async () => {
    const { body: before } = await saveCamera(await addDevice(), "Row A");
    cameras = [{ ...rowA, id: "c7" }];
    beforeResponse = () =>
      server.call("POST /cameras/{module}/{id}/relink", {
        params: { module: "epld", id: before.id },
        body: { reportedId: "c7" },
      });
    const { status, body } = await sync(before.id);
    expect([status, body.epldCameraId, body.version]).toEqual([200, "c7", before.version + 2]);
  });

  it("CAM-8 is refused if it was deleted", async () => {
    const { body: before } = await saveCamera(await addDevice(), "Row A");
    beforeResponse = () => server.call("DELETE /cameras/{module}/{id}", { params: { module: "epld", id: before.id } });
    expect((await sync(before.id)).status).toBe(404);
  });
});
