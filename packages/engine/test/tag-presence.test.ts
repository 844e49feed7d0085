import { describe, expect, it } from "vitest";
import { addTagRead, maxRepeatMs, noTags, type TagPresences } from "../src/tag-presence/tag-presence.ts";

const passageMs = 10_000;

/** The times at which reads were passed on. */
function passedOn(reads: readonly number[], tag = "E2000001"): number[] {
  let tags: TagPresences = noTags;
  return reads.filter((atMs) => {
    const next = addTagRead(tags, { tag, atMs }, passageMs);
    tags = next.tags;
    return next.isPassedOn;
  });
}

const everySecond = (from: number, to: number) =>
  Array.from({ length: (to - from) / 1000 + 1 }, (_, index) => from + index * 1000);

describe("tags in the field of a reader", () => {
  it("LIVE-2 are passed on at once, after the passage time, and then at doubling intervals up to a minute", () => {
    expect(passedOn(everySecond(0, 250_000))).toEqual([0, 10_000, 30_000, 70_000, 130_000, 190_000, 250_000]);
    expect(maxRepeatMs).toBe(60_000);
  });

  it("LIVE-2 are passed on at once when they come back after the passage time", () => {
    expect(passedOn([0, 1000, 11_000, 12_000, 22_001])).toEqual([0, 11_000, 22_001]);
  });

  it("LIVE-2 do not affect each other, and those that left are forgotten", () => {
    let tags: TagPresences = noTags;
    for (const tag of ["E1", "E2"]) {
      const next = addTagRead(tags, { tag, atMs: 0 }, passageMs);
      expect(next.isPassedOn).toBe(true);
      tags = next.tags;
    }
    tags = addTagRead(tags, { tag: "E1", atMs: 9_000 }, passageMs).tags;
    expect([...addTagRead(tags, { tag: "E1", atMs: 11_000 }, passageMs).tags.keys()]).toEqual(["E1"]);
  });

  it("LIVE-2 repeat at a passage time of more than a minute at that interval", () => {
    const next = addTagRead(noTags, { tag: "E1", atMs: 0 }, 120_000);
    const again = addTagRead(next.tags, { tag: "E1", atMs: 120_000 }, 120_000);
    expect([again.isPassedOn, again.tags.get("E1")?.intervalMs]).toEqual([true, 120_000]);
  });
});
