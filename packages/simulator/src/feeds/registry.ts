import type { FeedName } from "../feed-name.ts";
import { axisPush } from "./axis.ts";
import { dahuaPush } from "./dahua.ts";
import { platePush } from "./gatehouse.ts";
import { hikvisionPush } from "./hikvision.ts";
import { onvifPush } from "./onvif.ts";
import { openalprPush } from "./openalpr.ts";
import { plateRecognizerPush } from "./plate-recognizer.ts";
import type { Push, SeenPlate } from "./push.ts";

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
