import type { MygateNotice } from "@gatehouse/contract/events/outgoing-message";
import { type DeviceResult, failed, type HttpAnswer, success } from "../device-result.ts";
import { readSyncPage, type SyncItem } from "./sync-page.ts";

/** One request to a system outside the site, with limits; redirects are not followed. */
export type IntegrationTransport = (request: {
  method: "GET" | "POST";
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with the content type of the headers. */
  text?: string;
}) => Promise<DeviceResult<HttpAnswer>>;

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
    const answer: DeviceResult<HttpAnswer> = await http({ method: "GET", url, headers: headersFor(account) });
    if (!answer.ok) return answer;
    const read = readSyncPage(answer.value, since === 0);
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
  const answer = await http({
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
  if (!answer.ok) return answer;
  const { status, text } = answer.value;
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
