import type { cameraEndpoints } from "@gatehouse/contract/entities/camera.endpoints";
import { apiErrors } from "@gatehouse/contract/errors";
import type { Clock } from "../../platform/clock.ts";
import type { Handlers, LivePicture } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { findCamera } from "../devices/camera.store.ts";
import { createPictureFetch, type Picture, type PictureFetch } from "./picture-fetch.ts";
import { createVideoPath } from "./video-ticket.ts";

type StreamHandlers = Pick<
  Handlers<typeof cameraEndpoints>,
  "GET /cameras/{module}/{id}/live" | "GET /cameras/{module}/{id}/frame"
>;

/** The live picture of a camera, and where its video is. */
export const streamRoutes = (services: Services): StreamHandlers => {
  const frames = createLiveFrames(createPictureFetch(services.db), services.clock);
  return {
    "GET /cameras/{module}/{id}/live": async ({ params, person, read }) => {
      const { stream } = await findCamera(read, params.module, params.id);
      const hasVideo = stream.mediaServerWebsocketUrl !== null;
      return {
        hasFrames: stream.mediaServerFrameUrl !== null,
        videoPath: hasVideo ? createVideoPath(services, params.id, person.sessionId) : null,
      };
    },
    "GET /cameras/{module}/{id}/frame": async ({ params, read }) => {
      const { id, stream } = await findCamera(read, params.module, params.id);
      if (stream.mediaServerFrameUrl === null) throw httpError("camera/no-frames");
      const frame = await frames.latest({ id, frameUrl: stream.mediaServerFrameUrl });
      if (!frame.ok)
        throw httpError("camera/no-picture", { message: `${apiErrors["camera/no-picture"].text}: ${frame.detail}` });
      return frame.picture;
    },
  };
};

/** The live picture of a camera, or why there is none. */
type LiveFrame = { readonly ok: true; readonly picture: LivePicture } | { readonly ok: false; readonly detail: string };

/** Live pictures of cameras. */
interface LiveFrames {
  latest(camera: { readonly id: number; readonly frameUrl: string }): Promise<LiveFrame>;
}

interface Source {
  readonly url: string;
  picture: { readonly content: Picture; readonly atMs: number } | undefined;
  /** Why the last request failed. */
  failure: string | undefined;
  fetching: Promise<void> | undefined;
  startedMs: number;
  intervalMs: number;
  viewedMs: number;
}

/** Five pictures a second at most; one a second from a slow camera and after a failure. */
const minIntervalMs = 200;
const maxIntervalMs = 1_000;
/** A viewer that has a picture already does not wait longer than this for the next one. */
const maxWaitMs = 1_000;
/** An older picture is not live any more. */
const maxAgeMs = 5_000;
const forgetAfterMs = 60_000;

/**
 * Fetches a picture only when a viewer asks for one, and at most one at a time for each camera: all viewers share
 * it. Without viewers nothing is fetched.
 */
function createLiveFrames(fetchPicture: PictureFetch, clock: Pick<Clock, "monotonicMs">): LiveFrames {
  const sources = new Map<number, Source>();

  function sourceOf(id: number, url: string, nowMs: number): Source {
    for (const [key, { viewedMs }] of sources) if (nowMs - viewedMs > forgetAfterMs) sources.delete(key);
    const known = sources.get(id);
    if (known?.url === url) return known;
    const source: Source = {
      url,
      picture: undefined,
      failure: undefined,
      fetching: undefined,
      startedMs: Number.NEGATIVE_INFINITY,
      intervalMs: minIntervalMs,
      viewedMs: nowMs,
    };
    sources.set(id, source);
    return source;
  }

  async function fetchNext(source: Source): Promise<void> {
    source.startedMs = clock.monotonicMs();
    const result = await fetchPicture(source.url);
    const nowMs = clock.monotonicMs();
    // A camera that needs long for a picture is asked less often.
    const pacedMs = Math.max(minIntervalMs, 2 * (nowMs - source.startedMs));
    source.intervalMs = result.ok ? Math.min(pacedMs, maxIntervalMs) : maxIntervalMs;
    source.failure = result.ok ? undefined : result.failure.detail;
    if (result.ok) source.picture = { content: result.value, atMs: nowMs };
  }

  function startFetch(source: Source): Promise<void> {
    source.fetching ??= fetchNext(source)
      .catch(() => {
        source.failure = "The picture could not be fetched.";
      })
      .finally(() => {
        source.fetching = undefined;
      });
    return source.fetching;
  }

  return {
    latest: async ({ id, frameUrl }) => {
      const askedMs = clock.monotonicMs();
      const source = sourceOf(id, frameUrl, askedMs);
      source.viewedMs = askedMs;
      if (askedMs - source.startedMs >= source.intervalMs || source.fetching) {
        const fetched = startFetch(source);
        await (source.picture ? withinMs(fetched, maxWaitMs) : fetched);
      }
      const nowMs = clock.monotonicMs();
      const { picture, failure, startedMs, intervalMs } = source;
      const ageMs = picture ? nowMs - picture.atMs : Number.POSITIVE_INFINITY;
      if (!picture || ageMs > maxAgeMs) return { ok: false, detail: failure ?? "The camera sent no picture." };
      const nextMs = Math.max(0, startedMs + intervalMs - nowMs);
      return { ok: true, picture: { ...picture.content, ageMs, nextMs } };
    },
  };
}

function withinMs(work: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
