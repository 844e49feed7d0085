import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { Health } from "@gatehouse/contract/entities/health";
import sharp from "sharp";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createConditionAlerts } from "../../../src/alert/condition-alerts.ts";
import { createImageIntake } from "../../../src/house/image-intake.ts";
import { createImageStore } from "../../../src/house/image-store.ts";
import { startImageRetention } from "../../../src/house/images/image-retention.ts";
import { createLog } from "../../../src/platform/log.ts";
import { createSharedParts } from "../../../src/shared-parts.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { ownPassword } from "../../test-server.ts";

type PlateEvent = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" }>;

const day = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), "gatehouse-images-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let free = { bytes: 1e12, part: 0.5 };
let logged: string[] = [];
const log = createLog("warn", { write: (line) => logged.push(JSON.parse(line).msg) });
const writeImage = vi.fn((path: string, bytes: Uint8Array) => writeFile(path, bytes));
const store = createImageStore(folder, async () => free, writeImage);
const site = await engineSite(null, (services) => {
  const intake = createImageIntake({ ...services, log }, store);
  return { ...createSharedParts(services), images: { store, intake } };
});
const { app, clock } = site.server;
const { intake } = site.parts.images ?? {};
const camera = await site.device("ANPR_ACCESS_CONTROL");
await site.camera(camera.id, "ANPR_ACCESS_CONTROL");
const gate = await site.plateGate(1);
await site.settle();

afterEach(async () => {
  free = { bytes: 1e12, part: 0.5 };
  logged = [];
  await site.db.deleteFrom("events").execute();
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});

let shade = 0;
/** Creates a different image each time. */
const createImage = (width = 40, height = 20) => {
  shade += 1;
  return sharp({ create: { width, height, channels: 3, background: { r: shade * 20, g: 90, b: 255 - shade * 20 } } });
};
const jpeg = (width?: number, height?: number) => createImage(width, height).jpeg().toBuffer();

/** Pushes an event with images, and loads it after its images are processed. */
async function pushImages(plate: string, images: { full?: Buffer; plate?: Buffer }): Promise<PlateEvent | undefined> {
  const base64 = Object.fromEntries(Object.entries(images).map(([kind, bytes]) => [kind, bytes.toString("base64")]));
  const response = await site.push(camera, site.plateEvent(plate, { images: base64 }));
  expect([response.statusCode, response.body]).toEqual([200, '{"result":"ok"}']);
  await intake?.settled();
  return event(plate);
}

async function event(search: string): Promise<PlateEvent | undefined> {
  const sent = { params: { module: "ac" }, query: { search, all: true } };
  const { body, headers } = await site.server.call<{ data: PlateEvent[] }>("GET /events/{module}", sent, token);
  cookie = cookieIn(headers);
  return body.data[0];
}

/** The cookie that a browser would send with image requests. */
let cookie = "";
const cookieIn = (headers: Record<string, unknown>) => String(headers["set-cookie"]).split(";")[0] ?? "";

const signedIn = async () => (await site.server.login(ownPassword)).body.token;
let token = await signedIn();
/** Advances the clock and signs in again, because the session has expired. */
async function later(days: number): Promise<void> {
  clock.advance(days * day);
  token = await signedIn();
}

const get = (url: string, pass = cookie) => app.inject({ url, headers: { cookie: pass } });
const filesOf = (name: string) => readdirSync(join(folder, name)).toSorted();
const files = () => readdirSync(folder).flatMap(filesOf);
const today = () => clock.now().toISOString().slice(0, 10).replaceAll("-", "");
const none = { fullImage: null, lpImage: null };

/** Runs the image retention once. */
const runRetention = (at = store) => {
  const { services } = site.server;
  const alerts = createConditionAlerts(services, "DISK_NEARLY_FULL");
  return startImageRetention({ ...services, log }, at, alerts).stop();
};

describe("a received image", () => {
  it("EVT-3 that is not an image or is damaged is not stored; the event is", async () => {
    const whole = await jpeg(400, 300);
    const text = Buffer.from("GIF, says its name: not by its first bytes");
    expect((await pushImages("NOPICTURE1", { full: text, plate: whole.subarray(0, 600) }))?.images).toEqual(none);
    const disguised = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("<svg/>")]);
    const vector = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect((await pushImages("NOPICTURE2", { full: disguised, plate: vector }))?.images).toEqual(none);
    expect(files()).toEqual([]);
  });

  it("EVT-3 of more than 50 million pixels is not stored; the other one of its event is", async () => {
    const huge = await createImage(10_001, 5_000).toColourspace("b-w").png().toBuffer();
    const found = await pushImages("HUGE1", { full: huge, plate: await jpeg() });
    expect(found?.images).toEqual({ fullImage: null, lpImage: expect.any(String) });
  });

  it("EVT-3 is stored upright and without its metadata", async () => {
    const metadata = { IFD0: { Make: "Spy" }, IFD3: { GPSLatitude: "12/1 58/1 0/1", GPSLongitude: "77/1 35/1 0/1" } };
    const taken = await createImage().withExif(metadata).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(taken).metadata()).exif?.toString("latin1")).toContain("Spy");
    const found = await pushImages("WHERE1", { full: taken });
    const { rawPayload } = await get(found?.images.fullImage ?? "");
    const stored = await sharp(rawPayload).metadata();
    expect([stored.format, stored.width, stored.height, stored.exif, stored.orientation]).toEqual([
      "jpeg",
      20,
      40,
      undefined,
      undefined,
    ]);
    expect(rawPayload.toString("latin1")).not.toContain("Spy");
    const small = await get(`${found?.images.fullImage}?size=small`);
    expect((await sharp(small.rawPayload).metadata()).format).toBe("jpeg");
  });

  it("EVT-3 that arrives twice is stored once in two sizes", async () => {
    const image = await jpeg();
    const one = await pushImages("SAME1", { full: image });
    const other = await pushImages("SAME2", { full: image, plate: image });
    expect(other?.images).toEqual({ fullImage: one?.images.fullImage, lpImage: one?.images.fullImage });
    expect(filesOf(today())).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}-small\.jpg$/),
      expect.stringMatching(/^[0-9a-f]{64}\.jpg$/),
    ]);
  });

  it("EVT-3 that cannot be written leaves no partial file, and the other one and the event are stored", async () => {
    // The thumbnail fits on the disk, the whole image does not.
    writeImage.mockImplementationOnce((path, bytes) => writeFile(path, bytes));
    writeImage.mockImplementationOnce(async (path, bytes) => {
      await writeFile(path, bytes.subarray(0, 100));
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    });
    const found = await pushImages("NOSPACE1", { full: await jpeg(), plate: await jpeg() });
    expect(found?.images).toEqual({ fullImage: null, lpImage: expect.any(String) });
    expect((await get(found?.images.lpImage ?? "")).statusCode).toBe(200);
    expect(files()).toHaveLength(2);
    expect(logged).toEqual(["could not save an image of an event"]);
  });
});

describe("the URL of an image", () => {
  const addressOf = async (plate: string) => (await pushImages(plate, { full: await jpeg() }))?.images.fullImage ?? "";

  it("EVT-3 works for two days, and not if it was changed", async () => {
    const address = await addressOf("ADDRESS1");
    expect((await get(address)).statusCode).toBe(200);
    const other = await addressOf("ADDRESS2");
    const ticketIn = (url: string) => Buffer.from(url.slice("/api/event-images/".length), "base64url");
    const half = Math.floor(ticketIn(address).length / 4);
    const mixed = Buffer.concat([ticketIn(address).subarray(0, half), ticketIn(other).subarray(half)]);
    const [name] = filesOf(today());
    const wrong = [
      `/api/event-images/${mixed.toString("base64url")}`,
      address.slice(0, -1),
      "/api/event-images/",
      `/api/event-images/${today()}-${name?.slice(0, 64)}`,
      "/api/event-images/..%2f..%2fsecret.key",
      `/api/event-images/${site.server.services.tickets.sign("image:../../secret.key:0")}`,
      `/api/event-images/${site.server.services.tickets.sign("dashboard:1")}`,
    ];
    const responses = await Promise.all(wrong.map((url) => get(url)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(wrong.map(() => 404));
    await later(2);
    // The list returns a new URL.
    const fresh = (await event("ADDRESS1"))?.images.fullImage ?? "";
    expect((await get(fresh)).statusCode).toBe(200);
    expect((await get(address)).statusCode).toBe(404);
  });
});

describe("a request for an image", () => {
  const shown = async (plate: string) => (await pushImages(plate, { full: await jpeg() }))?.images.fullImage ?? "";
  const statusOf = async (address: string, pass?: string) => (await get(address, pass)).statusCode;
  const listed = async (session: string, headers: Record<string, string> = {}) =>
    (await site.server.call("GET /events/{module}", { params: { module: "ac" }, headers }, session)).headers;
  const afterwards = () => clock.advance(3_000);

  it("SAFE-2 succeeds until the log-out, even if the clock was set back", async () => {
    const session = await signedIn();
    const address = await shown("PASS0");
    const pass = cookieIn(await listed(session));
    expect(await statusOf(address, pass)).toBe(200);
    clock.step(-3_600_000);
    await site.server.call("POST /auth/logout", {}, session);
    afterwards();
    const status = await statusOf(address, pass);
    clock.step(3_600_000);
    expect(status).toBe(401);
  });

  it("EVT-3 needs a cookie signed by the server", async () => {
    const address = await shown("PASS1");
    const [name, value = ""] = cookie.split("=");
    const { tickets } = site.server.services;
    const wrong = [
      "",
      `${name}=`,
      `${name}=${value.slice(0, -2)}AA`,
      `${name}=${tickets.sign("image:1:1")}`,
      `${name}=${tickets.sign("pictures:00000000-0000-4000-8000-000000000000")}`,
      `other=${value}`,
    ];
    expect(await Promise.all(wrong.map((pass) => statusOf(address, pass)))).toEqual(wrong.map(() => 401));
    expect(await statusOf(address, `theme=dark; ${name}X=${value.slice(1)}; ${cookie}`)).toBe(200);
  });

  it("EVT-3 succeeds until the log-out, also with another token of the session", async () => {
    const session = await signedIn();
    const address = await shown("PASS2");
    const pass = cookieIn(await listed(session));
    const { body: renewed } = await site.server.call<{ token: string }>("POST /auth/renew", {}, session);
    expect(cookieIn(await listed(renewed.token))).toBe(pass);
    expect(await statusOf(address, pass)).toBe(200);
    await site.server.call("POST /auth/logout", {}, renewed.token);
    afterwards();
    expect(await statusOf(address, pass)).toBe(401);
    // Another tab of the browser has its own session.
    expect(await statusOf(address, `${pass}; ${cookie}`)).toBe(200);
  });

  it("EVT-3 fails after the session has expired", async () => {
    const address = await shown("PASS3");
    expect(await statusOf(address)).toBe(200);
    await later(0.5);
    expect(await statusOf(address)).toBe(401);
  });

  it.each([
    ["with the scheme", (given: string) => `Bearer ${given}`, 200],
    ["without the scheme", (given: string) => given, 200],
    ["that is wrong", (given: string) => `Bearer ${given}x`, 401],
  ])("WIRE-8 is also served with a token %s", async (_, format, status) => {
    const address = String((await pushImages("TOKEN1", { full: await jpeg() }))?.images.fullImage);
    const response = await app.inject({ url: address, headers: { authorization: format(token) } });
    expect(response.statusCode).toBe(status);
  });

  it("EVT-3 uses a cookie that every response with image URLs sets, limited to the path of images", async () => {
    const { id } = (await pushImages("PASS4", { full: await jpeg() })) ?? {};
    const why = { params: { module: "ac", id } };
    const given = String((await site.server.call("GET /events/{module}/{id}/why", why, token)).headers["set-cookie"]);
    const activity = { params: { id: gate.gateId } };
    expect((await site.server.call("GET /gates/{id}/activity", activity, token)).headers["set-cookie"]).toBe(given);
    expect(given).toMatch(
      /^gatehouse-pictures-[\w-]+=[\w-]+; Path=\/api\/event-images; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    expect((await listed(token))["set-cookie"]).toBe(given);
    expect((await listed(token, { "x-forwarded-proto": "https" }))["set-cookie"]).toBe(`${given}; Secure`);
    expect((await site.server.call("GET /gates", {}, token)).headers["set-cookie"]).toBeUndefined();
  });
});

describe("a disk that is nearly full", () => {
  it.each([
    ["less than a gigabyte", { bytes: 1e9, part: 0.5 }],
    ["less than a twentieth", { bytes: 1e12, part: 0.04 }],
  ])(
    "EVT-3 stores no image with %s free; events are stored, and the log and the health report it",
    async (_, little) => {
      const health = async () => (await site.server.call<Health>("GET /health", {}, token)).body.isDiskFull;
      expect(await health()).toBeUndefined();
      free = little;
      expect((await pushImages("FULL1", { full: await jpeg() }))?.images).toEqual(none);
      expect((await pushImages("FULL2", { full: await jpeg() }))?.images).toEqual(none);
      expect(logged).toEqual(["the disk is nearly full: storing events without images"]);
      expect(await health()).toBe(true);
      free = { bytes: 1e12, part: 0.5 };
      expect((await pushImages("FULL3", { full: await jpeg() }))?.images.fullImage).not.toBeNull();
      expect(logged.at(-1)).toBe("the disk has free space: saving event images again");
      expect(await health()).toBeUndefined();
    },
  );

  it("EVT-3 causes the oldest day to be deleted first, and its events then have no images", async () => {
    await pushImages("OLDEST1", { full: await jpeg() });
    const [oldest] = readdirSync(folder);
    await later(1);
    await pushImages("NEWER1", { full: await jpeg() });
    const room = vi.fn(async () => (existsSync(join(folder, oldest ?? "")) ? { bytes: 1, part: 0 } : free));
    const tight = createImageStore(folder, room);
    await runRetention(tight);
    expect((await event("OLDEST1"))?.images).toEqual(none);
    expect((await event("NEWER1"))?.images.fullImage).not.toBeNull();
    expect(readdirSync(folder)).toEqual([today()]);
    expect(logged).toEqual([
      "the disk is nearly full: deleted the images of the oldest days before their retention ended",
    ]);
  });

  it("EVT-3 causes even the images of today to be deleted as a last resort, and no event has a deleted one", async () => {
    await pushImages("TODAY1", { full: await jpeg() });
    free = { bytes: 0, part: 0 };
    await runRetention();
    expect((await event("TODAY1"))?.images).toEqual(none);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("EVT-3 causes deletions even while the database is down, and events are updated when it is back", async () => {
    const found = await pushImages("DOWN1", { full: await jpeg() });
    free = { bytes: 0, part: 0 };
    await store.deleteOldestWhileFull();
    expect(files()).toEqual([]);
    expect((await event("DOWN1"))?.images).toEqual(found?.images);
    free = { bytes: 1e12, part: 0.5 };
    // A restarted server finds the days that are still to be reported.
    await runRetention();
    expect((await event("DOWN1"))?.images).toEqual(none);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("old images", () => {
  it("EVT-3 are deleted after the configured days, also those of a device whose clock is ahead", async () => {
    const ahead = new Date(clock.now().getTime() + 50 * day).toISOString();
    const images = { full: (await jpeg()).toString("base64") };
    await site.push(camera, site.plateEvent("AHEAD1", { at: ahead, images }));
    await pushImages("AGED1", { full: await jpeg() });
    await later(3);
    await pushImages("YOUNG1", { full: await jpeg() });
    await site.configure("imageRetentionDays", 4);
    const shown = await event("AGED1");
    await runRetention();
    expect(await event("AGED1")).toMatchObject({ images: { fullImage: expect.any(String) } });
    expect((await get(shown?.images.fullImage ?? "")).statusCode).toBe(200);
    await site.configure("imageRetentionDays", 2);
    await runRetention();
    expect((await event("AGED1"))?.images).toEqual(none);
    expect((await event("AHEAD1"))?.images).toEqual(none);
    expect((await event("YOUNG1"))?.images.fullImage).not.toBeNull();
    expect(readdirSync(folder)).toEqual([today()]);
    await site.configure("imageRetentionDays", 30);
  });

  it("EVT-3 of one server are not affected by the retention of another server's folder", async () => {
    const found = await pushImages("ELSEWHERE1", { full: await jpeg() });
    await later(1);
    const other = createImageStore(join(folder, "other"), async () => free);
    await other.save(clock.now(), await jpeg(), await jpeg());
    await runRetention(other);
    expect((await event("ELSEWHERE1"))?.images.fullImage?.length).toBe(found?.images.fullImage?.length);
  });
});
