import { getEventListeners } from "node:events";
import { expect, it, vi } from "vitest";

vi.stubGlobal("sessionStorage", { getItem: () => null });
const { runFrames } = await import("../../../src/gate/streams/use-live-frames.ts");
const { receivePicture, requestPicturesFrom } = await import("../../../src/api/live-pictures.ts");

it("LIVE-7 live pictures leave no listeners behind: after 200 there are as many as after one", async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  const counts: number[] = [];
  requestPicturesFrom((request) => {
    const response = {
      kind: "picture",
      etag: `"${counts.length}"`,
      picture: new Blob(),
      takenMs: 0,
      nextMs: 0,
    } as const;
    queueMicrotask(() => receivePicture({ request, response }));
  });
  const running = runFrames({ module: "carrida", id: 1 }, false, stop.signal, () => {
    counts.push(getEventListeners(stop.signal, "abort").length);
    if (counts.length === 200) stop.abort();
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await running;
  requestPicturesFrom(undefined);
  vi.useRealTimers();
  expect(counts).toHaveLength(200);
  expect(Math.max(...counts)).toBe(Math.min(...counts));
});
