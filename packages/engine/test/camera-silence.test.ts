import { describe, expect, it } from "vitest";
import { maxSilenceMs } from "../src/camera-silence/camera-silence.ts";

const minutes = (count: number) => count * 60_000;
const days = (count: number, pauseMs: number) => Array<number>(count).fill(pauseMs);

describe("LIVE-12 how long a counting camera may be silent", () => {
  it("is unknown with less than a week of history", () => expect(maxSilenceMs(days(6, minutes(1)))).toBeNull());

  it("is half an hour at a busy time", () => expect(maxSilenceMs(days(14, minutes(2)))).toBe(minutes(30)));

  it("is twice the longest pause at a quiet time", () => {
    expect(maxSilenceMs([...days(13, minutes(60)), minutes(420)])).toBe(minutes(840));
  });
});
