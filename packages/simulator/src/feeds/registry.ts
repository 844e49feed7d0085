import { toAxisPush } from "./axis.ts";
import { toDahuaPush } from "./dahua.ts";
import { toPlatePush } from "./gatehouse.ts";
import { toHikvisionPush } from "./hikvision.ts";
import { toOnvifPush } from "./onvif.ts";
import { toOpenalprPush } from "./openalpr.ts";
import { toPlateRecognizerPush } from "./plate-recognizer.ts";
import type { DetectedPlate, Push } from "./push.ts";

/** A format in which a camera can push a plate. */
export interface PlateFeed {
  readonly title: string;
  readonly toPush: (detected: DetectedPlate) => Push | Promise<Push>;
}

/** Every format, in the order of the control page. */
export const plateFeeds = {
  gatehouse: { title: "Gatehouse", toPush: toPlatePush },
  hikvision: { title: "Hikvision", toPush: toHikvisionPush },
  axis: { title: "Axis", toPush: toAxisPush },
  dahua: { title: "Dahua", toPush: toDahuaPush },
  "plate-recognizer": { title: "Plate Recognizer", toPush: toPlateRecognizerPush },
  openalpr: { title: "OpenALPR / Rekor", toPush: toOpenalprPush },
  onvif: { title: "ONVIF", toPush: toOnvifPush },
} as const satisfies Record<string, PlateFeed>;

/** Name of a format. */
export type FeedName = keyof typeof plateFeeds;

/** The names of every format. */
export const feedNames = Object.keys(plateFeeds) as readonly FeedName[];
