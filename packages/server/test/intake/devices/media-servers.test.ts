import type { Camera } from "@gatehouse/contract/entities/camera";
import { afterAll, describe, expect, it } from "vitest";
import { startMediaServerChecks } from "../../../src/intake/devices/media-server-checks.ts";
import { engineSite, poll } from "../ingest/ingest-site.ts";
import { startMediaServer } from "../streams/media-server.ts";

const site = await engineSite();
await site.configure("healthProbeSeconds", 1);
const checks = startMediaServerChecks(site.server.services);
afterAll(() => checks.stop());

const findCamera = async (id: number) =>
  (await site.server.call<Camera[]>("GET /cameras/{module}", { params: { module: "ac" } })).body.find(
    (camera) => camera.id === id,
  );
const streamAlerts = async (...ids: number[]) =>
  (await site.alerts("ac")).filter(
    ({ type, additionalInfo }) => type === "CAMERA_STREAM_DOWN" && ids.includes(additionalInfo.cameraId as number),
  );

describe("the health of a media server", () => {
  it("LIVE-7 makes its cameras unhealthy and raises an alert for each, with one request", async () => {
    const media = await startMediaServer();
    const device = await site.device("ANPR_ACCESS_CONTROL");
    const mediaServerHealthUrl = `http://127.0.0.1:${media.port}/health`;
    const values = ["Entry", "Exit"].map((name) => ({ name, mediaServerHealthUrl }));
    const cameras = await Promise.all(values.map((one) => site.camera(device.id, "ANPR_ACCESS_CONTROL", one)));
    const ids = cameras.map((camera) => camera.id);
    const id = ids[0] ?? 0;
    await poll(async () => expect(media.frames).toBeGreaterThan(0));
    expect((await findCamera(id))?.isHealthy).toBe(true);
    const before = media.frames;
    media.respond = (_request, response) => response.writeHead(503).end();
    await poll(async () => expect((await findCamera(id))?.isHealthy).toBe(false));
    // Three rounds, not three for each camera.
    expect(media.frames - before).toBeLessThanOrEqual(4);
    await poll(async () => expect(await streamAlerts(...ids)).toHaveLength(2));
    const alerts = await streamAlerts(...ids);
    expect(alerts.map(({ description }) => description).sort()).toEqual([
      'The media server of "Entry" does not respond, so its live picture is not available.',
      'The media server of "Exit" does not respond, so its live picture is not available.',
    ]);
    expect(alerts[0]?.additionalInfo.error).toBe("The media server answered 503.");
    media.respond = (_request, response) => response.end("ok");
    await poll(async () => expect(await streamAlerts(...ids)).toEqual([]));
    expect((await findCamera(id))?.isHealthy).toBe(true);
  });

  it("LIVE-7 no longer counts once the URL is removed", async () => {
    const device = await site.device("ANPR_ACCESS_CONTROL");
    const mediaServerHealthUrl = "http://127.0.0.1:9/health";
    const { id } = await site.camera(device.id, "ANPR_ACCESS_CONTROL", { name: "Gone", mediaServerHealthUrl });
    await poll(async () => expect(await streamAlerts(id)).toHaveLength(1));
    const params = { module: "ac", id };
    await site.server.call("PATCH /cameras/{module}/{id}", { params, body: { mediaServerHealthUrl: "" } });
    await poll(async () => expect(await streamAlerts(id)).toEqual([]));
    expect((await findCamera(id))?.isHealthy).toBe(true);
  });
});
