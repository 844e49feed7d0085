import { type DeviceResult, failed, type HttpAnswer, success } from "../device-result.ts";

/** A plate or tag as MyGate lists it. */
export interface SyncItem {
  readonly refId: string;
  readonly kind: "LPN" | "TAG";
  readonly entity: string;
  readonly plate: string;
  readonly display: string | null;
}

export interface SyncPage {
  readonly timestamp: number;
  readonly upserted: readonly SyncItem[];
  readonly deleted: readonly string[];
  readonly next: string | undefined;
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const maxTextLength = 255;
const maxLinkLength = 4_000;

const textIn = (value: unknown, maxLength = maxTextLength): string | undefined => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" && text.length <= maxLength ? text.trim() : undefined;
};

/** Parses a page; an invalid entry rejects the page, because missing entries would be deleted. */
export function readSyncPage({ status, text }: HttpAnswer, isWhole: boolean): DeviceResult<SyncPage> {
  if (status === 401 || status === 403) return failed("wrong-credentials", "MyGate rejected the API key.");
  if (status < 200 || status > 299) return failed("refused", `MyGate answered with ${status}.`);
  const page = parse(text);
  if (!isObject(page)) return failed("not-understood", "MyGate's answer is not a JSON object.");
  if (page.success === false) return failed("refused", `MyGate said: ${textIn(page.message) ?? "no success"}`);
  const timestamp = Number(page.timestamp);
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    return failed("not-understood", "MyGate's answer has no timestamp.");
  const listed = isWhole ? (page.all ?? page.upserted) : page.upserted;
  const upserted = itemsIn(listed);
  const deleted = refIdsIn(page.deleted);
  if (!upserted || !deleted) return failed("not-understood", "MyGate's answer contains an invalid vehicle.");
  return success({ timestamp, upserted, deleted, next: nextIn(page) });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function itemsIn(list: unknown): SyncItem[] | undefined {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return undefined;
  const items = list.map(itemIn);
  return items.includes(undefined) ? undefined : (items as SyncItem[]);
}

function itemIn(item: unknown): SyncItem | undefined {
  if (!isObject(item)) return undefined;
  const refId = textIn(item.access_ref_id);
  const plate = textIn(item.access_uuid);
  if (refId === undefined || plate === undefined) return undefined;
  return {
    refId,
    plate,
    kind: item.access_uuid_type === "TAG" ? "TAG" : "LPN",
    entity: textIn(item.access_entity_type) ?? "VEHICLE",
    display: textIn(item.access_display) ?? null,
  };
}

/** `deleted` lists ref ids, as texts or numbers, or inside objects. */
function refIdsIn(list: unknown): string[] | undefined {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return undefined;
  const ids = list.map((entry) => textIn(isObject(entry) ? entry.access_ref_id : entry));
  return ids.includes(undefined) ? undefined : (ids as string[]);
}

function nextIn(page: Json): string | undefined {
  const links = isObject(page._links) ? page._links : {};
  return textIn(isObject(links.next) ? links.next.href : undefined, maxLinkLength);
}
