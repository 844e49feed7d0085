import { directionOf } from "./direction.ts";
import type { Feed, Payload } from "./feed.ts";
import { firstMoment, momentIn } from "./moment.ts";
import { isObject, numberOf, textOf, valueAt } from "./payload-values.ts";
import { pictureIn } from "./picture.ts";
import { shareOf, speedOf, toDetections } from "./plate-report.ts";

/** ITSAPI numbers zones instead of naming offsets; in hours ahead of UTC. */
const zoneHours = [
  0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5, 5.75, 6, 6.5, 7, 8, 9, 9.5, 10, 11, 12, 13, -1, -2, -3, -3.5, -4, -5, -6, -7, -8, -9,
  -10, -11, -12,
];

/** Which of ITSAPI's messages it is: by the path that the camera appends, else by its shape. */
function messageIn({ path, json }: Payload): string | undefined {
  const named = /NotificationInfo\/(\w{1,40})/i.exec(path)?.[1];
  if (named !== undefined) return named;
  if (isObject(valueAt(json, "Picture", "SnapInfo"))) return "TollgateInfo";
  if (textOf(valueAt(json, "Active"))?.toLowerCase() === "keepalive") return "KeepAlive";
  return valueAt(json, "DeviceID") !== undefined && valueAt(json, "DeviceModel") !== undefined
    ? "DeviceInfo"
    : undefined;
}

const isTollgate = (message: string | undefined) => message?.toLowerCase() === "tollgateinfo";

/** Dahua ITSAPI: TollgateInfo with plates, KeepAlive, DeviceInfo; clocks without an offset beside a numbered zone. */
export const dahua: Feed = {
  title: "Dahua ITSAPI",
  recognises: (payload) => messageIn(payload) !== undefined,
  read: (payload) => {
    const message = messageIn(payload);
    if (!isTollgate(message))
      return { ok: true, detections: [], detail: `A Dahua ${message} message: nothing in it is used.` };
    const picture = valueAt(payload.json, "Picture");
    if (!isObject(picture)) return { ok: false, detail: "The TollgateInfo has no Picture." };
    const snap = valueAt(picture, "SnapInfo");
    const plate = valueAt(picture, "Plate");
    const times = [valueAt(snap, "AccurateTime"), valueAt(snap, "SnapTime")];
    const zone = zoneOf(snap) ?? payload;
    return toDetections([
      {
        // Its pictures' names are unique, but not every camera is set to send pictures.
        ownId: null,
        timeText: times.map((time) => textOf(time)).find((text) => text !== null) ?? null,
        source: sourceOf(snap, plate),
        at: firstMoment(...times.map((time) => momentIn(time, zone))),
        plate: valueAt(plate, "PlateNumber"),
        confidence: shareOf(valueAt(plate, "Confidence"), 100) ?? shareOf(valueAt(plate, "Confidence"), 255),
        direction: directionOf(valueAt(snap, "Direction")),
        vehicleType: textOf(valueAt(picture, "Vehicle", "VehicleType"), 64),
        speed: speedOf(valueAt(picture, "Vehicle", "Speed")),
        images: [
          ...pictureIn("full", valueAt(picture, "NormalPic", "Content") ?? valueAt(picture, "VehiclePic", "Content")),
          ...pictureIn("plate", valueAt(picture, "CutoutPic", "Content")),
        ],
      },
    ]);
  },
  // Without a true result it sends the same again; it is never told to open its own strobe.
  answer: (payload) => {
    const deviceId = textOf(
      valueAt(payload.json, "Picture", "SnapInfo", "DeviceID") ?? valueAt(payload.json, "DeviceID"),
    );
    const isAlive = messageIn(payload)?.toLowerCase() === "keepalive";
    const body = {
      Result: true,
      result: "true",
      Message: "Success",
      ...(isAlive && { Active: true }),
      ...(deviceId !== null && { DeviceID: deviceId }),
    };
    return { status: 200, contentType: "application/json", body: JSON.stringify(body) };
  },
};

/** A camera is its own device; only a recorder has channels beyond the first. */
function sourceOf(snap: unknown, plate: unknown): string | null {
  const device = textOf(valueAt(snap, "DeviceID"));
  const channel = textOf(valueAt(plate, "Channel"));
  if (device === null) return channel;
  return channel === null || channel === "0" ? device : `${device}/${channel}`;
}

function zoneOf(snap: unknown): number | undefined {
  const hours = zoneHours[numberOf(valueAt(snap, "TimeZone")) ?? -1];
  if (hours === undefined) return undefined;
  const isSummer = numberOf(valueAt(snap, "DSTTune")) === 1;
  return hours * 60 + (isSummer ? 60 : 0);
}
