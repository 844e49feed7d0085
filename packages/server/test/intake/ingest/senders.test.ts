import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { describe, expect, it } from "vitest";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { engineSite, poll } from "./ingest-site.ts";

const site = await engineSite();

describe("the sender and camera of an event", () => {
  it("ENG-1 the id of a camera takes precedence over the name of another", async () => {
    const entry = await site.plateGate((await relayForTest()).port, {}, { name: "2", anprCameraId: "1" });
    const exit = await site.camera(entry.id, "ANPR_ACCESS_CONTROL", { name: "Exit", anprCameraId: "2" });
    await site.settle();
    await site.plate("NAMED1");
    await site.push(entry, site.plateEvent("NAMED1", { source: "2" }));
    const event = await site.db
      .selectFrom("events")
      .select(["cameraId", "gateId"])
      .where("plateNormalized", "=", "NAMED1")
      .executeTakeFirst();
    expect(event).toEqual({ cameraId: exit.id, gateId: null });
  });

  it("ENG-5 events of a device with too many unregistered cameras are all stored", async () => {
    const sender = await site.device("ANPR_ACCESS_CONTROL");
    const events = Array.from({ length: 70 }, (_, index) =>
      site.plateEvent(`CAMS${index}`, { source: `camera ${index}` }),
    );
    expect((await site.push(sender, events)).statusCode).toBe(200);
    expect(await site.events("ac", { search: "CAMS", all: true, limit: 100 })).toHaveLength(70);
    const { count } = await site.db
      .selectFrom("cameras")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("aiDeviceId", "=", sender.id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(65);
  });

  it("INT-3 behind a proxy on this machine the forwarded address identifies a device", async () => {
    const sender = await site.device("ANPR_ACCESS_CONTROL", { ip: "127.0.0.1" });
    await site.server.call("PUT /ai-devices/{id}/ingest", { params: { id: sender.id }, body: { isByAddress: true } });
    await site.settle();
    const from = (forwarded: Record<string, string>) =>
      site.server.app.inject({
        method: "POST",
        url: `/api/ingest/${sender.id}`,
        headers: { "content-type": "application/json", ...forwarded },
        payload: JSON.stringify(site.plateEvent("PROXY1")),
      });
    expect((await from({ "x-forwarded-for": "203.0.113.9" })).statusCode).toBe(401);
    // The address of the proxy is not that of the device.
    expect((await from({ forwarded: "for=203.0.113.9" })).statusCode).toBe(401);
    expect((await from({ "x-real-ip": "203.0.113.9" })).statusCode).toBe(401);
    expect((await from({})).statusCode).toBe(200);
  });

  it("MOD-3 a deactivated module opens nothing from the response on, even before the notification arrives", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("OFF 1");
    const off = { ...everyModule(true), ANPR_ACCESS_CONTROL: false };
    await site.server.call("PUT /configs/module-activation-status", { body: off });
    await site.push(gate, site.plateEvent("OFF1"));
    await site.activate(everyModule(true));
    expect(await site.events("ac", { search: "OFF1", all: true })).toEqual([]);
  });

  it("INT-3 a new secret is valid at once, even before the notification arrives", async () => {
    const sender = await site.device("ANPR_ACCESS_CONTROL");
    await site.push(sender, site.plateEvent("MOMENT1"));
    const ingestSecret = site.server.services.secrets.seal("just created");
    await site.db.updateTable("ingest_tokens").set({ ingestSecret }).where("deviceId", "=", sender.id).execute();
    const response = await site.push({ ...sender, secret: "just created" }, site.plateEvent("MOMENT2"));
    expect(response.statusCode).toBe(200);
  });

  it("ENG-4 a duplicate is acknowledged, and shown as a duplicate on the device's page", async () => {
    const gate = await site.plateGate((await relayForTest()).port);
    const event = site.plateEvent("TWICE1");
    await site.push(gate, event);
    expect((await site.push(gate, event)).statusCode).toBe(200);
    const last = async () =>
      (
        await site.server.call<{ last: { detail: string } | null }>("GET /ai-devices/{id}/ingest", {
          params: { id: gate.id },
        })
      ).body.last?.detail;
    await poll(async () => expect(await last()).toContain("1 of 1 sent before"));
  });

  it("ENG-3 VAR-8 a report with a time in the future does not override later reports", async () => {
    const sender = await site.slotCamera("Ahead", ["A1"]);
    const years = new Date(site.server.clock.now().getTime() + 3 * 365 * 86_400_000).toISOString();
    await site.push(sender, site.slotsEvent("a1", { A1: "occupied" }, years));
    expect(await site.values("epld")).toMatchObject({ "Ahead A1": 0 });
    await site.push(sender, site.slotsEvent("a2", { A1: "free" }));
    expect(await site.values("epld")).toMatchObject({ "Ahead A1": 1 });
  });

  it("INT-2 a MyGate plate whose vehicle is read by its tag first is reported once", async () => {
    const reader = await site.reader();
    const gate = await site.plateGate((await relayForTest()).port, { sensorId: reader.id });
    await site.server.call("PUT /ac/mygate-integration-settings", {
      body: { syncAPIUrl: "http://127.0.0.1:9/s", notifyAPIUrl: "http://127.0.0.1:9/n", deviceId: "d" },
    });
    await site.plate("MG 7", { origin: "MYGATE", externalId: "ref-7" });
    await site.tag("E200 0007", "MG 7");
    await site.settle();
    await site.push(reader, { type: "tag", id: "mg7", tag: "E2000007" }, `/api/ingest/sensor-${reader.id}`);
    await site.push(gate, site.plateEvent("MG7"));
    const messages = await site.db.selectFrom("outbox").select("payload").execute();
    expect(messages).toMatchObject([{ payload: { refId: "ref-7", plate: "MG7", direction: "IN" } }]);
  });
});
