import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteEvent } from "@gatehouse/contract/entities/event";
import sharp from "sharp";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createConditionAlerts } from "../../../src/alert/condition-alerts.ts";
import { createImageIntake } from "../../../src/house/image-intake.ts";
import { createImageStore } from "../../../src/house/image-store.ts";
import { startImageRetention } from "../../../src/house/images/image-retention.ts";
import { startImageUploads } from "../../../src/house/images/image-uploads.ts";
import { createSharedImageStore } from "../../../src/house/images/shared-image-store.ts";
import { openImageStore } from "../../../src/house/open-image-store.ts";
import { createLog } from "../../../src/platform/log.ts";
import { createS3Client } from "../../../src/platform/s3/s3-client.ts";
import { createSharedParts } from "../../../src/shared-parts.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { startTestS3 } from "./s3-server.ts";

type PlateEvent = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" }>;

const day = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), "gatehouse-waiting-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let free = { bytes: 1e12, part: 0.5 };
let logged: string[] = [];
const log = createLog("warn", { write: (line) => logged.push(JSON.parse(line).msg) });
const s3 = await startTestS3();
const local = createImageStore(folder, async () => free);
const client = createS3Client(s3.settings, { timeoutMs: 1_000, restMs: 0 });
// s3rver fails if two objects of a folder are deleted at the same time.
const store = createSharedImageStore({ client, local, folder, log, parallelRequests: 1 });
const site = await engineSite(null, (services) => {
  const intake = createImageIntake({ ...services, log }, store, 4);
  return { ...createSharedParts(services), images: { store, intake } };
});
const { clock, services } = site.server;
const camera = await site.device("ANPR_ACCESS_CONTROL");
await site.camera(camera.id, "ANPR_ACCESS_CONTROL");
await site.plateGate(1);
await site.settle();

afterEach(async () => {
  free = { bytes: 1e12, part: 0.5 };
  await s3.resume();
  await store.catchUp(async () => new Set(), new Date());
  for (const key of s3.keys()) await client.delete(key);
  await site.db.deleteFrom("events").execute();
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  logged = [];
});

let shade = 0;
const createPicture = () => {
  shade += 1;
  const background = { r: (shade * 20) % 256, g: 90, b: shade };
  return sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer();
};

/** Pushes an event with a picture, and loads it after the picture is saved. */
async function pushPicture(plate: string): Promise<PlateEvent | undefined> {
  const images = { full: (await createPicture()).toString("base64") };
  const response = await site.push(camera, site.plateEvent(plate, { images }));
  expect(response.statusCode).toBe(200);
  await site.parts.images?.intake.settled();
  return findEvent(plate);
}

async function findEvent(search: string): Promise<PlateEvent | undefined> {
  const sent = { params: { module: "ac" }, query: { search, all: true } };
  return (await site.server.call<{ data: PlateEvent[] }>("GET /events/{module}", sent)).body.data[0];
}

/** Requests a picture like a browser. */
async function getPicture(event: PlateEvent | undefined, size = "small") {
  const { headers } = await site.server.call("GET /events/{module}", { params: { module: "ac" } });
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  return site.server.app.inject({ url: `${event?.images.fullImage}?size=${size}`, headers: { cookie } });
}

const nameOf = async (plate: string) =>
  (await site.db.selectFrom("events").select("fullImage").where("lp", "=", plate).executeTakeFirst())?.fullImage ?? "";
const dayOf = (time: Date) => time.toISOString().slice(0, 10).replaceAll("-", "");
const waitingFiles = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".jpg"));
const catchUp = () => startImageUploads({ ...services, log }, store).stop();
const runRetention = () =>
  startImageRetention({ ...services, log }, store, createConditionAlerts(services, "DISK_NEARLY_FULL")).stop();

describe("pictures in a shared store", () => {
  it("HA-6 are stored there in both sizes, and another process shows them", async () => {
    const event = await pushPicture("SHARED1");
    const name = await nameOf("SHARED1");
    const hash = name.slice(9);
    expect(s3.keys()).toEqual([`${dayOf(clock.now())}/${hash}-small.jpg`, `${dayOf(clock.now())}/${hash}.jpg`]);
    expect(waitingFiles()).toEqual([]);
    const response = await getPicture(event);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect((await sharp(response.rawPayload).metadata()).width).toBe(40);
    // Another process, with a folder of its own.
    const elsewhere = mkdtempSync(join(tmpdir(), "gatehouse-other-"));
    const other = openImageStore({ folder: elsewhere, s3: s3.settings }, log).store;
    expect(await other.read(name, "whole")).toBeDefined();
    expect(await other.read(name.replace(/.$/, "x"), "whole")).toBeUndefined();
    rmSync(elsewhere, { recursive: true });
  });

  it.each([
    ["refuses connections", () => s3.stop()],
    ["does not answer", async () => s3.freeze()],
  ])("HA-6 wait in the data folder while the store %s, and are moved there later", async (_, fail) => {
    await fail();
    const event = await pushPicture("WAITS1");
    expect(event?.images.fullImage).toEqual(expect.any(String));
    expect(waitingFiles()).toHaveLength(2);
    expect((await getPicture(event)).statusCode).toBe(200);
    await catchUp();
    expect(waitingFiles()).toHaveLength(2);
    await s3.resume();
    await catchUp();
    expect(waitingFiles()).toEqual([]);
    expect(s3.keys()).toHaveLength(2);
    expect((await getPicture(event)).statusCode).toBe(200);
    expect(logged).toEqual([
      "the shared picture store does not work: pictures wait in the data folder",
      "the shared picture store works again",
    ]);
  });

  it("HA-6 that can't be read for now cause the status 503, not a missing picture", async () => {
    const event = await pushPicture("AWAY1");
    await s3.stop();
    const response = await getPicture(event);
    expect([response.statusCode, response.headers["retry-after"], response.json().code]).toEqual([
      503,
      "5",
      "image/unavailable",
    ]);
  });

  it("HA-6 are stored although the local disk is nearly full, and are left out if the store is away as well", async () => {
    free = { bytes: 1, part: 0 };
    expect((await pushPicture("TIGHT1"))?.images.fullImage).not.toBeNull();
    expect((await store.space()).isFull).toBe(false);
    await runRetention();
    expect(s3.keys()).toHaveLength(2);
    await s3.stop();
    expect((await pushPicture("TIGHT2"))?.images.fullImage).toBeNull();
    expect((await store.space()).isFull).toBe(true);
    expect(waitingFiles()).toEqual([]);
  });

  it("HA-6 of the data folder move to the store that was set later", async () => {
    const name = await local.save(clock.now(), await createPicture(), await createPicture());
    await pushPicture("EARLIER1");
    await site.db.updateTable("events").set({ fullImage: name }).where("lp", "=", "EARLIER1").execute();
    await catchUp();
    expect(waitingFiles()).toEqual([]);
    expect(s3.keys().filter((key) => key.includes(name.slice(9)))).toHaveLength(2);
  });

  it("HA-6 PRIV-4 that are erased while the store is away are deleted when it is back", async () => {
    const stored = await pushPicture("ERASED1");
    const name = await nameOf("ERASED1");
    expect(stored).toBeDefined();
    await s3.stop();
    await pushPicture("ERASED2");
    const waiting = await nameOf("ERASED2");
    expect(await store.deleteImages([name, waiting])).toBe(2);
    expect(waitingFiles()).toEqual([]);
    await s3.resume();
    expect(s3.keys()).toHaveLength(2);
    await catchUp();
    expect(s3.keys()).toEqual([]);
  });

  it("HA-6 PRIV-4 that another process erased while they waited are not stored", async () => {
    await s3.stop();
    await pushPicture("WAITED1");
    await site.db.deleteFrom("events").execute();
    await s3.resume();
    await store.catchUp(async () => new Set(), new Date(Date.now() + day));
    expect([waitingFiles(), s3.keys()]).toEqual([[], []]);
  });

  it("HA-6 PRIV-1 are counted by day", async () => {
    await pushPicture("COUNTED1");
    await s3.stop();
    await pushPicture("COUNTED2");
    await s3.resume();
    await store.protect({ names: [], days: [], since: null });
    const today = new Date(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`);
    expect(await store.countByDay()).toEqual([{ day: today, images: 2 }]);
  });

  // The last one, because sessions end when the clock advances.
  it("HA-6 EVT-3 are deleted after their retention, held ones excepted, and their events name them no more", async () => {
    await pushPicture("AGED1");
    await pushPicture("HELD1");
    const held = await nameOf("HELD1");
    await site.create("POST /legal-holds", { plate: "HELD1", reason: "Court order" });
    clock.advance(3 * day);
    await site.configure("imageRetentionDays", 2);
    await runRetention();
    expect(s3.keys().every((key) => key.includes(held.slice(9)))).toBe(true);
    expect(s3.keys()).toHaveLength(2);
    expect([await nameOf("AGED1"), await nameOf("HELD1")]).toEqual(["", held]);
  });
});
