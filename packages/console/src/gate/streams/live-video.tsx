import { useEffect, useRef } from "react";
import { errorText } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";

interface LiveVideoProps {
  module: string;
  camera: { id: number; name: string };
  className: string | undefined;
  onPlaying: () => void;
  onError: (reason: string) => void;
}

/** Live video of a camera, without sound. */
export default function LiveVideo({ module, camera: { id, name }, className, onPlaying, onError }: LiveVideoProps) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current === null) return;
    return startMsePlayer(element.current, { module, id }, { onPlaying, onError });
  }, [module, id, onPlaying, onError]);
  return <video ref={element} className={className} aria-label={`Live video of ${name}`} muted playsInline autoPlay />;
}

interface PlayerListeners {
  onPlaying: () => void;
  /** Called once; the player has stopped then. */
  onError: (reason: string) => void;
}

/** Codecs that cameras use; the media server chooses one that the browser supports. */
const codecs = [
  "avc1.640029",
  "avc1.64002A",
  "avc1.640033",
  "hvc1.1.6.L153.B0",
  "av01.0.08M.08",
  "vp09.00.10.08",
  "mp4a.40.2",
  "opus",
];
const maxSilenceMs = 12_000;
const maxQueuedBytes = 16 * 1_048_576;
/** What was played stays this long in the buffer. */
const keptSeconds = 10;
/** Further behind the camera than this, the video skips to the present. */
const maxDelaySeconds = 4;
const targetDelaySeconds = 0.5;

const findMediaSource = (): typeof MediaSource | undefined =>
  (globalThis as { ManagedMediaSource?: typeof MediaSource }).ManagedMediaSource ?? globalThis.MediaSource;

/** Plays the video of a camera over a WebSocket: MSE as go2rtc speaks it. Returns a function that stops it. */
function startMsePlayer(
  video: HTMLVideoElement,
  camera: { module: string; id: number },
  { onPlaying, onError }: PlayerListeners,
): () => void {
  const Source = findMediaSource();
  const queue: ArrayBuffer[] = [];
  let queuedBytes = 0;
  let socket: WebSocket | undefined;
  let buffer: SourceBuffer | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function stop(): void {
    isStopped = true;
    clearTimeout(silence);
    socket?.close();
    if (video.src !== "") URL.revokeObjectURL(video.src);
    video.removeAttribute("src");
    video.load();
  }

  function fail(reason: string): void {
    if (isStopped) return;
    stop();
    onError(reason);
  }

  function expectData(): void {
    clearTimeout(silence);
    silence = setTimeout(() => fail("The media server sends no video."), maxSilenceMs);
  }

  async function start(source: MediaSource, isSupported: (type: string) => boolean): Promise<void> {
    const { videoPath } = await call("GET /cameras/{module}/{id}/live", { params: camera });
    if (isStopped) return;
    if (videoPath === null) return fail("This camera has no websocket URL.");
    socket = new WebSocket(toSocketUrl(videoPath));
    socket.binaryType = "arraybuffer";
    const supported = codecs.filter((codec) => isSupported(`video/mp4; codecs="${codec}"`));
    socket.onopen = () => socket?.send(JSON.stringify({ type: "mse", value: supported.join(",") }));
    socket.onclose = () => fail("The video was interrupted.");
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      expectData();
      if (typeof data === "string") handleText(source, data);
      else append(data);
    };
  }

  function handleText(source: MediaSource, text: string): void {
    const { type, value } = JSON.parse(text) as { type: string; value: string };
    if (type === "error") fail(value);
    if (type !== "mse" || buffer) return;
    try {
      buffer = source.addSourceBuffer(value);
      buffer.mode = "segments";
      buffer.onupdateend = appendNext;
      buffer.onerror = () => fail("The video is damaged.");
    } catch {
      fail("This browser can't play the video of this camera.");
    }
  }

  function append(segment: ArrayBuffer): void {
    queue.push(segment);
    queuedBytes += segment.byteLength;
    if (queuedBytes > maxQueuedBytes) fail("This machine is too slow for the video.");
    else appendNext();
  }

  function appendNext(): void {
    if (isStopped || !buffer || buffer.updating) return;
    try {
      const segment = queue.shift();
      if (segment) {
        queuedBytes -= segment.byteLength;
        buffer.appendBuffer(segment);
      } else followLive(buffer);
    } catch {
      fail("The video is damaged.");
    }
  }

  /** Keeps the video close to the present and its buffer small. */
  function followLive(filled: SourceBuffer): void {
    const { buffered } = filled;
    if (buffered.length === 0) return;
    const start = buffered.start(0);
    const end = buffered.end(buffered.length - 1);
    const isBefore = video.currentTime < buffered.start(buffered.length - 1);
    if (isBefore || end - video.currentTime > maxDelaySeconds)
      video.currentTime = Math.max(start, end - targetDelaySeconds);
    if (video.paused) video.play().catch(() => {}); // Muted video may always play.
    if (video.currentTime - start > 2 * keptSeconds) filled.remove(start, video.currentTime - keptSeconds);
  }

  video.addEventListener("playing", onPlaying);
  if (Source) {
    const source = new Source();
    video.disableRemotePlayback = true;
    video.src = URL.createObjectURL(source);
    expectData();
    source.addEventListener(
      "sourceopen",
      () => {
        start(source, (type) => Source.isTypeSupported(type)).catch((error: unknown) =>
          fail(errorText(error, "The video can't be played.")),
        );
      },
      { once: true },
    );
  } else queueMicrotask(() => fail("This browser can't play live video."));
  return () => {
    video.removeEventListener("playing", onPlaying);
    stop();
  };
}

/** The API may be at another address than the console. */
function toSocketUrl(path: string): URL {
  const url = new URL(path, new URL(runtimeConfig().apiBaseUrl, location.href));
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url;
}
