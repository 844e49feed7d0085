import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, plainResponse } from "./feed.ts";
import { decodeImage, imagesOr } from "./images.ts";
import { textOf, valueAt } from "./payload-values.ts";
import { ratioOrPercent, speedOf, toDetections } from "./plate-report.ts";

// Fields that tell it from other flat messages with a plate.
const ownNames = ["plate_image", "full_image", "vehicle_type", "plate_color", "roi_id", "detection_region"];

const isRead = (json: unknown) =>
  valueAt(json, "plate") !== undefined &&
  (valueAt(json, "time") !== undefined || valueAt(json, "device") !== undefined) &&
  ownNames.some((name) => valueAt(json, name) !== undefined);

/** Milesight LPR cameras: a flat JSON message per plate; its times have no offset. */
export const milesight: Feed = {
  ...plateFormats.milesight,
  recognises: ({ json }) => isRead(json),
  read: (payload) => {
    const { json } = payload;
    return toDetections([
      {
        ownId: textOf(valueAt(json, "id")),
        timeText: textOf(valueAt(json, "time")),
        source: textOf(valueAt(json, "device")),
        at: parseTime(valueAt(json, "time"), payload),
        plate: valueAt(json, "plate"),
        confidence: ratioOrPercent(valueAt(json, "confidence")),
        direction: directionOf(valueAt(json, "direction")),
        vehicleType: textOf(valueAt(json, "vehicle_type"), 64),
        speed: speedOf(valueAt(json, "speed")),
        images: imagesOr(
          [...decodeImage("full", valueAt(json, "full_image")), ...decodeImage("plate", valueAt(json, "plate_image"))],
          payload,
        ),
      },
    ]);
  },
  response: plainResponse,
};
