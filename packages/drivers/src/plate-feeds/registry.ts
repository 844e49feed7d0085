import { axis } from "./axis.ts";
import { dahua } from "./dahua.ts";
import type { Feed, FeedResult, Payload } from "./feed.ts";
import { gatehouse } from "./gatehouse.ts";
import { hikvision } from "./hikvision.ts";
import { onvif } from "./onvif.ts";
import { openalpr } from "./openalpr.ts";
import { plateRecognizer } from "./plate-recognizer.ts";

/** INT-3: every format that devices may push; the first that recognises a payload reads it. */
export const plateFeeds: readonly Feed[] = [hikvision, dahua, axis, plateRecognizer, openalpr, onvif, gatehouse];

/**
 * Reads a payload with the device's own format, else with the first built-in one that recognises it; feed is null if
 * none does.
 */
export function readPayload(payload: Payload, own: Feed | null = null): FeedResult & { readonly feed: Feed | null } {
  const feed = [...(own ? [own] : []), ...plateFeeds].find((candidate) => candidate.recognises(payload));
  if (feed) return { ...feed.read(payload), feed };
  const known = plateFeeds.map(({ title }) => title).join(", ");
  return { ok: false, feed: null, detail: `Unknown format. Supported: ${known}.` };
}
