import { setTimeout } from "node:timers/promises";
import type { IngestSettings } from "@gatehouse/contract/entities/ingest";
import type { PayloadMappingState } from "@gatehouse/contract/entities/payload-mapping";
import { describe, expect, it, onTestFinished } from "vitest";
import { toAlertExcerpt } from "../../../src/intake/ingest/unreadable-payloads.ts";
import { channels } from "../../../src/platform/database/channels.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { engineSite, poll } from "./ingest-site.ts";

const site = await engineSite();

const alertsOf = (deviceId: number) =>
  site.db
    .selectFrom("alerts")
    .selectAll()
    .where("type", "=", "INGEST_NOT_UNDERSTOOD")
    .where("subject", "=", `device ${deviceId}`)
    .orderBy("id")
    .execute();
const newGate = async () => site.plateGate((await relayForTest()).port);
const unknown = { vendor: "acme", password: "hunter2", lp: "MH01" };

async function pushUnknown(gate: { id: number; secret: string }, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) expect((await site.push(gate, unknown)).statusCode).toBe(400);
}

describe("a device whose payloads are not understood", () => {
  it("FEED-6 raises one alert with an excerpt, once, which is resolved by a payload that is understood", async () => {
    const gate = await newGate();
    await pushUnknown(gate, 2);
    expect(await alertsOf(gate.id)).toEqual([]);
    await pushUnknown(gate, 1);
    await poll(async () => expect(await alertsOf(gate.id)).toHaveLength(1));
    await pushUnknown(gate, 5);
    expect(await alertsOf(gate.id)).toMatchObject([
      {
        status: "new",
        count: 1,
        scope: "ac",
        description: expect.stringContaining("Unknown format. Supported:"),
        additionalInfo: { deviceId: gate.id, excerpt: '{"vendor":"acme","password":…,"lp":"MH01"}' },
      },
    ]);
    await site.push(gate, site.plateEvent("UNDERSTOOD1"));
    await poll(async () => expect(await alertsOf(gate.id)).toMatchObject([{ status: "resolved" }]));
    await pushUnknown(gate, 4);
    await poll(async () => expect(await alertsOf(gate.id)).toMatchObject([{ status: "resolved" }, { status: "new" }]));
  });

  it("FEED-6 keep-alives raise no alert, and hide neither the last message nor its values", async () => {
    const gate = await newGate();
    const last = async () =>
      (await site.server.call<IngestSettings>("GET /ai-devices/{id}/ingest", { params: { id: gate.id } })).body.last;
    const sample = async () =>
      (await site.server.call<PayloadMappingState>("GET /ai-devices/{id}/payload-mapping", { params: { id: gate.id } }))
        .body.sample;
    const keepAlives = [[], { heartbeat: "1", sensorProviderID: "north" }, { tags: [] }];
    for (const body of keepAlives) expect((await site.push(gate, body)).statusCode).toBe(200);
    await poll(async () => expect(await last()).toMatchObject({ format: "Keep-alive", isUnderstood: true }));
    expect((await site.push(gate, unknown)).statusCode).toBe(400);
    await poll(async () => expect(await last()).toMatchObject({ isUnderstood: false }));
    for (const body of keepAlives) await site.push(gate, body);
    // The payloads of all devices are saved in one order.
    const other = await newGate();
    await site.push(other, unknown);
    await poll(async () =>
      expect(
        (await site.server.call<IngestSettings>("GET /ai-devices/{id}/ingest", { params: { id: other.id } })).body.last,
      ).not.toBeNull(),
    );
    expect(await last()).toMatchObject({ isUnderstood: false, excerpt: expect.stringContaining("acme") });
    expect((await sample())?.tree).toEqual({ json: unknown });
    expect(await alertsOf(gate.id)).toEqual([]);
  });

  it("FEED-6 a keep-alive after the first one notifies no browser", async () => {
    const gate = await newGate();
    const saved = () =>
      site.db.selectFrom("ingest_tokens").select("lastPayload").where("deviceId", "=", gate.id).executeTakeFirst();
    await site.push(gate, []);
    await poll(async () => expect((await saved())?.lastPayload).toBeTruthy());
    await site.settle();
    const topics: string[] = [];
    onTestFinished(site.server.services.live.follow(channels.changes, (topic) => topics.push(topic)));
    await site.push(gate, []);
    // Payloads are saved once a second.
    await setTimeout(2_000);
    await site.settle();
    expect(topics).not.toContain("ingest");
    await site.push(gate, unknown);
    await poll(async () => expect(topics).toContain("ingest"));
  });

  it("FEED-5 a plate is stored or refused, never answered 200 and lost", async () => {
    const gate = await newGate();
    const alert = (plate: string) => ({
      eventType: "vehicleDetection",
      dateTime: site.server.clock.now().toISOString(),
      licensePlate: plate,
    });
    expect((await site.push(gate, { EventNotificationAlert: alert("ROOT1") })).statusCode).toBe(200);
    expect(await site.events("ac", { search: "ROOT1", all: true })).toHaveLength(1);
    const rejected = await site.push(gate, { heartbeat: "1", plateNumber: "LOST1" });
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({ code: "ingest/not-understood", message: expect.stringContaining("LOST1") });
  });

  const genetecRead = (Plate: string, over: object = {}) => ({
    Plate,
    ReadTimeUtc: site.server.clock.now().toISOString(),
    ...over,
  });

  it("FEED-5 a plate beside one that can't be read is stored once, and the message is refused each time", async () => {
    const gate = await newGate();
    const list = [genetecRead("BESIDE1"), genetecRead("BESIDE2", { ReadTimeUtc: undefined })];
    for (let time = 0; time < 3; time += 1) {
      const rejected = await site.push(gate, list);
      expect(rejected.statusCode).toBe(400);
      const message = expect.stringMatching(/^Plate BESIDE1, no picture\. .*The event has neither an id nor a time\./);
      expect(rejected.json()).toMatchObject({ message });
    }
    expect(await site.events("ac", { search: "BESIDE1", all: true })).toHaveLength(1);
    await poll(async () => expect(await alertsOf(gate.id)).toHaveLength(1));
  });

  it("FEED-5 a message of which a part can't be read is refused as a whole if nothing tells its retry from a new event", async () => {
    const gate = await newGate();
    await site.server.call("PUT /ai-devices/{id}/payload-mapping", {
      params: { id: gate.id },
      body: { name: "List", list: ["json"], fields: { plate: { path: ["json", 0, "lp"] } }, timeOfArrival: true },
    });
    await site.settle();
    expect((await site.push(gate, [{ lp: "WHOLE1" }, { lp: "A".repeat(40) }])).statusCode).toBe(400);
    expect(await site.events("ac", { search: "WHOLE1", all: true })).toEqual([]);
    expect((await site.push(gate, [{ lp: "WHOLE1" }])).statusCode).toBe(200);
    expect(await site.events("ac", { search: "WHOLE1", all: true })).toHaveLength(1);
  });

  it("FEED-5 an event that the module of its device has no use for is refused, but not that of an inactive module", async () => {
    const slots = await site.device("EPLD");
    const rejected = await site.push(slots, site.plateEvent("UNUSED1"));
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({ message: expect.stringContaining("does not use") });
    const gate = await newGate();
    const all = await site.server.call<Record<string, boolean>>("GET /configs/module-activation-status");
    await site.server.call("PUT /configs/module-activation-status", {
      body: { ...all.body, ANPR_ACCESS_CONTROL: false },
    });
    await site.settle();
    expect((await site.push(gate, site.plateEvent("INACTIVE1"))).statusCode).toBe(200);
    await site.server.call("PUT /configs/module-activation-status", { body: all.body });
    await site.settle();
  });

  it("FEED-6 keep-alives between payloads that are not understood do not prevent the alert", async () => {
    const gate = await newGate();
    for (let time = 0; time < 3; time += 1) {
      await pushUnknown(gate, 1);
      await site.push(gate, []);
    }
    await poll(async () => expect(await alertsOf(gate.id)).toMatchObject([{ status: "new" }]));
  });

  it("FEED-6 an alert that a person resolved is not raised again by further payloads of the same kind", async () => {
    const gate = await newGate();
    await pushUnknown(gate, 3);
    await poll(async () => expect(await alertsOf(gate.id)).toHaveLength(1));
    const [alert] = await alertsOf(gate.id);
    await site.server.call("POST /alerts/{id}/resolve", { params: { id: alert?.id } });
    await pushUnknown(gate, 4);
    expect(await alertsOf(gate.id)).toMatchObject([{ status: "resolved" }]);
  });

  it("FEED-6 bodies that can't be parsed count, and a payload that is understood in between starts the count again", async () => {
    const gate = await newGate();
    for (const body of ["{", "<a", '{"a":']) await site.push(gate, body);
    await poll(async () => expect(await alertsOf(gate.id)).toHaveLength(1));
    const other = await newGate();
    await pushUnknown(other, 2);
    await site.push(other, site.plateEvent("BETWEEN1"));
    await pushUnknown(other, 2);
    expect(await alertsOf(other.id)).toEqual([]);
  });
});

describe("the excerpt of an alert", () => {
  it.each([
    ["a JSON value", '{"userName":"ann","token": 42,"lane":1}', '{"userName":…,"token": …,"lane":1}'],
    [
      "an XML element",
      "<a><ownerName>Ann</ownerName><lane>1</lane></a>",
      "<a><ownerName>…</ownerName><lane>1</lane></a>",
    ],
    ["an XML attribute", '<a password="x y" lane="1"/>', '<a password=… lane="1"/>'],
    ["a form", "lane=1&api_key=abc&phone=123", "lane=1&api_key=…&phone=…"],
    ["a header of a part", "Authorization: Basic abc\nX: 1", "Authorization: …\nX: 1"],
  ])("FEED-6 hides secrets and names of people in %s", (_, text, expected) => {
    expect(toAlertExcerpt(text)).toBe(expected);
  });

  it("FEED-6 is short and has no pictures", () => {
    const text = JSON.stringify({ image: "A".repeat(5_000), rest: "word ".repeat(1_000) });
    expect(toAlertExcerpt(text)).toMatch(/^\{"image":"…","rest":"word /);
    expect(toAlertExcerpt(text).length).toBe(500);
  });
});
