import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteEvent } from "@gatehouse/contract/entities/event";
import sharp from "sharp";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createConditionAlerts } from "../../../src/alert/condition-alerts.ts";
import { startImageRetention } from "../../../src/house/images/image-retention.ts";
import { createFreshEvents } from "../../../src/intake/fresh-events.ts";
import { countEvents } from "../../../src/record/events/event-list.ts";
import { createEventStream } from "../../../src/record/events/live-events.ts";
import { relayForTest } from "../../gate/hardware/relay-for-test.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite, type PushResponse, poll } from "../../intake/ingest/ingest-site.ts";
import { ownPassword } from "../../test-server.ts";

type PlateEvent = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" }>;
interface Page {
  data: PlateEvent[];
  next: string | null;
  prev: string | null;
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-images-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const site = await engineSite(folder);
const { app } = site.server;
const origin = await app.listen({ port: 0, host: "127.0.0.1" });
const requestEvents = (query: Record<string, unknown>) =>
  site.server.call<Page>("GET /events/{module}", { params: { module: "ac" }, query });
const loadPage = async (query: Record<string, unknown>) => (await requestEvents(query)).body;
const countBy = async (query: Record<string, unknown>) =>
  (await site.server.call("GET /events/{module}/count", { params: { module: "ac" }, query })).body;
const plates = (page: Page) => page.data.map(({ lp }) => lp);

describe("lists of events", () => {
  it("EVT-1 EVT-4 are newest first, filtered by status, and paged by cursor", async () => {
    const gate = await site.plateGate((await relayForTest()).port);
    await site.plate("PAGE 3");
    const base = site.server.clock.now().getTime() - 20_000;
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      const at = new Date(base + number * 1_000).toISOString();
      await site.push(gate, site.plateEvent(`PAGE${number}`, { at }));
    }
    const first = await loadPage({ limit: 3, status: "RECEIVED" });
    expect(plates(first)).toEqual(["PAGE7", "PAGE6", "PAGE5"]);
    // A new event does not shift the next page.
    await site.push(gate, site.plateEvent("PAGE8"));
    const second = await loadPage({ limit: 3, status: "RECEIVED", cursor: first.next });
    expect(plates(second)).toEqual(["PAGE4", "PAGE2", "PAGE1"]);
    expect(plates(await loadPage({ limit: 3, status: "RECEIVED", cursor: second.prev }))).toEqual(plates(first));
    expect(second.next).toBeNull();
    expect(plates(await loadPage({ status: "PROCESSED" }))).toEqual(["PAGE3"]);
    expect(plates(await loadPage({ limit: 3 }))).toEqual(["PAGE8", "PAGE7", "PAGE6"]);
    const foreign = await site.server.call("GET /events/{module}", {
      params: { module: "ac" },
      query: { limit: 3, cursor: first.next },
    });
    expect(foreign.status).toBe(400);
  });

  it("EVT-4 are filtered by time, plate, source, direction and outcome", async () => {
    const gate = await site.plateGate((await relayForTest()).port, { type: "X" }, { name: "Back door" });
    await site.plate("NARROW 1");
    const before = site.server.clock.now().toISOString();
    await site.push(gate, site.plateEvent("NARROW1"));
    await site.push(gate, site.plateEvent("NARROW2"));
    expect(plates(await loadPage({ search: "arrow-1" }))).toEqual(["NARROW1"]);
    expect(plates(await loadPage({ source: "Back door" }))).toEqual(["NARROW2", "NARROW1"]);
    expect(plates(await loadPage({ source: "Back door", direction: "X", granted: "true" }))).toEqual(["NARROW1"]);
    expect(plates(await loadPage({ source: "Back door", granted: "false" }))).toEqual(["NARROW2"]);
    expect(plates(await loadPage({ source: "Back door", granted: "true", status: "RECEIVED" }))).toEqual([]);
    expect(plates(await loadPage({ source: "Back door", to: before }))).toEqual([]);
    expect(plates(await loadPage({ from: before, search: "NARROW" }))).toEqual(["NARROW2", "NARROW1"]);
    expect(await countBy({ source: "Back door" })).toEqual({ count: 2, isMore: false });
    expect(await countBy({ source: "Back door", status: "RECEIVED" })).toEqual({ count: 1, isMore: false });
    expect(await countBy({ from: before, search: "NARROW", granted: "true" })).toEqual({ count: 1, isMore: false });
    expect(await countBy({ source: "Back door", to: before })).toEqual({ count: 0, isMore: false });
    expect(await countBy({ search: "-" })).toEqual({ count: 0, isMore: false });
  });

  it("EVT-4 are counted up to a limit", async () => {
    const filter = { all: true, gateIds: null };
    expect(await countEvents(site.db, "ANPR_ACCESS_CONTROL", filter, 3)).toBe(4);
    expect(await countEvents(site.db, "ANPR_ACCESS_CONTROL", { ...filter, search: "PAGE" }, 3)).toBe(4);
    expect(await countEvents(site.db, "ANPR_ACCESS_CONTROL", { ...filter, gateIds: [] }, 3)).toBe(0);
  });

  it.each(["%", "_", "-", "%_\\"])("EVT-4 are empty for a search of only punctuation: %s", async (search) => {
    expect(plates(await loadPage({}))).not.toEqual([]);
    expect(plates(await loadPage({ search }))).toEqual([]);
  });

  it.each([
    ["source", "\u0000", "Contains a character that cannot be stored"],
    ["search", "KA\u0000", "Contains a character that cannot be stored"],
    ["from", "0000-01-01T00:00:00Z", "Must be from 1970 to 9999"],
    ["to", "9999-12-31T23:59:59-10:00", "Must be from 1970 to 9999"],
    ["to", "2026-11-15T00:00:00+16:00", "Must have an offset of less than 16 hours"],
    ["from", `2026-11-15T00:00:00.${"1".repeat(200)}Z`, "At most 40 characters"],
  ])("WIRE-6 refuse a %s that PostgreSQL cannot store: %j", async (path, value, message) => {
    const sent = { params: { module: "ac" }, query: { [path]: value } };
    const { status, body } = await site.server.call("GET /events/{module}", sent);
    expect([status, body]).toEqual([400, expect.objectContaining({ errors: [{ path, message }] })]);
  });

  it.each([
    "1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "2026-11-15T00:00:00.123456789+15:59",
    "2026-11-15T00:00:00-15:59",
  ])("EVT-4 accept the time %s", async (from) => {
    const sent = { params: { module: "ac" }, query: { from } };
    expect((await site.server.call("GET /events/{module}", sent)).status).toBe(200);
  });

  it("EVT-1 show events without a gate only if all are requested", async () => {
    const sender = await site.device("ANPR_ACCESS_CONTROL");
    await site.camera(sender.id, "ANPR_ACCESS_CONTROL", { name: "Street" });
    await site.settle();
    await site.push(sender, site.plateEvent("STREET1"));
    expect(plates(await loadPage({ search: "STREET1" }))).toEqual([]);
    expect(plates(await loadPage({ search: "STREET1", all: true }))).toEqual(["STREET1"]);
  });

  it("EVT-4 are exported as CSV without formulas", async () => {
    const gate = await site.plateGate((await relayForTest()).port, {}, { name: "=cmd()" });
    await site.push(gate, site.plateEvent("FILE1"));
    const { body: session } = await site.server.login(ownPassword);
    const response = await app.inject({
      url: "/api/events/ac/export?search=FILE1",
      headers: { authorization: `Bearer ${session.token}` },
    });
    expect(response.headers["content-type"]).toContain("text/csv");
    const [head, line] = response.body.split("\r\n");
    expect(head).toMatch(/^id,time,receivedAt,status,timing,plate/);
    expect(line).toContain("'=cmd()");
    expect(line).toContain("FILE1");
  });
});

describe("images of events", () => {
  const createPng = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#4488cc" } })
      .png()
      .toBuffer();

  it("EVT-3 are re-encoded, stored in two sizes, and served by URL to signed-in users", async () => {
    const gate = await site.plateGate((await relayForTest()).port);
    const images = { full: (await createPng(2_400, 1_200)).toString("base64"), plate: "bm8gcGljdHVyZQ==" };
    await site.push(gate, site.plateEvent("PICTURE1", { images }));
    await poll(async () => expect((await loadPage({ search: "PICTURE1" })).data[0]?.images.fullImage).not.toBeNull());
    const { body, headers } = await requestEvents({ search: "PICTURE1" });
    const [event] = body.data;
    const cookie = String(headers["set-cookie"]);
    expect(event?.images.lpImage).toBeNull();
    const address = event?.images.fullImage ?? "";
    const whole = await app.inject({ url: address, headers: { cookie } });
    expect([whole.statusCode, whole.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(whole.headers["cache-control"]).toContain("immutable");
    expect(await sharp(whole.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 1_920, height: 960 });
    const small = await app.inject({ url: `${address}?size=small`, headers: { cookie } });
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 160 });
    expect((await app.inject({ url: `${address.slice(0, -3)}xyz`, headers: { cookie } })).statusCode).toBe(404);
    expect((await app.inject({ url: address })).statusCode).toBe(401);
  });

  it("EVT-3 are deleted after their retention, and their events then have none", async () => {
    const gate = await site.plateGate((await relayForTest()).port);
    await site.push(gate, site.plateEvent("GONE1", { images: { full: (await createPng(40, 20)).toString("base64") } }));
    await poll(async () => expect((await loadPage({ search: "GONE1" })).data[0]?.images.fullImage).not.toBeNull());
    const { body, headers } = await requestEvents({ search: "GONE1" });
    const address = body.data[0]?.images.fullImage ?? "";
    const { store } = site.parts.images ?? {};
    if (!store) throw new Error("there is no store");
    const later = new Date(site.server.clock.now().getTime() + 40 * 86_400_000);
    const retention = startImageRetention(
      { ...site.server.services, clock: { ...site.server.clock, now: () => later } },
      store,
      createConditionAlerts(site.server.services, "DISK_NEARLY_FULL"),
    );
    await poll(async () => expect((await loadPage({ search: "GONE1" })).data[0]?.images.fullImage).toBeNull());
    await retention.stop();
    const cookie = String(headers["set-cookie"]);
    expect((await app.inject({ url: address, headers: { cookie } })).statusCode).toBe(404);
  });
});

/** Reads the live stream and collects its events. */
async function follow(lastEventId?: string) {
  const { body: session } = await site.server.login(ownPassword);
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const headers = {
    authorization: `Bearer ${session.token}`,
    ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
  };
  const response = await fetch(`${origin}/api/live`, { headers, signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const frames: { id: string | undefined; event: string; data: { events?: PlateEvent[] } }[] = [];
  let text = "";
  const read = async () => {
    text += (await reader?.read())?.value ?? "";
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(part)?.[1];
      frames.push({ id: field("id"), event: field("event") ?? "", data: JSON.parse(field("data") ?? "{}") });
    }
  };
  await read();
  return {
    cookie: response.headers.get("set-cookie"),
    frames,
    read,
    lastId: () => frames.findLast(({ id }) => id !== undefined)?.id ?? "",
    until: async (plate: string) => {
      const streamed = () => frames.flatMap(({ data }) => data.events ?? []).map(({ lp }) => lp);
      while (!streamed().includes(plate)) await read();
      return streamed();
    },
    stop: () => stop.abort(),
  };
}

describe("new events", () => {
  it("EVT-4 are streamed as listed, and a reconnecting client misses none", async () => {
    const gate = await site.plateGate((await relayForTest()).port);
    const live = await follow();
    await site.push(gate, site.plateEvent("LIVE1"));
    await live.until("LIVE1");
    const [listed] = (await loadPage({ search: "LIVE1" })).data;
    expect(live.cookie).toMatch(/^gatehouse-pictures-.* Path=\/api\/event-images; /);
    expect(live.frames.flatMap(({ data }) => data.events ?? [])).toContainEqual(listed);
    const last = live.lastId();
    live.stop();
    await site.push(gate, site.plateEvent("LIVE2"));
    await site.push(gate, site.plateEvent("LIVE3"));
    const reconnected = await follow(last);
    expect(await reconnected.until("LIVE3")).toContain("LIVE2");
    // A further detection updates the count of the first event.
    await site.push(gate, site.plateEvent("LIVE3"));
    await poll(async () => {
      await reconnected.read();
      const ofLive3 = reconnected.frames.flatMap(({ data }) => data.events ?? []).filter(({ lp }) => lp === "LIVE3");
      expect(ofLive3.at(-1)?.sightings).toBe(2);
      expect(new Set(ofLive3.map(({ id }) => id)).size).toBe(1);
    });
  });

  it("EVT-4 are streamed from memory as SQL reads them", async () => {
    const { parts, server, db } = site;
    const storing = vi.spyOn(parts.freshEvents, "add");
    onTestFinished(() => storing.mockRestore());
    const fresh = createFreshEvents();
    const stream = createEventStream(server.services, fresh);
    const compare = async (response: Promise<PushResponse>, rows: number) => {
      expect((await response).statusCode).toBe(200);
      const events = storing.mock.calls.flatMap(([added]) => added);
      storing.mockClear();
      fresh.add(events);
      expect(events).toHaveLength(1);
      const id = Number(events[0]?.id);
      const found = await stream.rows([id]);
      expect(found).toHaveLength(rows);
      expect(stream.fresh(id)?.()).toStrictEqual(found);
      // A later notice announces a change.
      expect(stream.fresh(id)).toBeUndefined();
      return JSON.stringify(found);
    };
    const gate = await site.plateGate((await relayForTest()).port, { name: "North gate" }, { name: "Entry camera" });
    const { id: identifierId } = await site.plate("FRESH 1", { vehicleType: "TRUCK" });
    const { id: groupId } = await site.create("POST /access/groups", { name: "Staff" });
    await db.insertInto("identifier_groups").values({ identifierId, groupId }).execute();
    const rule = { name: "No trucks", effect: "deny", mode: "shadow", confirmation: "No trucks" };
    await site.create("POST /access/rules", rule);
    const { id: laneId } = await site.create("POST /lanes", samples.lane({ speedLimit4w: 50 }));
    const speeding = await site.device("OSD");
    await site.camera(speeding.id, "OSD", { name: "Ramp camera", laneId });
    const counting = await site.device("CAMERA_COUNTING");
    await site.camera(counting.id, "CAMERA_COUNTING", { name: "Ramp", anprCameraId: "1" });
    const parking = await site.slotCamera("Deck", ["A1", "A2"]);
    const reader = await site.reader("Gate reader");
    await site.tag("E200 1234", "FRESH 3");
    await site.settle();
    const seen = await compare(site.push(gate, site.plateEvent("fresh-1", { confidence: 0.987_654_321 })), 1);
    expect(seen).toMatch(/North gate.*No trucks/);
    await compare(site.push(gate, site.plateEvent("FRESH1")), 0);
    await compare(site.push(gate, site.plateEvent("FRESH2", { direction: "exit" })), 1);
    const tag = { type: "tag", id: "fresh tag", at: server.clock.now().toISOString(), tag: "E2001234" };
    await compare(site.push(reader, tag, `/api/ingest/sensor-${reader.id}`), 1);
    await compare(site.push(speeding, site.plateEvent("FRESH3", { speed: 61.512_34, vehicleClass: "4w" })), 1);
    await compare(
      site.push(counting, { type: "count", id: "fresh", direction: "entry", vehicleClass: "4w", count: 3 }),
      1,
    );
    const live = await follow();
    const parked = await compare(site.push(parking, site.slotsEvent("fresh", { A1: "occupied", A2: "free" })), 1);
    // The next test expects no events of this one.
    const [{ id: last }] = JSON.parse(parked);
    while (!live.frames.some(({ data }) => data.events?.some(({ id }) => id === last))) await live.read();
  });

  it.each(["999999999", "9007199254740993", "nonsense", "-1", "1e3", ""])(
    "EVT-4 must be reloaded by a client that reconnects with an unknown event id: %j",
    async (place) => {
      const live = await follow(place);
      while (!live.frames.some(({ event }) => event === "reload")) await live.read();
      expect(live.frames.map(({ event }) => event)).not.toContain("events");
      expect(Number(live.lastId())).toBeGreaterThan(0);
    },
  );
});
