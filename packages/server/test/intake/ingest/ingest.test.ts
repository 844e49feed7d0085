import { describe, expect, it } from "vitest";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { engineSite, poll } from "./ingest-site.ts";

const site = await engineSite();

interface Settings {
  path: string;
  secret: string;
  isByAddress: boolean;
  address: string | null;
  last: { isUnderstood: boolean; format: string | null; excerpt: string; detail: string } | null;
}

const settingsOf = async (id: number) =>
  (await site.server.call<Settings>("GET /ai-devices/{id}/ingest", { params: { id } })).body;

const send = (url: string, headers: Record<string, string>, body: unknown, remoteAddress = "127.0.0.1") =>
  site.server.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", ...headers },
    payload: JSON.stringify(body),
    remoteAddress,
  });

describe("a push of a device", () => {
  it("INT-3 is accepted with the secret of the device in any supported header", async () => {
    const relay = await relayForTest();
    const { id, secret } = await site.plateGate(relay.port);
    const url = `/api/ingest/${id}`;
    const basic = Buffer.from(`user:${secret}`).toString("base64");
    const statuses = [
      await send(url, { "x-gatehouse-secret": secret }, site.plateEvent("A1")),
      await send(url, { authorization: `Bearer ${secret}` }, site.plateEvent("A2")),
      await send(`${url}/NotificationInfo/KeepAlive`, { authorization: `Basic ${basic}` }, { Active: "keepAlive" }),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 200, 200]);
  });

  it("INT-3 is refused without the secret, with that of another device, and with only a forwarded address", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const other = await site.plateGate(relay.port);
    const url = `/api/ingest/${gate.id}`;
    const event = site.plateEvent("NO1");
    // The right one is remembered: it must not admit others of its length.
    const accepted = await send(url, { "x-gatehouse-secret": gate.secret }, site.plateEvent("YES1"));
    expect(accepted.statusCode).toBe(200);
    expect(accepted.headers).toMatchObject({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
    expect(other.secret).toHaveLength(gate.secret.length);
    const responses = [
      await send(url, {}, event),
      await send(url, { "x-gatehouse-secret": other.secret }, event),
      await send(url, { "x-gatehouse-secret": `${gate.secret}x` }, event),
      await send(url, { "x-forwarded-for": "127.0.0.1" }, event, "192.0.2.9"),
      await send("/api/ingest/999999", { "x-gatehouse-secret": gate.secret }, event),
      await send("/api/ingest/unknown", { "x-gatehouse-secret": gate.secret }, event),
    ];
    expect(responses.map((response) => [response.statusCode, response.json().code])).toEqual(
      responses.map(() => [401, "ingest/refused"]),
    );
    await poll(async () => expect((await settingsOf(gate.id)).last?.detail).toContain("Rejected"));
    expect((await settingsOf(gate.id)).last?.excerpt).toBe("");
    expect(await site.events("ac", { search: "NO1", all: true })).toEqual([]);
  });

  it("INT-3 is accepted from the registered address if the device cannot send a secret", async () => {
    const relay = await relayForTest();
    const { id } = await site.plateGate(relay.port);
    const url = `/api/ingest/${id}`;
    await site.server.call("PUT /ai-devices/{id}/ingest", { params: { id }, body: { isByAddress: true } });
    await site.settle();
    expect((await send(url, {}, site.plateEvent("ADR1"), "127.0.0.1")).statusCode).toBe(200);
    expect((await send(url, {}, site.plateEvent("ADR2"), "127.0.0.2")).statusCode).toBe(401);
    expect((await send(url, { "x-gatehouse-secret": "wrong" }, site.plateEvent("ADR3"))).statusCode).toBe(401);
  });

  it("INT-3 needs the new secret once it is renewed, and the renewal is audited without the secret", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const { body } = await site.server.call<Settings>("POST /ai-devices/{id}/ingest/secret", {
      params: { id: gate.id },
    });
    expect(body.secret).not.toBe(gate.secret);
    await site.settle();
    expect((await site.push(gate, site.plateEvent("OLDKEY1"))).statusCode).toBe(401);
    expect((await site.push({ ...gate, secret: body.secret }, site.plateEvent("NEWKEY1"))).statusCode).toBe(200);
    const audit = await site.db.selectFrom("audit_log").selectAll().where("tableName", "=", "ingest_tokens").execute();
    expect(audit.length).toBeGreaterThan(0);
    expect(JSON.stringify(audit)).not.toContain(body.secret);
  });

  it("INT-3 in an unknown format is refused, and shown as received", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const response = await site.push(gate, { hello: "world" });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, "ingest/not-understood"]);
    await poll(async () =>
      expect((await settingsOf(gate.id)).last).toMatchObject({
        isUnderstood: false,
        format: null,
        excerpt: '{"hello":"world"}',
      }),
    );
    await site.push(gate, site.plateEvent("GOOD1"));
    await poll(async () =>
      expect((await settingsOf(gate.id)).last).toMatchObject({ isUnderstood: true, format: "Gatehouse JSON" }),
    );
  });

  it("INT-3 is accepted with any content type, which is shown", async () => {
    const relay = await relayForTest();
    const { id, secret } = await site.plateGate(relay.port);
    const types = ["", "json", "text", "application/json, text/plain", "text/html; charset=utf-8", "banana"];
    const responses = await Promise.all(
      types.map((type) =>
        send(`/api/ingest/${id}`, { "x-gatehouse-secret": secret, "content-type": type }, site.plateEvent("TYPE1")),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(types.map(() => 200));
    await send(`/api/ingest/${id}`, { "x-gatehouse-secret": secret, "content-type": "banana" }, { hello: "world" });
    await poll(async () =>
      expect((await settingsOf(id)).last).toMatchObject({ contentType: "banana", excerpt: '{"hello":"world"}' }),
    );
  });

  it("INT-3 of an unregistered camera is stored, opens nothing, and adds the camera as new", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    await site.plate("UNSAVED 1");
    await site.push(gate, site.plateEvent("UNSAVED1", { source: "cam-77" }));
    expect(await site.events("ac", { search: "UNSAVED1" })).toEqual([]);
    expect(await site.events("ac", { search: "UNSAVED1", all: true })).toMatchObject([
      { status: "RECEIVED", sourceName: "cam-77", gate: null, reason: "This camera isn't assigned to a gate" },
    ]);
    const { body } = await site.server.call<{ name: string; status: string }[]>("GET /cameras/{module}", {
      params: { module: "ac" },
    });
    expect(body.filter(({ name }) => name === "cam-77")).toMatchObject([{ status: "new" }]);
    expect(relay.heard).toEqual([]);
  });

  it("CAM-8 of a camera that is registered later stays with that camera", async () => {
    const sender = await site.device("EPLD", { vendor: "bosch" });
    const report = (id: string) =>
      site.push(sender, { type: "slots", id, source: "5", slots: [{ name: "Slot 1", state: "occupied" }] });
    await report("before");
    const { id: before } = await site.db
      .selectFrom("cameras")
      .select("id")
      .where("aiDeviceId", "=", sender.id)
      .executeTakeFirstOrThrow();
    const camera = { aiDeviceId: sender.id, ip: "127.10.0.1", port: 80, name: "Deck", uid: "5", slots: 1 };
    const saved = await site.create<{ id: number; status: string }>("POST /cameras/bosch/epld", camera);
    expect(saved).toMatchObject({ id: before, status: "saved" });
    await site.settle();
    await report("after");
    expect(await site.events("epld")).toMatchObject([{ status: "PROCESSED" }, { status: "RECEIVED" }]);
    expect(await site.values("epld")).toMatchObject({ "Deck Slot 1": 0 });
  });

  it("INT-3 that cannot be stored does not affect other pushes", async () => {
    const relay = await relayForTest();
    const gate = await site.plateGate(relay.port);
    const hostile = site.plateEvent("A\u0000B", { id: "\ud800 lone" });
    const responses = await Promise.all([
      site.push(gate, hostile),
      site.push(gate, site.plateEvent("BESIDE1")),
      site.push(gate, "{"),
    ]);
    expect(responses.map(({ statusCode }) => statusCode >= 500)).toEqual([false, false, false]);
    expect(await site.events("ac", { search: "BESIDE1" })).toHaveLength(1);
  });
});
