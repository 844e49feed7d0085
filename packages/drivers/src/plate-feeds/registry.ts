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

/** A plate is stored or rejected: a message without one of its own must not hide it behind a 200. */
function rejectLostPlate(payload: Payload, result: FeedResult): FeedResult {
  if (!result.ok || result.detections.length > 0 || result.isReported) return result;
  const plate = findLostPlate(payload);
  if (plate === undefined) return result;
  return {
    ok: false,
    detail: `${result.detail} But it holds the plate "${plate}", which is not read from this message.`,
  };
}

/** What was read, and the format that read it; null if none recognises the payload. */
type Understood = FeedResult & { readonly feed: PayloadReader | null };

/** In a list of messages. */
const maxEvents = 100;

/** Reads a payload with the device's own format, else with the first built-in one that recognises it. */
export function readPayload(payload: Payload, own: PayloadReader | null = null): Understood {
  const { json } = payload;
  const feed = findFeed(payload, own);
  return Array.isArray(json) && json.length > 1 && !feed?.readsLists
    ? readEach(payload, json, own)
    : readBy(feed, payload);
}

const findFeed = (payload: Payload, own: PayloadReader | null): PayloadReader | null =>
  [own, ...plateFeeds, keepAlive].find((candidate) => candidate?.recognises(payload)) ?? null;

function readBy(feed: PayloadReader | null, payload: Payload): Understood {
  if (feed) return { ...rejectLostPlate(payload, feed.read(payload)), feed };
  const known = plateFeeds.map(({ title }) => title).join(", ");
  return { ok: false, feed, detail: `Unknown format. Supported: ${known}.` };
}

/** Reads a list of messages whose format has one. Files beside it belong to none of them. */
function readEach(payload: Payload, messages: readonly unknown[], own: PayloadReader | null): Understood {
  const read = messages.slice(0, maxEvents).map((json) => {
    const message = { ...payload, json, files: [] };
    return readBy(Array.isArray(json) ? null : findFeed(message, own), message);
  });
  const parts = read.filter((one) => one.ok);
  const main = parts.find((part) => part.detections.length > 0) ?? read.find((one) => one.feed);
  const feed = main?.feed ?? null;
  const detections = parts.flatMap((part) => part.detections);
  if (feed && (messages.length > maxEvents || detections.length > maxEvents))
    return { ok: false, feed, detail: `There are more than ${maxEvents} events.` };
  const detail = [...new Set(read.map((one) => one.detail))].join(" ");
  if (parts.length === 0) return { ok: false, feed, detail };
  const error = [...new Set(read.flatMap((one) => (one.ok ? (one.error ?? []) : one.detail)))].join(" ");
  return {
    ok: true,
    feed,
    detail,
    detections,
    ...(main?.ok && main.understood && { understood: main.understood }),
    ...(error && { error }),
    ...(read.every((one) => one.ok && one.isKeepAlive) && { isKeepAlive: true }),
  };
}
