import type { MygateNotice } from "@gatehouse/contract/events/outgoing-message";
import { type DeviceResult, failed, type HttpResponse, success } from "../device-result.ts";

/** A plate or tag as MyGate lists it. */
interface SyncItem {
  readonly refId: string;
  readonly kind: "LPN" | "TAG";
  readonly entity: string;
  readonly plate: string;
  readonly display: string | null;
}

interface SyncPage {
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
function readSyncPage({ status, text }: HttpResponse, isWhole: boolean): DeviceResult<SyncPage> {
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

/** One request to a system outside the site, with limits; redirects are not followed. */
export type IntegrationTransport = (request: {
  method: "GET" | "POST";
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with the content type of the headers. */
  text?: string;
}) => Promise<DeviceResult<HttpResponse>>;

/** The addresses and credentials for MyGate. */
export interface MygateAccount {
  readonly syncAPIUrl: string;
  readonly notifyAPIUrl: string;
  readonly deviceId: string;
  readonly apiKey?: string;
}

/** The changes at MyGate since a time; `isWhole` if they are the complete list. */
export interface MygateChange {
  readonly upTo: number;
  readonly isWhole: boolean;
  readonly upserted: readonly SyncItem[];
  /** By their ref ids. */
  readonly deleted: readonly string[];
}

const maxPages = 5_000;

const headersFor = ({ apiKey }: MygateAccount) => ({
  "mg-xs-etype": "VEHICLE",
  ...(apiKey !== undefined && { "mg-xs-api-key": apiKey }),
});

/** Loads the changes since a time (0: everything), either all pages or none. */
export async function pullChanges(
  account: MygateAccount,
  since: number,
  http: IntegrationTransport,
): Promise<DeviceResult<MygateChange>> {
  const upserted: SyncItem[] = [];
  const deleted: string[] = [];
  // The time of the first page: changes during the pull are loaded again next time.
  let upTo: number | undefined;
  let url: string | undefined = firstPage(account, since);
  for (let page = 1; url !== undefined; page += 1) {
    if (page > maxPages) return failed("too-large", `MyGate has more than ${maxPages} pages.`);
    const response: DeviceResult<HttpResponse> = await http({ method: "GET", url, headers: headersFor(account) });
    if (!response.ok) return response;
    const read = readSyncPage(response.value, since === 0);
    if (!read.ok) return read;
    upTo ??= read.value.timestamp;
    upserted.push(...read.value.upserted);
    deleted.push(...read.value.deleted);
    const next = nextPage(url, read.value.next);
    if (!next.ok) return next;
    url = next.value;
  }
  return success({ upTo: upTo ?? since, isWhole: since === 0, upserted, deleted });
}

function firstPage({ syncAPIUrl, deviceId }: MygateAccount, since: number): string {
  const url = new URL(syncAPIUrl);
  url.searchParams.set("device_id", deviceId);
  url.searchParams.set("timestamp", String(since));
  url.searchParams.set("page", "1");
  return url.href;
}

/** Follows links to further pages only on the same host. */
function nextPage(current: string, href: string | undefined): DeviceResult<string | undefined> {
  if (href === undefined) return success(undefined);
  const next = URL.canParse(href, current) ? new URL(href, current) : undefined;
  if (next?.origin !== new URL(current).origin)
    return failed("not-understood", "MyGate's next page is at another address.");
  if (next.href === current) return failed("not-understood", "MyGate's next page is the same page again.");
  return success(next.href);
}

/** Reports an entry or exit to MyGate; only "es" 0 in the reply means success. */
export async function sendNotice(
  account: MygateAccount,
  notice: MygateNotice,
  http: IntegrationTransport,
): Promise<DeviceResult<null>> {
  const response = await http({
    method: "POST",
    url: account.notifyAPIUrl,
    headers: headersFor(account),
    body: {
      device_id: account.deviceId,
      access_uuid_type: notice.kind,
      access_entity_type: notice.entity,
      access_ref_id: notice.refId,
      access_uuid_captured: notice.plate,
      direction: notice.direction,
      status: notice.status,
      timestamp: Math.floor(Date.parse(notice.at) / 1000),
    },
  });
  if (!response.ok) return response;
  const { status, text } = response.value;
  if (status === 401 || status === 403) return failed("wrong-credentials", "MyGate rejected the API key.");
  if (status < 200 || status > 299) return failed("refused", `MyGate answered with ${status}.`);
  const outcome = outcomeIn(text);
  return outcome.isTaken ? success(null) : failed("refused", `MyGate said: ${outcome.words}`);
}

function outcomeIn(text: string): { isTaken: boolean; words: string } {
  try {
    const { es, message } = JSON.parse(text) as { es?: unknown; message?: unknown };
    return { isTaken: String(es) === "0", words: String(message ?? `es ${String(es)}`).slice(0, 200) };
  } catch {
    return { isTaken: false, words: "invalid JSON" };
  }
}
