import type { cameraEndpoints } from "@gatehouse/contract/entities/camera.endpoints";
import { faults } from "@gatehouse/contract/errors";
import type { Handlers } from "../../platform/http/call.ts";
import { refuse } from "../../platform/http/refusal.ts";
import type { Services } from "../../platform/services.ts";
import { findCamera } from "../devices/camera.store.ts";
import { createLiveFrames } from "./live-frames.ts";
import { createPictureFetch } from "./picture-fetch.ts";
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
      if (stream.mediaServerFrameUrl === null) throw refuse("camera/no-frames");
      const frame = await frames.latest({ id, frameUrl: stream.mediaServerFrameUrl });
      if (!frame.ok)
        throw refuse("camera/no-picture", { message: `${faults["camera/no-picture"].text}: ${frame.detail}` });
      return frame.picture;
    },
  };
};
