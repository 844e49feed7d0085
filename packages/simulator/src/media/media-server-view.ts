import { gatePlans } from "../plan/gate-plan.ts";
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

/** Names of the cameras at the gates, as the media server knows them: `main-gate/1`. */
const toCameraSources = (): string[] => gatePlans.map(({ camera }) => `${camera.device}/${camera.id}`);
