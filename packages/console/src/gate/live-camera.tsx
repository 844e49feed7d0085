import type { Camera } from "@gatehouse/contract/entities/camera";
import { ActionIcon, Skeleton } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { IconPlayerPause, IconPlayerPlay, IconVideoOff } from "@tabler/icons-react";
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";
import classes from "./streams/live-camera.module.css";
import { LiveStatus } from "./streams/live-status.tsx";
import { type FrameMode, useLiveFrames } from "./streams/use-live-frames.ts";

// Loaded for cameras with video only.
const LiveVideo = lazyWithRetry(() => import("./streams/live-video.tsx"));

const videoRetryMs = 30_000;

interface LiveCameraProps {
  /** Code of the camera's module. */
  module: string;
  camera: Pick<Camera, "id" | "name" | "stream">;
  timeZone: string;
  /** Shown if there is no live picture. */
  last?: { image: string; caption: string } | undefined;
  /** One of several: a picture a second, because several videos at once are too much for some machines. */
  isSmall?: boolean;
}

/** Whether a camera can be watched. */
export const hasLivePicture = ({ stream }: Pick<Camera, "stream">): boolean =>
  stream.mediaServerFrameUrl !== null || stream.mediaServerWebsocketUrl !== null;

/** A camera now: live video, or else pictures, or else its last event, or else a message. */
export function LiveCamera({ module, camera, timeZone, last, isSmall = false }: LiveCameraProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isVisible = useVisible(frame);
  const isReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [isPaused, setIsPaused] = useState(isReduced);
  const video = useVideoFallback();
  const { mediaServerFrameUrl, mediaServerWebsocketUrl } = camera.stream;
  const hasFrames = mediaServerFrameUrl !== null;
  const canPlay = mediaServerWebsocketUrl !== null && !(isSmall && hasFrames);
  const isRunning = isVisible && !isPaused;
  const showsVideo = canPlay && isRunning && video.error === undefined;
  const { onStopped } = video;
  useEffect(() => {
    if (!showsVideo) onStopped();
  }, [showsVideo, onStopped]);
  // Pictures are shown until the video plays.
  const needsFrames = hasFrames && isVisible && !(showsVideo && video.isPlaying);
  const frames = useLiveFrames(module, camera.id, toFrameMode(needsFrames, isPaused, isSmall));
  const isLive = hasLivePicture(camera);
  const error = frames.error ?? (hasFrames ? undefined : video.error);
  const isStale = isLive && error !== undefined;
  // A paused video loads no picture.
  const isLoading = error === undefined && (hasFrames || showsVideo);
  // A large picture that the first live picture would replace at once is not loaded.
  const fallback = isLive && error === undefined ? undefined : last?.image;
  const label = isPaused ? `Play ${camera.name}` : `Pause ${camera.name}`;
  return (
    <figure className={classes.camera} data-small={isSmall || undefined}>
      <div ref={frame} className={classes.frame}>
        {frames.picture !== undefined ? (
          <FramePicture
            picture={frames.picture}
            label={`Live picture of ${camera.name}`}
            className={classes.picture}
            isStale={isStale}
          />
        ) : fallback !== undefined ? (
          <img
            className={classes.picture}
            src={fallback}
            alt={`Last vehicle at ${camera.name}`}
            data-stale={isStale || undefined}
          />
        ) : null}
        {frames.picture === undefined &&
          fallback === undefined &&
          !(showsVideo && video.isPlaying) &&
          (isLoading ? (
            <Skeleton className={classes.loading} radius={0} aria-hidden />
          ) : (
            <p className={classes.none}>
              <IconVideoOff size={24} aria-hidden />
              {isLive ? "No picture yet" : "No picture"}
            </p>
          ))}
        {showsVideo && (
          <Suspense>
            <LiveVideo
              module={module}
              camera={camera}
              className={classes.video}
              onPlaying={video.onPlaying}
              onError={video.onError}
            />
          </Suspense>
        )}
        {isLive && (
          <ActionIcon
            className={classes.toggle}
            variant="default"
            size={32}
            aria-label={label}
            title={label}
            onClick={() => setIsPaused(!isPaused)}
          >
            {isPaused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
          </ActionIcon>
        )}
      </div>
      <figcaption className={classes.caption}>
        {isSmall && <strong>{camera.name}</strong>}
        {isLive ? (
          <LiveStatus
            takenMs={frames.takenMs}
            startedMs={frames.startedMs}
            error={error}
            isPaused={!isRunning}
            isVideo={showsVideo && video.isPlaying}
            timeZone={timeZone}
          />
        ) : (
          <span>{last?.caption ?? "This camera has no frame URL or websocket URL."}</span>
        )}
      </figcaption>
    </figure>
  );
}

function toFrameMode(isNeeded: boolean, isPaused: boolean, isSmall: boolean): FrameMode {
  if (!isNeeded) return "off";
  if (isPaused) return "still";
  return isSmall ? "slow" : "live";
}

/** Falls back to pictures when the video fails, and tries it again after a while. */
function useVideoFallback() {
  const [isPlaying, setIsPlaying] = useState(false);
  const [error, setError] = useState<string>();
  const onPlaying = useCallback(() => setIsPlaying(true), []);
  const onStopped = useCallback(() => setIsPlaying(false), []);
  const onError = useCallback((reason: string) => setError(reason), []);
  useEffect(() => {
    if (error === undefined) return;
    const timer = setTimeout(() => setError(undefined), videoRetryMs);
    return () => clearTimeout(timer);
  }, [error]);
  return { isPlaying, error, onPlaying, onStopped, onError };
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Whether an element is on the screen: scrolled into view, in a tab that is shown. */
function useVisible(element: RefObject<Element | null>): boolean {
  const isShown = useSyncExternalStore(subscribeToVisibility, () => !document.hidden);
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)?.isIntersecting === true));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return isShown && isInView;
}

interface FramePictureProps {
  picture: Blob;
  label: string;
  className: string | undefined;
  isStale: boolean;
}

/**
 * The latest of pictures that follow each other. A canvas keeps the one before until the next is decoded, which
 * happens beside the main thread.
 */
function FramePicture({ picture, label, className, isStale }: FramePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    const draw = (bitmap: ImageBitmap) => {
      const target = canvas.current;
      if (!isCurrent || target === null) return bitmap.close();
      target.width = bitmap.width;
      target.height = bitmap.height;
      target.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
    };
    // A picture that can't be decoded leaves the one before.
    createImageBitmap(picture).then(draw, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [picture]);
  return <canvas ref={canvas} className={className} role="img" aria-label={label} data-stale={isStale || undefined} />;
}
