import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, ignored, type Payload, plainResponse } from "./feed.ts";
import { decodeImage, imagesOr } from "./images.ts";
import { elementText, isObject, textOf, valueAt } from "./payload-values.ts";
import { speedOf, toDetections, toFraction } from "./plate-report.ts";

/** The root has a name of the installer's choice; its elements tell the format. */
function messageIn({ xml }: Payload): unknown {
  const roots = isObject(xml) ? Object.values(xml) : [];
  return roots.find((root) => valueAt(root, "PLATE_STRING") !== undefined || valueAt(root, "DEVICE_SN") !== undefined);
}

/** Tattile: an XML message per transit, with base64 pictures; its times have no offset. */
export const tattile: Feed = {
  ...plateFormats.tattile,
  recognises: (payload) => messageIn(payload) !== undefined,
  read: (payload) => {
    const message = messageIn(payload);
    const plate = valueAt(message, "PLATE_STRING");
    if (plate === undefined) return ignored("A Tattile message without a plate.");
    const timeText = timeIn(message);
    return toDetections([
      {
        ownId: textOf(valueAt(message, "TRANSIT_ID")) ?? textOf(valueAt(message, "ID_TRANSIT")),
        timeText,
        source: textOf(valueAt(message, "DEVICE_SN")),
        at: parseTime(timeText, payload),
        plate: elementText(plate),
        confidence: toFraction(valueAt(message, "OCRSCORE"), 100),
        direction: directionOf(valueAt(message, "DIRECTION")),
        vehicleType: textOf(valueAt(message, "CLASS_STRING") ?? valueAt(message, "VEHICLE_TYPE"), 64),
        speed: speedOf(valueAt(message, "SPEED")),
        images: imagesOr(
          [
            ...decodeImage("full", valueAt(message, "IMAGE_CTX")),
            ...decodeImage("plate", valueAt(message, "IMAGE_OCR")),
          ],
          payload,
        ),
      },
    ]);
  },
  response: plainResponse,
};

/** Date and time as one text; the time may be written HH-MM-SS-mmm. Null if both are missing. */
function timeIn(message: unknown): string | null {
  const date = textOf(valueAt(message, "DATE"));
  const clock = textOf(valueAt(message, "TIME"));
  if (date === null && clock === null) return null;
  const [, hour, minute, second, ms = ""] = /^(\d\d)-(\d\d)-(\d\d)(?:-(\d{1,3}))?$/.exec(clock ?? "") ?? [];
  const time = hour === undefined ? clock : `${hour}:${minute}:${second}${ms && `.${ms.padStart(3, "0")}`}`;
  return `${date ?? ""} ${time ?? ""}`;
}
