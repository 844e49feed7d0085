import { useEffect, useState } from "react";

const secondMs = 1_000;
const minuteSeconds = 60;

/** The current time, every second. */
export function useSecondsNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** The time since an instant in minutes and seconds. */
export function WaitingTime({ since }: { since: string }) {
  const seconds = Math.max(0, Math.floor((useSecondsNow() - Date.parse(since)) / secondMs));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / minuteSeconds))}:${two(seconds % minuteSeconds)}`;
}
