import { afterAll, afterEach, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { startSimulatedSite } from "../../src/run-site.ts";
import { postAction } from "../control-client.ts";

const site = await startSimulatedSite({ ports: { first: 0 }, timeScale: 0.001 });
afterAll(() => site.close());
afterEach(() => site.media.reset());

const urls = site.media.streamUrls("main-gate/1");

const fetchFrame = async (timeoutMs = 20_000) => {
  const response = await fetch(urls.frame, { signal: AbortSignal.timeout(timeoutMs) });
  return { type: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
};

/** Asks for video and collects what arrives. */
function watch(codecs = "avc1.640029") {
  const socket = new WebSocket(urls.websocket);
  onTestFinished(() => socket.terminate());
  socket.on("error", () => {});
  const texts: unknown[] = [];
  const segments: Buffer[] = [];
  socket.once("open", () => socket.send(JSON.stringify({ type: "mse", value: codecs })));
  socket.on("message", (data, isBinary) => {
    if (isBinary) segments.push(data as Buffer);
    else texts.push(JSON.parse(String(data)));
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { socket, texts, segments, closed };
}

describe("the simulated media server", () => {
  it("LIVE-7 renders pictures that change", async () => {
    const first = await fetchFrame();
    expect(first.type).toBe("image/jpeg");
    expect(first.bytes.subarray(0, 2).toString("hex")).toBe("ffd8");
    await expect.poll(async () => (await fetchFrame()).bytes.equals(first.bytes)).toBe(false);
  });

  it("LIVE-7 sends video in the protocol of go2rtc", async () => {
    const viewer = watch();
    await expect.poll(() => viewer.segments.length).toBeGreaterThanOrEqual(3);
    expect(viewer.texts).toEqual([{ type: "mse", value: 'video/mp4; codecs="avc1.42C01F"' }]);
    const [init, ...fragments] = viewer.segments;
    expect(init?.toString("latin1", 4, 8)).toBe("ftyp");
    expect(fragments.map((fragment) => fragment.toString("latin1", 4, 8))).toEqual(fragments.map(() => "moof"));
  });

  it("LIVE-7 has no video for a browser without its codec", async () => {
    const viewer = watch("hvc1.1.6.L153.B0");
    await expect.poll(() => viewer.texts).toEqual([{ type: "error", value: "mse: codecs not matched" }]);
  });

  it("LIVE-7 can refuse, hang and cut off", async () => {
    await postAction(site.controlUrl, "/media/set-fault", { fault: "truncated" });
    const viewer = watch();
    await viewer.closed;
    expect(viewer.segments).toHaveLength(2);
    await expect(fetchFrame()).rejects.toThrow();
    await postAction(site.controlUrl, "/media/set-fault", { fault: "silent" });
    await expect(fetchFrame(1_000)).rejects.toThrow("timeout");
    await postAction(site.controlUrl, "/media/set-fault", { fault: "refusing" });
    await expect(fetchFrame()).rejects.toThrow("fetch failed");
  });
});
