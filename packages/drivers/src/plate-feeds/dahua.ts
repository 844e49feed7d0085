import { plateFormats } from "@gatehouse/contract/plate-formats";
import { firstValidTime, parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, ignored, keptAlive, type Payload } from "./feed.ts";
import { decodeImage } from "./images.ts";
import { isObject, numberOf, textOf, valueAt } from "./payload-values.ts";
import { speedOf, toDetections, toFraction } from "./plate-report.ts";

/** The offset of each ITSAPI zone number, in hours ahead of UTC. */
const zoneHours = [
  0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5, 5.75, 6, 6.5, 7, 8, 9, 9.5, 10, 11, 12, 13, -1, -2, -3, -3.5, -4, -5, -6, -7, -8, -9,
  -10, -11, -12,
];

/** The ITSAPI message type, from the path that the camera appends, else from the content. */
function messageIn({ path, json }: Payload): string | undefined {
  const named = /NotificationInfo\/(\w{1,40})/i.exec(path)?.[1];
  if (named !== undefined) return named;
  if (isObject(valueAt(json, "Picture", "SnapInfo"))) return "TollgateInfo";
  if (textOf(valueAt(json, "Active"))?.toLowerCase() === "keepalive") return "KeepAlive";
  return valueAt(json, "DeviceID") !== undefined && valueAt(json, "DeviceModel") !== undefined
    ? "DeviceInfo"
    : undefined;
}

const isKeepAlive = (message: string | undefined) => message?.toLowerCase() === "keepalive";
const isTollgate = (message: string | undefined) => message?.toLowerCase() === "tollgateinfo";

/** Dahua ITSAPI: TollgateInfo with plates, KeepAlive, DeviceInfo; times without offset, with a zone number. */
export const dahua: Feed = {
  ...plateFormats.dahua,
  recognises: (payload) => messageIn(payload) !== undefined,
  read: (payload) => {
    const message = messageIn(payload);
    if (isKeepAlive(message)) return keptAlive(`A Dahua ${message} message, ignored.`);
    if (!isTollgate(message)) return ignored(`A Dahua ${message} message, ignored.`);
    const picture = valueAt(payload.json, "Picture");
    if (!isObject(picture)) return { ok: false, detail: "The TollgateInfo has no Picture." };
    const snap = valueAt(picture, "SnapInfo");
    const plate = valueAt(picture, "Plate");
    const times = [valueAt(snap, "AccurateTime"), valueAt(snap, "SnapTime")];
    const zone = zoneOf(snap) ?? payload;
    return toDetections([
      {
        // Image names are unique, but not every camera sends images.
        ownId: null,
        timeText: times.map((time) => textOf(time)).find((text) => text !== null) ?? null,
        source: sourceOf(snap, plate),
        at: firstValidTime(...times.map((time) => parseTime(time, zone))),
        plate: valueAt(plate, "PlateNumber"),
        confidence: toFraction(valueAt(plate, "Confidence"), 100) ?? toFraction(valueAt(plate, "Confidence"), 255),
        direction: directionOf(valueAt(snap, "Direction")),
        vehicleType: textOf(valueAt(picture, "Vehicle", "VehicleType"), 64),
        speed: speedOf(valueAt(picture, "Vehicle", "Speed")),
        images: [
          ...decodeImage("full", valueAt(picture, "NormalPic", "Content") ?? valueAt(picture, "VehiclePic", "Content")),
          ...decodeImage("plate", valueAt(picture, "CutoutPic", "Content")),
        ],
      },
    ]);
  },
  // Without a true result the camera sends the message again. Its own barrier output is never used.
  response: (payload) => {
    const deviceId = textOf(
      valueAt(payload.json, "Picture", "SnapInfo", "DeviceID") ?? valueAt(payload.json, "DeviceID"),
    );
    const body = {
      Result: true,
      result: "true",
      Message: "Success",
      ...(isKeepAlive(messageIn(payload)) && { Active: true }),
      ...(deviceId !== null && { DeviceID: deviceId }),
    };
    return { status: 200, contentType: "application/json", body: JSON.stringify(body) };
  },
};

/** Only a recorder has channels beyond the first. */
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
