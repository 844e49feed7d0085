import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import type { Alert } from "@gatehouse/contract/entities/alert";
import type { IngestSettings } from "@gatehouse/contract/entities/ingest";
import { describe, expect, it, onTestFinished } from "vitest";
import { startHealthChecks } from "../../../src/intake/devices/health-checks.ts";
import { startSecretCheck } from "../../../src/intake/devices/secret-check.ts";
import { createSecrets } from "../../../src/platform/security/secrets.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { engineSite, poll } from "./ingest-site.ts";

const site = await engineSite();
const { services } = site.server;
const lostKey = createSecrets({ derive: () => new Uint8Array(32).fill(9) });

type Source = { deviceId: number } | { sensorId: number };

/** Makes the stored secret of a device or sensor one that only a lost key could decrypt. */
async function loseSecret(source: Source, ingestSecret = lostKey.seal("lost")): Promise<void> {
  const [[column, id] = ["deviceId", 0]] = Object.entries(source);
  await site.db
    .updateTable("ingest_tokens")
    .set({ ingestSecret })
    .where(column as "deviceId", "=", id)
    .execute();
  site.parts.siteCache.drop();
}

const settings = (sender: "ai-devices" | "sensors", id: number) =>
  site.server.call<IngestSettings>(`GET /${sender}/{id}/ingest`, { params: { id } });

const openAlerts = async (type: string, scope = "ac") =>
  (await site.server.call<Alert[]>("GET /alerts", { query: { scope } })).body.filter((alert) => alert.type === type);

describe("a secret that the current key can't decrypt", () => {
  it.each([
    ["sealed under another key", lostKey.seal("lost")],
    ["cut short", "AAAA"],
    ["empty", ""],
  ])("SAFE-1 when %s stops only its own device, and never manual opening", async (_, sealed) => {
    const lost = await site.plateGate((await relayForTest()).port);
    const intact = await site.plateGate((await relayForTest()).port);
    await loseSecret({ deviceId: lost.id }, sealed);
    expect((await site.push(lost, site.plateEvent("LOST1"))).statusCode).toBe(401);
    expect((await site.push({ ...lost, secret: "lost" }, site.plateEvent("LOST2"))).statusCode).toBe(401);
    expect((await site.push(intact, site.plateEvent("INTACT1"))).statusCode).toBe(200);
    const opened = await site.server.call("POST /gates/{id}/open", {
      params: { id: lost.gateId },
      body: { reason: "Trial" },
    });
    expect([opened.status, opened.body]).toMatchObject([200, [{ kind: "open", state: "accepted" }]]);
  });

  it("SAFE-1 still allows pushes that are authenticated by address", async () => {
    const lost = await site.device("ANPR_ACCESS_CONTROL");
    await loseSecret({ deviceId: lost.id });
    const byAddress = { params: { id: lost.id }, body: { isByAddress: true } };
    expect((await site.server.call("PUT /ai-devices/{id}/ingest", byAddress)).status).toBe(200);
    expect((await site.push(lost, site.plateEvent("BYADDR"))).statusCode).toBe(200);
  });

  it("SAFE-1 is shown as missing with the reason for the refusal, and a new one works at once", async () => {
    const lost = await site.device("ANPR_ACCESS_CONTROL");
    await loseSecret({ deviceId: lost.id });
    expect((await settings("ai-devices", lost.id)).body).toMatchObject({ secret: null, isByAddress: false });
    await site.push(lost, site.plateEvent("LOST3"));
    await poll(async () =>
      expect((await settings("ai-devices", lost.id)).body.last?.detail).toBe(
        "Rejected: Secret unreadable, issue a new one.",
      ),
    );
    const renewed = await site.server.call<{ secret: string }>("POST /ai-devices/{id}/ingest/secret", {
      params: { id: lost.id },
    });
    expect((await site.push({ ...lost, ...renewed.body }, site.plateEvent("FOUND1"))).statusCode).toBe(200);
  });

  it("SAFE-1 raises one alert for each device and sensor, which ends with a new secret", async () => {
    const device = await site.device("EPLD", { label: "Deck camera" });
    const reader = await site.reader("Entry reader");
    await loseSecret({ deviceId: device.id });
    await loseSecret({ sensorId: reader.id });
    expect((await settings("sensors", reader.id)).body.secret).toBeNull();
    const check = startSecretCheck(services);
    const restarted = { stop: async () => {} };
    onTestFinished(async () => void (await Promise.all([check.stop(), restarted.stop()])));
    const ofReader = async () =>
      (await openAlerts("INGEST_SECRET_UNREADABLE")).filter(
        ({ additionalInfo }) => additionalInfo.sensorId === reader.id,
      );
    await poll(async () => expect(await ofReader()).toHaveLength(1));
    expect(await openAlerts("INGEST_SECRET_UNREADABLE", "epld")).toMatchObject([
      {
        count: 1,
        description:
          'The secret of "Deck camera" can\'t be decrypted, so its pushes are refused. Secret unreadable, issue a new one.',
        additionalInfo: { deviceId: device.id },
      },
    ]);
    await site.server.call("POST /ai-devices/{id}/ingest/secret", { params: { id: device.id } });
    // After another process takes over, open alerts are not counted again.
    await check.stop();
    Object.assign(restarted, startSecretCheck(services));
    await poll(async () => expect(await openAlerts("INGEST_SECRET_UNREADABLE", "epld")).toEqual([]));
    expect(await ofReader()).toMatchObject([{ count: 1 }]);
  });
});

describe("a device password that the current key can't decrypt", () => {
  const draft = { vendor: "generic", scope: "epld", ip: "127.0.0.1", apiPort: 9, username: "guard", password: "hush" };
  const addDevice = async (label: string) => {
    const { id } = await site.create<AiDevice>("POST /ai-devices", { ...draft, label });
    const passwordSecret = lostKey.seal("hush");
    await site.db.updateTable("ai_devices").set({ passwordSecret }).where("id", "=", id).execute();
    return id;
  };
  const shown = async (id: number) =>
    (await site.server.call<AiDevice[]>("GET /ai-devices/{module}", { params: { module: "epld" } })).body.find(
      (device) => device.id === id,
    );

  it("SAFE-1 is shown on the device, in its health and as an alert until it is entered again", async () => {
    const id = await addDevice("Ramp camera");
    expect(await shown(id)).toMatchObject({ hasPassword: true, isPasswordUnreadable: true });
    const loops = [startSecretCheck(services), startHealthChecks(services)];
    onTestFinished(async () => void (await Promise.all(loops.map((loop) => loop.stop()))));
    await poll(async () =>
      expect(await openAlerts("DEVICE_PASSWORD_UNREADABLE", "epld")).toMatchObject([
        { count: 1, additionalInfo: { deviceId: id } },
      ]),
    );
    await poll(async () => expect(await shown(id)).toMatchObject({ isHealthy: false }));
    await site.server.call("PATCH /ai-devices/{id}", { params: { id }, body: { password: "hush again" } });
    expect(await shown(id)).toMatchObject({ isPasswordUnreadable: false });
    await poll(async () => expect(await openAlerts("DEVICE_PASSWORD_UNREADABLE", "epld")).toEqual([]));
  });

  it("SAFE-1 is the error when the cameras of the device are requested", async () => {
    const device = await site.create<AiDevice>("POST /ai-devices", {
      vendor: "uncanny",
      scope: "epld",
      label: "Shield",
      ip: "127.0.0.1",
      apiPort: 9,
      dashboardPort: 9,
    });
    const passwordSecret = lostKey.seal("hush");
    await site.db.updateTable("ai_devices").set({ passwordSecret }).where("id", "=", device.id).execute();
    const response = await site.server.call<{ message: string }>("GET /ai-devices/{id}/cameras", {
      params: { id: device.id },
    });
    expect([response.status, response.body.message]).toEqual([
      502,
      "Shield didn't respond: Password unreadable, enter it again.",
    ]);
  });
});

describe("a MyGate key that the current key can't decrypt", () => {
  it("SAFE-1 is the reason of the failed pull, and its settings can still be read", async () => {
    await site.server.call("PUT /ac/mygate-integration-settings", {
      body: { syncAPIUrl: "http://127.0.0.1:9/s", notifyAPIUrl: "http://127.0.0.1:9/n", deviceId: "d", apiKey: "k" },
    });
    await site.db
      .updateTable("mygate")
      .set({ apiKeySecret: lostKey.seal("k") })
      .execute();
    const pulled = await site.server.call<{ message: string }>("POST /ac/mygate-sync");
    expect([pulled.status, pulled.body.message]).toEqual([502, "API key unreadable, enter it again."]);
    const settingsResponse = await site.server.call("GET /configs/settings/{module}", { params: { module: "ac" } });
    expect(settingsResponse.body).toMatchObject({
      integrationSettings: { mygate: { hasApiKey: true, lastSyncFault: "API key unreadable, enter it again." } },
    });
  });
});
