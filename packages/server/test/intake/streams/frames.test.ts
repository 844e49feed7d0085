import { pictureHeaders } from "@gatehouse/contract/picture-headers";
import { beforeAll, describe, expect, it } from "vitest";
import { listenSignedIn } from "../../test-server.ts";
import { engineSite } from "../ingest/ingest-site.ts";
import { createJpeg, startMediaServer, type TestMediaServer } from "./media-server.ts";

const site = await engineSite();
let authorization = "";
beforeAll(async () => {
  ({ authorization } = await listenSignedIn(site.server));
});

async function cameraWith(values: Record<string, unknown>): Promise<number> {
  const device = await site.device("ANPR_ACCESS_CONTROL");
  return (await site.camera(device.id, "ANPR_ACCESS_CONTROL", values)).id;
}

const cameraAt = ({ port }: TestMediaServer) => cameraWith({ mediaServerFrameUrl: `http://127.0.0.1:${port}/frame` });

const frame = (id: number, headers: Record<string, string> = { authorization }) =>
  site.server.app.inject({ url: `/api/cameras/ac/${id}/frame`, headers });

describe("the live picture of a camera", () => {
  it("LIVE-7 is fetched once for all viewers", async () => {
    const media = await startMediaServer();
    const id = await cameraAt(media);
    const viewers = await Promise.all(Array.from({ length: 20 }, () => frame(id)));
    expect(viewers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(viewers.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(viewers[0]?.headers["content-type"]).toBe("image/jpeg");
    expect(viewers[0]?.rawPayload).toEqual(createJpeg("1"));
    expect(media.frames).toBe(1);
  });

  it("LIVE-7 is fetched at most five times a second, and not without viewers", async () => {
    const media = await startMediaServer();
    const id = await cameraAt(media);
    await frame(id);
    const early = await frame(id);
    expect(media.frames).toBe(1);
    expect(Number(early.headers[pictureHeaders.nextMs])).toBeLessThanOrEqual(200);
    site.server.clock.advance(5_000);
    // Five seconds without a viewer: the next picture is fetched when one asks.
    expect(media.frames).toBe(1);
    expect((await frame(id)).rawPayload).toEqual(createJpeg("2"));
    expect(media.frames).toBe(2);
  });

  it("LIVE-7 has an ETag and an age", async () => {
    const media = await startMediaServer();
    media.respond = (_request, response) =>
      response.writeHead(200, { "content-type": "image/jpeg" }).end(createJpeg("x"));
    const id = await cameraAt(media);
    const { headers } = await frame(id);
    // A next picture would be younger.
    media.respond = () => {};
    site.server.clock.advance(150);
    const second = await frame(id, { authorization, "if-none-match": String(headers.etag) });
    expect([second.statusCode, second.body]).toEqual([304, ""]);
    expect(Number(second.headers[pictureHeaders.ageMs])).toBeGreaterThanOrEqual(150);
  });

  it("LIVE-7 a camera that hangs gets one request, and viewers keep the last picture with its age", async () => {
    const media = await startMediaServer();
    const id = await cameraAt(media);
    await frame(id);
    media.respond = () => {};
    site.server.clock.advance(2_000);
    const viewers = await Promise.all([frame(id), frame(id), frame(id)]);
    expect(viewers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(Number(viewers[0]?.headers[pictureHeaders.ageMs])).toBeGreaterThanOrEqual(2_000);
    expect(media.frames).toBe(2);
    site.server.clock.advance(20_000);
    const { statusCode, body } = await frame(id);
    expect([statusCode, JSON.parse(body).code]).toEqual([502, "camera/no-picture"]);
    expect(media.frames).toBe(2);
  });

  it.each([
    ["text/html", "<html><script>alert(1)</script></html>", "instead of a picture"],
    ["image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>", "not JPEG, PNG, GIF or WebP"],
    ["image/jpeg", "<html>", "not JPEG, PNG, GIF or WebP"],
  ])("LIVE-7 %s with %s is not passed on", async (contentType, text, reason) => {
    const media = await startMediaServer();
    media.respond = (_request, response) => response.writeHead(200, { "content-type": contentType }).end(text);
    const { statusCode, body } = await frame(await cameraAt(media));
    expect([statusCode, JSON.parse(body).message]).toEqual([502, expect.stringContaining(reason)]);
  });

  it("LIVE-7 a picture that is too large is not passed on", async () => {
    const media = await startMediaServer();
    media.respond = (_request, response) =>
      response.writeHead(200, { "content-type": "image/jpeg" }).end(createJpeg("x".repeat(5 * 1_048_576)));
    const { statusCode, body } = await frame(await cameraAt(media));
    expect([statusCode, JSON.parse(body).message]).toEqual([502, expect.stringContaining("larger than 4096 KiB")]);
  });

  it("LIVE-7 is fetched from the site's networks only", async () => {
    await site.configure("deviceNetworks", "127.0.9.0/24");
    const media = await startMediaServer();
    const { statusCode, body } = await frame(await cameraAt(media));
    await site.configure("deviceNetworks", "127.0.0.0/8");
    expect([statusCode, JSON.parse(body).message]).toEqual([
      502,
      "No picture from the camera: 127.0.0.1 is outside the site's networks.",
    ]);
    expect(media.frames).toBe(0);
  });

  it("LIVE-7 needs a session", async () => {
    const media = await startMediaServer();
    expect((await frame(await cameraAt(media), {})).statusCode).toBe(401);
    expect(media.frames).toBe(0);
  });

  it("LIVE-7 a camera without a frame URL says so", async () => {
    const { statusCode, body } = await frame(await cameraWith({}));
    expect([statusCode, JSON.parse(body).code]).toEqual([409, "camera/no-frames"]);
  });
});
