import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Alert } from "@gatehouse/contract/entities/alert";
import type { MygateSettings } from "@gatehouse/contract/entities/mygate";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { startMygateSync } from "../../../src/access/identifiers/mygate-sync.ts";
import { enqueue, retryDelayMs, sendDueMessages } from "../../../src/alert/outbox.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { services, clock } = server;
const { db } = services;

interface Item {
  refId: string;
  plate: string;
}

/** The simulated MyGate: its responses to pulls, and the notices that it received. */
let respondToSync: (query: URLSearchParams) => unknown = () => ({ timestamp: 1, all: [] });
let notifyStatus: number | "closes" = 200;
/** The plate whose notice fails. */
let poison = "";
const notices: unknown[] = [];
const syncQueries: URLSearchParams[] = [];
const mygate = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://mygate");
  const send = (status: number, value: unknown) => void response.writeHead(status).end(JSON.stringify(value));
  if (request.headers["mg-xs-api-key"] !== "right") return send(401, {});
  if (url.pathname === "/sync") {
    syncQueries.push(url.searchParams);
    return send(200, respondToSync(url.searchParams));
  }
  let text = "";
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    if (notifyStatus === "closes") return request.socket.destroy();
    const notice = JSON.parse(text);
    if (notice.access_uuid_captured === poison) return send(500, {});
    if (notifyStatus === 200) notices.push(notice);
    send(notifyStatus, { es: "0" });
  });
}).listen(0, "127.0.0.1");
await new Promise((resolve) => mygate.once("listening", resolve));
afterAll(() => void mygate.close());
const address = `http://127.0.0.1:${(mygate.address() as AddressInfo).port}`;

const item = ({ refId, plate }: Item) => ({
  access_entity_type: "VEHICLE",
  access_uuid_type: "LPN",
  access_ref_id: refId,
  access_uuid: plate,
  access_display: "Flat 7",
});
const fullSync = (timestamp: number, ...items: Item[]) => ({ timestamp, all: items.map(item) });
const draft = { syncAPIUrl: `${address}/sync`, notifyAPIUrl: `${address}/notify`, deviceId: "dev-1", apiKey: "right" };
const save = (body: unknown = draft) => server.call("PUT /ac/mygate-integration-settings", { body });
const sync = () => server.call("POST /ac/mygate-sync");
const settings = async () => {
  const { body } = await server.call<{ integrationSettings: { mygate: MygateSettings } }>(
    "GET /configs/settings/{module}",
    { params: { module: "anpr-ac" } },
  );
  return body.integrationSettings.mygate;
};
const plates = async () =>
  (await db.selectFrom("identifiers").select("iid").where("origin", "=", "MYGATE").orderBy("iid").execute()).map(
    ({ iid }) => iid,
  );
const alerts = async () => {
  const { body } = await server.call<Alert[]>("GET /alerts", { query: { scope: "ac", resolved: false } });
  return body.map(({ type, count, additionalInfo }) => ({ type, count, error: additionalInfo.error }));
};

beforeEach(async () => {
  await db.deleteFrom("mygate").execute();
  await db.deleteFrom("outbox").execute();
  await db.deleteFrom("identifiers").execute();
  await db.deleteFrom("alerts").execute();
  syncQueries.length = 0;
  notices.length = 0;
  notifyStatus = 200;
  poison = "";
  respondToSync = () => ({ timestamp: 1, all: [] });
  await server.call("PUT /configs/module-activation-status", { body: everyModule(true) });
});

describe("integration settings", () => {
  it.each(["anpr-ac", "ac"])("LIVE-12 INT-1 belong to the module %s", async (module) => {
    const { status } = await server.call("GET /configs/settings/{module}", { params: { module } });
    expect(status).toBe(200);
  });

  it.each(["osd", "epld", "cc", "rfid-ac", "loop", "reporting"])("LIVE-12 do not exist for %s", async (module) => {
    const read = await server.call("GET /configs/settings/{module}", { params: { module } });
    const written = await server.call("PUT /configs/settings/{module}", { params: { module }, body: draft });
    expect([read.status, written.status]).toEqual([404, 404]);
    expect(read.body).toMatchObject({ message: expect.stringContaining("Modules with settings: anpr-ac") });
  });

  it("WIRE-4 of an unknown module are 404 with the known modules", async () => {
    const { status, body } = await server.call("GET /configs/settings/{module}", { params: { module: "attic" } });
    expect([status, body]).toEqual([404, expect.objectContaining({ message: expect.stringContaining("Known: ") })]);
  });
});

describe("MyGate's settings", () => {
  it("INT-1 are empty at first, are saved by either call, and never contain the key", async () => {
    expect(await settings()).toBeNull();
    expect((await save()).status).toBe(200);
    const body = { ...draft, deviceId: "dev-2", apiKey: undefined };
    await server.call("PUT /configs/settings/{module}", { params: { module: "anpr-ac" }, body });
    expect(await settings()).toEqual({
      syncAPIUrl: draft.syncAPIUrl,
      notifyAPIUrl: draft.notifyAPIUrl,
      deviceId: "dev-2",
      hasApiKey: true,
      lastSyncAt: null,
      lastAttemptAt: null,
      lastSyncFault: null,
      plates: 0,
      waiting: 0,
    });
    const row = await db.selectFrom("mygate").select("apiKeySecret").executeTakeFirst();
    expect(row?.apiKeySecret).not.toContain("right");
  });

  it.each([
    ["syncAPIUrl", "nowhere", "Must be a valid URL"],
    ["notifyAPIUrl", "ftp://mygate.test", "Must be a valid URL"],
    ["notifyAPIUrl", "javascript:alert(1)", "Must be a valid URL"],
    ["notifyAPIUrl", "https://gate:secret@mygate.test", "Must not contain a user name or password"],
    ["deviceId", " ", "Required"],
    ["apiKey", "मुख्य-1", "Must contain only the letters A to Z, digits, spaces and ASCII symbols"],
  ])("INT-1 reject %s %j", async (path, value, message) => {
    const rejected = await save({ ...draft, [path]: value });
    expect(rejected).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
  });
});

describe("pulling MyGate's plates", () => {
  it("INT-2 requires settings", async () => {
    expect(await sync()).toMatchObject({ status: 409, body: { code: "mygate/not-set" } });
  });

  it("INT-2 ALERT-6 fails with a stored key that can't be sent", async () => {
    await save();
    await db
      .updateTable("mygate")
      .set({ apiKeySecret: services.secrets.seal("मुख्य-1") })
      .execute();
    const message = "The value of the header mg-xs-api-key contains a character that can't be sent. Enter it again.";
    expect(await sync()).toMatchObject({ status: 502, body: { code: "mygate/failed", message } });
    expect(await alerts()).toEqual([{ type: "AC_MYGATE_SYNC_API_FAILED", count: 1, error: message }]);
  });

  it("INT-2 stores all plates first, then only changes", async () => {
    await save();
    respondToSync = () => fullSync(50, { refId: "a", plate: "MH 01 AA 1" }, { refId: "b", plate: "MH 01 BB 2" });
    expect((await sync()).body).toEqual({ added: 2, updated: 0, deleted: 0 });
    expect(await plates()).toEqual(["MH 01 AA 1", "MH 01 BB 2"]);

    respondToSync = () => ({ timestamp: 60, upserted: [item({ refId: "b", plate: "MH 09" })], deleted: ["a"] });
    expect((await sync()).body).toEqual({ added: 0, updated: 1, deleted: 1 });
    expect(syncQueries.at(-1)?.get("timestamp")).toBe("50");
    expect(await plates()).toEqual(["MH 09"]);
    expect(await settings()).toMatchObject({ plates: 1, lastSyncFault: null, lastSyncAt: expect.any(String) });
  });

  it("INT-2 ID-6 finds a pulled plate by its letters and digits", async () => {
    await save();
    respondToSync = () => fullSync(1, { refId: "a", plate: "mh-01 aa 1" });
    await sync();
    const row = await db.selectFrom("identifiers").select(["iidNormalized", "ownerName", "type"]).executeTakeFirst();
    expect(row).toEqual({ iidNormalized: "MH01AA1", ownerName: "Flat 7", type: "LICENSE_PLATE" });
  });

  it("INT-2 ID-7 skips a plate with characters that are not allowed, and reports it", async () => {
    await save();
    respondToSync = () => fullSync(50, { refId: "a", plate: "MH 1" }, { refId: "b", plate: "MH 2" });
    await server.call("POST /ac/mygate-sync");
    respondToSync = () => ({ timestamp: 60, upserted: [item({ refId: "b", plate: "MH②" })] });
    expect((await server.call("POST /ac/mygate-sync")).body).toEqual({ added: 0, updated: 0, deleted: 1 });
    const left = await db.selectFrom("identifiers").select("iid").where("origin", "=", "MYGATE").execute();
    expect(left).toEqual([{ iid: "MH 1" }]);
    const { lastSyncFault } = await db.selectFrom("mygate").select("lastSyncFault").executeTakeFirstOrThrow();
    expect(lastSyncFault).toBe(
      'Not used: b: Contains "②" (U+2461); a plate has only letters, digits, spaces and dashes.',
    );
  });

  it("INT-2 starts with a full pull at another address or device", async () => {
    await save();
    respondToSync = () => fullSync(50, { refId: "a", plate: "OLD 1" });
    await sync();
    await save({ ...draft, deviceId: "dev-2" });
    respondToSync = () => fullSync(3, { refId: "z", plate: "NEW 1" });
    expect((await sync()).body).toEqual({ added: 1, updated: 0, deleted: 1 });
    expect(syncQueries.at(-1)?.get("timestamp")).toBe("0");
    expect(await plates()).toEqual(["NEW 1"]);
  });

  it("INT-2 ALERT-6 keeps the stored plates if a later page fails, and raises one alert with a count", async () => {
    await save();
    respondToSync = () => fullSync(50, { refId: "a", plate: "STAYS" });
    await sync();
    respondToSync = (query) =>
      query.get("page") === "1"
        ? { timestamp: 60, upserted: [item({ refId: "b", plate: "HALF" })], _links: { next: { href: "?page=2" } } }
        : "broken";
    expect(await sync()).toMatchObject({ status: 502, body: { code: "mygate/failed" } });
    await sync();
    expect(await plates()).toEqual(["STAYS"]);
    expect(await alerts()).toEqual([
      { type: "AC_MYGATE_SYNC_API_FAILED", count: 2, error: "MyGate's answer is not a JSON object." },
    ]);
    expect((await settings()).lastSyncFault).toBe("MyGate's answer is not a JSON object.");
  });

  it("INT-2 runs at an interval, and not while plate access control is switched off", async () => {
    await save();
    await server.call("PUT /configs/module-activation-status", { body: everyModule(false) });
    respondToSync = () => fullSync(5, { refId: "a", plate: "MH 1" });
    const loop = startMygateSync(services);
    try {
      await server.call("PUT /configs/module-activation-status", { body: everyModule(true) });
      await expect.poll(plates).toEqual(["MH 1"]);
      expect(syncQueries).toHaveLength(1);
    } finally {
      await loop.stop();
    }
  });

  it("SAFE-2 runs on time after the clock stepped back", async () => {
    await save();
    await db.updateTable("mygate").set({ lastAttemptAt: clock.now() }).execute();
    clock.advance(700_000);
    clock.step(-7_200_000);
    clock.now();
    clock.advance(700_000);
    respondToSync = () => fullSync(5, { refId: "a", plate: "MH 2" });
    const loop = startMygateSync(services);
    try {
      await expect.poll(plates).toEqual(["MH 2"]);
    } finally {
      await loop.stop();
      clock.step(7_200_000);
    }
  });
});

describe("the outbox", () => {
  const notice = {
    refId: "a",
    kind: "LPN",
    entity: "VEHICLE",
    plate: "MH01",
    direction: "IN",
    status: "GRANTED",
    at: "2026-11-15T06:00:00.000Z",
  } as const;
  const put = (plate: string = notice.plate) =>
    db
      .transaction()
      .execute((tx) => enqueue(tx, { kind: "mygate-notice", payload: { ...notice, plate } }, clock.now()));
  const deliveredPlates = () => notices.map((one) => (one as { access_uuid_captured: string }).access_uuid_captured);
  const sendDue = () => sendDueMessages(services, "mygate-notice");

  it("INT-2 does not send a delivered notice again", async () => {
    await save();
    await put();
    await sendDue();
    await sendDue();
    expect(notices).toMatchObject([{ access_uuid_captured: "MH01", direction: "IN" }]);
    expect((await settings()).waiting).toBe(0);
  });

  it("INT-2 sends nothing after a rollback", async () => {
    await save();
    const rolledBack = db.transaction().execute(async (tx) => {
      await enqueue(tx, { kind: "mygate-notice", payload: notice }, clock.now());
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await sendDue();
    expect(notices).toEqual([]);
  });

  it("INT-2 ALERT-6 retries with back-off, raises its alert, and finally sends all in order", async () => {
    await save();
    notifyStatus = "closes";
    await put("FIRST");
    await put("SECOND");
    for (const attempt of [1, 2, 3]) {
      await sendDue();
      // Too early for a retry.
      await sendDue();
      clock.advance(retryDelayMs(attempt));
    }
    expect(await alerts()).toEqual([
      { type: "AC_MYGATE_NOTIFY_API_FAILED", count: 1, error: "Connection closed without a reply." },
    ]);
    expect((await settings()).waiting).toBe(2);
    const tried = await db.selectFrom("outbox").select("attempts").orderBy("id").execute();
    expect(tried.map(({ attempts }) => attempts)).toEqual([3, 0]);
    notifyStatus = 200;
    await sendDue();
    expect(deliveredPlates()).toEqual(["FIRST", "SECOND"]);
  });

  it("INT-2 ALERT-6 a notice that always fails does not delay others, and raises its alert", async () => {
    await save();
    poison = "POISON";
    await put("POISON");
    await put("GOOD 1");
    await put("GOOD 2");
    await sendDue();
    expect(deliveredPlates()).toEqual(["GOOD 1", "GOOD 2"]);
    for (const attempt of [1, 2]) {
      clock.advance(retryDelayMs(attempt));
      await sendDue();
    }
    expect(await alerts()).toEqual([
      { type: "AC_MYGATE_NOTIFY_API_FAILED", count: 1, error: "MyGate answered with 500." },
    ]);
    await put("GOOD 3");
    await sendDue();
    expect(deliveredPlates()).toEqual(["GOOD 1", "GOOD 2", "GOOD 3"]);
    expect((await settings()).waiting).toBe(1);
  });

  it.each([400, 403, 429, 503])("INT-2 a notice that fails with status %i does not delay the next", async (status) => {
    await save();
    notifyStatus = status;
    await put();
    await sendDue();
    notifyStatus = 200;
    await put();
    await sendDue();
    expect(notices).toHaveLength(1);
  });

  it.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [40, 300_000],
  ])("INT-2 after failure %i waits %i ms", (attempts, ms) => {
    expect(retryDelayMs(attempts)).toBe(ms);
  });
});
