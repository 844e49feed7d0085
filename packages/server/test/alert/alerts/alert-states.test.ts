import type { Alert } from "@gatehouse/contract/entities/alert";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { beforeEach, describe, expect, it } from "vitest";
import { raiseAlert, resolveAlertsOf } from "../../../src/alert/alert.store.ts";
import { returnShelved } from "../../../src/alert/alerts/alert-handling.store.ts";
import { samples } from "../../gate/site/samples.ts";
import { createPeople } from "../../people/users/people.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;

const cause: AlertCause = {
  type: "LOOP_STUCK",
  scope: "ac",
  subject: "loop 1",
  title: "Loop stuck",
  description: '"Loop" is occupied',
  additionalInfo: {},
};

const raise = (over: Partial<AlertCause> = {}) =>
  db.transaction().execute((tx) => raiseAlert(tx, { ...cause, ...over }, server.clock.now()));
const end = () => db.transaction().execute((tx) => resolveAlertsOf(tx, cause, server.clock.now()));

const listOpen = async (token?: string) => (await server.call<Alert[]>("GET /alerts/open", {}, token)).body;
const listAll = async () =>
  (await server.call<Alert[]>("GET /alerts", { query: { scope: "ac", resolved: true } })).body;
const summary = async (token?: string) => (await server.call("GET /alerts/summary", {}, token)).body;

type Action = "acknowledge" | "shelve" | "unshelve" | "resolve";
const act = async (action: Action, id: number | undefined, body?: object, token?: string) =>
  server.call<Alert>(`POST /alerts/{id}/${action}`, { params: { id }, ...(body && { body }) }, token);

/** Raises the alert and returns it. */
async function raised(): Promise<Alert> {
  await raise();
  const [alert] = await listOpen();
  return alert as Alert;
}

const shelf = { minutes: 2, reason: "Technician ordered" };

beforeEach(async () => {
  await db.deleteFrom("alerts").execute();
});

describe("the states of alerts", () => {
  it("OPS-8 an acknowledged alert stays open, with who and when", async () => {
    const { id, state } = await raised();
    expect([state, await summary()]).toEqual([
      "active",
      { active: 1, acknowledged: 0, shelved: 0, scopes: { ac: 1, cc: 0, epld: 0 } },
    ]);
    const first = await act("acknowledge", id);
    expect(first.body).toMatchObject({ state: "acknowledged", status: "new", acknowledgedBy: "admin" });
    expect(await summary()).toMatchObject({ active: 0, acknowledged: 1, scopes: { ac: 0 } });
    server.clock.advance(1_000);
    expect((await act("acknowledge", id)).body.acknowledgedAt).toBe(first.body.acknowledgedAt);
  });

  it("OPS-8 a shelved alert returns by itself as an active one", async () => {
    const { id } = await raised();
    await act("acknowledge", id);
    const { body } = await act("shelve", id, shelf);
    expect(body).toMatchObject({ state: "shelved", shelvedBy: "admin", shelveReason: "Technician ordered" });
    expect(await summary()).toMatchObject({ active: 0, acknowledged: 0, shelved: 1, scopes: { ac: 0 } });
    server.clock.advance(2 * 60_000);
    expect(await listOpen()).toMatchObject([{ state: "active", shelvedUntil: null, shelveReason: null }]);
    await returnShelved(db, server.clock.now());
    const row = await db.selectFrom("alerts").select(["shelvedUntil", "shelveReason"]).executeTakeFirst();
    expect(row).toEqual({ shelvedUntil: null, shelveReason: null });
  });

  it("OPS-8 a shelved alert can be returned early", async () => {
    const { id } = await raised();
    await act("shelve", id, shelf);
    await returnShelved(db, server.clock.now());
    expect(await listOpen()).toMatchObject([{ state: "shelved" }]);
    expect((await act("unshelve", id)).body.state).toBe("active");
  });

  it.each([
    [{ minutes: 481, reason: "Long" }, "minutes", "From 1 to 480 minutes (8 hours)"],
    [{ minutes: 0, reason: "Short" }, "minutes", "From 1 to 480 minutes (8 hours)"],
    [{ minutes: 60, reason: " " }, "reason", "Required"],
    [{ minutes: 60 }, "reason", "Required"],
  ])("OPS-8 %j is refused", async (body, path, message) => {
    const { id } = await raised();
    const response = await act("shelve", id, body);
    expect([response.status, response.body]).toMatchObject([400, { errors: [{ path, message }] }]);
  });

  it("OPS-8 a fault that ends and returns while it is shelved stays shelved", async () => {
    const { id } = await raised();
    await act("shelve", id, shelf);
    await end();
    server.clock.advance(90_000);
    await raise();
    expect(await listOpen()).toMatchObject([{ state: "shelved", shelveReason: "Technician ordered" }]);
  });

  it("OPS-8 an alert that a person resolves leaves the shelf", async () => {
    const { id } = await raised();
    await act("shelve", id, shelf);
    expect((await act("resolve", id)).body).toMatchObject({ state: "resolved", shelvedUntil: null });
    await raise();
    expect(await listOpen()).toMatchObject([{ state: "active" }]);
  });

  it.each(["acknowledge", "shelve", "unshelve"] as const)("OPS-8 a resolved alert refuses %s", async (action) => {
    const { id } = await raised();
    await act("resolve", id);
    const response = await act(action, id, action === "shelve" ? shelf : undefined);
    expect([response.status, response.body]).toMatchObject([409, { code: "alert/resolved" }]);
    expect((await act(action, 12345678, action === "shelve" ? shelf : undefined)).status).toBe(404);
  });

  it.each([
    [59_000, "acknowledged"],
    [61_000, "active"],
  ])("OPS-8 an acknowledged alert whose fault repeats after %i ms is %s", async (pauseMs, state) => {
    const { id } = await raised();
    await act("acknowledge", id);
    server.clock.advance(pauseMs);
    await raise();
    expect(await listOpen()).toMatchObject([{ id, state, count: 2 }]);
  });
});

describe("repeated alerts", () => {
  it("OPS-8 a fault that comes and goes three times in a minute is one alert with a count", async () => {
    const { createdAt } = await raised();
    for (const [repeat] of [[2], [3], [4]] as const) {
      await end();
      server.clock.advance(10_000);
      await raise({ description: `time ${repeat}` });
    }
    const alerts = await listAll();
    expect(alerts).toMatchObject([{ status: "new", count: 4, createdAt, description: "time 4", resolvedAt: null }]);
  });

  it("OPS-8 a fault that returns later is a new alert", async () => {
    await raise();
    for (const pauseMs of [31_000, 31_000]) {
      await end();
      server.clock.advance(pauseMs);
      await raise();
    }
    expect((await listAll()).map(({ status, count }) => [status, count])).toEqual([
      ["new", 1],
      ["resolved", 1],
      ["resolved", 1],
    ]);
  });

  it("OPS-8 a fault that a person resolved is a new alert", async () => {
    for (const _ of [1, 2, 3]) {
      const { id } = await raised();
      await act("resolve", id);
    }
    expect(await listAll()).toHaveLength(3);
  });
});

describe("the root cause of alerts", () => {
  const board = { ip: "127.77.0.5", port: 502, drv: "modbus-tcp" };

  async function createBarriers(): Promise<number[]> {
    const ids: number[] = [];
    for (const rel of [1, 2, 3, 4]) {
      const body = samples.boomBarrier({ additionalInfo: { ...board, rel, ser: "A1" } });
      ids.push((await server.call<{ id: number }>("POST /boom-barriers", { body })).body.id);
    }
    return ids;
  }

  const failBarrier = (barrierId: number) =>
    raise({
      type: "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED",
      subject: `barrier ${barrierId}`,
      additionalInfo: { barrierId },
    });

  it("OPS-8 an offline board explains its four barriers, and counts once", async () => {
    for (const id of await createBarriers()) await failBarrier(id);
    expect(await summary()).toMatchObject({ active: 4 });
    const id = "127.77.0.5:502";
    await raise({ type: "HARDWARE_OFFLINE", subject: `board ${id}`, additionalInfo: { kind: "board", id } });
    const alerts = await listOpen();
    const root = alerts.find(({ type }) => type === "HARDWARE_OFFLINE");
    const others = alerts.filter(({ type }) => type !== "HARDWARE_OFFLINE");
    expect(others.map(({ causeId }) => causeId)).toEqual(others.map(() => root?.id));
    expect([others.length, root?.causeId, await summary()]).toMatchObject([4, null, { active: 1, scopes: { ac: 1 } }]);
    await act("resolve", root?.id);
    expect((await listOpen()).map(({ causeId }) => causeId)).toEqual([null, null, null, null]);
  });

  it("OPS-8 a board does not explain the barriers of another board", async () => {
    const { body } = await server.call<{ id: number }>("POST /boom-barriers", { body: samples.boomBarrier() });
    await failBarrier(body.id);
    const id = "127.77.0.99:502";
    await raise({ type: "HARDWARE_OFFLINE", subject: `board ${id}`, additionalInfo: { kind: "board", id } });
    expect((await listOpen()).map(({ causeId }) => causeId)).toEqual([null, null]);
  });

  it("OPS-8 an offline AI device explains its cameras", async () => {
    const { id: deviceId } = await db
      .insertInto("ai_devices")
      .values({ vendor: "generic", label: "Box", module: "CAMERA_COUNTING" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: cameraId } = await db
      .insertInto("cameras")
      .values({ aiDeviceId: deviceId, module: "CAMERA_COUNTING", name: "c1", status: "saved" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await raise({ type: "CC_CAMERA_SILENT", subject: `camera ${cameraId}`, additionalInfo: { cameraId } });
    await raise({ type: "AI_DEVICE_OFFLINE", subject: `device ${deviceId}`, additionalInfo: { deviceId } });
    expect(await summary()).toMatchObject({ active: 1 });
  });
});

describe("people who are limited to gates", () => {
  it("OPS-8 ROLE-3 count and handle the alerts of their gates only", async () => {
    const create = async (name: string) =>
      (await server.call<{ id: number }>("POST /gates", { body: samples.gate({ name }) })).body.id;
    const [own, other] = [await create("Own"), await create("Other")];
    const { token } = await createPeople(server).signIn({ role: "guard", gateIds: [own] });
    await raise({ subject: "own", additionalInfo: { gateId: own } });
    await raise({ subject: "other", additionalInfo: { gateId: other } });
    expect(await summary(token)).toMatchObject({ active: 1, acknowledged: 0, scopes: { ac: 1 } });
    const ids = new Map((await listOpen()).map(({ id, additionalInfo }) => [additionalInfo.gateId, id]));
    expect((await act("acknowledge", ids.get(other), undefined, token)).status).toBe(404);
    expect((await act("shelve", ids.get(other), shelf, token)).status).toBe(404);
    expect((await act("acknowledge", ids.get(own), undefined, token)).status).toBe(200);
    expect(await summary()).toMatchObject({ active: 1, acknowledged: 1, scopes: { ac: 1 } });
  });
});
