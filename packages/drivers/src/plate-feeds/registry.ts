import { type PlateFormatCode, plateFormats } from "@gatehouse/contract/plate-formats";
import { axis } from "./axis.ts";
import { dahua } from "./dahua.ts";
import { dahuaEventPush } from "./dahua-event-push.ts";
import type { Feed, FeedResult, Payload, PayloadReader } from "./feed.ts";
import { frigate } from "./frigate.ts";
import { gatehouse } from "./gatehouse.ts";
import { genetec } from "./genetec.ts";
import { hikvision } from "./hikvision.ts";
import { keepAlive } from "./keep-alive.ts";
import { findLostPlate } from "./lost-plate.ts";
import { milesight } from "./milesight.ts";
import { onvif } from "./onvif.ts";
import { openalpr } from "./openalpr.ts";
import { plateRecognizer } from "./plate-recognizer.ts";
import { survision } from "./survision.ts";
import { tattile } from "./tattile.ts";
import { unifiProtect } from "./unifi-protect.ts";
import { uniview } from "./uniview.ts";
import { zhenshi } from "./zhenshi.ts";

/** The feed of each format: a format without one does not compile. */
const feeds: Record<PlateFormatCode, Feed> = {
  hikvision,
  "dahua-event-push": dahuaEventPush,
  dahua,
  axis,
  "plate-recognizer": plateRecognizer,
  openalpr,
  zhenshi,
  "unifi-protect": unifiProtect,
  frigate,
  milesight,
  genetec,
  tattile,
  survision,
  uniview,
  onvif,
  gatehouse,
};

/** Every format that devices may push; the first that recognises a payload reads it. */
export const plateFeeds: readonly Feed[] = Object.keys(plateFormats).map((code) => feeds[code as PlateFormatCode]);

/** A plate is stored or refused: a message without one of its own must not hide it behind a 200. */
function refuseLostPlate(payload: Payload, result: FeedResult): FeedResult {
  if (!result.ok || result.detections.length > 0 || result.isReported) return result;
  const plate = findLostPlate(payload);
  if (plate === undefined) return result;
  return {
    ok: false,
    detail: `${result.detail} But it holds the plate "${plate}", which is not read from this message.`,
  };
}

/**
 * Reads a payload with the device's own format, else with the first built-in one that recognises it; feed is null if
 * none does.
 */
export function readPayload(
  payload: Payload,
  own: PayloadReader | null = null,
): FeedResult & { readonly feed: PayloadReader | null } {
  const feed = [own, ...plateFeeds, keepAlive].find((candidate) => candidate?.recognises(payload));
  if (feed) return { ...refuseLostPlate(payload, feed.read(payload)), feed };
  const known = plateFeeds.map(({ title }) => title).join(", ");
  return { ok: false, feed: null, detail: `Unknown format. Supported: ${known}.` };
}
