import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { sql } from "kysely";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { checkSilentCameras } from "../../../src/intake/devices/silent-cameras.ts";
import { engineSite } from "../ingest/ingest-site.ts";

const site = await engineSite();
const { services, clock } = site.server;

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const longListeningMs = 30 * dayMs;
const check = (listeningMs = longListeningMs) => checkSilentCameras(services, listeningMs);
const openAlerts = () => site.alerts("cc");

async function insertEvents(camera: { id: number; name: string }, times: readonly number[]): Promise<void> {
  await sql`
    insert into events (id, module, status, timing, "occurredAt", "receivedAt", "cameraId", "sourceName", "sourceUid",
      direction, count, reason, listing)
    select nextval('event_ids'), 'CAMERA_COUNTING', 'PROCESSED', 'live', at, at, ${camera.id}, ${camera.name}, '1',
      'N', 1, '', 'elsewhere'
    from unnest(${times.map((ms) => new Date(ms).toISOString())}::timestamptz[]) at`.execute(site.db);
}

/** A camera that paused around this time of the day on each of the last days, and has been silent since. */
async function countingCamera({ pauseMin = 4, silentMin = 45, days = 14 } = {}) {
  const sender = await site.device("CAMERA_COUNTING", { vendor: "uncanny" });
  const name = `Ramp ${sender.id}`;
  const camera = { ...(await site.camera(sender.id, "CAMERA_COUNTING", { name, status: "saved" })), name };
  const nowMs = clock.now().getTime();
  const pauses = Array.from({ length: days }, (_, index) => nowMs - (index + 1) * dayMs).flatMap((atMs) => [
    atMs - (pauseMin * minuteMs) / 2,
    atMs + (pauseMin * minuteMs) / 2,
  ]);
  await insertEvents(camera, [...pauses, nowMs - silentMin * minuteMs]);
  await site.settle();
  return { sender, camera };
}

beforeEach(async () => {
  await sql`delete from alerts; delete from events; delete from cameras`.execute(site.db);
});

describe("a counting camera that is silent", () => {
  it("LIVE-12 for unusually long raises an alert of camera counting that names it", async () => {
    const { camera } = await countingCamera();
    await check();
    expect(await openAlerts()).toMatchObject([
      {
        type: "CC_CAMERA_SILENT",
        scope: "cc",
        title: "Counting camera silent",
        description: `"${camera.name}" has sent no vehicle for 45 min. At this time of the day its longest pause was 4 min.`,
        additionalInfo: { cameraId: camera.id },
      },
    ]);
  });

  it.each([
    ["as long as usual at this time of the day", { pauseMin: 60, silentMin: 100 }],
    ["for less than half an hour", { silentMin: 29 }],
    ["but known for less than a week", { days: 6 }],
  ])("LIVE-12 %s raises none", async (_, history) => {
    await countingCamera(history);
    await check();
    expect(await openAlerts()).toEqual([]);
  });

  it("LIVE-12 raises none while the server was off: it could not have received the events", async () => {
    await countingCamera();
    await check(29 * minuteMs);
    expect(await openAlerts()).toEqual([]);
  });

  it("LIVE-12 MOD-3 raises none while the module is off, and an open alert is resolved", async () => {
    await countingCamera();
    await check();
    onTestFinished(() => site.activate(everyModule(true)));
    await site.activate({ ...everyModule(true), CAMERA_COUNTING: false });
    await check();
    expect(await openAlerts()).toEqual([]);
  });

  it("LIVE-12 has one alert, which is resolved by its next event", async () => {
    const { sender } = await countingCamera();
    await check();
    await check();
    expect(await openAlerts()).toMatchObject([{ count: 1 }]);
    clock.advance(1_000);
    const pushed = await site.push(sender, { type: "count", id: "next", direction: "entry", vehicleClass: "4w" });
    expect(pushed.statusCode).toBe(200);
    await check();
    expect(await openAlerts()).toEqual([]);
  });

  it("LIVE-12 is not reported again after a person resolved the alert", async () => {
    await countingCamera();
    await check();
    const [alert] = (await openAlerts()) as unknown as { id: number }[];
    await site.server.call("POST /alerts/{id}/resolve", { params: { id: alert?.id } });
    await check();
    expect(await openAlerts()).toEqual([]);
  });

  it("LIVE-12 a silence that raised an alert does not become usual", async () => {
    const { camera } = await countingCamera({ days: 8 });
    const nowMs = clock.now().getTime();
    // Nine days ago it was silent for ten hours around this time, and an alert was raised.
    const outageMs = nowMs - 9 * dayMs;
    await insertEvents(camera, [outageMs - 300 * minuteMs, outageMs + 300 * minuteMs]);
    const cause = { type: "CC_CAMERA_SILENT", scope: "cc", title: "t", description: "d", additionalInfo: "{}" };
    const createdAt = new Date(outageMs);
    await site.db
      .insertInto("alerts")
      .values({ ...cause, subject: `camera ${camera.id}`, status: "resolved", createdAt, lastSeenAt: createdAt })
      .execute();
    await check();
    expect(await openAlerts()).toHaveLength(1);
  });

  it("LIVE-12 and was deleted has its alert resolved", async () => {
    const { camera } = await countingCamera();
    await check();
    await site.db.deleteFrom("cameras").where("id", "=", camera.id).execute();
    await check();
    expect(await openAlerts()).toEqual([]);
  });
});
