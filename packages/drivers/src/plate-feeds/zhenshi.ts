import { plateFormats } from "@gatehouse/contract/plate-formats";
import { firstValidTime, parseEpoch, parseEpochParts } from "./device-time.ts";
import { type Feed, ignored, keptAlive, type Payload } from "./feed.ts";
import { decodeImage } from "./images.ts";
import { numberOf, rawText, textOf, valueAt } from "./payload-values.ts";
import { toDetections, toFraction } from "./plate-report.ts";

/** The alarm of the HTTP form, or of the MQTT form under `payload`, whose texts are base64. */
function alarmIn({ json }: Payload): { alarm: unknown; isEncoded: boolean } | undefined {
  const plain = valueAt(json, "AlarmInfoPlate");
  if (plain !== undefined) return { alarm: plain, isEncoded: false };
  const encoded = valueAt(json, "payload", "AlarmInfoPlate");
  return encoded === undefined ? undefined : { alarm: encoded, isEncoded: true };
}

const isHeartbeat = ({ json }: Payload) =>
  textOf(valueAt(json, "heartbeat")) === "1" ||
  textOf(valueAt(json, "AlarmInfoPlate", "heartbeat")) === "1" ||
  (textOf(valueAt(json, "name")) === "keep_alive" && valueAt(json, "sn") !== undefined);

// 1 and 2 are sideways.
const directions: Readonly<Record<string, "N" | "X">> = { 3: "X", 4: "N" };

/** Zhenshi and Alphadigi: AlarmInfoPlate over HTTP, or as the camera publishes it over MQTT; and heartbeats. */
export const zhenshi: Feed = {
  ...plateFormats.zhenshi,
  recognises: (payload) => alarmIn(payload) !== undefined || isHeartbeat(payload),
  read: (payload) => {
    const found = alarmIn(payload);
    const result = valueAt(found?.alarm, "result", "PlateResult");
    if (!found || isHeartbeat(payload)) return keptAlive("A heartbeat of the camera.");
    if (result === undefined) return ignored("A Zhenshi message without a plate.");
    const { alarm, isEncoded } = found;
    const seconds = valueAt(result, "timeStamp", "Timeval", "sec");
    const started = valueAt(result, "start_time");
    return toDetections([
      {
        ownId: textOf(valueAt(result, "plateid")),
        timeText: textOf(seconds) ?? textOf(started),
        source: textOf(valueAt(alarm, "serialno")) ?? textOf(valueAt(alarm, "ipaddr")),
        at: firstValidTime(
          parseEpochParts(seconds, { us: valueAt(result, "timeStamp", "Timeval", "usec") }),
          parseEpoch(started),
          parseEpoch(valueAt(payload.json, "timestamp")),
        ),
        plate: isEncoded ? decodeText(valueAt(result, "license")) : valueAt(result, "license"),
        confidence: toFraction(valueAt(result, "confidence"), 100),
        direction: directions[numberOf(valueAt(result, "direction")) ?? 0] ?? null,
        vehicleType: null,
        images: [
          ...decodeImage("full", valueAt(result, "full_image_content")),
          ...decodeImage("plate", valueAt(result, "small_image_content")),
        ],
      },
    ]);
  },
  // With info "ok" the camera would open its own gate.
  response: () => ({
    status: 200,
    contentType: "application/json",
    body: JSON.stringify({ Response_AlarmInfoPlate: { info: "no" } }),
  }),
};

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const maxEncodedLength = 400;

/** The text of base64; other values unchanged, so that they are rejected as plates. */
function decodeText(value: unknown): unknown {
  const text = rawText(value)?.trim();
  if (text === undefined || text.length > maxEncodedLength) return value;
  // Invalid base64 is no plate, even though it may look like one.
  return base64.test(text) ? Buffer.from(text, "base64").toString("utf8") : { text };
}
