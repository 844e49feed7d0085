import { cameraMessages } from "@gatehouse/contract/entities/camera/camera.messages";
import { pictureHeaders } from "@gatehouse/contract/picture-headers";
import { useEffect, useState } from "react";
import { errorText } from "../api/api-error.ts";
import { inTurn } from "../api/background-turns.ts";
import { type Input, send } from "../api/call.ts";

/** The latest picture of a camera. */
export interface LiveFrames {
  /** Undefined until the first one has arrived. */
  picture: Blob | undefined;
  /** When the server received it, on this machine's clock. */
  takenMs: number | undefined;
  /** Why there is no newer picture. */
  failure: string | undefined;
  /** When loading started or was resumed. */
  startedMs: number;
}

const minWaitMs = 100;
const maxWaitMs = 1_000;
const retryMs = 2_000;
const nothing: LiveFrames = { picture: undefined, takenMs: undefined, failure: undefined, startedMs: 0 };

/** Whether pictures are loaded: all, one a second beside other cameras, one to look at while paused, or none. */
export type FrameMode = "live" | "slow" | "still" | "off";

/** LIVE-7: loads the pictures of a camera, one after the other; keeps the last one when it stops. */
export function useLiveFrames(module: string, id: number, mode: FrameMode): LiveFrames {
  const [frames, setFrames] = useState(nothing);
  useEffect(() => {
    if (mode === "off") return;
    const stop = new AbortController();
    setFrames((now) => ({ ...now, failure: undefined, startedMs: Date.now() }));
    void runFrames({ module, id }, mode === "slow", stop.signal, (change) => {
      setFrames((now) => ({ ...now, ...change }));
      if (mode === "still" && change.picture !== undefined) stop.abort();
    });
    return () => stop.abort();
  }, [module, id, mode]);
  return frames;
}

async function runFrames(
  params: { module: string; id: number },
  isSlow: boolean,
  signal: AbortSignal,
  publish: (change: Partial<LiveFrames>) => void,
): Promise<void> {
  let etag: string | undefined;
  while (!signal.aborted) {
    const startedMs = performance.now();
    let waitMs = retryMs;
    try {
      const input = { params, signal, priority: "low" as const, ...(etag !== undefined && { ifNoneMatch: etag }) };
      const { response, picture } = await (isSlow ? inTurn("picture", () => loadFrame(input)) : loadFrame(input));
      if (signal.aborted) return;
      etag = response.headers.get("etag") ?? undefined;
      const takenMs = Date.now() - Number(response.headers.get(pictureHeaders.ageMs));
      publish({ takenMs, failure: undefined, ...(picture && { picture }) });
      // A slow connection gets fewer pictures.
      const nextMs = Number(response.headers.get(pictureHeaders.nextMs));
      waitMs = isSlow ? maxWaitMs : Math.min(Math.max(nextMs, performance.now() - startedMs, minWaitMs), maxWaitMs);
    } catch (error) {
      if (signal.aborted) return;
      publish({ failure: errorText(error, cameraMessages["GET /cameras/{module}/{id}/frame"].failure) });
    }
    await pause(waitMs, signal);
  }
}

async function loadFrame(input: Input<"GET /cameras/{module}/{id}/frame">) {
  const response = await send("GET /cameras/{module}/{id}/frame", input);
  return { response, picture: response.status === 304 ? undefined : await response.blob() };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
