import { cameraMessages } from "@gatehouse/contract/entities/camera.messages";
import { pictureHeaders } from "@gatehouse/contract/picture-headers";
import { errorText } from "./api-error.ts";
import { send } from "./call.ts";

/** A request for the next picture of a camera. */
export interface PictureRequest {
  readonly module: string;
  readonly id: number;
  readonly etag: string | undefined;
}

/** The response: a picture, none that is newer, or why there is none. */
export type PictureResponse =
  | {
      readonly kind: "picture";
      readonly etag: string | undefined;
      /** Undefined if the picture that is shown is the latest. */
      readonly picture: Blob | undefined;
      /** When the server received it, on this machine's clock. */
      readonly takenMs: number;
      /** After how long there may be a newer one. */
      readonly nextMs: number;
    }
  | { readonly kind: "failure"; readonly error: string };

/** A response for all tabs that wait for the picture. */
export interface PictureMessage {
  readonly request: PictureRequest;
  readonly response: PictureResponse;
}

/** The rest of the browser's six connections is for calls and the live link. */
const maxAtOnce = 3;

const waiting = new Map<(response: PictureResponse) => void, PictureRequest>();
let requestFromLeader: ((request: PictureRequest) => void) | undefined;

/** The next picture of a camera. One tab loads it for all that wait for it. */
export function loadPicture(request: PictureRequest, signal: AbortSignal): Promise<PictureResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<PictureResponse>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop);
  waiting.set(resolve, request);
  requestFromLeader?.(request);
  return promise.finally(() => {
    waiting.delete(resolve);
    signal.removeEventListener("abort", stop);
  });
}

/** Sends the requests that wait, and those that follow, to another leader; undefined if there is none. */
export function requestPicturesFrom(leader: typeof requestFromLeader): void {
  requestFromLeader = leader;
  if (leader) for (const request of waiting.values()) leader(request);
}

/** Passes a response to those who wait for it in this tab. */
export function receivePicture({ request, response }: PictureMessage): void {
  for (const [resolve, { module, id, etag }] of waiting) {
    if (module !== request.module || id !== request.id) continue;
    const isShown = response.kind === "picture" && response.etag === etag;
    if (!isShown || request.etag === etag) resolve(response);
  }
}

/** Creates the function with which the leading tab loads pictures for all, until the signal is aborted. */
export function createPictureLoader(
  publish: (message: PictureMessage) => void,
  stopped: AbortSignal,
): (request: PictureRequest) => void {
  const running = new Set<string>();
  const queue = new Map<string, PictureRequest>();

  async function run(key: string, request: PictureRequest): Promise<void> {
    running.add(key);
    const response = await fetchPicture(request, stopped);
    if (stopped.aborted) return;
    publish({ request, response });
    running.delete(key);
    startNext();
  }

  function startNext(): void {
    const [first] = queue;
    if (first === undefined || running.size >= maxAtOnce) return;
    const [key, request] = first;
    queue.delete(key);
    void run(key, request);
  }

  return (request) => {
    const key = JSON.stringify(request);
    if (running.has(key)) return;
    queue.set(key, request);
    startNext();
  };
}

async function fetchPicture({ module, id, etag }: PictureRequest, signal: AbortSignal): Promise<PictureResponse> {
  try {
    const response = await send("GET /cameras/{module}/{id}/frame", {
      params: { module, id },
      signal,
      priority: "low",
      ...(etag !== undefined && { ifNoneMatch: etag }),
    });
    const isNewer = response.status !== 304;
    return {
      kind: "picture",
      etag: isNewer ? (response.headers.get("etag") ?? undefined) : etag,
      picture: isNewer ? await response.blob() : undefined,
      takenMs: Date.now() - Number(response.headers.get(pictureHeaders.ageMs)),
      nextMs: Number(response.headers.get(pictureHeaders.nextMs)),
    };
  } catch (error) {
    return {
      kind: "failure",
      error: errorText(error, cameraMessages["GET /cameras/{module}/{id}/frame"].failure),
    };
  }
}
