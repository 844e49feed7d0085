import { axisPush } from "./axis.ts";
import { dahuaPush } from "./dahua.ts";
import { platePush } from "./gatehouse.ts";
import { hikvisionPush } from "./hikvision.ts";
import { onvifPush } from "./onvif.ts";
import { openalprPush } from "./openalpr.ts";
import { plateRecognizerPush } from "./plate-recognizer.ts";
import type { Push, SeenPlate } from "./push.ts";

/** The languages in which a simulated camera can tell of a plate. */
export const feedTitles = {
  gatehouse: "Gatehouse",
  hikvision: "Hikvision",
  axis: "Axis",
  dahua: "Dahua",
  "plate-recognizer": "Plate Recognizer",
  openalpr: "OpenALPR / Rekor",
  onvif: "ONVIF",
} as const;

/** One of them. */
export type FeedName = keyof typeof feedTitles;

/** Every one, in the order of the control page. */
export const feedNames = Object.keys(feedTitles) as readonly FeedName[];

/** How a camera of each kind tells of a plate. */
export const plateFeeds: Readonly<Record<FeedName, (seen: SeenPlate) => Push | Promise<Push>>> = {
  gatehouse: platePush,
  hikvision: hikvisionPush,
  axis: axisPush,
  dahua: dahuaPush,
  "plate-recognizer": plateRecognizerPush,
  openalpr: openalprPush,
  onvif: onvifPush,
};
