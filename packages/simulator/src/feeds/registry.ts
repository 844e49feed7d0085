import type { PlateFormatCode } from "@gatehouse/contract/plate-formats";
import { toAxisPush } from "./axis.ts";
import { toDahuaPush } from "./dahua.ts";
import { toDahuaEventPush } from "./dahua-event-push.ts";
import { toFrigatePush } from "./frigate.ts";
import { toPlatePush } from "./gatehouse.ts";
import { toGenetecPush } from "./genetec.ts";
import { toHikvisionPush } from "./hikvision.ts";
import { toMilesightPush } from "./milesight.ts";
import { toOnvifPush } from "./onvif.ts";
import { toOpenalprPush } from "./openalpr.ts";
import { toPlateRecognizerPush } from "./plate-recognizer.ts";
import type { DetectedPlate, Push } from "./push.ts";
import { toSurvisionPush } from "./survision.ts";
import { toTattilePush } from "./tattile.ts";
import { toUnifiProtectPush } from "./unifi-protect.ts";
import { toUniviewPush } from "./uniview.ts";
import { toZhenshiPush } from "./zhenshi.ts";

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
  "dahua-event-push": { title: "Dahua event push", toPush: toDahuaEventPush },
  zhenshi: { title: "Zhenshi", toPush: toZhenshiPush },
  "unifi-protect": { title: "UniFi Protect", toPush: toUnifiProtectPush },
  frigate: { title: "Frigate", toPush: toFrigatePush },
  milesight: { title: "Milesight", toPush: toMilesightPush },
  genetec: { title: "Genetec", toPush: toGenetecPush },
  tattile: { title: "Tattile", toPush: toTattilePush },
  survision: { title: "Survision", toPush: toSurvisionPush },
  uniview: { title: "Uniview", toPush: toUniviewPush },
} as const satisfies Record<PlateFormatCode, PlateFeed>;

export type FeedName = keyof typeof plateFeeds;

/** The names of every format. */
export const feedNames = Object.keys(plateFeeds) as readonly FeedName[];
