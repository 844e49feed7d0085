import { toCameraSources } from "../plan/camera-sources.ts";
import type { MediaServer } from "./media-server.ts";

/** The media server in the control API. */
export interface MediaServerView {
  ip: string;
  port: number;
  fault: string;
  /** Number of viewers of live video. */
  viewers: number;
  /** The addresses of the cameras at the gates, by their name at the media server. */
  cameras: Record<string, ReturnType<MediaServer["streamUrls"]>>;
}

/** Describes the media server. */
export const toMediaServerView = (media: MediaServer): MediaServerView => ({
  ip: "127.0.0.1",
  port: media.port,
  fault: media.fault(),
  viewers: media.viewers(),
  cameras: Object.fromEntries(toCameraSources().map((source) => [source, media.streamUrls(source)])),
});
