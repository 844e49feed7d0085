import { useEffect, useState } from "react";
import { loadPicture } from "../../api/live-pictures.ts";
import { pause } from "../../api/pause.ts";

/** The latest picture of a camera. */
export interface LiveFrames {
  /** Undefined until the first one has arrived. */
  picture: Blob | undefined;
  /** When the server received it, on this machine's clock. */
  takenMs: number | undefined;
  /** Why there is no newer picture. */
  error: string | undefined;
  /** When loading started or was resumed. */
  startedMs: number;
}

const minWaitMs = 100;
const maxWaitMs = 1_000;
const retryMs = 2_000;
const nothing: LiveFrames = { picture: undefined, takenMs: undefined, error: undefined, startedMs: 0 };

/** Whether pictures are loaded: all, one a second beside other cameras, one to look at while paused, or none. */
export type FrameMode = "live" | "slow" | "still" | "off";

/** Loads the pictures of a camera, one after the other; keeps the last one when it stops. */
export function useLiveFrames(module: string, id: number, mode: FrameMode): LiveFrames {
  const [frames, setFrames] = useState(nothing);
  useEffect(() => {
    if (mode === "off") return;
    const stop = new AbortController();
    setFrames((now) => ({ ...now, error: undefined, startedMs: Date.now() }));
    void runFrames({ module, id }, mode === "slow", stop.signal, (change) => {
      setFrames((now) => ({ ...now, ...change }));
      if (mode === "still" && change.picture !== undefined) stop.abort();
    });
    return () => stop.abort();
  }, [module, id, mode]);
  return frames;
}

/** Exported for its test. */
export async function runFrames(
  camera: { module: string; id: number },
  isSlow: boolean,
  signal: AbortSignal,
  publish: (change: Partial<LiveFrames>) => void,
): Promise<void> {
  let etag: string | undefined;
  while (!signal.aborted) {
    const startedMs = performance.now();
    // Rejects only if it is stopped.
    const response = await loadPicture({ ...camera, etag }, signal).catch(() => undefined);
    if (response === undefined) return;
    let waitMs = retryMs;
    if (response.kind === "picture") {
      const { picture, takenMs, nextMs } = response;
      etag = response.etag;
      publish({ takenMs, error: undefined, ...(picture && { picture }) });
      // A slow connection gets fewer pictures.
      waitMs = isSlow ? maxWaitMs : Math.min(Math.max(nextMs, performance.now() - startedMs, minWaitMs), maxWaitMs);
    } else publish({ error: response.error });
    await pause(waitMs, signal);
  }
}
