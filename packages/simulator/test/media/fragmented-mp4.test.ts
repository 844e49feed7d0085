import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseFragmentedMp4 } from "../../src/media/fragmented-mp4.ts";

const file = readFileSync(join(import.meta.dirname, "../../src/media/gate-video.mp4"));

describe("the looped video", () => {
  it("LIVE-7 goes on after its last fragment, with later times and the same content", () => {
    const video = parseFragmentedMp4(file);
    const timeOf = (fragment: Buffer) => Number(fragment.readBigUInt64BE(fragment.indexOf("tfdt") + 8));
    const numbers = Array.from({ length: 24 }, (_, number) => number);
    const times = numbers.map((number) => timeOf(video.fragment(number)));
    expect(times).toEqual(numbers.map((number) => number * 10_240));
    expect(video.fragmentMs).toBe(1_000);
    const contentOf = (number: number) => video.fragment(number).subarray(video.fragment(number).indexOf("mdat"));
    expect(contentOf(9)).toEqual(contentOf(1));
  });
});
