import { useEffect, useState } from "react";
import { formatClockSeconds } from "../../ui/format-time.ts";
import classes from "./live-camera.module.css";

interface LiveStatusProps {
  /** When the shown picture was taken. */
  takenMs: number | undefined;
  /** When loading started or was resumed. */
  startedMs: number;
  error: string | undefined;
  isPaused: boolean;
  isVideo: boolean;
  timeZone: string;
}

/** An older picture is not called live. */
const maxLiveAgeMs = 3_000;
const tickMs = 500;

/** How current a picture is: live with its age, paused, or missing since a time. */
export function LiveStatus({ takenMs, startedMs, error, isPaused, isVideo, timeZone }: LiveStatusProps) {
  const nowMs = useTick();
  const since = takenMs === undefined ? undefined : formatClockSeconds(new Date(takenMs), timeZone);
  const ageMs = takenMs === undefined ? Number.POSITIVE_INFINITY : nowMs - takenMs;
  const isLate = Math.min(ageMs, nowMs - startedMs) > maxLiveAgeMs;
  if (isVideo) return <State tone="ok" text="Live video" />;
  if (isPaused) return <State text={since === undefined ? "Paused" : `Paused, picture of ${since}`} />;
  if (error !== undefined || isLate) {
    return (
      <>
        <State tone="bad" text={since === undefined ? "No picture" : `No picture since ${since}`} />
        {error !== undefined && <span>{error}</span>}
      </>
    );
  }
  if (ageMs > maxLiveAgeMs) return <State text="Connecting…" />;
  return (
    <>
      <State tone="ok" text="Live" />
      <span>{ageMs < 1_000 ? "under 1 s old" : `${Math.floor(ageMs / 1_000)} s old`}</span>
    </>
  );
}

/** Announced when it changes; the age, which changes all the time, is not part of it. */
const State = ({ tone, text }: { tone?: "ok" | "bad"; text: string }) => (
  <span className={classes.state} role="status" data-tone={tone}>
    {text}
  </span>
);

function useTick(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
