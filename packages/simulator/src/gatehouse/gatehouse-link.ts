import type { Push } from "../feeds/push.ts";

/** Ingest address of a device or sensor. */
export interface IngestTarget {
  readonly url: string;
  /** Null if Gatehouse authenticates the device by its IP address. */
  readonly secret: string | null;
}

/** An event that a device sent, with the response. */
export interface Delivery {
  readonly at: Date;
  /** Name of the device or sensor in the control API. */
  readonly from: string;
  readonly text: string;
  /** HTTP status, or 200 for a tag over a reader's connection; null without a response. */
  readonly status: number | null;
  /** Response body, or the reason why there is none. */
  readonly response: string;
}

/** The page of a multimedia display. */
export interface ScreenLink {
  readonly label: string;
  /** With the display's key. */
  readonly url: string;
}

/** The connection from the devices and sensors to Gatehouse. */
export interface GatehouseLink {
  /** Newest last. */
  readonly deliveries: readonly Delivery[];
  /** The server and the known sources; `problem` is empty if all is well. */
  status(): { readonly serverUrl: string | null; readonly problem: string; readonly sources: readonly string[] };
  /** Sets the ingest address of devices and sensors. */
  setTargets(serverUrl: string, targets: ReadonlyMap<string, IngestTarget>): void;
  /** The pages of the site's multimedia displays. */
  screens(): readonly ScreenLink[];
  setScreens(links: readonly ScreenLink[]): void;
  /** Shows a problem until targets are set. */
  reportProblem(problem: string): void;
  /** Sends an event; a failure is a value. A camera with a port of its own, target `device/camera`, sends it there. */
  push(from: string, text: string, push: Push, camera?: string): Promise<Delivery>;
  /** Lists a delivery that was not a push. */
  record(delivery: Delivery): Delivery;
  /** Aborts requests in progress and all later ones. */
  close(): void;
}

const maxDeliveries = 200;
const requestTimeoutMs = 10_000;
const maxResponseChars = 300;

/** Creates a link without targets. */
export function createGatehouseLink(): GatehouseLink {
  const deliveries: Delivery[] = [];
  const targets = new Map<string, IngestTarget>();
  const closing = new AbortController();
  let screenLinks: readonly ScreenLink[] = [];
  let serverUrl: string | null = null;
  let problem = "Not connected to Gatehouse yet.";

  async function send(from: string, push: Push, camera = ""): Promise<Pick<Delivery, "status" | "response">> {
    const target = targets.get(`${from}/${camera}`) ?? targets.get(from);
    if (!target) return { status: null, response: `No ingest address set for ${from}. ${problem}` };
    try {
      const response = await fetch(`${target.url}${push.path}`, {
        method: "POST",
        headers: { ...push.headers, "content-type": push.contentType, ...toSecretHeader(target.secret) },
        body: new Uint8Array(push.body),
        signal: AbortSignal.any([AbortSignal.timeout(requestTimeoutMs), closing.signal]),
      });
      return { status: response.status, response: (await response.text()).slice(0, maxResponseChars) };
    } catch (error) {
      return { status: null, response: (error as Error).message };
    }
  }

  function record(delivery: Delivery): Delivery {
    deliveries.push(delivery);
    if (deliveries.length > maxDeliveries) deliveries.shift();
    return delivery;
  }

  return {
    deliveries,
    record,
    status: () => ({ serverUrl, problem, sources: [...targets.keys()] }),
    setTargets: (url, changed) => {
      serverUrl = url;
      problem = "";
      for (const [name, target] of changed) targets.set(name, target);
    },
    screens: () => screenLinks,
    setScreens: (links) => {
      screenLinks = links;
    },
    reportProblem: (text) => {
      problem = text;
    },
    push: async (from, text, push, camera) =>
      record({ at: new Date(), from, text, ...(await send(from, push, camera)) }),
    close: () => closing.abort(),
  };
}

const toSecretHeader = (secret: string | null): Record<string, string> =>
  secret === null ? {} : { authorization: `Bearer ${secret}` };
